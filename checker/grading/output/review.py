"""review.yaml: every answer that waits for a decision, to be filled in and copied to `reviews/<name>.yaml`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import IO, Final

from checker.engine.trace import TOTAL
from checker.engine.values.rubric import Rubric
from checker.grading import GradeColumn, Laid, OpenDecision
from checker.grading.output.gradebook import number
from checker.grading.output.summary import Summary
from checker.marking.essay_matches import rubric_matches
from checker.notation.words import shortened

WIDTH: Final = 124
"""Of a comment."""

MOST_NAMED: Final = 20
"""Students that are named; more are counted."""

HEAD: Final = """\
# What waits for a decision. Fill in `points` and, if you like, `comment`; copy this file to reviews/NAME.yaml, and
# grade again. Entries without points are left open. A decision holds for all students who gave this answer.
"""
NOTHING: Final = "# Nothing waits for a decision.\n[]\n"


def write(summary: Summary, file: IO[str]) -> None:
    """The template.  Also written where nothing is open, so that an earlier one does not stay."""
    found = summary.book.open
    file.write(HEAD if found else NOTHING)
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
    for line in answer(each.laid):
        yield from _comment(f"  | {line}")
    for line in evidence(each.column, each.laid):
        yield from _comment(f"  {line}")
    yield f"- group: {json.dumps(each.id)}"
    yield f"  problem: {json.dumps(column.id)}"
    if column.part_id:
        yield f"  part: {json.dumps(column.part_id)}"
    yield f"  points:  # of {number(most)}"
    yield "  comment:"


def answer(laid: Laid) -> Iterator[str]:
    """The answer, line by line."""
    yield from laid.given.splitlines()
    if laid.left:
        yield f"… ({laid.left:,} more characters stand in results.jsonl)"


def evidence(column: GradeColumn, laid: Laid) -> Sequence[str]:
    """A line for each point of the rubric; none of an answer that is no text."""
    truth = column.part and column.part.variant.run()[TOTAL]
    return rubric_matches(truth, laid.evidence) if isinstance(truth, Rubric) else ()


def _comment(text: str) -> Iterator[str]:
    """Text as lines of a comment, with nothing in it that could end one."""
    lead = text[: len(text) - len(text.lstrip(" |"))]
    shown = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text.expandtabs(4))
    lines = wrap(shown, WIDTH, subsequent_indent=lead, break_on_hyphens=False) or [lead]
    yield from (f"# {line}".rstrip() for line in lines)
