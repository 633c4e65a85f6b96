"""`Result`: a marked answer as far as a reader may see it, and its record in JSON (contract: `checker.result/1`).

`PartResults` has those of the parts of a problem, and answers to the same names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any, Final

from checker.diagnosis import Diagnosis, Explanation
from checker.diagnosis.breakdown import Breakdown, breakdown_of
from checker.diagnosis.wording import sentence
from checker.engine import VERSION
from checker.kinds import Reading
from checker.marking.feedback import Feedback
from checker.marking.mark import Outcome, Status
from checker.marking.question import to_json
from checker.text.plain import brief
from checker.text.steering import ascii_json, escaped_in_json, without_steering
from checker.text.words import counted

if TYPE_CHECKING:  # only essays need it
    from checker.marking.essay_matches import EssayMatch

SCHEMA: Final = "checker.result/1"
CHECK_SCHEMA: Final = "checker.check/1"


@dataclass(eq=False, repr=False)
class Result:
    """One answer, marked, as far as the reader at a level of feedback may see it."""

    outcome: Outcome
    """What is known of the answer; not to be shown."""
    level: str
    has_numbers: bool
    explains: bool
    status: Status
    points: float | None
    """None where a person decides, and where the student is to give more digits."""
    feedback: Feedback
    diagnosis: Diagnosis | None = None
    """What is told of the explanations, for messages."""
    reported: Sequence[Explanation] = ()
    """Those that records have."""
    evidence: Sequence[EssayMatch] | None = None
    not_carried: str = ""

    def __repr__(self) -> str:
        """Return status, points and message: the outcome would show what the reader may not see."""
        return f"<Result {_standing(self, self.outcome.question.part.points)}: {brief(self.message, 120)}>"

    def __bool__(self) -> bool:
        return self.is_correct

    def _repr_html_(self) -> str:
        """Return the feedback for a notebook."""
        said = self.feedback
        rows = {"I read": self.shown_reading, "Why": "\n".join(said.why), "Where": said.where, "Next": said.next}
        items = [f"<li><b>{name}</b>: {html(text)}</li>" for name, text in rows.items() if text]
        return f"<p><b>{html(said.headline)}</b></p><ul>{''.join(items)}</ul>"

    @property
    def is_correct(self) -> bool:
        """Return whether the answer is right by itself."""
        return self.status is Status.CORRECT

    @property
    def parts(self) -> Mapping[str | None, Result]:
        """Return no results: those of parts are a `PartResults`."""
        return {}

    @property
    def explanations(self) -> list[dict[str, Any]]:
        """Return what led to the answer, likeliest first, as records have it."""
        found: list[dict[str, Any]] = self._fields()["explanations"]
        return found

    @property
    def given(self) -> str:
        """Return the text as it was written."""
        return self.outcome.given

    @property
    def part_id(self) -> str | None:
        """Return the id of the part; None in a problem without parts."""
        return self.outcome.question.part.id

    @property
    def reading(self) -> Reading | None:
        """Return the answer as it was read; None where it was not."""
        return self.outcome.reading

    @property
    def message(self) -> str:
        """Return the feedback as running text."""
        return self.feedback.message

    @property
    def shown_status(self) -> Status:
        """Return the status that people see; see `Status.shown`."""
        return self.status.shown(self.points, self.outcome.question.part.points)

    @property
    def read_as(self) -> str:
        """Return the answer as it was read, for people; empty where it was not read."""
        question = self.outcome.question
        return question.kind.show_reading(self.reading, question.spelling) if self.reading else ""

    @property
    def shown_reading(self) -> str:
        """Return the answer as it was read, with its unit and a note on how; empty where it was not read."""
        if self.reading is None:
            return ""
        shown, note = self.reading.shown, self.reading.note
        if shown and note.startswith(shown):  # in another unit
            return note
        part = self.outcome.question.part
        unit = "" if shown else part.variant.unit_of(part.step) or ""
        return " ".join(filter(None, (self.read_as, unit, note and f"({note})")))

    @cached_property
    def breakdown(self) -> Breakdown | None:
        """Return how much each mistake of the likeliest explanation adds to the answer; None without numbers."""
        part = self.outcome.question.part
        if not (self.has_numbers and self.reported and self.reading):
            return None
        return breakdown_of(part.variant, part.step, self.reported[0], self.reading)

    def record(self, student: str | None = None) -> dict[str, Any]:
        """Return everything as a mapping for JSON, as the contract (`checker.result/1`) defines it."""
        return {"schema": SCHEMA, "checker": VERSION, "student": student, **self._fields()}

    def _fields(self) -> dict[str, Any]:
        question = self.outcome.question
        part = question.part
        record: dict[str, Any] = {
            "problem": part.problem,
            "part": part.id,
            "variant": part.public_key,
            "status": self.status.value,
            "points": self.points,
            "max_points": part.points,
            "given": self.given,
            "read_as": question.kind.to_json(self.reading) if self.reading else None,
            "expected": question.expected if self.has_numbers else None,
            "feedback": self.level,
            "explanations": [  # of a tie only the likeliest has the amounts
                self._explanation(each, None if at else self.breakdown) for at, each in enumerate(self.reported)
            ],
            "message": self.feedback.message,
        }
        if self.has_numbers and question.expected_formula:
            record["expected_formula"] = question.expected_formula
        if self.reading and self.reading.note:
            record["note"] = self.reading.note
        if self.status is Status.CARRIED:
            record["carried_from"] = list(self.outcome.carried_from)
        if self.not_carried:
            record["not_carried"] = self.not_carried
        if self.evidence is not None:
            record["evidence"] = [each._asdict() for each in self.evidence]
        return record

    def _explanation(self, explanation: Explanation, breakdown: Breakdown | None) -> dict[str, Any]:
        """Return the record of an explanation; `breakdown` has what each mistake contributes."""
        part = self.outcome.question.part
        difference = explanation.first_difference
        first: dict[str, Any] | None = {"step": difference.step} if difference else None
        if first and difference and self.has_numbers:
            first |= {"yours": to_json(difference.yours), "expected": to_json(difference.expected)}
        values = breakdown.values() if breakdown else {}
        hidden = "" if self.has_numbers else part.step
        record: dict[str, Any] = {"strength": explanation.strength, "share": round(explanation.share, 3)}
        if explanation.since:
            record["since"] = list(explanation.since)
        if explanation.again:
            record["again"] = list(explanation.again)
        record["mistakes"] = [
            {"id": one.id, "where": None, "message": sentence(part.variant, one, hidden), "values": values.get(one, {})}
            for one in (explanation.mistakes if self.explains else ())
        ]
        record["slip"] = explanation.slip if self.explains else None
        record["first_difference"] = first
        if None in values:  # that of the slip
            record["slip_values"] = values[None]
        return record


@dataclass(frozen=True, repr=False)
class PartResults:
    """The results of a student's answers to some parts of a problem, by part."""

    parts: Mapping[str | None, Result]

    def __repr__(self) -> str:
        most = sum(each.outcome.question.part.points for each in self.parts.values())
        named = ", ".join(f"{part} {each.status}" for part, each in self.parts.items())
        return f"<PartResults {_standing(self, most)}: {named}>"

    def __bool__(self) -> bool:
        return self.is_correct

    def _repr_html_(self) -> str:
        """Return the feedback to each part for a notebook."""
        return "".join(f"<h4>{html(part or '')}</h4>{each._repr_html_()}" for part, each in self.parts.items())

    @property
    def status(self) -> Status:
        """Return the status that all parts have; else that of one that has no points yet, or `partial`."""
        found = dict.fromkeys(each.status for each in self.parts.values())
        undecided = [each.status for each in self.parts.values() if each.points is None]
        return next(iter(found), Status.NOT_ANSWERED) if len(found) < 2 else next(iter(undecided), Status.PARTIAL)  # noqa: PLR2004

    @property
    def is_correct(self) -> bool:
        """Return whether all answers are right by themselves."""
        return self.status is Status.CORRECT

    @property
    def points(self) -> float | None:
        """Return the sum of the points; None if one is not known."""
        points = [each.points for each in self.parts.values()]
        return None if None in points else sum(filter(None, points))

    @property
    def message(self) -> str:
        """Return the feedback to each part as a line."""
        return "\n".join(f"{part}: {each.message}" for part, each in self.parts.items())

    @property
    def explanations(self) -> list[dict[str, Any]]:
        """Return what led to the answers, part by part."""
        return [found for each in self.parts.values() for found in each.explanations]

    def record(self, student: str | None = None) -> dict[str, Any]:
        """Return the records of all parts as a mapping for JSON."""
        return {"schema": CHECK_SCHEMA, "results": [each.record(student) for each in self.parts.values()]}


def _standing(result: Result | PartResults, most: float) -> str:
    """Return status and points: `incorrect, 0 of 1 point`."""
    points = "?" if result.points is None else f"{result.points:g}"
    return f"{result.status}, {points} of {counted(most, 'point')}"


def html(text: str) -> str:
    """Return plain text for a notebook, in which nothing is markup."""
    return escape(without_steering(text)).replace("\n", "<br>")


def dumps(value: Any) -> str:
    """Return compact JSON, in which control characters and invalid characters are escapes."""
    import orjson  # here, because most single answers need no JSON

    try:
        return escaped_in_json(orjson.dumps(value).decode())
    except orjson.JSONEncodeError:
        return ascii_json(value, separators=(",", ":"))
