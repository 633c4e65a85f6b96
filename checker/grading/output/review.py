"""review.yaml: every answer that waits for a decision, to be filled in and copied to `reviews/<name>.yaml`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import IO, Final

from checker.engine.trace import TOTAL
from checker.engine.values.rubric import Rubric
from checker.grading import GradeColumn, OpenDecision, ReviewView
from checker.grading.output.gradebook import format_points
from checker.grading.output.summary import Summary
from checker.marking.essay_matches import rubric_matches
from checker.notation.words import shortened

WIDTH: Final = 124
"""Width of a comment."""

MOST_NAMED: Final = 20
"""Maximum number of students that are named; more are counted."""

HEAD: Final = """\
# Answers that wait for a decision. Fill in `points` and, if you like, `comment`; copy this file to reviews/NAME.yaml,
# and grade again. Entries without points stay open. A decision applies to all students who gave this answer.
"""
NOTHING_OPEN: Final = "# Nothing waits for a decision.\n[]\n"


def write(summary: Summary, file: IO[str]) -> None:
    """Write the template, also where nothing is open, so that an earlier one does not stay."""
    found = summary.results.open_decisions
    file.write(HEAD if found else NOTHING_OPEN)
    for each in found:
        file.write("\n")
        file.writelines(f"{line}\n" for line in _entry(each))


def _entry(each: OpenDecision) -> Iterator[str]:
    column = each.column
    most = column.part.points if column.part else 0.0
    students = ", ".join(map(shortened, each.students[:MOST_NAMED]))
    more = f" and {len(each.students) - MOST_NAMED:,} more" if len(each.students) > MOST_NAMED else ""
    yield from _comment(f"{column.name}: {students}{more}")
    yield from _comment(each.reason)
    for line in answer_lines(each.view):
        yield from _comment(f"  | {line}")
    for candidate in each.view.candidates:
        yield from _comment(f"  {candidate}")
    for line in rubric_lines(each.column, each.view):
        yield from _comment(f"  {line}")
    yield f"- group: {json.dumps(each.id)}"
    yield f"  problem: {json.dumps(column.id)}"
    if column.part_id:
        yield f"  part: {json.dumps(column.part_id)}"
    yield f"  points:  # of {format_points(most)}"
    yield "  comment:"


def answer_lines(view: ReviewView) -> Iterator[str]:
    """Yield the answer, line by line."""
    yield from view.given.splitlines()
    if view.omitted:
        yield f"… ({view.omitted:,} more characters are in results.jsonl)"


def rubric_lines(column: GradeColumn, view: ReviewView) -> Sequence[str]:
    """Return a line for each point of the rubric; none for an answer that is no text."""
    truth = column.part and column.part.variant.run()[TOTAL]
    return rubric_matches(truth, view.matches) if isinstance(truth, Rubric) else ()


def _comment(text: str) -> Iterator[str]:
    """Yield a text as lines of a comment, without any sign that could end one."""
    lead = text[: len(text) - len(text.lstrip(" |"))]
    shown = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text.expandtabs(4))
    lines = wrap(shown, WIDTH, subsequent_indent=lead, break_on_hyphens=False) or [lead]
    yield from (f"# {line}".rstrip() for line in lines)
