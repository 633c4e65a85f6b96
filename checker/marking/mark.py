"""The whole flow, on one page: an answer is read, compared, credited and explained.  Read this first.

text ──► Reading ──► comparison ──► credit ──► Diagnosis       `mark`: everything, for whoever may know it
Outcome, level of feedback ──► Result                          `told`: what a reader at this level sees
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from typing import Any, Final, NamedTuple

from checker.diagnosis import Diagnosis, every_way
from checker.engine.errors import UnreadableAnswer
from checker.kinds import Comparison, Reading
from checker.marking.credit import Credit, Lack, credit_for, lacking
from checker.marking.feedback import Feedback
from checker.marking.question import VALUES, Question
from checker.text.number import TypedNumber

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
        return Outcome(question, given, fixed="not_answered")
    try:
        if isinstance(written, TypedNumber) and not question.kind.is_coded:  # a number of a program, spelled for it
            reading = question.read(written.spelled(question.hints))
        else:
            reading = question.read(given)
    except UnreadableAnswer as error:
        return Outcome(question, given, fixed="unreadable", said=Feedback(error.message))
    if question.kind.needs_person:
        return Outcome(question, given, fixed="needs_review")
    comparison = question.compare(reading)
    lack = lacking(question.part.rules, reading, question.kind)
    if comparison == "correct" and not lack:
        return Outcome(question, given, reading, comparison, RIGHT, fixed="correct")
    return Outcome(question, given, reading, comparison, tuple(_earned(question, reading, comparison, lack)), lack)


def _earned(question: Question, reading: Reading, comparison: Comparison, lack: Lack | None) -> Iterator[Earned]:
    """Yield all that an answer earns credit for, known mistakes aside: none more than a right one in this form."""
    most = lack.credit if lack else 1.0
    for right in question.rights if comparison != "refused" else ():
        if share := min(most, right.credit * right.share(reading, comparison)):
            yield Earned(share, right.called, right.says)


def status_of(share: float) -> str:
    """Return the status of an answer that earns this share of the points."""
    return "correct" if share == 1 else "partial" if share else "incorrect"


class Earned(NamedTuple):
    """Credit that an answer earns: the share of the points, and what for."""

    share: float
    called: str
    """How feedback calls it; empty for the right answer."""
    says: str = ""


share_of: Final = attrgetter("share")
NOTHING: Final = Earned(0.0, MISTAKE)
RIGHT: Final = (Earned(1.0, ""),)


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
    fixed: str = ""
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
    def by_mistake(self) -> Credit:
        """Return the credit for the known mistake or slip that gives the answer, likely or not."""
        credits_ = self.question.part.credit
        if not credits_ or self.diagnosis is None or self.reading is None:
            return Credit()
        found = credit_for(every_way(self.question.index, self.reading, self.diagnosis), credits_)
        is_coarse = self.question.judge.is_coarse(self.reading)
        most = min(self.question.part.imprecise_credit if is_coarse else 1.0, self.lack.credit if self.lack else 1.0)
        return found._replace(share=min(found.share, most))

    @cached_property
    def status(self) -> str:
        """Return one of STATUSES, such as `correct`."""
        is_coarse = self.comparison == "coarse" and self.best.called not in VALUES
        return self.fixed or ("partial" if is_coarse else status_of(self.best.share))

    @cached_property
    def best(self) -> Earned:
        """Return what earns most credit."""
        if self.earned and self.earned[0].share == 1:
            return self.earned[0]
        return max((*self.earned, Earned(self.by_mistake.share, MISTAKE)), key=share_of)

    @property
    def points(self) -> float | None:
        """Return the points; None where a person decides."""
        if self.status in {"unreadable", "needs_review"}:
            return None
        return self.question.points(self.best.share)
