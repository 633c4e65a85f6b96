"""Compares a student's working, whose equations are read already, with the solution: which line went wrong, and why.

A slip in the arithmetic hides what a student thought.  So the result is computed again as the student wrote it down,
without the slips; what explains this number explains the answer, and the slips are named with it.  The line that has
the value which the explained mistake gives there is pointed out.  A wrong answer may also earn points here, by right
steps in the working, if the problem says so.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final, NamedTuple

from checker.diagnosis import Diagnosis, Explanation, preceding_steps
from checker.diagnosis.mistakes import Mistake, Mistakes, options_of
from checker.diagnosis.slips import ARITHMETIC
from checker.diagnosis.wording import lowered, named, sentence
from checker.engine.errors import INVALID_RUN
from checker.kinds import flatten
from checker.marking.feedback import Feedback, not_correct
from checker.marking.line_findings import LineFinding, slip_of, typed
from checker.marking.marker import Marker
from checker.marking.outcome import Outcome
from checker.marking.parts import PartOutcomes, PartsMarker
from checker.questions.variant import Variant
from checker.text.plain import brief
from checker.text.words import enumerated
from checker.working.amounts import as_float
from checker.working.equation import Equation, lines_behind

WRONG: Final = ("incorrect", "partial")
_SILENT: Final = frozenset({"verdict", "hint"})
_GO_ON: Final = "Fix that and go on from there."
_HOLDS: Final = "Your calculation is right, so look at what goes into it."
"""Said of an answer that nothing explains, where all lines behind it hold: then it is no slip."""
_MOST_TOLD: Final = 2
"""Number of slips that are told with one answer."""
_NOISE: Final = 1e-9
_ROUNDED: Final = 2e-3
"""Relative difference that roundings on the way make."""
_SMALLEST: Final = 10
"""Whole numbers below it are no evidence."""
_GENERAL: Final = frozenset(
    {"total", "layer", "output", "elements", "weights", "first", "second", "third", "last", "head"}
)
"""Names of steps that lines of many other steps have."""

Naming = Callable[[str], Collection[str]]
"""The words of a text that may name a step, in one spelling."""


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
        self._naming = naming
        self._sources = {id_: self._source(marker.markers[id_], each) for id_, each in outcomes.items()}
        """By part, the equation whose result is the answer."""
        self._not_aside = [each for each in equations if not each.is_aside]

    def result(self) -> WorkedOutcomes:
        """Return the outcomes that the working explains better, and a finding for each equation."""
        told = self._without_slips()
        mistaken = self._mistaken({**self._outcomes, **told})
        told |= self._credited({**self._outcomes, **told})
        findings = [mistaken.get(each.number) or self._slip(each) for each in self._equations]
        told |= self._told_by_lines({**self._outcomes, **told}, findings)
        return WorkedOutcomes(told, tuple(findings))

    def _source(self, marker: Marker, outcome: Outcome) -> Equation | None:
        """Return the equation whose result is this answer, the last of several.

        Return None if there is none or the answer is no single number.
        """
        reading = outcome.reading
        if not marker.part.answer_kind.is_one_number or reading is None or reading.shape:
            return None
        value = Fraction(reading.numbers[0].value)
        found = [each for each in self._equations if _is_result(value, each)]
        named_so = [each for each in found if self._is_named(each, marker.part.step)] if found[1:] else []
        return (named_so or found)[-1] if found else None

    def _is_named(self, line: Equation, step: str) -> bool:
        """Return whether the words before a line name this step: `heads: 12 · 64 = 768`.

        Words that many steps have in their names, such as `total`, do not count.
        """
        words = frozenset(self._naming(step.rpartition(".")[2].replace("_", " "))) - _GENERAL
        return not words.isdisjoint(self._naming(line.called))

    def _slips(self, source: Equation) -> list[Equation]:
        """Return the wrong equations among the lines that lead to this one, with itself, in their order."""
        return [each for each in lines_behind(self._equations, source) if not each.is_right]

    def _without_slips(self) -> PartOutcomes:
        """Return new outcomes of wrong answers with slips behind them, explained by the result without the slips."""
        repaired = {
            id_: source
            for id_, source in self._sources.items()
            if source and self._outcomes[id_].status in WRONG and self._slips(source)
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
            for slip in self._slips(other)
        }
        slips = self._slips(source)
        return [each for each in slips if each.number not in earlier] or slips

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
            steps = [step for step in steps if any(map(_is_evidence, _entries(board[step].value)))]
            shown = [step for step in steps if self._is_shown(board[step].value)]
            points = round(rule.credit * marker.part.points * len(shown) / len(steps), 6) if steps else 0.0
            if points > (outcome.points or 0.0):
                reason = f"for {enumerated([named(each) for each in shown])} in your working"
                headline = not_correct(marker.target.shown(outcome.reading), credit=0.5, reason=reason)
                feedback = outcome.feedback._replace(headline=headline).limited_to(self._level)
                found[id_] = replace(outcome, status="partial", points=points, feedback=feedback)
        return found

    def _is_shown(self, right: Any) -> bool:
        """Return whether right equations of the working give this value, each entry of it that shows anything."""
        return all(
            any(line.is_right and _is_number(line.value, entry) for line in self._equations)
            for entry in filter(_is_evidence, _entries(right))
        )

    def _mistaken(self, outcomes: Mapping[str | None, Outcome]) -> dict[int, LineFinding]:
        """Return, by line, the mistake that explains an answer where the line has the value that it gives there.

        Each mistake is pointed out once, and each line has one finding.
        """
        found: dict[int, LineFinding] = {}
        charged: set[tuple[Any, str]] = set()
        for id_, outcome in outcomes.items() if self._level not in _SILENT else ():
            if outcome.status not in WRONG or outcome.diagnosis is None or not outcome.diagnosis.explanations:
                continue
            best = outcome.diagnosis.explanations[0]
            part, source = self._marker.markers[id_].part, self._sources.get(id_)
            lines = lines_behind(self._equations, source) if source else self._not_aside
            for mistake in best.mistakes:
                free = [each for each in lines if each.number not in found]
                line = self._first_with(mistake, best.mistakes, free, part.variant) or (
                    source if source in free else None
                )
                if line and (part.question, mistake.id) not in charged:
                    charged.add((part.question, mistake.id))
                    message = sentence(part.variant, mistake, "" if self._level == "full" else part.step)
                    told = f"Perhaps: {lowered(message)}" if outcome.diagnosis.is_tie else message
                    slip = "" if line.is_right else slip_of(line, self._level)
                    found[line.number] = LineFinding("mistake", told, slip)
        return found

    @staticmethod
    def _first_with(
        mistake: Mistake, together: Mistakes, lines: Sequence[Equation], variant: Variant
    ) -> Equation | None:
        """Return the first line that has the value of a step as the mistake changes it, alone or with the others."""
        right = [line.value for line in variant.board.values()]
        others = [line for line in lines if not any(_is_value(line.repaired, each) for each in right)]
        for mistakes in dict.fromkeys([(mistake,), together]):
            try:
                values = variant.run(options_of(mistakes), [*variant.board])
            except INVALID_RUN:
                continue
            changed = [
                value for step, value in values.items() if _entries(value) != _entries(variant.board[step].value)
            ]
            for line in others:
                if any(_is_value(line.repaired, each) for each in changed):
                    return line
        return None

    def _told_by_lines(self, outcomes: Mapping[str | None, Outcome], findings: Sequence[LineFinding]) -> PartOutcomes:
        """Return new outcomes, which point at lines, of wrong answers that are not surely explained by their number."""
        found: PartOutcomes = {}
        for id_, outcome in outcomes.items():
            source = self._sources.get(id_)
            if outcome.status != "incorrect" or source is None or _is_explained(outcome):
                continue
            behind = lines_behind(self._equations, source)
            shown = [(line, findings[line.number]) for line in behind if findings[line.number].finding]
            if shown:
                why = [f"“{brief(line.text)}”: {lowered(finding.message)}" for line, finding in shown[:_MOST_TOLD]]
                why[0] = f"Look at your working. {why[0]}"
                feedback = Feedback(outcome.feedback.headline, tuple(why), next=_GO_ON, steps=outcome.feedback.steps)
            else:
                feedback = outcome.feedback._replace(why=(_HOLDS,), where="", next=outcome.feedback.steps)
            found[id_] = replace(outcome, feedback=feedback.limited_to(self._level), diagnosis=Diagnosis())
        return found

    def _slip(self, equation: Equation) -> LineFinding:
        """Return the finding on an equation that shows no mistake: a slip if it does not hold."""
        return LineFinding() if equation.is_right else LineFinding("arithmetic", slip_of(equation, self._level))


def _is_result(value: Fraction, equation: Equation) -> bool:
    """Return whether an answer is the result of an equation, perhaps rounded further."""
    written = equation.written
    return abs(value - written.value) <= max(written.half, abs(written.value) * Fraction(_NOISE))


def _is_value(number: Any, value: Any) -> bool:
    """Return whether a line's number is the value of a step, or an entry of it.

    Whole numbers are equal only exactly; those below 10, and zeros, are no evidence.
    """
    return any(_is_number(number, entry) for entry in _entries(value))


def _entries(value: Any) -> Sequence[Any]:
    """Return the numbers of a step's value; a text has none."""
    try:
        return flatten(value)[1]
    except AttributeError:
        return ()


def _is_number(number: Any, other: Any) -> bool:
    if isinstance(number, int) and isinstance(other, int):
        return number == other and _is_evidence(number)
    is_real = isinstance(other, int | float) and bool(number and other)
    return is_real and math.isclose(as_float(number), as_float(other), rel_tol=_ROUNDED)


def _is_evidence(number: Any) -> bool:
    return abs(number) >= _SMALLEST if isinstance(number, int) else bool(number)


def _is_explained(outcome: Outcome) -> bool:
    """Return whether a wrong answer is explained: by mistakes, or surely by a slip."""
    explanations = outcome.diagnosis.explanations if outcome.diagnosis else ()
    return bool(explanations) and bool(explanations[0].mistakes or explanations[0].strength != "possible")
