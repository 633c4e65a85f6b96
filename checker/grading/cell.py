"""What became of an answer: its record, and its fate in few words for the tables."""

from __future__ import annotations

import hashlib
import json
import traceback
from pathlib import Path
from textwrap import shorten
from typing import Any, Final, NamedTuple

from checker.answers import is_blank
from checker.diagnosis import Mistake
from checker.engine.recording import AUTHOR_LISTED
from checker.grading.course import GradeColumn
from checker.marking.feedback import Feedback
from checker.marking.outcome import NEEDS_A_PERSON, Outcome
from checker.marking.record import dumps
from checker.notation.words import shortened

UNEXPLAINED: Final = "unexplained"
TOO_COARSE: Final = "too coarse"
REFUSED: Final = "another unit or claim"
LONGEST_LABEL: Final = 40
LONGEST_SHOWN: Final = 60

HASH: Final = 10
"""Hexadecimal digits of a fingerprint."""


class Cell(NamedTuple):
    """What became of an answer, as far as the tables need it."""

    column: int
    status: str
    points: float | None
    label: str = ""
    """What went wrong, in few words; or why a person has to decide."""
    answer: str = ""
    """What went wrong or needs a person: as it was read, or unread as it was given, cut short."""
    fingerprint: str = ""
    """Of an answer that needs a person: equal for equal answers."""
    group: str = ""
    """Of such an answer, where one decision can serve all equal ones: see `group_of`."""
    follows: bool = False
    """Whether it only follows from the student's answers to earlier parts."""


class MarkedAnswer(NamedTuple):
    """An answer's fate, and its record but for the beginning, with the student."""

    fate: Cell
    record: str
    answer: str = ""
    """Equal for answers that are read alike and came out alike; empty where nothing was answered."""

    @property
    def whole(self) -> dict[str, Any]:
        """The record as a mapping, without the student."""
        found: dict[str, Any] = json.loads(f"{{{self.record}")
        return found


def marked(column: GradeColumn, outcome: Outcome) -> MarkedAnswer:
    """An answer that went through `grade`."""
    status, points = outcome.status, outcome.points
    if status in NEEDS_A_PERSON:
        fate = _open(column, status, Feedback(outcome.feedback.headline).message, outcome.given)
    elif status in ("partial", "incorrect"):
        read_as = outcome.read_as
        shown = read_as if len(read_as) <= LONGEST_SHOWN else ""
        fate = Cell(column.index, status, points, _label(column, outcome), shown, follows=_follows(outcome))
    else:
        fate = Cell(column.index, status, points)
    return MarkedAnswer(fate, outcome.json, _answer(fate, (points is not None and outcome.read_as) or outcome.given))


def in_error(column: GradeColumn, given: str, part: str | None = None) -> MarkedAnswer:
    """An answer to a problem whose file is in error."""
    message = f"The problem file is in error ({column.error}): nobody can mark this answer before it is mended."
    return unmarked(column, given, message, part)


def unmarked(column: GradeColumn, given: str, message: str, part: str | None = None) -> MarkedAnswer:
    """An answer that cannot be marked for the reason given; one that is empty is none."""
    part = part or column.part_id
    if is_blank(given):
        return _unmarked(column, part, "not_answered", given, "No answer was given.")
    return _unmarked(column, part, "error", given, message)


def faulty(column: GradeColumn, given: str, error: Exception) -> MarkedAnswer:
    """An answer in which we failed."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    what = f"{type(error).__name__}: {error}".removesuffix(": ")
    where = f"{Path(frame.filename).name}:{frame.lineno}"
    message = f"A fault of checker, not of this answer: {what} ({where}). Please report it."
    return _unmarked(column, column.part_id, "error", given, message)


def _unmarked(column: GradeColumn, part: str | None, status: str, given: str, message: str) -> MarkedAnswer:
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
    fate = _open(column, status, message, given) if points is None else Cell(column.index, status, points)
    return MarkedAnswer(fate, dumps(record)[1:], _answer(fate, given))


def _answer(fate: Cell, text: str) -> str:
    """What tells an answer from others."""
    if fate.status == "not_answered":
        return ""
    return _hash(json.dumps([fate.status, fate.points, " ".join(text.split())]))


def fingerprint(answer: str) -> str:
    """A short hash of an answer as it was given, however its words are spaced."""
    return _hash(" ".join(answer.split()))


def group_of(problem: str, part: str | None, answer: str, reason: str) -> str:
    """A short hash of what one decision serves: equal answers to one part, which need a person for the same reason."""
    return _hash(json.dumps([problem, part, " ".join(answer.split()), reason]))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:HASH]


def _open(column: GradeColumn, status: str, reason: str, given: str) -> Cell:
    """The fate of an answer that needs a person; one to a problem file in error waits for that to be mended."""
    group = group_of(column.id, column.part_id, given, reason) if column.part else ""
    return Cell(column.index, status, None, reason, shortened(given), fingerprint(given), group)


def _label(column: GradeColumn, outcome: Outcome) -> str:
    """The likeliest mistakes: `heads multiplied + biases left out`; with a question mark where others are as likely."""
    if outcome.reading and outcome.reading.refused:
        return REFUSED
    if outcome.diagnosis is None:
        return TOO_COARSE
    if not outcome.diagnosis.explanations:
        return UNEXPLAINED
    best = outcome.diagnosis.explanations[0]
    causes = [_named(column, outcome, mistake) for mistake in best.mistakes] + [_words(best.slip or "")]
    causes = causes if any(causes) else [f"as in {', '.join(best.since or best.again)}"]
    return " + ".join(filter(None, causes)) + ("?" if outcome.diagnosis.is_tie else "")


def _follows(outcome: Outcome) -> bool:
    best = outcome.diagnosis.explanations[0] if outcome.diagnosis and outcome.diagnosis.explanations else None
    return bool(best and best.since and not best.mistakes and not best.slip)


def _named(column: GradeColumn, outcome: Outcome, mistake: Mistake) -> str:
    """A mistake in few words: the name it has, or what is said of it where that follows from what an author writes."""
    part = column.part
    assert part is not None  # noqa: S101 - for mypy: what was marked has a part
    if mistake.point != AUTHOR_LISTED and part.variant.solver.named == 1:
        return _words(mistake.id)
    is_choice = mistake.point == AUTHOR_LISTED and part.kind == "choice"  # of which tells what was chosen
    said = outcome.read_as if is_choice else part.variant.sentences[mistake.id]
    return shorten(said, LONGEST_LABEL, placeholder="…")


def _words(shortened: str) -> str:
    return shortened.replace(".", " ").replace("_", " ")
