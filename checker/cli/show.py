"""`checker show`: shows a question as a student reads it, or a sheet of questions to hand out."""

from __future__ import annotations

from pathlib import Path

import click

from checker.cli import options, output
from checker.cli.answer_pages import question
from checker.publishing.sheets import sheet as sheet_of


@options.command("show encoder-layer", "show --sheet 000 > sheet.md", "show --student s1042 encoder-layer")
@click.argument("problem", required=False, shell_complete=options.complete_problems)
@click.option(
    "--sheet",
    metavar="ASSIGNMENT",
    help="Show a sheet to hand out, in Markdown: a folder in --problems.",
    shell_complete=options.complete_assignments,
)
@options.student_option
@options.problems_option
@options.plain_option
def show(problem: str | None, sheet: str | None, student: str | None, problems: Path) -> None:
    """Show the question as a student reads it.

    PROBLEM is a file, or an id below --problems.

    With --sheet, all questions of an assignment are shown, each with lines for its answers. Answers on these lines are
    read back without doubt.
    """
    if (problem is None) == (sheet is None):
        raise click.UsageError("give a problem, or an assignment with --sheet")
    if problem is not None:
        output.print_page(question(options.load_variant(problem, problems, student)))
    elif sheet is not None:
        folder = options.load_assignment(problems, sheet)
        drawing = [each.id for each in folder.problems if each.variants]
        if student is None and drawing:
            output.note(options.NOT_NAMED.format(drawing[0]))
        output.write([sheet_of(folder, student)], is_open=True)
