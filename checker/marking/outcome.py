"""Outcomes and results: an Outcome is the same for every student with that answer, a Result is one student's.

Both give their record (contract: `checker.result/1`), which is for instructors when the level is full.  Below that it
gives nothing away: no expected number, and no difference from which it could be worked out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from checker.diagnosis import Diagnosis, Explanation
from checker.diagnosis.breakdown import Breakdown, breakdown_of
from checker.diagnosis.wording import sentence
from checker.engine.version import VERSION
from checker.kinds import Kind, Reading
from checker.marking.feedback import Feedback
from checker.marking.record import SCHEMA, dumps, explanation_record, record_prefix
from checker.questions.variant import Variant
from checker.reading.show import Spelling

if TYPE_CHECKING:  # only essays need it
    from checker.marking.essay_matches import EssayMatch

STATUSES: Final = (
    "correct",
    "too_coarse",
    "carried",
    "partial",
    "incorrect",
    "unreadable",
    "not_answered",
    "needs_review",
    "error",
)
"""`too_coarse` is given below full feedback only; with it an answer is `partial` or `incorrect`."""
NEEDS_A_PERSON: Final = frozenset({"unreadable", "needs_review", "error"})


class MarkedQuestion(NamedTuple):
    """The question that an answer was marked against, as far as records describe it; shared by all answers to it."""

    problem: str
    part: str | None
    variant: str
    """The hash of the question as the student sees it."""
    kind: Kind
    """The kind of answer, which knows how a reading is shown."""
    spelling: Spelling
    """How its numbers are written."""
    max_points: float
    level: str
    expected: Any
    """The truth for the record; None below full feedback."""
    expected_formula: str
    """The right formula, where one is asked and known; empty below full feedback."""
    solution: Variant
    """The question with its parameters and conventions."""
    step: str
    """The step of the solution that the part asks for."""


def shown_status(status: str, points: float | None, max_points: float | None) -> str:
    """Return the status that people see: `partial` without points is `too_coarse`, an answer with too few digits.

    >>> shown_status("partial", 0, 2), shown_status("partial", 0.5, 2)
    ('too_coarse', 'partial')
    """
    return "too_coarse" if status == "partial" and points == 0 and max_points else status


@dataclass(eq=False)
class Outcome:
    """How an answer to a part was marked: status, points, feedback, reading, diagnosis.

    It does not change after it was made, and holds nothing but data: users that need more of the problem pass it along.
    """

    question: MarkedQuestion
    status: str
    """One of STATUSES."""
    given: str
    """The text as it was written."""
    feedback: Feedback
    points: float | None
    """None where a person decides, and where the student is to give more digits."""
    reading: Reading | None = None
    diagnosis: Diagnosis | None = None
    evidence: Sequence[EssayMatch] | None = None
    carried_from: Sequence[str] = ()
    """The ids of the earlier parts that the answer follows from."""
    not_carried: str = ""
    """The reason why an answer that follows from earlier ones earns nothing by that."""

    @property
    def shown_status(self) -> str:
        """Return the status that people see; see `shown_status`."""
        return shown_status(self.status, self.points, self.question.max_points)

    @property
    def read_as(self) -> str:
        """Return the answer as it was read, for people; empty where it was not read."""
        return self.question.kind.show_reading(self.reading, self.question.spelling) if self.reading else ""

    @property
    def shown_reading(self) -> str:
        """Return the answer as it was read, with its unit and a note on how; empty where it was not read."""
        if self.reading is None:
            return ""
        shown, note = self.reading.shown, self.reading.note
        if shown and note.startswith(shown):  # in another unit
            return note
        unit = "" if shown else self.question.solution.unit_of(self.question.step) or ""
        return " ".join(filter(None, (self.read_as, unit, note and f"({note})")))

    @cached_property
    def breakdown(self) -> Breakdown | None:
        """Return how much each mistake of the likeliest explanation adds to the answer; None below full feedback.

        It takes several runs at other sizes, so it is only computed where it is shown.
        """
        question = self.question
        if question.level != "full" or self.reading is None:
            return None
        reported = reported_explanations(self.diagnosis, question.level)
        return breakdown_of(question.solution, question.step, reported[0], self.reading) if reported else None

    def record(self) -> dict[str, Any]:
        """Return everything as a mapping for JSON, but for the student: the contract's record."""
        question = self.question
        record: dict[str, Any] = {
            "problem": question.problem,
            "part": question.part,
            "variant": question.variant,
            "status": self.status,
            "points": self.points,
            "max_points": question.max_points,
            "given": self.given,
            "read_as": question.kind.to_json(self.reading) if self.reading else None,
            "expected": question.expected,
            "feedback": question.level,
            "explanations": self._explanations() if self.diagnosis else [],
            "message": self.feedback.message,
        }
        if question.expected_formula:
            record["expected_formula"] = question.expected_formula
        if self.reading and self.reading.note:
            record["note"] = self.reading.note
        if self.carried_from:
            record["carried_from"] = list(self.carried_from)
        if self.not_carried:
            record["not_carried"] = self.not_carried
        if self.evidence is not None:
            record["evidence"] = [one.record() for one in self.evidence]
        return record

    @cached_property
    def json(self) -> str:
        """Return the record as JSON text without the opening brace, to be put after `record_prefix`."""
        return dumps(self.record())[1:]

    def _explanations(self) -> list[dict[str, Any]]:
        """Return the records of the explanations that this level of feedback reports."""
        level, solution = self.question.level, self.question.solution
        reported = reported_explanations(self.diagnosis, level)
        is_full = level == "full"
        hidden = "" if is_full else self.question.step
        messages = {one: sentence(solution, one, hidden) for each in reported for one in each.mistakes}
        first = self.breakdown if is_full else None  # of a tie only that of the likeliest
        return [explanation_record(each, messages, level, None if at else first) for at, each in enumerate(reported)]


def reported_explanations(diagnosis: Diagnosis | None, level: str) -> tuple[Explanation, ...]:
    """Return the explanations of a diagnosis that a record at this level of feedback contains.

    There are none at `verdict`; at `hint` there is at most the likeliest, if it names a step or an earlier answer.
    """
    if level == "verdict" or diagnosis is None:
        return ()
    if level == "full":
        return diagnosis.explanations
    reported = diagnosis.below_full().explanations
    if level == "hint":  # a record without a step would only reveal that something near the answer is known
        return tuple(each for each in reported[:1] if each.first_difference or each.since or each.again)
    return reported


class Result(NamedTuple):
    """One student's answer to one part, marked: an Outcome with the student's name."""

    student: str | None
    outcome: Outcome

    @property
    def status(self) -> str:
        """Return one of STATUSES, such as `correct`."""
        return self.outcome.status

    @property
    def points(self) -> float | None:
        """Return the points; None where a person decides, or the answer has too few digits."""
        return self.outcome.points

    @property
    def message(self) -> str:
        """Return the feedback as running text."""
        return self.outcome.feedback.message

    def record(self) -> dict[str, Any]:
        """Return the record as a mapping for JSON, as the contract defines it."""
        return {"schema": SCHEMA, "checker": VERSION, "student": self.student, **self.outcome.record()}

    def json(self) -> str:
        """Return the record as a line of JSON."""
        return f"{record_prefix(self.student)},{self.outcome.json}"
