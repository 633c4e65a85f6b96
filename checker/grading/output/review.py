"""review.yaml: every answer that waits for a decision, to be filled in and copied to `reviews/<name>.yaml`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import IO, Any, Final, NamedTuple

from checker.engine.trace import TOTAL
from checker.engine.values.rubric import Rubric
from checker.grading import CourseResults, GradeColumn, OpenDecision
from checker.grading.output.gradebook import format_points
from checker.grading.store import Store
from checker.marking.essay_matches import EssayMatch, rubric_matches
from checker.notation.words import in_one_line, shortened

LONGEST_VIEW: Final = 5_000
"""Maximum number of characters of an answer that are shown."""

LONGEST_CANDIDATE: Final = 200

WIDTH: Final = 124
"""Width of a comment."""

MOST_NAMED: Final = 20
"""Maximum number of students that are named; more are counted."""

HEAD: Final = """\
# Answers that wait for a decision. Copy this file to reviews/NAME.yaml, fill in `points` there and, if you like,
# `comment`, and grade again. Entries without points stay open. A decision applies to all students who gave this answer.
"""
NOTHING_OPEN: Final = "# Nothing waits for a decision.\n[]\n"


class ReviewView(NamedTuple):
    """An answer as a person who decides sees it."""

    column: GradeColumn
    given: str
    """The answer, or its beginning."""
    omitted: int
    """The number of characters that are not shown."""
    matches: tuple[EssayMatch, ...]
    candidates: tuple[str, ...]
    """What may be the answer, each with its place in the document of the first student."""
    remarks: tuple[str, ...]
    """What is wrong with the equations of an essay."""


def view_of(group: str, results: CourseResults, store: Store) -> ReviewView:
    """Return what is shown of a review group: the first answer in it."""
    mark, column = results.group_marks[group]
    return view_of_record(store.marks.fields((mark,))[mark], column)


def view_of_record(record: Mapping[str, Any], column: GradeColumn) -> ReviewView:
    """Return what is shown of an answer by its record."""
    matches = tuple(EssayMatch(**each) for each in record.get("evidence", ()) if "file" not in each)
    candidates = tuple(map(_shown, record.get("candidates", ())))
    given = record["given"]
    is_essay = column.part is not None and column.part.answer_kind.needs_person
    remarks = tuple(_remark(each) for each in record.get("working", ()) if each["finding"]) if is_essay else ()
    return ReviewView(column, given[:LONGEST_VIEW], len(given[LONGEST_VIEW:]), matches, candidates, remarks)


def _remark(line: Mapping[str, Any]) -> str:
    """Return what is wrong with a line of working, and where it is."""
    place = line.get("where") or f"line {line['line']}"
    return f"{place[0].upper()}{place[1:]}: {in_one_line(line['message'], LONGEST_CANDIDATE)}"


def _shown(candidate: Mapping[str, Any]) -> str:
    """Return `s1.md, line 12: 27,648`."""
    cell = f"cell {candidate['cell']}, " if "cell" in candidate else ""
    place = candidate.get("where") or f"{cell}line {candidate['line']}"
    return f"{candidate['file']}, {place}: {in_one_line(candidate['text'], LONGEST_CANDIDATE)}"


def write(results: CourseResults, store: Store, file: IO[str]) -> None:
    """Write the template, also where nothing is open, so that an earlier one does not stay."""
    found = results.open_decisions
    file.write(HEAD if found else NOTHING_OPEN)
    for each in found:
        file.write("\n")
        file.writelines(f"{line}\n" for line in _entry(each, view_of(each.id, results, store)))


def _entry(each: OpenDecision, view: ReviewView) -> Iterator[str]:
    column = each.column
    students = ", ".join(map(shortened, each.students[:MOST_NAMED]))
    more = f" and {len(each.students) - MOST_NAMED:,} more" if len(each.students) > MOST_NAMED else ""
    yield from _comment(f"{column.name}: {students}{more}")
    yield from _comment(each.reason)
    for line in answer_lines(view):
        yield from _comment(f"  | {line}")
    for candidate in view.candidates:
        yield from _comment(f"  {candidate}")
    for line in (*rubric_lines(view), *view.remarks):
        yield from _comment(f"  {line}")
    yield f"- group: {json.dumps(each.id)}"
    yield f"  problem: {json.dumps(column.id)}"
    if column.part_id:
        yield f"  part: {json.dumps(column.part_id)}"
    yield f"  points:  # of {format_points(column.points or 0.0)}"
    yield "  comment:"


def answer_lines(view: ReviewView) -> Iterator[str]:
    """Yield the answer, line by line."""
    yield from view.given.splitlines()
    if view.omitted:
        yield f"… ({view.omitted:,} more characters are in results.jsonl)"


def rubric_lines(view: ReviewView) -> Sequence[str]:
    """Return a line for each point of the rubric; none for an answer that is no text."""
    part = view.column.part
    if part is None or not part.answer_kind.needs_person:  # a solver that fails must not cost the whole run
        return ()
    truth = part.variant.run()[TOTAL]
    return rubric_matches(truth, view.matches) if isinstance(truth, Rubric) else ()


def _comment(text: str) -> Iterator[str]:
    """Yield a text as lines of a comment, without any sign that could end one."""
    lead = text[: len(text) - len(text.lstrip(" |"))]
    shown = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text.expandtabs(4))
    lines = wrap(shown, WIDTH, subsequent_indent=lead, break_on_hyphens=False) or [lead]
    yield from (f"# {line}".rstrip() for line in lines)
