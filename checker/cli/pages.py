"""`checker feedback`, `report`, `review` and `publish`: what is made with templates."""

from __future__ import annotations

import getpass
import re
import sys
import webbrowser
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Timer
from types import SimpleNamespace
from typing import Any, Final, Literal

import click

from checker.cli import output
from checker.cli.options import (
    RIGHT,
    command,
    file_option,
    plain_option,
    results_argument,
    typed_option,
    types_option,
    word_shown,
)
from checker.cli.output import progress_bar
from checker.cli.written_files import write_files, zipped
from checker.grading.api import Options
from checker.grading.output_folder import OutputFolder
from checker.grading.own_files import FEEDBACK, HTML_MARK, REPORT, is_result
from checker.grading.published import Results
from checker.lms.system import StudentPage
from checker.lms.systems import FEEDBACK as ZIPS
from checker.lms.systems import pack
from checker.marking.told import has_numbers
from checker.problems import ProblemError, load_problem, load_problems
from checker.publishing import publish as bank_of
from checker.reports.cases import Originals, open_cases
from checker.reports.class_report import report_page
from checker.reports.desk import Desk, DeskServer, ReviewerFile
from checker.reports.feedback import pages
from checker.text.words import counted, first_of, shortened

_CHANGED: Final = (
    "{} changed since the grades were made, or cannot be found, so the pages leave the text out. Grade again, or name"
    " the folder of problems with --problems."
)


@command("feedback", "feedback results --level hint --format md", "feedback week-3/results --zip canvas --format md")
@results_argument
@typed_option(
    "--level",
    click.Choice(["hint", "explain", "full"]),
    "explain",
    "How much the pages say; only `full` gives expected numbers.",
)
@typed_option("--format form", click.Choice(["html", "md"]), "html", "HTML or Markdown.")
@click.option("--zip", "lms", type=click.Choice(list(ZIPS)), help="Pack the pages too, as this system takes them back.")
@click.option("--assignment", metavar="NAME", help="Only this assignment, if the results hold several.")
@file_option(
    "--problems", "The folder of problem files, if it is not where it was.  [default: as it was graded]", "DIR"
)
@plain_option
def feedback(**options: Any) -> int:
    """Write a page of feedback for each student.

    The pages go to RESULTS/feedback/ and replace those that were there. Each shows every question as it was asked, the
    answer and how it was read, the verdict, why, and what to do next; points, late work and the remarks of reviewers;
    what still waits for a person; and of documents the text with remarks. Below `full` no page has an expected number.

    With --zip the pages are also packed for a learning management system, under the names of the download that was
    graded.
    """
    given = SimpleNamespace(**options)
    results, lms, level = given.results, given.lms, given.level
    packable, number = [], 0
    zip_name = f"feedback-{lms}.zip"
    suffix: Literal[".html", ".md"] = ".html" if given.form == "html" else ".md"
    Results(results)  # no folder is made where there are none
    with OutputFolder(results, [zip_name] if lms else []) as folder, folder.disk_errors():
        found = Results(results)
        is_all = lms is None and given.assignment is None
        chosen = found.assignments if is_all else (found.assignment(given.assignment),)
        files = found.problems(given.problems)
        with progress_bar("pages written") as show:
            written = pages(found, chosen, files, level, given.form)
            for number, (total, name, student, text) in enumerate(written, 1):
                with folder.text(f"{FEEDBACK}/{name}") as file:
                    file.write(text)
                if lms and student.handed_in:
                    data = text.encode("utf-8", "backslashreplace")
                    packable.append(StudentPage(student.who, tuple(student.files), data, suffix))
                show(number, total)
        packed = pack(lms, packable) if lms else None
        if packed:
            if not packed.files:
                raise click.UsageError("\n".join(["no page can be packed", *packed.notes]))
            with folder.open(zip_name) as archive:
                archive.write(zipped(packed.files))
        folder.publish({FEEDBACK: lambda path: is_result(path.name, path.read_bytes())})
    if has_numbers(level):
        output.note("These pages show the expected answers: give them out when nobody can hand in any more.")
    asked = {question["problem"] for each in chosen for question in each.questions}
    if changed := [shortened(each) for each in files.changed if each in asked]:
        output.note(_CHANGED.format(first_of(changed)))
    output.note(*(f"{question}: {message}" for question, message in found.keys_that_differ(chosen)))
    output.write([f"{results / FEEDBACK}: {counted(number, 'page')}"])
    if packed:
        output.note(*packed.notes)
        output.write([f"{results / zip_name}: {counted(packed.changed, 'page')}", "", *packed.steps])
    return RIGHT


@command("report", "report results --names")
@results_argument
@click.option("--names", is_flag=True, help="Show the names of students next to their ids.")
def report(results: Path, *, names: bool) -> int:
    """Write a report on the class: report.html in RESULTS, one page that needs no network.

    It begins with suspected key errors. Then come, for each assignment, the distribution of points, the questions with
    their difficulty, discrimination and mistakes, and equal wrong answers with their explanation, or with the line for
    the problem file that would name them. At the end: what needs a person, and what changed in the last run.

    Students have their ids in it, but no names, unless --names is given.
    """
    place = results / REPORT
    Results(results)  # no folder is made where there are none
    if place.is_file() and not place.read_bytes().startswith(HTML_MARK.encode()):
        raise click.UsageError(f"{place} was not written by checker; move it away")
    with OutputFolder(results, [REPORT]) as folder, folder.disk_errors():
        with folder.text(REPORT) as file:
            # read now, as no run and no `checker forget` can come between
            file.write(report_page(Results(results), with_names=names))
        folder.publish()
    output.write([str(place)])
    return RIGHT


_MOST_SHOWN: Final = 20


@command(
    "publish problems/001 --to moodle --out bank.xml", "publish problems/001/encoder-layer.yaml --to qti --out bank.zip"
)
@click.argument("problems", type=click.Path(path_type=Path))
@types_option
@click.option(
    "--to",
    "form",
    type=click.Choice(["moodle", "qti", "markdown", "html"]),
    metavar="FORMAT",
    required=True,
    help="moodle, qti, markdown or html.",
)
@typed_option("--variants", click.IntRange(1, 1000), 10, "Questions for each problem with draws.", metavar="N")
@typed_option(
    "--mistakes", click.IntRange(0, 1000), 30, "List pairs of mistakes, too, up to N wrong answers.", metavar="N"
)
@click.option("--solutions", is_flag=True, help="Add the worked solutions.")
@click.option("--strict", "is_strict", is_flag=True, help="Leave out what would be graded differently or lose a part.")
@file_option("--out", "The file to write.  [default: print it]")
def publish(problems: Path, form: str, out: Path | None, **options: Any) -> int:
    """Write problems as questions for the bank of a learning management system.

    PROBLEMS is a file, or a folder of them. Each known mistake is listed as a wrong answer with its sentence and its
    credit. What a format cannot express is reported; questions whose right answers it would mark wrong are left out.

    A bank has the answers in it: keep it from students. Markdown and HTML are for reading, and have no answers without
    --solutions.
    """
    if problems.is_dir():
        folder = load_problems(problems, extensions=False)
        if folder.broken:
            raise ProblemError(folder.findings)
        titles = [each.title for each in folder.assignments.values() if each.title]
        title, found = titles[0] if len(titles) == 1 else folder.name, list(folder.problems.values())
    else:
        found = [load_problem(problems)]
        title = found[0].assignment or found[0].title
    wanted = bank_of.Wanted(title, **options)
    bank = bank_of.publish(found, wanted, form)
    remarks = {"Graded differently": bank.differs, "Not expressed": bank.notes, "Left out": bank.left_out}
    for what, lines in remarks.items():
        more = len(lines) - _MOST_SHOWN
        shown = [*lines[:_MOST_SHOWN], *([f"{more} more"] if more > 0 else [])]
        output.note(*(f"{what}: {each}" for each in shown))
    if not bank.number:
        raise click.UsageError(f"there are no questions in {word_shown(str(problems))} that {form} can hold")
    data = zipped(bank.files) if len(bank.files) > 1 else next(iter(bank.files.values()))
    if out is None:
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
    else:
        write_files({out.name: data}, out, is_folder=False)
        output.write([f"{out}: {counted(bank.number, 'question')}"])
    return RIGHT


NAME: Final = re.compile(r"[^\W_][\w.@+-]{0,63}")


@command("review", "review results --reviewer ada")
@results_argument
@click.option("--reviewer", metavar="NAME", help="Who decides.  [default: your name on this machine]")
@file_option("--reviews", "The folder of decisions; yours are written to NAME.yaml there.", "DIR", "reviews")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
def review(results: Path, reviewer: str | None, reviews: Path, *, no_browser: bool) -> int:
    """Decide what waits for a person, on a page that only this machine can open.

    First it shows each value that was found in doubt, once for the whole class: one key accepts it, but for those whom
    you leave out. Then come single cases: what the student wrote, with the place of the answer and pages of scans as
    pictures, the question, what is expected, and what may be meant, each with a key. Equal answers are decided
    together, and so are a student's answers to the parts of a problem. Files that could not be read are cases, too.

    Each decision is written to reviews/NAME.yaml before the next case is shown. `checker grade` applies them.
    Press Ctrl+C to end.
    """
    name = reviewer if reviewer is not None else getpass.getuser()
    if not NAME.fullmatch(name):
        raise click.UsageError("--reviewer takes a name of letters, digits and . _ - @ +; it is the name of a file")
    desk, command = opened(results, reviews, name)
    with DeskServer(desk, command) as server:
        output.write([f"{desk.counts}: {server.address}"])
        output.note("Press Ctrl+C to end.")
        if not no_browser:
            Timer(0.2, webbrowser.open, [server.address]).start()
        with suppress(KeyboardInterrupt):
            server.serve_forever()
    output.note(f"Grade again to apply what was decided: {command}")
    return RIGHT


def opened(results: Path, reviews: Path, name: str) -> tuple[Desk, str]:
    """Return the desk of a reviewer, and the command that applies its decisions.  Raise UserError or UsageError."""
    found = Results(results)
    problems = found.problems()
    if problems.changed:
        which = first_of(problems.changed)
        raise click.UsageError(f"the problem {which} is not the one that was graded, or gone; grade again")
    asked = replace(Options.of_record(found.summary["options"], results), reviews=reviews)
    originals = Originals(str(asked.submissions), problems.course.folder_names)
    file = ReviewerFile(reviews / f"{name}.yaml", name)
    return Desk(open_cases(found), originals, problems.course, file, results / "results.jsonl"), asked.command()
