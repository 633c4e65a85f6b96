"""`checker feedback`: writes a page for each student with every answer, its verdict and why; packs them with --zip."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import click

from checker.cli.options import FAULT, RIGHT, choice_option, plain_option
from checker.cli.progress import progress_bar
from checker.cli.results_folder import (
    graded_problems_option,
    opened_to_write,
    problems_as_graded,
    require,
    results_argument,
)
from checker.cli.views import terminal
from checker.cli.written_files import remember, zipped
from checker.lms.systems import FEEDBACK as ZIPS
from checker.text.words import counted

if TYPE_CHECKING:
    from checker.lms.feedback_zips import PackedFeedback

EPILOG: Final = """\b
Examples:
  checker feedback
  checker feedback results --level hint --format md
  checker feedback week-3/results --zip canvas --format md
"""

SHOWS_ANSWERS: Final = "These pages show the expected answers: give them out when nobody can hand in any more."


@click.command(epilog=EPILOG)
@results_argument
@choice_option(
    "--level", ["hint", "explain", "full"], "explain", "How much the pages say; only `full` gives expected numbers."
)
@choice_option("--format form", ["html", "md"], "html", "HTML or Markdown.")
@click.option("--zip", "lms", type=click.Choice(list(ZIPS)), help="Pack the pages too, as this system takes them back.")
@click.option("--assignment", metavar="NAME", help="Only this assignment, if the results hold several.")
@graded_problems_option
@plain_option
def feedback(  # noqa: PLR0913, PLR0917 - one for each option
    results: Path,
    level: str,
    form: Literal["html", "md"],
    lms: str | None,
    assignment: str | None,
    problems: Path | None,
    *,
    plain: bool,
) -> int:
    """Write a page of feedback for each student.

    The pages go to RESULTS/feedback/ and replace those that were there. Each shows every question as it was asked, the
    answer and how it was read, the verdict, why, and what to do next; points, late work and the remarks of reviewers;
    what still waits for a person; and of documents the text with remarks. Below `full` no page has an expected number.

    With --zip the pages are also packed for a learning management system, under the names of the download that was
    graded.
    """
    require("jinja2", "checker feedback")
    from checker.grading.exports import graded_assignment, graded_assignments, keys_that_differ
    from checker.grading.store import StoreError
    from checker.grading.submissions.walk import is_result
    from checker.marking.told import has_numbers
    from checker.reports import FEEDBACK, feedback_zip
    from checker.reports.feedback import PageBuilder, Writer

    with opened_to_write(results, [feedback_zip(lms)] if lms else []) as (store, folder):
        is_one = lms is not None or assignment is not None
        chosen = [graded_assignment(store, assignment)] if is_one else graded_assignments(store)
        found = problems_as_graded(problems, store, chosen)
        pages = folder.temporary / FEEDBACK
        pages.mkdir()
        only = chosen[0].name if is_one else None
        for name in (FEEDBACK, feedback_zip(lms)) if lms else (FEEDBACK,):
            remember(store, results, results / name, only)
        builder = PageBuilder(store, found, level)
        writer = Writer(builder, [each.name for each in chosen], form, pages)
        with progress_bar("students", "written", plain=plain) as show:
            for number in writer.write():
                show(number, len(writer))
        with suppress(StoreError), store.transaction():  # the next pages can do without
            store.history.save_cached(builder.feedback.take_found())
        keys = keys_that_differ(store, chosen)
        packed = writer.packed(lms) if lms else None
        if lms and packed:
            if not packed.entries:
                raise click.UsageError("\n".join(["no page can be packed", *packed.left_out]))
            with folder.open(feedback_zip(lms)) as file:
                file.write(zipped(packed.entries))
        folder.publish({FEEDBACK: lambda path: is_result(str(path))})
    if has_numbers(level):
        terminal.note(SHOWS_ANSWERS)
    terminal.note(*(f"{question}: {message}" for question, message in keys))
    terminal.write([f"{results / FEEDBACK}: {counted(len(writer), 'page')}"])
    if lms and packed:
        _show_zip(results / feedback_zip(lms), packed)
    terminal.note(
        *(
            f"A fault of checker, so these answers have no explanation: {each}. Please report it."
            for each in builder.feedback.faults
        )
    )
    return FAULT if builder.feedback.faults else RIGHT


def _show_zip(path: Path, packed: PackedFeedback) -> None:
    """Show what is in the zip, who is not, and how to upload it."""
    terminal.note(*packed.left_out, *packed.notes)
    terminal.write([f"{path}: {counted(len(packed.entries), 'page')}", "", *packed.steps])
