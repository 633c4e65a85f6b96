"""`checker read`: shows how a student's document is understood, before anything is graded."""

from __future__ import annotations

from pathlib import Path

import click

from checker.cli import options
from checker.cli.student_documents import assignment_option, read_documents

EXAMPLES = """\b
Examples:
  checker read homework/s1042.md --problems problems
  checker read homework/s1042.ipynb --assignment 000 --format json
"""


@click.command(epilog=EXAMPLES)
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@options.problems_option
@assignment_option
@options.student_option
@options.roster_option
@options.format_option
@options.plain_option
def read(  # noqa: PLR0913, PLR0917 - as many as the command has options
    files: tuple[Path, ...],
    problems: Path,
    assignment: str | None,
    student: str | None,
    roster: Path | None,
    format_: str,
    *,
    plain: bool,
) -> int:
    """Show how a student's document is understood.

    FILE is a document that a student has handed in; several files are those of one student. It shows where each
    question was found and why, and the answer to each part. Nothing is graded, and no right answer is shown.

    Where a problem draws its numbers, they are those of the student whom the documents name, or of --student. With
    --roster this may be any id of the student.

    The exit code is 0 if every answer was found without doubt, 3 if something needs a person, 2 for a file that cannot
    be read or a wrong command line, and 4 for a fault of checker itself.
    """
    from checker.cli.student_documents import reading_record
    from checker.cli.views import terminal

    found = read_documents(files, problems, assignment, student, roster)
    if format_ == "json":
        terminal.write_json(reading_record(found))
    else:
        from checker.cli.views import reading

        style = terminal.style(plain=plain)
        terminal.write(reading.lines(found, style), style)
    return options.UNGRADED if found.needs_a_person else options.RIGHT
