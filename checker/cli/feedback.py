"""`checker feedback`: writes a page for each student with every answer, its verdict and why; packs them with --zip."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

import click

from checker.cli import output
from checker.cli.options import RIGHT, choice_option, command, file_option, plain_option, results_argument
from checker.cli.progress import progress_bar
from checker.cli.written_files import zipped
from checker.grading.output_folder import OutputFolder
from checker.grading.own_files import FEEDBACK, is_result
from checker.grading.published import Results
from checker.lms.system import StudentPage
from checker.lms.systems import FEEDBACK as ZIPS
from checker.lms.systems import pack
from checker.marking.told import has_numbers
from checker.reports.feedback import pages
from checker.text.words import counted, first_of, shortened

_CHANGED: Final = (
    "{} changed since the grades were made, or cannot be found, so the pages leave the text out. Grade again, or name"
    " the folder of problems with --problems."
)


@command("feedback", "feedback results --level hint --format md", "feedback week-3/results --zip canvas --format md")
@results_argument
@choice_option(
    "--level", ["hint", "explain", "full"], "explain", "How much the pages say; only `full` gives expected numbers."
)
@choice_option("--format form", ["html", "md"], "html", "HTML or Markdown.")
@click.option("--zip", "lms", type=click.Choice(list(ZIPS)), help="Pack the pages too, as this system takes them back.")
@click.option("--assignment", metavar="NAME", help="Only this assignment, if the results hold several.")
@file_option(
    "--problems", "The folder of problem files, if it is not where it was.  [default: as it was graded]", "DIR"
)
@plain_option
def feedback(  # noqa: PLR0913, PLR0917 - one for each option
    results: Path,
    level: str,
    form: str,
    lms: str | None,
    assignment: str | None,
    problems: Path | None,
) -> int:
    """Write a page of feedback for each student.

    The pages go to RESULTS/feedback/ and replace those that were there. Each shows every question as it was asked, the
    answer and how it was read, the verdict, why, and what to do next; points, late work and the remarks of reviewers;
    what still waits for a person; and of documents the text with remarks. Below `full` no page has an expected number.

    With --zip the pages are also packed for a learning management system, under the names of the download that was
    graded.
    """
    packable, number = [], 0
    zip_name = f"feedback-{lms}.zip" if lms else ""
    Results(results)  # no folder is made where there are none
    with OutputFolder(results, [zip_name] if lms else []) as folder, folder.disk_errors():
        found = Results(results)
        chosen = found.assignments if lms is None and assignment is None else (found.assignment(assignment),)
        files = found.problems(problems)
        with progress_bar("pages written") as show:
            for number, (total, name, student, text) in enumerate(pages(found, chosen, files, level, form), 1):
                with folder.text(f"{FEEDBACK}/{name}") as file:
                    file.write(text)
                if lms and student.handed_in:
                    data = text.encode("utf-8", "backslashreplace")
                    suffix: Literal[".html", ".md"] = ".html" if form == "html" else ".md"
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
