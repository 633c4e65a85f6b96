"""The parts of a problem as one student answered them: judged together, and carried on from each other.

Each part is first marked by itself.  Where one is wrong, one set of mistakes has to explain them all; and a part that
is right given the student's own earlier answers earns its points, where the problem says so.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from checker import feedback as say
from checker.answers import Judge, flatten
from checker.diagnose import Answered, Diagnosis, Explanation, diagnose_together, every_way
from checker.diagnose.own import Own, worked_out
from checker.diagnose.slips import COPIED, OF_THE_PEN
from checker.grade import LONGEST_REMEMBERED, MOST_REMEMBERED, Marker, as_text, check_call
from checker.outcome import Outcome, Result
from checker.problem import Problem

DEGENERATE: Final = (0, 1)
"""Answers from which nearly anything follows."""


def check_parts(problem: Problem, answers: Mapping[str, Any], *, feedback: str = "explain") -> dict[str, Result]:
    """Check a student's answers to some parts of a problem, by the parts' ids, together.  Raises what `check` does."""
    check_call(problem, answers, feedback)
    outcomes = Together(problem, feedback).mark({part: as_text(answer) for part, answer in answers.items()})
    return {part: Result(None, outcomes[part]) for part in answers}


class Together:
    """Marks the parts of a problem, at one level of feedback."""

    def __init__(self, problem: Problem, level: str = "full") -> None:
        self.markers = {part.id: Marker(problem, part, level) for part in problem.parts}
        self._remembered: dict[tuple[tuple[str | None, str], ...], dict[str | None, Outcome]] = {}

    def mark(self, given: Mapping[str | None, str]) -> dict[str | None, Outcome]:
        """What answers to some parts earn and what is said of them, by the parts' ids, in the order of the parts."""
        outcomes = {id_: marker.mark(given[id_]) for id_, marker in self.markers.items() if id_ in given}
        if len(outcomes) == 1 or not any(outcome.diagnosis for outcome in outcomes.values()):
            return outcomes
        if any(len(outcome.given) > LONGEST_REMEMBERED for outcome in outcomes.values()):
            return outcomes | self._judged(outcomes)
        key = tuple((id_, outcome.given) for id_, outcome in outcomes.items())
        if key not in self._remembered:
            if len(self._remembered) >= MOST_REMEMBERED:
                self._remembered.clear()
            self._remembered[key] = outcomes | self._judged(outcomes)
        return self._remembered[key]

    def _judged(self, outcomes: Mapping[str | None, Outcome]) -> dict[str | None, Outcome]:
        """The wrong ones anew, now that all are known.  A diagnosis is what only a wrong answer has."""
        # too coarse an answer speaks neither for nor against others: that would tell whether its digits are right
        items = [
            Answered(id_, marker.index, outcome.reading, outcome.diagnosis is None, marker.part.tolerance)
            for id_, marker in self.markers.items()
            if id_ in outcomes
            and id_
            and (outcome := outcomes[id_]).reading
            and not outcome.reading.refused
            and outcome.status != "too_coarse"
        ]
        found: dict[str | None, Outcome] = {}
        exact: dict[str, Any] = {}
        for at, (item, diagnosis) in enumerate(zip(items, diagnose_together(items), strict=True)):
            outcome = outcomes[item.part]
            if item.is_right or outcome.status == "correct":  # under other accepted conventions
                continue
            own = Own(items[:at], exact)
            answered = {one.index.step for one in items if one is not item and one.index.is_of_the_same(item.index)}
            earlier = _Earlier(items[:at], {**outcomes, **found})
            found[item.part] = self._anew(item, outcome, diagnosis, own, earlier, answered)
            if diagnosis.explanations and not diagnosis.explanations[0].slip:
                value = _unrounded(item, diagnosis.explanations[0], own)
                exact |= {} if value is None else {item.part: value}
        return found

    def _anew(  # noqa: PLR0913, PLR0917 - all that is known of the others
        self,
        item: Answered,
        outcome: Outcome,
        diagnosis: Diagnosis,
        own: Own,
        earlier: _Earlier,
        answered: Collection[str],
    ) -> Outcome:
        marker = self.markers[item.part]
        is_judged = bool(outcome.beside)  # with what stands beside it
        anew = outcome if is_judged else marker.explained(outcome.given, item.reading, diagnosis, answered)
        if not marker.part.follow_through:
            return anew
        since, verdict = _carried_from(item, own)
        reason = next(filter(None, (earlier.distrust(part, item) for part in since)), "")
        if verdict == "coarse":
            reason = reason or "it has too few digits"
        elif since and not reason:
            carried = marker.carried(outcome, since)
            return anew if (anew.points or 0) > (carried.points or 0) else carried
        elif not since and diagnosis.explanations and not _is_new(diagnosis.explanations[0]):
            reason = "the mistake was made once more here"
        if reason and anew.status != "correct" and not is_judged:
            anew.not_carried = say.not_carried(reason)
            anew.feedback = anew.feedback.with_reason(anew.not_carried, marker.level)
        return anew


class _Earlier:
    """What the earlier answers of a student came out as."""

    def __init__(self, items: Sequence[Answered], outcomes: Mapping[str | None, Outcome]) -> None:
        self._items = {item.part: item for item in items}
        self._outcomes = outcomes

    def distrust(self, part: str, item: Answered) -> str:  # noqa: PLR0911 - a reason for each return
        """Why nothing is carried on from the answer to a part; empty where something may be."""
        earlier, outcome = self._items[part], self._outcomes[part]
        numbers = [number.value for number in earlier.reading.numbers]
        if all(number == numbers[0] for number in numbers) and numbers[0] in DEGENERATE:
            return f"nearly anything follows from {numbers[0]}"
        if earlier.index.whole and any(
            number < 0 <= right for number, right in zip(numbers, earlier.truth[1], strict=True)
        ):
            return f"your answer to {part} is below 0"
        if numbers == [number.value for number in item.reading.numbers]:
            return f"it is the same as your answer to {part}"
        if outcome.diagnosis is None or outcome.status in {"correct", "carried"}:
            return ""
        if not outcome.diagnosis.explanations:
            is_slip = any(
                not mistakes and slip in OF_THE_PEN
                for mistakes, slip in every_way(earlier.index, earlier.reading, outcome.diagnosis)
            )
            return "" if is_slip else f"it is not known how you came to your answer to {part}"
        best = outcome.diagnosis.explanations[0]
        if best.slip in ("another_part", COPIED) or (best.slip and best.strength != "exact"):
            return f"your answer to {part} answers something else"
        return next(filter(None, (self.distrust(each, item) for each in best.since)), "")


def _carried_from(item: Answered, own: Own) -> tuple[tuple[str, ...], str]:
    """The earlier parts given whose answers this one is right, or too coarse, and which; none where it is neither."""
    coarse: tuple[str, ...] = ()
    for carried in own.carried(item.index, thorough=True):
        if flatten(carried.value) != item.truth and item.tolerance:
            verdict = Judge(carried.value, item.tolerance).verdict(item.reading)
            if verdict == "correct":
                return carried.since, verdict
            coarse = carried.since if verdict == "coarse" and not coarse else coarse
    return coarse, "coarse" if coarse else "wrong"


def _is_new(explanation: Explanation) -> bool:
    """Whether something went wrong that was not told of an earlier part."""
    return bool(explanation.mistakes or explanation.slip)


def _unrounded(item: Answered, best: Explanation, own: Own) -> Any:
    """What a wrong answer was before it was rounded, by its explanation; None where nobody knows."""
    if best.again:
        return None
    beliefs = item.index.traces.applicable(best.mistakes)
    if not best.since:
        return worked_out(item.index, {}, beliefs)
    return next((each.value for each in own.unrounded(item.index, beliefs) if item.agrees(each.value)), None)
