"""What comes out: an Outcome is the same for every student with that answer, a Result is one student's.

The record (contract: `checker.result/1`) is instructors' when the level is full.  Below that it gives nothing away: no
expected number, and no difference from which it could be worked out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from checker.answers import Kind, Reading, flatten
from checker.answers.show import nest, plain_number
from checker.diagnosis import Diagnosis, Explanation, WrongAnswerIndex
from checker.diagnosis.breakdown import Breakdown, breakdown_of
from checker.diagnosis.flat_values import Value
from checker.diagnosis.wording import sentence
from checker.engine.values.encoded import EncodedValue
from checker.engine.version import VERSION
from checker.marking.feedback import Feedback
from checker.problems import Part

if TYPE_CHECKING:  # only essays need it
    from checker.marking.essay_matches import EssayMatch

SCHEMA: Final = "checker.result/1"
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


class Marking(Protocol):
    """What an outcome needs to know of the marker that made it."""

    part: Part
    level: str
    kind: Kind

    @property
    def variant_key(self) -> str:
        """The hash of the question."""

    @property
    def expected(self) -> Any:
        """The truth for the record; None below full feedback."""

    @property
    def expected_formula(self) -> str:
        """The right formula, where one is asked and known; empty below full feedback."""

    @property
    def index(self) -> WrongAnswerIndex:
        """Every known wrong answer."""


class Outcome:
    """What an answer to a part earns and what is said of it.

    `status` is one of STATUSES; `points` is None where a person decides, and where the student is to give more digits;
    `given` is the text as it was written.
    """

    def __init__(  # noqa: PLR0913 - what an outcome has
        self,
        marker: Marking,
        status: str,
        given: str,
        feedback: Feedback,
        *,
        points: float | None,
        reading: Reading | None = None,
        diagnosis: Diagnosis | None = None,
        evidence: Sequence[EssayMatch] | None = None,
        carried_from: Sequence[str] = (),
        not_carried: str = "",
        beside: Mapping[str, Any] | None = None,
    ) -> None:
        self.marker = marker
        self.status = status
        self.given = given
        self.points = points
        self.reading = reading
        self.diagnosis = diagnosis
        self.evidence = evidence
        self.carried_from = carried_from
        """The parts that the answer is carried on from, by their ids."""
        self.not_carried = not_carried
        """Why an answer that follows from earlier ones earns nothing by that."""
        self.beside = beside
        self.feedback = feedback

    @property
    def read_as(self) -> str:
        """How it was read, for people; empty where it was not."""
        return self.marker.kind.show_reading(self.reading) if self.reading else ""

    @cached_property
    def account(self) -> Breakdown | None:
        """What each mistake of the likeliest explanation contributes; None below full feedback."""
        if self.marker.level != "full" or not self.diagnosis or not self.diagnosis.explanations or not self.reading:
            return None
        part = self.marker.part
        return breakdown_of(part.variant, part.step, self.diagnosis.explanations[0], self.reading)

    def record(self) -> dict[str, Any]:
        """Everything but the student, as the contract has it."""
        marker = self.marker
        record = {
            "problem": marker.part.problem,
            "part": marker.part.id,
            "variant": marker.variant_key,
            "status": self.status,
            "points": self.points,
            "max_points": marker.part.points,
            "given": self.given,
            "read_as": marker.kind.plain(self.reading) if self.reading else None,
            "expected": marker.expected,
            "feedback": marker.level,
            "explanations": self._explanations() if self.diagnosis else [],
            "message": self.feedback.message,
        }
        if marker.expected_formula:
            record["expected_formula"] = marker.expected_formula
        if self.reading and self.reading.note:
            record["note"] = self.reading.note
        if self.carried_from:
            record["carried_from"] = list(self.carried_from)
        if self.not_carried:
            record["not_carried"] = self.not_carried
        if not record["explanations"] and self._is_stopped:
            record["search"] = "stopped"
        if self.evidence is not None:
            record["evidence"] = [one.record() for one in self.evidence]
        if self.beside is not None:
            record["beside"] = self.beside
        return record

    @property
    def _is_stopped(self) -> bool:
        """Whether the search for an explanation was bounded.

        Below full feedback that is said of all that is not explained: else it would tell that something near is known.
        """
        if self.diagnosis is None or self.status == "correct":
            return False
        return self.diagnosis.is_stopped or (self.marker.level != "full" and self.marker.index.is_incomplete)

    @cached_property
    def json(self) -> str:
        """The record's JSON after the student."""
        return dumps(self.record())[1:]

    def _explanations(self) -> list[dict[str, Any]]:
        level = self.marker.level
        if level == "verdict" or self.diagnosis is None:
            return []
        told = (self.diagnosis if level == "full" else self.diagnosis.below_full()).explanations
        if level == "hint":  # a record without a step would only tell that something near the answer is known
            told = tuple(each for each in told[:1] if each.first_difference or each.since or each.again)
        likeliest = self.account if level == "full" else None
        accounts = [likeliest, *[None] * (len(told) - 1)]  # of a tie the likeliest alone
        return [self._explanation(each, level, account) for each, account in zip(told, accounts, strict=False)]

    def _explanation(self, explanation: Explanation, level: str, account: Breakdown | None) -> dict[str, Any]:
        variant = self.marker.part.variant
        difference = explanation.first_difference
        first: dict[str, Any] | None = {"step": difference.step} if difference else None
        if first and difference and level == "full":
            first |= {"yours": to_json(difference.yours), "expected": to_json(difference.expected)}
        mistakes = () if level == "hint" else explanation.mistakes
        parts = {"since": explanation.since, "again": explanation.again}
        values = account.values() if account else {}
        record: dict[str, Any] = {
            "strength": explanation.strength,
            "share": round(explanation.share, 3),
            **{key: list(ids) for key, ids in parts.items() if ids},
            "mistakes": [
                {
                    "id": one.id,
                    "where": one.scope or None,
                    "message": sentence(variant, one),
                    "values": values.get(one, {}),
                }
                for one in mistakes
            ],
            "slip": None if level == "hint" else explanation.slip,
            "first_difference": first,
        }
        if None in values:  # that of the slip
            record["slip_values"] = values[None]
        return record


def dumps(value: Any) -> str:
    """Compact JSON.  Halves of characters that stand alone are escaped: they are no text that a file could hold."""
    import orjson  # here, because most single answers need no JSON

    try:
        return orjson.dumps(value).decode()
    except orjson.JSONEncodeError:
        return json.dumps(value, separators=(",", ":"))


def head(student: str | None) -> str:
    """How the record of a student begins, up to the comma before the rest."""
    return f'{{"schema":"{SCHEMA}","checker":"{VERSION}","student":{dumps(student)}'


class Result(NamedTuple):
    """One student's answer to one part, marked."""

    student: str | None
    outcome: Outcome

    @property
    def status(self) -> str:
        """One of STATUSES."""
        return self.outcome.status

    @property
    def points(self) -> float | None:
        """What the answer earns; None where a person decides, or more digits are needed."""
        return self.outcome.points

    @property
    def message(self) -> str:
        """What the student is told."""
        return self.outcome.feedback.message

    def record(self) -> dict[str, Any]:
        """The record of the contract, as a mapping."""
        return {"schema": SCHEMA, "checker": VERSION, "student": self.student, **self.outcome.record()}

    def json(self) -> str:
        """The record as a line of JSON."""
        return f"{head(self.student)},{self.outcome.json}"


def to_json(value: Value) -> Any:
    """A flat value for JSON; numbers that do not fit a double are strings."""
    shape, numbers = value
    if not all(type(number) is float for number in numbers):
        numbers = tuple(map(plain_number, numbers))
    return nest(shape, numbers)


def plain_truth(value: Any) -> Any:
    """A truth for JSON; one that is no number is its text."""
    return str(value) if isinstance(value, EncodedValue) else to_json(flatten(value))
