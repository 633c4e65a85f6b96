"""Compares a student's working, whose equations are read already, with the solution: which line went wrong, and why.

A slip in the arithmetic hides what a student thought.  So the result is computed again as the student wrote it down,
without the slips; what explains this number explains the answer, and the slips are named with it.  A wrong answer may
also earn points here, by right steps in the working, if the problem says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from checker.answers import flatten
from checker.diagnosis import Diagnosis, Explanation, preceding_steps
from checker.diagnosis.slips import ARITHMETIC
from checker.diagnosis.wording import lowered, named
from checker.marking.answer_lines import WRONG, AnswerLines
from checker.marking.charges import Charges, is_explained
from checker.marking.feedback import Feedback, not_correct
from checker.marking.known_steps import Naming
from checker.marking.line_findings import LineFinding, slip_of, typed
from checker.marking.outcome import Outcome
from checker.marking.parts import PartOutcomes, PartsMarker
from checker.marking.solution import NOTHING
from checker.notation.text import brief
from checker.notation.words import enumerated
from checker.working.equation import Equation

_GO_ON: Final = "Fix that and go on from there."
_HOLDS: Final = "Your calculation is right, so look at what goes into it."
"""Said of an answer that nothing explains, where all lines behind it hold: then it is no slip."""
_ON_THE_WAY: Final = "This is a number on the way; your working goes on from it."
_TO_THE_ANSWER: Final = "Go on from there to the answer of this part."
_MOST_TOLD: Final = 2
"""Number of slips that are told with one answer."""


class WorkedOutcomes(NamedTuple):
    """Outcomes of a student's answers as the working explains them, and a finding on each line."""

    outcomes: PartOutcomes
    """The parts that the working explains better than their numbers alone."""
    findings: tuple[LineFinding, ...]
    """One for each equation."""


def review(
    marker: PartsMarker,
    equations: Sequence[Equation],
    outcomes: Mapping[str | None, Outcome],
    level: str,
    naming: Naming = str.split,
) -> WorkedOutcomes:
    """Return a finding on each equation of a student's working, and new outcomes of answers that it explains better.

    `naming` splits a text into the words that may name a step, as the equations have them.
    """
    if level == "verdict":
        return WorkedOutcomes({}, (LineFinding(),) * len(equations))
    return _Review(marker, equations, outcomes, level, naming).result()


class _Review:
    """The answers to a question next to the working that leads to them."""

    def __init__(
        self,
        marker: PartsMarker,
        equations: Sequence[Equation],
        outcomes: Mapping[str | None, Outcome],
        level: str,
        naming: Naming,
    ) -> None:
        self._marker = marker
        self._equations = equations
        self._outcomes = outcomes
        self._level = level
        self._lines = AnswerLines(marker, equations, outcomes, naming)
        self._sources = self._lines.sources

    def result(self) -> WorkedOutcomes:
        """Return the outcomes that the working explains better, and a finding for each equation."""
        told = self._without_slips()
        charges = Charges(self._lines, self._level)
        for id_, outcome in {**self._outcomes, **told}.items():
            charges.add(id_, outcome)
        told |= self._credited({**self._outcomes, **told})
        charges.add_lines()
        told |= self._told_by_lines({**self._outcomes, **told}, charges)
        findings = (charges.found.get(each.number) or self._slip(each) for each in self._equations)
        return WorkedOutcomes(told, tuple(findings))

    def _without_slips(self) -> PartOutcomes:
        """Return new outcomes of wrong answers with slips behind them, explained by the result without the slips."""
        repaired = {
            id_: source
            for id_, source in self._sources.items()
            if source and self._outcomes[id_].status in WRONG and self._lines.slips(source)
        }
        if not repaired:
            return {}
        given = {
            id_: typed(repaired[id_].repaired) if id_ in repaired else outcome.given
            for id_, outcome in self._outcomes.items()
            if outcome.reading
        }
        found: PartOutcomes = {}
        for id_, outcome in self._marker.mark(given).items():
            if id_ in repaired and (diagnosis := self._diagnosis(outcome, self._own_slips(repaired[id_]))):
                own, marker = self._outcomes[id_], self._marker.markers[id_]
                assert own.reading is not None  # noqa: S101 - for mypy: it has a source
                found[id_] = marker.explain(own.given, own.reading, diagnosis)
        return found

    def _credited(self, outcomes: Mapping[str | None, Outcome]) -> PartOutcomes:
        """Return new outcomes of the wrong answers that earn more points by the steps shown in the working."""
        found: PartOutcomes = {}
        for id_, outcome in outcomes.items():
            marker = self._marker.markers[id_]
            rule = marker.part.working
            if rule is None or outcome.status not in WRONG or outcome.reading is None:
                continue
            board = marker.part.variant.board
            steps = rule.steps or preceding_steps(board, marker.part.step)
            steps = [step for step in steps if flatten(board[step].value) != NOTHING]
            shown = [step for step in steps if self._lines.known(id_).is_shown(step, self._equations)]
            points = round(rule.credit * marker.part.points * len(shown) / len(steps), 6) if steps else 0.0
            if points > (outcome.points or 0.0):
                reason = f"for {enumerated([named(each) for each in shown])} in your working"
                headline = not_correct(marker.target.shown(outcome.reading), credit=0.5, reason=reason)
                feedback = outcome.feedback._replace(headline=headline).limited_to(self._level)
                found[id_] = replace(outcome, status="partial", points=points, feedback=feedback)
        return found

    def _told_by_lines(self, outcomes: Mapping[str | None, Outcome], charges: Charges) -> PartOutcomes:
        """Return new outcomes, which point at lines, of wrong answers that are not surely explained by their number."""
        found: PartOutcomes = {}
        for id_, outcome in outcomes.items():
            source = self._sources.get(id_)
            is_open = id_ in charges.overruled | charges.on_the_way or not is_explained(outcome, surely=True)
            if outcome.status != "incorrect" or source is None or not is_open:
                continue
            behind = self._lines.behind(source)
            shown = [(line, charges.found[line.number]) for line in behind if line.number in charges.found]
            if shown:
                why = [f"“{brief(line.text)}”: {lowered(finding.message)}" for line, finding in shown[:_MOST_TOLD]]
                why[0] = f"Look at your working. {why[0]}"
                feedback = Feedback(outcome.feedback.headline, tuple(why), next=_GO_ON, steps=outcome.feedback.steps)
            elif id_ in charges.on_the_way:
                feedback = outcome.feedback._replace(why=(_ON_THE_WAY,), where="", next=_TO_THE_ANSWER)
            elif all(line.is_right for line in behind):
                feedback = outcome.feedback._replace(why=(_HOLDS,), where="", next=outcome.feedback.steps)
            else:
                continue
            found[id_] = replace(outcome, feedback=feedback.limited_to(self._level), diagnosis=Diagnosis())
        return found

    def _diagnosis(self, outcome: Outcome, slips: Sequence[Equation]) -> Diagnosis | None:
        """Return the diagnosis of a repaired answer, with the slips; None where nothing explains it."""
        detail = " ".join(slip_of(each, self._level) for each in slips[-_MOST_TOLD:])
        if outcome.status == "correct":
            return Diagnosis((Explanation("exact", 1.0, (), ARITHMETIC, detail, None),))
        if outcome.diagnosis is None or not outcome.diagnosis.explanations:
            return None
        explained = [
            each if each.slip else each._replace(slip=ARITHMETIC, detail=detail)
            for each in outcome.diagnosis.explanations
        ]
        return Diagnosis(tuple(explained))

    def _own_slips(self, source: Equation) -> list[Equation]:
        """Return the slips behind an answer, without those behind an earlier one, which are told there."""
        earlier = {
            slip.number
            for other in self._sources.values()
            if other and other.number < source.number
            for slip in self._lines.slips(other)
        }
        slips = self._lines.slips(source)
        return [each for each in slips if each.number not in earlier] or slips

    def _slip(self, equation: Equation) -> LineFinding:
        """Return the finding on an equation that shows no mistake: a slip if it does not hold.

        At level full it is only that the line does not give its result, if the result is right.
        """
        if equation.is_right:
            return LineFinding()
        told = slip_of(equation, self._level)
        written = typed(equation.written.value)
        stands = any(
            marker.part.answer_kind.is_one_number and (marker.is_right(written) or marker.is_another_step(written))
            for marker in self._marker.markers.values()
        )
        if stands and self._level == "full":
            return LineFinding("step", f"The result is right, but not this line: {told}")
        return LineFinding("arithmetic", told)
