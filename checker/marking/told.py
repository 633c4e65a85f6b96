"""`told`: the result of an answer as a reader at a level of feedback may see it.  Nothing else asks for the level.

`told_record` does the same for the record of a graded answer, from which pages, exports and messages take their words.

The levels: `verdict` says only right or wrong; `hint` where to start; `explain` what went wrong; and only `full`, for
instructors, has numbers.  Below `full` no field and no sentence gives the right answer away, nor a difference from
which it could be worked out: neither by what it says nor by what it says of one answer and not of another.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from checker.diagnosis import Diagnosis, Explanation
from checker.diagnosis.slips import REARRANGED
from checker.engine.recording import AUTHOR_LISTED
from checker.kinds import Reading
from checker.marking import feedback as say
from checker.marking.explained import (
    MOST_ALTERNATIVES,
    ONCE_MORE,
    differing_entries,
    entry_place,
    explained,
    unexplained,
    wrong_shape,
)
from checker.marking.feedback import Feedback
from checker.marking.mark import MISTAKE, NOTHING, Outcome, Status, share_of
from checker.marking.question import COARSE, VALUES, WORKING
from checker.marking.result import Result

if TYPE_CHECKING:
    from checker.marking.next_question import WhatNext

LEVELS: Final = ("verdict", "hint", "explain", "full")
"""The levels of feedback, from the least to the most."""


def told(outcome: Outcome, level: str, *, is_graded: bool = False) -> Result:
    """Return what the reader at a level sees of an answer; `is_graded`: one with too few digits may be called wrong."""
    key = level, is_graded
    if key not in outcome.results:
        outcome.results[key] = _told(outcome, level, is_graded=is_graded)
    found: Result = outcome.results[key]
    return found


def _told(outcome: Outcome, level: str, *, is_graded: bool) -> Result:
    is_full = has_numbers(level)
    if not is_full and outcome.alone and _depends_on_digits(outcome, level, is_graded=is_graded):
        return told(outcome.alone, level, is_graded=is_graded)
    question, reading = outcome.question, outcome.reading
    result = Result(outcome, level, is_full, explains(level), outcome.status, outcome.points, Feedback(""))
    if outcome.status is Status.NEEDS_REVIEW and question.kind.needs_person:
        return _for_review(result)
    if outcome.said:
        result.feedback = outcome.said
    elif reading is None:
        result.feedback = Feedback(say.no_answer(outcome.given))
    elif outcome.status is Status.CARRIED:
        return _carried(result)
    elif outcome.comparison == "correct":
        shown = question.shown(reading)
        if outcome.lack and outcome.status is not Status.CORRECT:
            says = outcome.lack.says
            result.feedback = _limited(
                Feedback(say.right_value(shown, outcome.best.share), next=says, steps=says), level
            )
        else:
            result.feedback = Feedback(say.correct(shown), (reading.remark,) if reading.remark else ())
    elif outcome.comparison == "refused":
        headline = say.not_correct(question.shown(reading))
        result.feedback = _limited(Feedback(headline, (reading.refused,), steps=reading.refused), level)
    elif is_full and outcome.comparison == "coarse" and outcome.best.called not in VALUES:
        result.feedback = _ask_for_digits(outcome, reading)
    else:
        return _wrong(result, reading, is_graded=is_graded)
    return result


def _depends_on_digits(outcome: Outcome, level: str, *, is_graded: bool) -> bool:
    """Return whether what is known of a later part would tell if the digits of a coarse answer are right."""
    if outcome.needs_digits and not is_graded:
        return True
    return any(told(each, level, is_graded=is_graded).status is Status.TOO_COARSE for each in outcome.earlier)


def _limited(feedback: Feedback, level: str) -> Feedback:
    """Return only those parts of the feedback that a level has; at `hint` these are the headline and where to start."""
    if not hints(level):
        return Feedback(feedback.headline)
    if not explains(level):
        where = feedback.where
        return Feedback(feedback.headline, where=where, next="Start there." if where else feedback.steps)
    return feedback


def _for_review(result: Result) -> Result:
    """Fill the result of a text that a person decides on.  Only instructors see the rubric."""
    about: tuple[str, ...] = ()
    if result.has_numbers and result.given:
        from checker.marking.essay_matches import essay_matches, rubric_matches  # here, because few are essays

        rubric = result.outcome.question.truth
        result.evidence = essay_matches(result.given, rubric)
        about = rubric_matches(rubric, result.evidence)
    result.feedback = result.outcome.said or Feedback("A person will read and grade this text.", about)
    return result


def _carried(result: Result) -> Result:
    outcome = result.outcome
    assert outcome.reading is not None  # noqa: S101 - for mypy: what was judged was read
    wrong = {each.question.part.id for each in outcome.earlier if each.is_wrong}
    since = outcome.carried_from
    shown = outcome.question.shown(outcome.reading)
    feedback = say.carried_on(shown, since, [part for part in since if part in wrong])
    if outcome.lack:
        feedback = feedback._replace(next=f"{outcome.lack.says} {feedback.next}".strip())
    result.feedback = _limited(feedback._replace(steps=feedback.next), result.level)
    result.diagnosis = outcome.diagnosis
    result.reported = _reported(outcome.diagnosis, result.level)
    return result


def _ask_for_digits(outcome: Outcome, reading: Reading) -> Feedback:
    judge, in_unit = outcome.question.judge.in_its_unit(reading)
    asked = say.too_coarse(judge.tolerance, whole=judge.whole)
    coarse = judge.coarse_entries(in_unit) if outcome.question.kind.is_list else ()
    if len(coarse) != 1 or len(in_unit.numbers) == 1 or judge.tolerance.rule == "exact":
        return asked
    return Feedback(f"{asked.headline.removesuffix('.')} in entry {entry_place(reading.shape, *coarse)}.")


def _wrong(result: Result, reading: Reading, *, is_graded: bool) -> Result:
    """Fill the result of an answer that is not right: accepted with credit, explained, or unexplained."""
    outcome, level, question = result.outcome, result.level, result.outcome.question
    digits = _Digits.of(outcome, reading, is_graded=is_graded) if not result.has_numbers else _Digits()
    if digits.are_too_few and outcome.comparison != "shape":
        asked = _ask_for_digits(outcome, reading)
        result.status, result.points = Status.TOO_COARSE, None
        result.feedback = asked if is_graded else say.not_judged(asked)
        return result
    diagnosis = Diagnosis() if not hints(level) or digits.are_searched_for else outcome.diagnosis or Diagnosis()
    if not result.has_numbers:
        diagnosis = _below_full(diagnosis, question.parts_of_other_digits)
    result.diagnosis, result.reported = diagnosis, _reported(diagnosis, level)
    best, shown = outcome.best, question.shown(reading)
    if outcome.comparison == "coarse" and not result.has_numbers:  # as wrong as any other number
        best = max((each for each in outcome.earned if each.called != COARSE), key=share_of, default=NOTHING)
        result.points, result.status = question.points(best.share), Status.earned(best.share)
    reason = best.says if best.called == WORKING and hints(level) else ""
    if best.called == MISTAKE and result.explains:
        reason = outcome.by_mistake.reason(diagnosis)
    feedback = Feedback(say.not_correct(shown, best.share, best.called, reason))
    if best.called in VALUES and best.says:
        feedback = feedback._replace(why=(best.says,) if result.explains else ())
    elif best.share < 1 and hints(level):
        feedback = _limited(_why(result, reading, digits)._replace(headline=feedback.headline), level)
    if outcome.lack and best.called in VALUES and result.explains:
        feedback = feedback._replace(next=f"{outcome.lack.says} {feedback.next}".strip())
    if outcome.not_carried and result.status is not Status.CORRECT and result.explains:
        result.not_carried = outcome.not_carried
        feedback = feedback._replace(why=(*feedback.why, outcome.not_carried))
    result.feedback = feedback
    return result


class _Digits(NamedTuple):
    """What the digits of a wrong answer allow to tell below full feedback."""

    are_too_few: bool = False
    """Nobody is told whether they are right."""
    are_searched_for: bool = False
    """A search for the mistakes would tell it, too."""
    unjudged: frozenset[int] = frozenset()
    """The entries of a graded answer that have too few to be called right or wrong."""

    @classmethod
    def of(cls, outcome: Outcome, reading: Reading, *, is_graded: bool) -> _Digits:
        """Return what the digits of an answer allow to tell; once graded only those that may be right are too few."""
        question = outcome.question
        are_few = question.may_be_rounded(reading) if is_graded else question.has_too_few_digits(reading)
        are_few = are_few and not any(each.called in VALUES for each in outcome.earned)
        has_places = is_graded and question.has_digits and reading.shape == question.judge.shape
        unjudged = question.judge.with_too_few_digits(reading) if has_places else frozenset()
        return cls(are_few, are_few or outcome.comparison == "coarse", unjudged)


def _below_full(diagnosis: Diagnosis, of_other_digits: Collection[str]) -> Diagnosis:
    """Return a diagnosis without what gives the right answer, or that to a part with other digits, away."""
    confirming = [
        each for each in diagnosis.explanations if each.slip == "another_part" and each.detail in of_other_digits
    ]
    # that something near is known would only help guessing
    return diagnosis.without(confirming).below_full()._replace(silenced=False)


def _reported(diagnosis: Diagnosis | None, level: str) -> tuple[Explanation, ...]:
    """Return the explanations that a record has: none at `verdict`, at `hint` one that names where it goes wrong."""
    if not hints(level) or diagnosis is None:
        return ()
    if not explains(level):  # a record without a step would only reveal that something near the answer is known
        return tuple(each for each in diagnosis.explanations[:1] if each.first_difference or each.since or each.again)
    return diagnosis.explanations


def _why(result: Result, reading: Reading, digits: _Digits) -> Feedback:
    """Return the feedback to a wrong answer, without a headline: why it is wrong, and for a list which entries are."""
    question, diagnosis = result.outcome.question, result.diagnosis or Diagnosis()
    judge, is_full, best = question.judge, result.has_numbers, diagnosis.explanations[:1]
    fits = reading.shape == judge.shape
    wrong: Sequence[int] = ()
    if fits and question.has_digits:  # below full none is called right that is not within the tolerance
        wrong = judge.differing(reading) if is_full else judge.outside(reading)
        wrong = [place for place in wrong if place not in digits.unjudged]
    if best:
        # students read at most two explanations
        most, hidden = (MOST_ALTERNATIVES, "") if is_full else (1, question.part.step)
        feedback = explained(question, diagnosis, reading, result.outcome.answered, most, hidden)
    elif question.kind.is_coded:
        difference = question.kind.difference(reading, question.truth)
        feedback = Feedback("", (difference,) if difference else (), next=ONCE_MORE, steps=ONCE_MORE)
    elif not fits:
        feedback = wrong_shape(question.kind, reading)
    else:
        entries, may_be_slip = () if digits.unjudged else wrong, not is_full and question.has_digits
        said = unexplained(question, reading, entries, may_be_slip=may_be_slip)
        feedback = question.unexplained(reading, said)
    if not question.has_digits:
        return feedback
    if not digits.unjudged and (difference := question.kind.in_words(judge, reading)):
        if best and not fits and any(each.point == AUTHOR_LISTED for each in best[0].mistakes):
            return feedback
        if diagnosis.is_plain and fits:
            return feedback._replace(why=(difference, *feedback.why))
        return Feedback("", (difference,), next="Fix that and answer again.", steps=feedback.steps)
    if not reading.shape or not fits or (best and (best[0].slip in REARRANGED or len(wrong) == len(reading.numbers))):
        return feedback
    return feedback._replace(why=(differing_entries(reading.shape, wrong, digits.unjudged), *feedback.why))


def told_next(what: WhatNext, level: str) -> WhatNext:
    """Return what the reader at a level sees of the questions to ask next, whose predicted answers are numbers."""
    if has_numbers(level):
        return what
    questions = tuple(each._replace(answers=()) for each in what.questions)
    return what._replace(reasons=what.reasons if explains(level) else (), questions=questions)


def hints(level: str) -> bool:
    """Return whether readers at a level may know where something is wrong."""
    return level != "verdict"


def has_numbers(level: str) -> bool:
    """Return whether readers at a level may see numbers: right answers, differences and worked solutions."""
    return level == "full"


def explains(level: str) -> bool:
    """Return whether readers at a level may know what went wrong, and not only where."""
    return level in {"explain", "full"}


UNREAD: Final = "file_not_read"
"""The code of an answer that may be in a file that could not be read."""
_NOT_READ: Final = "A file of this hand-in could not be read. "


class ToldAnswer(NamedTuple):
    """What a reader sees of a graded answer; an empty part is not shown."""

    status: str
    """As the reader knows it."""
    headline: str = ""
    why: Sequence[str] = ()
    """A first line, then a line for each thing that went wrong."""
    where: str = ""
    next: str = ""
    remark: str = ""
    """The decision of a person, in their words."""
    reading: str = ""

    @property
    def message(self) -> str:
        """Return all parts as one running text."""
        return self.remark or Feedback(self.headline, tuple(self.why), self.where, self.next).message


def told_record(record: Mapping[str, Any], level: str) -> ToldAnswer:
    """Return what the reader at a level of feedback sees of an answer, given its record."""
    status = record["status"]
    about_file = _NOT_READ if record.get("waits", {}).get("code") == UNREAD else ""
    if "review" in record:
        return ToldAnswer(status, remark=f"{about_file}{record['message']}")
    if status == Status.NOT_ANSWERED:
        return ToldAnswer(status, say.no_answer(record["given"]))
    if "told" not in record or record["points"] is None:
        return ToldAnswer(status, f"{about_file}A person will look at this answer.")
    every = record["told"]
    parts = every["full"] if has_numbers(level) else every.get(level if hints(level) else "hint", every["full"])
    if not hints(level):
        return ToldAnswer(parts["status"], f"{Status(parts['status']).words}.")
    return ToldAnswer(**parts, reading=record.get("reading", ""))


def told_lines(record: Mapping[str, Any], level: str) -> Iterator[tuple[Mapping[str, Any], str]]:
    """Yield the lines of working in a record that the reader may know to be wrong, each with what is wrong in it."""
    for line in record.get("working", ()) if explains(level) else ():
        if line["finding"] and (message := line["message"] if has_numbers(level) else line["told"][level]):
            yield line, message
