"""The whole flow, on one page: an answer is read, compared, credited and explained.  Read this first.

text ──► Reading ──► comparison ──► credit ──► Diagnosis       `mark`: everything, for whoever may know it
Outcome, level of feedback ──► Result                          `told`: what a reader at this level sees
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import count
from operator import attrgetter
from typing import Any, Final, NamedTuple, Self

from checker.diagnosis import Diagnosis, Ways, every_way
from checker.diagnosis.slips import WRITING_SLIPS
from checker.engine.errors import UnreadableAnswer
from checker.kinds import Comparison, Kind, Reading, StatedNumber
from checker.marking.feedback import Feedback
from checker.marking.question import VALUES, Question
from checker.problems.model import AnswerRules
from checker.problems.schema import DigitsRule
from checker.text.number import TypedNumber
from checker.text.words import counted

LONGEST_REMEMBERED: Final = 1_000
"""Characters of the longest answer that is remembered: longer ones are hardly given twice."""

MISTAKE: Final = "has a known mistake"


def mark(given: str, question: Question) -> Outcome:
    """Return the outcome of an answer to a question; equal answers have the same one."""
    if len(given) > LONGEST_REMEMBERED:
        return _mark(given, question)
    outcome: Outcome = question.outcomes.get((given, type(given)), lambda: _mark(given, question))
    return outcome


def _mark(written: str, question: Question) -> Outcome:
    given = str(written)
    if question.is_blank(given):
        return Outcome(question, given, fixed=Status.NOT_ANSWERED)
    try:
        is_number = isinstance(written, TypedNumber) and not question.kind.is_coded
        reading = question.read(TypedNumber(written).spelled(question.hints) if is_number else given)
    except UnreadableAnswer as error:
        return Outcome(question, given, fixed=Status.UNREADABLE, said=Feedback(error.message))
    if question.kind.needs_person:
        return Outcome(question, given, fixed=Status.NEEDS_REVIEW)
    comparison = question.compare(reading)
    lack = _lacking(question.part.rules, reading, question.kind)
    if comparison == "correct" and not lack:
        return Outcome(question, given, reading, comparison, _RIGHT, fixed=Status.CORRECT)
    return Outcome(question, given, reading, comparison, tuple(_earned(question, reading, comparison, lack)), lack)


def waits(question: Question, given: str, said: Feedback) -> Outcome:
    """Return the outcome of an answer that waits for a person, whatever it is worth."""
    return Outcome(question, given, fixed=Status.NEEDS_REVIEW, said=said)


def _earned(question: Question, reading: Reading, comparison: Comparison, lack: Lack | None) -> Iterator[Earned]:
    """Yield all that an answer earns credit for, known mistakes aside: none more than a right one in this form."""
    most = lack.credit if lack else 1.0
    for right in question.rights if comparison != "refused" else ():
        if share := min(most, right.credit * right.share(reading, comparison)):
            yield Earned(share, right.called, right.says)


class Status(StrEnum):
    """What became of an answer.

    Each has its text in records, its words for people and its face on a terminal, the exit code of `checker check`, and
    the field of a tally in which it is counted.
    """

    words: str
    face: str
    exit_code: int
    counted_as: str

    CORRECT = "correct", "Correct", ":)", 0, "right"
    TOO_COARSE = "too_coarse", "Too few digits", ":|", 1, "wrong"
    """Told below full feedback only; with it an answer is `PARTIAL` or `INCORRECT`."""
    CARRIED = "carried", "Correct given earlier answers", ":)", 1, "right"
    PARTIAL = "partial", "Partly correct", ":|", 1, "partial"
    INCORRECT = "incorrect", "Incorrect", ":(", 1, "wrong"
    UNREADABLE = "unreadable", "Not readable", ":|", 3, "to_review"
    NOT_ANSWERED = "not_answered", "Not answered", ":|", 3, "blank"
    NEEDS_REVIEW = "needs_review", "Not graded yet", ":|", 3, "to_review"
    ERROR = "error", "Not graded", ":|", 4, "to_review"

    def __new__(cls, text: str, *about: Any) -> Self:
        """Return a member with all that goes with its text."""
        status = str.__new__(cls, text)
        status._value_ = text
        status.words, status.face, status.exit_code, status.counted_as = about
        return status

    __repr__ = str.__repr__  # a shell shows the text, as records have it

    @classmethod
    def earned(cls, points: float, most: float = 1.0) -> Status:
        """Return the status of an answer that earns these points."""
        return cls.CORRECT if points >= most else cls.PARTIAL if points else cls.INCORRECT

    def shown(self, points: float | None, most: float | None) -> Status:
        """Return the status that people see: `partial` without points is `too_coarse`, an answer with too few digits.

        >>> Status.PARTIAL.shown(0, 2), Status.PARTIAL.shown(0.5, 2)
        ('too_coarse', 'partial')
        """
        return Status.TOO_COARSE if self is Status.PARTIAL and points == 0 and most else self


WRONG: Final = frozenset({Status.INCORRECT, Status.PARTIAL})
UNDECIDED: Final = frozenset({Status.UNREADABLE, Status.NEEDS_REVIEW})


class Earned(NamedTuple):
    """Credit that an answer earns: the share of the points, and what for."""

    share: float
    called: str
    """How feedback calls it; empty for the right answer."""
    says: str = ""
    way: Ways = ()
    """The mistakes or the slip that give the answer, likely or not, where it is for these."""

    def reason(self, diagnosis: Diagnosis) -> str:
        """Return a short reason for the credit; empty if an explanation that is told names that mistake already."""
        told = [(each.mistakes, each.slip) for each in diagnosis.explanations]
        untold = [slip for mistakes, slip in self.way if (mistakes, slip) not in told]
        if not untold:
            return ""
        return "a single slip of the pen may explain it" if untold[0] else "a single known mistake may explain it"


share_of: Final = attrgetter("share")
NOTHING: Final = Earned(0.0, MISTAKE)
_RIGHT: Final = (Earned(1.0, ""),)


@dataclass(eq=False)
class Outcome:
    """How an answer was marked, with all that is known of it; what explains it is worked out when it is asked for."""

    question: Question
    given: str
    reading: Reading | None = None
    comparison: Comparison | None = None
    earned: Sequence[Earned] = ()
    lack: Lack | None = None
    """What it lacks in form; it earns at most its credit."""
    fixed: Status | None = None
    """The status, where it does not follow from the credit."""
    said: Feedback | None = None
    """The feedback to an answer that was not marked."""
    found: Diagnosis | None = None
    """The explanations of the answer next to earlier ones; None if it was marked alone."""
    alone: Outcome | None = None
    """The outcome of the answer by itself, where this one depends on other parts."""
    earlier: Sequence[Outcome] = ()
    """The outcomes of earlier parts that this one depends on."""
    needs_digits: bool = False
    """Whether it depends on the answer being right but for its digits."""
    answered: Collection[str] = ()
    """The other steps of the question that the same student has answered."""
    carried_from: Sequence[str] = ()
    not_carried: str = ""
    results: dict[tuple[str, bool], Any] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def diagnosis(self) -> Diagnosis | None:
        """Return what explains a wrong answer; None if nothing is to explain."""
        if self.found is None and self.is_wrong and self.reading:
            return self.question.diagnose(self.reading)
        return self.found

    @property
    def is_wrong(self) -> bool:
        """Return whether the answer is neither right, nor only too coarse, nor one that no number can make right."""
        return self.comparison in {"wrong", "shape"}

    @cached_property
    def by_mistake(self) -> Earned:
        """Return the credit for the known mistake or slip that gives the answer, likely or not."""
        credits_ = self.question.part.credit
        if not credits_ or self.diagnosis is None or self.reading is None:
            return NOTHING
        found = _credit_for(every_way(self.question.index, self.reading, self.diagnosis), credits_)
        is_coarse = self.question.judge.is_coarse(self.reading)
        most = min(self.question.part.imprecise_credit if is_coarse else 1.0, self.lack.credit if self.lack else 1.0)
        return found._replace(share=min(found.share, most))

    @cached_property
    def status(self) -> Status:
        """Return what became of the answer."""
        is_coarse = self.comparison == "coarse" and self.best.called not in VALUES
        return self.fixed or (Status.PARTIAL if is_coarse else Status.earned(self.best.share))

    @cached_property
    def best(self) -> Earned:
        """Return what earns most credit."""
        if self.earned and self.earned[0].share == 1:
            return self.earned[0]
        return max((*self.earned, self.by_mistake), key=share_of)

    @property
    def points(self) -> float | None:
        """Return the points; None where a person decides."""
        if self.status in UNDECIDED:
            return None
        return self.question.points(self.best.share)


class Lack(NamedTuple):
    """What a right value lacks in form, such as a unit or digits."""

    credit: float
    says: str


def _lacking(rules: AnswerRules, reading: Reading, kind: Kind) -> Lack | None:
    """Return what a right value lacks in form; None if nothing.  Of several lacks the smallest credit counts."""
    found = []
    if rules.digits and not all(_has_digits(number, rules.digits) for number in reading.numbers):
        noun = "significant digit" if rules.digits.chosen == "significant" else "decimal"
        exactly = "at least" if rules.digits.at_least else "exactly"
        found.append(Lack(rules.digits.credit, f"Write it with {exactly} {counted(rules.digits.amount, noun)}."))
    if rules.form and reading.form != rules.form:
        found.append(Lack(0.0, kind.forms))
    if rules.unit_credit is not None and not reading.unit:
        found.append(Lack(rules.unit_credit, "Write the unit next to the number."))
    return Lack(min(each.credit for each in found), " ".join(each.says for each in found)) if found else None


def _has_digits(number: StatedNumber, digits: DigitsRule) -> bool:
    """Return whether a number is written with these digits, in whatever unit; the zeros of 1200 may be significant."""
    if not number.half:  # a fraction or a root: it has no last digit, and never too few
        return digits.at_least
    if digits.chosen == "decimals":
        stated = next(places for places in count() if 2 * Fraction(number.half) * 10**places >= 1)
        return stated >= digits.amount if digits.at_least else stated == digits.amount
    as_written = number.written.number if number.written else number
    most = as_written.digits or 0
    return most >= digits.amount and (digits.at_least or most - as_written.zeros <= digits.amount)


def _credit_for(ways: Ways, credits_: Mapping[str, float]) -> Earned:
    """Return the partial credit for a wrong answer.

    `ways` are the sets of mistakes and slips that give the answer, likely or not; the one that earns most counts.  Only
    one mistake, or one slip of writing, earns anything: `credits_` has its share of the points by the id of the mistake
    (else `one_mistake`), or as `slip`.
    """
    best = NOTHING
    for mistakes, slip in ways:
        share = 0.0
        if len(mistakes) == 1 and slip is None:
            share = credits_.get(mistakes[0].id, credits_.get("one_mistake", 0.0))
        elif not mistakes and slip in WRITING_SLIPS:
            share = credits_.get("slip", 0.0)
        if share > best.share:
            best = Earned(share, MISTAKE, way=((mistakes, slip),))
    return best
