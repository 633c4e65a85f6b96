"""Stores, and what is kept in them."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import strategies as st

from checker.grading.grader.graded_source import GradedRow, GradedSource, Response
from checker.grading.grader.mark import Mark, Reason, short_hash
from checker.grading.store import MarkKey, Standing, Store
from checker.grading.submissions.model import Delivery
from checker.lms.students import Student

KEYS = [MarkKey("p", None, "code:1"), MarkKey("q", "a", "code:2"), MarkKey("q", "b", "code:2")]
"""The questions of columns 0, 1 and 2."""

TEXTS = st.text(st.characters(codec=None, categories=None, exclude_characters="\0"), max_size=12)
"""Any text, also with lone halves of characters, as JSON files and names of files may hold."""

POINTS = st.none() | st.floats(0, 1e6, allow_nan=False) | st.sampled_from([0.1 + 0.2, 1 / 3, 5e-324])
REASONS = st.none() | st.builds(Reason, st.just("essay"), TEXTS, TEXTS)


def opened() -> Store:
    """Return an empty store in memory."""
    store = Store(Path("nowhere"), is_draft=True)
    store.responses.use({key.problem: key.version for key in KEYS})
    return store


def record(**fields: object) -> str:
    return json.dumps(fields)[1:]


def mark(given: str = "1", column: int = 0, points: float | None = 1.0, **more: object) -> Mark:
    """Return a marked answer to the question of a column."""
    id_, part, _ = KEYS[column]
    text = record(problem=id_, part=part, given=given, points=points, **more)
    status = "needs_review" if points is None else "correct"
    return Mark(column, status, points, digest=short_hash(given), record=text)


MARKS = st.builds(
    Mark,
    st.just(1),
    st.sampled_from(["correct", "needs_review", "incorrect"]),
    POINTS,
    TEXTS,
    TEXTS,
    st.just("f" * 10),
    st.sampled_from(["", "0123456789"]),
    is_consequence=st.booleans(),
    digest=st.sampled_from(["", "0123456789"]),
    record=TEXTS.map(lambda given: record(given=given)),
    reason=REASONS,
)


def row(student: str, *marks: Mark, assignment: str = "a", file: str = "s1.yaml", **more: object) -> GradedRow:
    responses = tuple(Response(KEYS[each.column].problem, marks=(each,)) for each in marks)
    return GradedRow(assignment, student, None, None, file, None, Delivery(), responses)._replace(**more)


def source(key: str, *rows: GradedRow, digest: str = "d1", depends_on: str = "questions:1") -> GradedSource:
    return GradedSource(key, digest, depends_on, list(rows), [], [])


def standing(student: str, assignment: str = "a", **more: object) -> Standing:
    """Return the grades of a student who handed in one right answer."""
    return Standing(
        assignment, Student(student), f"submissions/{student}.yaml", "digest", f"submissions/{student}.yaml",
        None, "", (1,), (1.0,), 1.0, 1.0, 1.0, 1.0, "", 0, 0,
    )._replace(**more)  # fmt: skip
