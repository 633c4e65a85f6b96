"""`checker read`: shows how a student's document is understood, before anything is graded."""

from __future__ import annotations

from pathlib import Path

import click

from checker.cli import options, output

EXAMPLES = """\b
Examples:
  checker read homework/s1042.md --problems problems
  checker read homework/s1042.docx --assignment 000 --format json
"""


@click.command(epilog=EXAMPLES)
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@options.problems_option
@options.assignment_option
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

    FILE is a document that a student has handed in: Markdown, text, LaTeX, HTML, a notebook, Word, OpenDocument or
    PDF. Several files are those of one student. It shows where each question was found and why, and the answer to each
    part. Nothing is graded, and no right answer is shown.

    Exit code: 0 every answer found without doubt, 2 a file that cannot be read or a wrong command line, 3 something
    needs a person, 4 a fault of checker.
    """
    from checker.cli.student_documents import read_documents, reading_record
    from checker.cli.views.reading import reading

    found = read_documents(files, problems, assignment, student, roster)
    output.show(format_, lambda: reading_record(found), lambda: reading(found), plain=plain)
    return options.UNGRADED if found.needs_a_person else options.RIGHT
