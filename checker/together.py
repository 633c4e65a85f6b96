"""The parts of a problem as one student answered them: judged together, and carried on from each other.

Each part is first marked by itself.  Where one is wrong, one set of mistakes has to explain them all; and a part that
is right given the student's own earlier answers earns its points, where the problem says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from checker import feedback as say
from checker.answers import Judge
from checker.diagnose import Answered, Diagnosis, diagnose_together
from checker.diagnose.own import Carried, Own, worked_out
from checker.grade import MOST_REMEMBERED, Marker, as_text, check_call
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
        key = tuple((id_, outcome.given) for id_, outcome in outcomes.items())
        if key not in self._remembered:
            if len(self._remembered) >= MOST_REMEMBERED:
                self._remembered.clear()
            self._remembered[key] = outcomes | self._judged(outcomes)
        return self._remembered[key]

    def _judged(self, outcomes: Mapping[str | None, Outcome]) -> dict[str | None, Outcome]:
        """The wrong ones anew, now that all are known.  A diagnosis is what only a wrong answer has."""
        items = [
            Answered(id_, self.markers[id_].index, outcome.reading, outcome.diagnosis is None)
            for id_, outcome in outcomes.items()
            if id_ and outcome.reading and not outcome.reading.refused
        ]
        found: dict[str | None, Outcome] = {}
        exact: dict[str, Any] = {}  # what wrong answers were before they were rounded, by step
        for at, (item, diagnosis) in enumerate(zip(items, diagnose_together(items), strict=True)):
            outcome = outcomes[item.part]
            if item.is_right or outcome.status == "correct" or outcome.beside:  # judged by other rules
                continue
            found[item.part] = self._anew(item, outcome, diagnosis, _Carrying(items[:at], exact, {**outcomes, **found}))
            _unround(item, diagnosis, exact)
        return found

    def _anew(self, item: Answered, outcome: Outcome, diagnosis: Diagnosis, earlier: _Carrying) -> Outcome:
        marker = self.markers[item.part]
        since = earlier.carries(item, marker) if marker.part.follow_through else ()
        reason = next(filter(None, (earlier.distrust(part, item) for part in since)), "")
        if since and not reason:
            return marker.carried(outcome.given, item.reading, diagnosis, since)
        anew = marker.explained(outcome.given, item.reading, diagnosis)
        if reason and anew.status != "correct":
            anew.not_carried = say.not_carried(reason)
            anew.feedback = anew.feedback.with_reason(anew.not_carried, marker.level)
        return anew


class _Carrying:
    """What a student's earlier answers are good for."""

    def __init__(
        self, earlier: Sequence[Answered], exact: Mapping[str, Any], outcomes: Mapping[str | None, Outcome]
    ) -> None:
        self._earlier = {one.part: one for one in earlier}
        self._exact = exact
        self._outcomes = outcomes

    def carries(self, item: Answered, marker: Marker) -> tuple[str, ...]:
        """The earlier parts given whose wrong answers this one is right; none where it is not."""
        for result in self._results(item):
            judge = Judge(result.value, marker.part.tolerance)
            if result.since and judge.verdict(item.reading) == "correct":
                return result.since
        return ()

    def _results(self, item: Answered) -> Iterator[Carried]:
        """What follows from the earlier answers as they were stated, and as they were before they were rounded."""
        stated = list(Own([*self._earlier.values()]).carried(item.index))
        yield from stated
        if stated and (value := worked_out(item.index, self._exact)) is not None:
            yield Carried(value, lambda: stated[0].since)

    def distrust(self, part: str, item: Answered) -> str:
        """Why nothing is carried on from the answer to a part; empty where something may be."""
        earlier, outcome = self._earlier[part], self._outcomes[part]
        numbers = [number.value for number in earlier.reading.numbers]
        if all(number == numbers[0] for number in numbers) and numbers[0] in DEGENERATE:
            return f"nearly anything follows from {numbers[0]}"
        if numbers == [number.value for number in item.reading.numbers]:
            return f"your answer to {part} is this same one"
        if outcome.status in {"correct", "carried"} or outcome.diagnosis is None:
            return ""
        if not outcome.diagnosis.explanations:
            return f"no known mistake gives your answer to {part}"
        since = outcome.diagnosis.explanations[0].since
        return next(filter(None, (self.distrust(each, item) for each in since)), "")


def _unround(item: Answered, diagnosis: Diagnosis, exact: dict[str, Any]) -> None:
    """Keep what a wrong answer was before it was rounded, as far as it is known how it came about."""
    value = item.value
    if diagnosis.explanations and not diagnosis.explanations[0].slip:
        best = diagnosis.explanations[0]
        beliefs = item.index.traces.applicable(best.mistakes)
        value = worked_out(item.index, exact if best.since else {}, beliefs)
    if value is not None:
        exact[item.index.step] = value
