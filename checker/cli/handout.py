"""`checker handout`: writes a sheet of questions for each student, with the student's own numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from checker.cli import options, output
from checker.cli.written_files import write_files
from checker.grading.own_files import VARIANTS
from checker.publishing.sheets import handouts, variants_table
from checker.text.words import counted, first_of, shortened

_SEED: Final = (
    "The numbers follow from each student's id, the problem's id and `seed:` in assignment.yaml. Keep `seed:` secret: "
    "who knows it can work out the numbers of others."
)


@options.command("handout 000 --roster roster.csv", "handout 001 --roster roster.csv --format html --out print")
@click.argument("assignment", shell_complete=options.complete_assignments)
@options.file_option(
    "--roster",
    "The students: a CSV with a column `id`, or a gradebook.",
    required=True,
)
@options.choice_option("--format form", ["md", "html"], "md", "Markdown, or pages to print.")
@options.file_option("--out", "The folder of the sheets.", "DIR", "handouts")
@options.problems_option
def handout(assignment: str, roster: Path, form: str, out: Path, problems: Path) -> int:
    """Write a sheet of questions for each student, with the student's own numbers.

    ASSIGNMENT is a folder in --problems. A sheet is named by the student's id, and has no solution. variants.csv lists
    everybody's numbers, for you; `checker grade` does not need it. Use the same roster to grade.

    The numbers follow from the student's id, the problem's id and `seed:` in assignment.yaml (or else the assignment's
    id). A secret `seed:` keeps one student from working out the numbers of another.
    """
    folder = options.load_assignment(problems, assignment)
    students = options.read_roster_of(roster, [folder]).students
    files = dict(handouts(folder, students, form))
    if any(each.variants for each in folder.problems):
        files[VARIANTS] = variants_table(folder, students)
    older = write_files({name: text.encode() for name, text in files.items()}, out, is_folder=True)
    same = f"No problem of {shortened(assignment)} draws its numbers, so all sheets are the same."
    output.note(_SEED if VARIANTS in files else same)
    if older:
        output.note(f"{out} has files of others from before: {first_of([*map(shortened, older)])}")
    output.write([f"{out}: {counted(len(students), 'sheet')}" + (f", {VARIANTS}" if VARIANTS in files else "")])
    return options.RIGHT
