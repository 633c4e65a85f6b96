"""The parts of a problem as one student answered them: judged together, and carried on from each other.

Each part is first marked by itself.  Where one is wrong, one set of mistakes has to explain them all; and a part that
is right given the student's own earlier answers earns its points, where the problem says so.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from checker.answers.from_program import as_text
from checker.diagnosis import Diagnosis, Explanation, PartAnswer, diagnose_together
from checker.diagnosis.earlier_answers import EarlierAnswers, evaluate_with
from checker.engine.memory import Memory
from checker.marking import feedback as say
from checker.marking.follow_through import EarlierOutcomes, FollowThroughVerdict, carried_from
from checker.marking.marker import LONGEST_REMEMBERED, MOST_MARKERS, MOST_REMEMBERED, Marker, OutcomeMemory, check_call
from checker.marking.outcome import Outcome, Result
from checker.problems import Problem

_together: Memory[tuple[int, str], PartsMarker] = Memory(MOST_MARKERS)
"""By the identity of a problem, which is kept alive here, and the level of feedback."""


def check_parts(problem: Problem, answers: Mapping[str, Any], *, feedback: str = "explain") -> dict[str, Result]:
    """Check a student's answers to some parts of a problem, by the parts' ids, together.  Raises what `check` does."""
    check_call(problem, answers, feedback)
    together = _together.get((id(problem), feedback), lambda: PartsMarker(problem, feedback))
    outcomes = together.mark({part: as_text(answer) for part, answer in answers.items()})
    return {part: Result(None, outcomes[part]) for part in answers}


class PartsMarker:
    """Marks the parts of a problem, at one level of feedback."""

    def __init__(self, problem: Problem, level: str = "full", memory: OutcomeMemory | None = None) -> None:
        self.markers = {part.id: Marker(problem, part, level, memory) for part in problem.parts}
        self._remembered: Memory[tuple[tuple[str | None, str], ...], dict[str | None, Outcome]]
        self._remembered = Memory(MOST_REMEMBERED)

    def mark(self, given: Mapping[str | None, str]) -> dict[str | None, Outcome]:
        """What answers to some parts earn and what is said of them, by the parts' ids, in the order of the parts."""
        outcomes = {id_: marker.mark(given[id_]) for id_, marker in self.markers.items() if id_ in given}
        if len(outcomes) == 1 or not any(outcome.diagnosis for outcome in outcomes.values()):
            return outcomes
        if any(len(outcome.given) > LONGEST_REMEMBERED for outcome in outcomes.values()):
            return outcomes | self._judged(outcomes)
        key = tuple((id_, outcome.given) for id_, outcome in outcomes.items())
        return self._remembered.get(key, lambda: outcomes | self._judged(outcomes))

    def _judged(self, outcomes: Mapping[str | None, Outcome]) -> dict[str | None, Outcome]:
        """The wrong ones anew, now that all are known.  A diagnosis is what only a wrong answer has."""
        # too coarse an answer speaks neither for nor against others: that would tell whether its digits are right
        items = [
            PartAnswer(id_, marker.index, outcome.reading, outcome.diagnosis is None, marker.part.tolerance)
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
            own = EarlierAnswers(items[:at], exact)
            answered = {one.index.step for one in items if one is not item and one.index.has_same_question(item.index)}
            earlier = EarlierOutcomes(items[:at], {**outcomes, **found}, own)
            found[item.part] = self._anew(item, outcome, diagnosis, own, earlier, answered)
            if diagnosis.explanations and not diagnosis.explanations[0].slip:
                value = _unrounded(item, diagnosis.explanations[0], own)
                exact |= {} if value is None else {item.part: value}
        return found

    def _anew(  # noqa: PLR0913, PLR0917 - all that is known of the others
        self,
        item: PartAnswer,
        outcome: Outcome,
        diagnosis: Diagnosis,
        own: EarlierAnswers,
        earlier: EarlierOutcomes,
        answered: Collection[str],
    ) -> Outcome:
        marker = self.markers[item.part]
        is_judged = bool(outcome.beside)  # with what stands beside it
        carried = carried_from(item, own)
        if carried.verdict == "coarse" and marker.level != "full":  # as wrong as any other answer: its digits are few
            carried, diagnosis = FollowThroughVerdict("wrong"), diagnosis.without_earlier()
        anew = outcome if is_judged else marker.explained(outcome.given, item.reading, diagnosis, answered)
        if not marker.part.follow_through:
            return anew
        reason = earlier.reason_against(carried, item, only_explained=marker.part.only_explained)
        if carried.verdict == "coarse":
            reason = reason or "it has too few digits"
        elif carried.since and not reason:
            told = marker.carried(outcome, carried.since, earlier.wrong(carried.since))
            return anew if (anew.points or 0) > (told.points or 0) else told
        elif not carried.since and diagnosis.explanations and not _is_new(diagnosis.explanations[0]):
            reason = "you made the same mistake again here"
        if reason and anew.status != "correct" and not is_judged:
            anew.not_carried = say.not_carried(reason)
            anew.feedback = anew.feedback.with_reason(anew.not_carried, marker.level)
        return anew


def _is_new(explanation: Explanation) -> bool:
    """Whether something went wrong that was not told of an earlier part."""
    return bool(explanation.mistakes or explanation.slip)


def _unrounded(item: PartAnswer, best: Explanation, own: EarlierAnswers) -> Any:
    """What a wrong answer was before it was rounded, by its explanation; None where nobody knows."""
    if best.again:
        return None
    beliefs = item.index.runs.students.applicable(best.mistakes)
    if not best.since:
        return evaluate_with(item.index, {}, beliefs)
    return next((each.value for each in own.unrounded(item.index, beliefs) if item.agrees(each.value)), None)
