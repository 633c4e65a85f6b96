"""`checker show`, `solve` and `handout`: questions as students read them, and their solutions."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from checker.cli import options, output
from checker.cli.answer_pages import question, solution
from checker.cli.written_files import write_files
from checker.grading.own_files import VARIANTS
from checker.marking.solution import Solution
from checker.problems import load_problem
from checker.publishing.sheets import handouts, variants_table
from checker.publishing.sheets import sheet as sheet_of
from checker.text.words import counted, first_of, shortened


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
        folder = options.whole_folder(problems, sheet)
        drawing = [each.id for each in folder.problems if each.variants]
        if student is None and drawing:
            output.note(options.NOT_NAMED.format(drawing[0]))
        output.write([sheet_of(folder, student)], is_open=True)


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
@options.typed_option("--format form", click.Choice(["md", "html"]), "md", "Markdown, or pages to print.")
@options.file_option("--out", "The folder of the sheets.", "DIR", "handouts")
@options.problems_option
def handout(assignment: str, roster: Path, form: str, out: Path, problems: Path) -> int:
    """Write a sheet of questions for each student, with the student's own numbers.

    ASSIGNMENT is a folder in --problems. A sheet is named by the student's id, and has no solution. variants.csv lists
    everybody's numbers, for you; `checker grade` does not need it. Use the same roster to grade.

    The numbers follow from the student's id, the problem's id and `seed:` in assignment.yaml (or else the assignment's
    id). A secret `seed:` keeps one student from working out the numbers of another.
    """
    folder = options.whole_folder(problems, assignment)
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


@options.command("solve encoder-layer", "solve --part elements head-output", "solve --student s1042 encoder-layer")
@click.argument("problem", shell_complete=options.complete_problems)
@options.problems_option
@options.part_option
@options.student_option
@options.format_option
@options.plain_option
def solve(problem: str, problems: Path, part: str | None, student: str | None) -> None:
    """Show the answer with its worked solution.

    PROBLEM is a file, or an id below --problems; or the config.json of a model: the number of its parameters.
    """
    if problem.endswith(".json"):
        from checker.problems.model_config import read_config

        config = read_config(Path(problem))
        about = {"id": config.model, "title": f"Parameters of {problem}", "type": config.type, "from": Path(problem)}
        found = load_problem(about)
    else:
        found = options.load_variant(problem, problems, student)
    parts = found.parts if part is None else [found.part(part)]
    output.show(Solution(found, parts).record, lambda: solution(found, parts))
