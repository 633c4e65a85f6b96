"""`checker export`: writes grades in the form in which a learning management system takes them."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from checker.cli import output
from checker.cli.options import RIGHT, UNGRADED, choice_option, command, file_option, results_argument
from checker.cli.written_files import write_files
from checker.grading.own_files import ANNOTATED, FILES
from checker.grading.published import Results, noted, student_grades
from checker.lms import systems
from checker.lms.gradebooks import ExportRequest
from checker.lms.roster import table_bytes
from checker.text.words import either


@command(
    "export --to canvas --into gradebook.csv",
    "export --to moodle-worksheet --into Grades-week-3.csv",
    "export --to csv results --provisional",
)
@click.option(
    "--to",
    "format_",
    type=click.Choice(list(systems.GRADEBOOKS)),
    required=True,
    metavar="FORMAT",
    help=f"What takes the grades: {either(list(systems.GRADEBOOKS))}.",
)
@results_argument
@file_option("--into", "The gradebook that the system gave you, to fill in.")
@file_option("--out", "Where it goes: a file, a folder or a .zip.", "PATH")
@click.option("--column", metavar="NAME", help="The column to fill in.  [default: the one with the assignment's title]")
@click.option("--assignment", metavar="NAME", help="The assignment, if the results hold several.")
@click.option("--scale", is_flag=True, help="Scale the points to the column's maximum.")
@click.option("--provisional", is_flag=True, help="Give the sum so far where an answer still waits for a person.")
@choice_option("--missing", ["blank", "zero"], "blank", "What students get who handed nothing in.")
@choice_option(
    "--level",
    ["verdict", "hint", "explain", "full"],
    "explain",
    "How much the messages for students say; only `full` gives numbers.",
)
def export(  # noqa: PLR0913, PLR0917 - one for each option
    format_: str,
    results: Path,
    into: Path | None,
    out: Path | None,
    column: str | None,
    assignment: str | None,
    missing: Literal["blank", "zero"],
    level: str,
    *,
    scale: bool,
    provisional: bool,
) -> int:
    """Write the grades as a learning management system takes them.

    RESULTS is the folder that `checker grade` wrote. Where a format fills in the file that the system gave you, name
    that file with --into; the others write a new file, or one for each student. Only the grades are changed, and
    everything that is left as it was is reported.

    The total of a student with an answer that waits for a person stays blank, and so does that of a student who handed
    nothing in. How to import the file is printed at the end.
    """
    form = systems.GRADEBOOKS[format_]
    contents = table_bytes("--into", into) if into else None
    found = Results(results)
    chosen = found.assignment(assignment)
    told, zero = level if form.is_folder else None, missing == "zero"
    grades = student_grades(chosen, told, provisional=provisional, missing_as_zero=zero)
    notes = [*noted(chosen), *(f"{question}: {message}" for question, message in found.keys_that_differ([chosen]))]
    request = ExportRequest(chosen.title, grades, contents, into.name if into else "", column, scale)
    exported = form.export(request)
    place = out or (into.with_name(f"{into.stem}-graded{into.suffix}") if into else results / form.new)
    if place.parent.resolve() == results.resolve() and place.name in {*FILES, ANNOTATED}:
        raise click.UsageError(f"{place} is a file of `checker grade`; choose another name with --out")
    earlier = write_files(exported.files, place, is_folder=form.is_folder)
    delete = "is of an earlier export; delete it if it should not be uploaded"
    output.note(*(f"{place / name} {delete}" for name in earlier))
    output.note(*exported.notes, *notes)
    output.write([f"{place}: {exported.changed} of {len(grades)} grades written", "", *exported.steps])
    return RIGHT if exported.changed else UNGRADED
