"""`checker export`, `forget` and `learn`: what a folder of results is used for, besides pages."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click

from checker.cli import output
from checker.cli.options import (
    RIGHT,
    UNGRADED,
    command,
    file_option,
    format_option,
    plain_option,
    problems_option,
    results_argument,
    typed_option,
)
from checker.cli.output import Page, Table, capped
from checker.cli.written_files import write_files
from checker.diagnosis.explanation import CLEAR
from checker.grading import forget as forgetting
from checker.grading.own_files import ANNOTATED, FILES
from checker.grading.published import Results, noted, student_grades
from checker.lms import systems
from checker.lms.gradebooks import ExportRequest
from checker.lms.roster import table_bytes
from checker.problems import load_problems
from checker.problems.learned import FILE, text_of
from checker.reports.beliefs import shared_names
from checker.text.words import counted, either, in_line, shortened


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
@typed_option("--missing", click.Choice(["blank", "zero"]), "blank", "What students get who handed nothing in.")
@typed_option(
    "--level",
    click.Choice(["verdict", "hint", "explain", "full"]),
    "explain",
    "How much the messages for students say; only `full` gives numbers.",
)
def export(**options: Any) -> int:
    """Write the grades as a learning management system takes them.

    RESULTS is the folder that `checker grade` wrote. Where a format fills in the file that the system gave you, name
    that file with --into; the others write a new file, or one for each student. Only the grades are changed, and
    everything that is left as it was is reported.

    The total of a student with an answer that waits for a person stays blank, and so does that of a student who handed
    nothing in. How to import the file is printed at the end.
    """
    given = SimpleNamespace(**options)
    form, into, out = systems.GRADEBOOKS[given.format_], given.into, given.out
    contents = table_bytes("--into", into) if into else None
    found = Results(given.results)
    chosen = found.assignment(given.assignment)
    told, zero = given.level if form.is_folder else None, given.missing == "zero"
    grades = student_grades(chosen, told, provisional=given.provisional, missing_as_zero=zero)
    notes = [*noted(chosen), *(f"{question}: {message}" for question, message in found.keys_that_differ([chosen]))]
    request = ExportRequest(chosen.title, grades, contents, into.name if into else "", given.column, given.scale)
    exported = form.export(request)
    place = out or (into.with_name(f"{into.stem}-graded{into.suffix}") if into else given.results / form.new)
    if place.parent.resolve() == given.results.resolve() and place.name in {*FILES, ANNOTATED}:
        raise click.UsageError(f"{place} is a file of `checker grade`; choose another name with --out")
    earlier = write_files(exported.files, place, is_folder=form.is_folder)
    delete = "is of an earlier export; delete it if it should not be uploaded"
    output.note(*(f"{place / name} {delete}" for name in earlier), *exported.notes, *notes)
    output.write([f"{place}: {exported.changed} of {len(grades)} grades written", "", *exported.steps])
    return RIGHT if exported.changed else UNGRADED


@command("forget noor", "forget s1042 course/week-3 --format json", "forget s1042 course/week-3 --undo")
@click.argument("student")
@results_argument
@click.option("--undo", is_flag=True, help="Let the next run grade the student again.")
@format_option
@plain_option
def forget(student: str, results: Path, *, undo: bool) -> int:
    """Remove a student from the results, and leave the student out of later runs.

    STUDENT is an id as in grades.csv, and RESULTS the folder that `checker grade` wrote. Everything that checker wrote
    there is deleted: pages, reports and exports, too; then the class is graded again without the student, as the last
    run was asked for. Later runs know the student by a hash of the id only.

    Files that people wrote are not changed; those in RESULTS that still hold the id or the name are named. Nothing is
    asked first: `--undo` lets the next run grade the student again, from the files in the submissions.
    """
    record: dict[str, Any] = {"schema": "checker.forget/2", "is_left_out": not undo}
    if undo:
        forgetting.undo(results, student)
        record["student"] = student
        page: Page = [f"{shortened(student)} is no longer left out: the next run grades the files that are there."]
    else:
        report = forgetting.forget(results, student)
        record |= report._asdict()
        page = _page(report, results)
    output.show(lambda: record, lambda: page)
    return RIGHT


def _page(report: forgetting.ForgetReport, results: Path) -> Page:
    """Yield what was done, and which files still hold an id or a name of the student."""
    who = shortened(report.student)
    yield f"Removed {who} from {results}. Later runs leave {who} out; with --undo the next run grades {who} again."
    if report.written:
        yield f"Graded again without {who}: {', '.join(report.written)}"
    if report.deleted:
        yield f"Deleted: {', '.join(map(in_line, report.deleted))}. Repeat the commands that wrote them."
    if report.left:
        yield f"These files are not checker's and still hold the id or the name of {who}; look through them yourself:"
        files = Table([(shortened(path, 200),) for path in report.left], "l", indent=6)
        yield from capped(files, 20, "--format json lists all")
    yield "Submissions, decisions, handouts, and what was printed, sent or uploaded, are not touched."


@command("learn", "learn week-1/results week-2/results --problems problems")
@click.argument("results", type=click.Path(path_type=Path), nargs=-1)
@problems_option
def learn(results: tuple[Path, ...], problems: Path) -> int:
    """Order explanations by what classes got wrong.

    RESULTS are folders that `checker grade` wrote. The mistakes that surely led to wrong answers are counted by
    question type, and written next to the problem files, as learned.csv. Of several mistakes that give the same answer,
    the one that your students make more often is then named first. No points change.

    The file has no names. Read it, change it, or delete it: then nothing was learned. Each run writes it anew.
    """
    known = load_problems(problems, extensions=False).problems
    found: dict[str, Counter[str]] = {}
    folders = results or (Path("results"),)
    for record in (record for folder in folders for _, record in Results(folder).records()):
        for first in record["explanations"][:1]:
            is_sure = first["strength"] != "possible" and first["share"] >= CLEAR
            if is_sure and record["problem"] in known:
                found.setdefault(known[record["problem"]].type, Counter()).update(shared_names(first))
    found = {type_: counts for type_, counts in found.items() if counts}
    if not found:
        where = ", ".join(map(str, folders))
        output.write([f"Nothing to learn: no wrong answer in {where} has a sure explanation."])
        return RIGHT
    types: dict[Path, set[str]] = {}
    for each in known.values():
        types.setdefault(each.path.parent, set()).add(each.type)
    for folder, here in sorted(types.items()):
        counts = {type_: found[type_] for type_ in sorted(here & found.keys())}
        if counts:
            write_files({FILE: text_of(counts).encode()}, folder / FILE, is_folder=False)
            number = sum(map(Counter.total, counts.values()))
            said = f"{counted(number, 'mistake')} of {counted(len(counts), 'question type')}"
            output.write([f"{folder / FILE}: {said}"])
    output.note("Run `checker grade` again, so that earlier answers are explained in this order, too.")
    return RIGHT
