"""What became of an answer: its record, and its fate in few words for the tables."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Any, Final, NamedTuple

from checker.answers import is_blank
from checker.batch.course import Column
from checker.faults import name
from checker.outcome import NEEDS_A_PERSON, Outcome, dumps

UNEXPLAINED: Final = "unexplained"
TOO_COARSE: Final = "too coarse"
LONGEST_SHOWN: Final = 60


class Fate(NamedTuple):
    """What became of an answer, as far as the tables need it."""

    column: int
    status: str
    points: float | None
    label: str = ""
    """What went wrong, in few words; or why a person has to decide."""
    answer: str = ""
    """What went wrong or needs a person: as it was read, or unread as it was given, cut short."""


class Marked(NamedTuple):
    """An answer's fate, and its record but for the beginning, with the student."""

    fate: Fate
    record: str


def marked(column: Column, outcome: Outcome) -> Marked:
    """An answer that went through `grade`."""
    status, points = outcome.status, outcome.points
    if status in NEEDS_A_PERSON:
        fate = Fate(column.index, status, points, outcome.feedback.message, name(outcome.given))
    elif status in ("partial", "incorrect"):
        read_as = outcome.read_as
        fate = Fate(column.index, status, points, _label(outcome), read_as if len(read_as) <= LONGEST_SHOWN else "")
    else:
        fate = Fate(column.index, status, points)
    return Marked(fate, outcome.json)


def in_error(column: Column, given: str, part: str | None = None) -> Marked:
    """An answer to a problem whose file is in error."""
    if is_blank(given):
        return _unmarked(column, part, "not_answered", given, "No answer was given.")
    message = f"The problem file is in error ({column.error}): nobody can mark this answer before it is mended."
    return _unmarked(column, part, "error", given, message)


def faulty(column: Column, given: str, error: Exception) -> Marked:
    """An answer in which we failed."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    what = f"{type(error).__name__}: {error}".removesuffix(": ")
    where = f"{Path(frame.filename).name}:{frame.lineno}"
    message = f"A fault of checker, not of this answer: {what} ({where}). Please report it."
    return _unmarked(column, column.part_id, "error", given, message)


def _unmarked(column: Column, part: str | None, status: str, given: str, message: str) -> Marked:
    """The record of an answer that no Marker has seen."""
    points = None if status in NEEDS_A_PERSON else 0.0
    record: dict[str, Any] = {
        "problem": column.id,
        "part": part,
        "variant": None,
        "status": status,
        "points": points,
        "max_points": column.part.points if column.part else None,
        "given": given,
        "read_as": None,
        "expected": None,
        "feedback": "full",
        "explanations": [],
        "message": message,
    }
    fate = Fate(column.index, status, points, *((message, name(given)) if points is None else ()))
    return Marked(fate, dumps(record)[1:])


def _label(outcome: Outcome) -> str:
    """The likeliest mistakes: `heads multiplied + biases left out`; with a question mark where others are as likely."""
    if outcome.diagnosis is None:
        return TOO_COARSE
    if not outcome.diagnosis.explanations:
        return UNEXPLAINED
    best = outcome.diagnosis.explanations[0]
    causes = [mistake.id for mistake in best.mistakes] + [best.slip or ""]
    label = " + ".join(cause.replace(".", " ").replace("_", " ") for cause in causes if cause)
    return label + ("?" if outcome.diagnosis.is_tie else "")
