"""The working of a student next to the solution: which line went wrong, and why.

A slip in the arithmetic hides what a student thought.  So the result is worked out again as the student wrote it down,
without the slips; what explains this number explains the answer, and the slips are told with it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final, NamedTuple

from checker.answers import flatten
from checker.answers.show import json_number
from checker.diagnosis import Diagnosis, Explanation, preceding_steps
from checker.diagnosis.mistakes import Mistake
from checker.diagnosis.slips import ARITHMETIC
from checker.diagnosis.wording import named, sentence
from checker.marking.feedback import not_correct
from checker.marking.known_steps import KnownSteps, Naming, is_telling
from checker.marking.marker import Marker
from checker.marking.outcome import Outcome
from checker.marking.parts import PartOutcomes, PartsMarker
from checker.marking.solution import NOTHING
from checker.notation.nodes import Exact, Literal
from checker.notation.words import enumerated
from checker.working.amounts import literals
from checker.working.equation import Equation, numbers_behind

WRONG: Final = ("incorrect", "partial")
_NUMBERS: Final = frozenset({"number"})
_NOISE: Final = 1e-9
_SMALLEST: Final = 10
"""Whole numbers below it name no result."""
_MOST_TOGETHER: Final = 4
_CODED: Final = frozenset({"choice", "text", "complexity"})
_MOST_TOLD: Final = 2
"""Number of slips that are told with one answer."""


class LineFinding(NamedTuple):
    """What is wrong with a line of working; nothing where `finding` is None."""

    finding: str | None = None
    """`arithmetic`, `concept`, `step`, or None."""
    message: str = ""
    mistake: str = ""
    """The id of the mistake that the expression shows."""
    slip: str = ""
    """What is wrong with the arithmetic of a line that shows a mistake, too."""

    @property
    def told(self) -> str:
        """Return the whole as running text."""
        return f"{self.message} And: {self.slip}" if self.slip else self.message


class WorkedOutcomes(NamedTuple):
    """What the working says."""

    outcomes: PartOutcomes
    """The parts that the working explains better than their numbers alone."""
    findings: tuple[LineFinding, ...]
    """One for each equation."""


def line_record(equation: Equation, finding: LineFinding, level: str = "full") -> dict[str, Any]:
    """Return the record of a line of working (contract: `working`); below full feedback without what it should give."""
    return {
        "text": equation.text,
        "written": _json(equation.written.value),
        "value": _json(equation.value) if level == "full" else None,
        "ok": finding.finding is None,
        "finding": finding.finding,
        "message": finding.told,
    }


def review(
    marker: PartsMarker,
    equations: Sequence[Equation],
    outcomes: Mapping[str | None, Outcome],
    level: str,
    naming: Naming = str.split,
) -> WorkedOutcomes:
    """Return what the equations of a question say about the answers to its parts.

    `naming` returns the words of a step's name as the equations have them.
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
        self._naming = naming
        self._marker = marker
        self._equations = equations
        self._outcomes = outcomes
        self._level = level
        self._charged: set[tuple[Any, Mistake]] = set()
        """The mistakes that a line is charged with, by question: each is told once."""
        self._findings = [LineFinding() for _ in equations]
        self._sources = {id_: self._source(marker.markers[id_], each) for id_, each in outcomes.items()}

    def result(self) -> WorkedOutcomes:
        """Return what the working says."""
        told = self._without_slips()
        for place, equation in enumerate(self._equations):
            if not equation.is_right:
                self._findings[place] = self._slip(equation)
        for id_, outcome in {**self._outcomes, **told}.items():
            self._charge(id_, outcome)
        told |= self._credited({**self._outcomes, **told})
        is_all_right = len(self._outcomes) == len(self._marker.markers) and all(
            each.status == "correct" for each in self._outcomes.values()
        )
        if not is_all_right and self._level not in {"verdict", "hint"}:
            self._charge_lines()
        return WorkedOutcomes(told, tuple(self._findings))

    def _source(self, marker: Marker, outcome: Outcome) -> Equation | None:
        """Return the equation whose result is the answer."""
        reading = outcome.reading
        if marker.part.kind not in _NUMBERS or reading is None or reading.shape:
            return None
        value = Fraction(reading.numbers[0].value)
        found = (each for each in reversed(self._equations) if _is_same(value, each))
        return next(found, None)

    def _without_slips(self) -> PartOutcomes:
        """Return the outcomes of wrong answers that slips led to, explained by what the working would give."""
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

    def _credited(self, outcomes: Mapping[str | None, Outcome]) -> PartOutcomes:
        """Return the outcomes of wrong answers whose working earns points."""
        found: PartOutcomes = {}
        for id_, outcome in outcomes.items():
            marker = self._marker.markers[id_]
            rule = marker.part.working
            if rule is None or outcome.status not in WRONG or outcome.reading is None:
                continue
            board = marker.part.variant.board
            steps = rule.steps or preceding_steps(board, marker.part.step)
            steps = [step for step in steps if flatten(board[step].value) != NOTHING]
            shown = [step for step in steps if self._known(id_).is_shown(step, self._equations)]
            points = round(rule.credit * marker.part.points * len(shown) / len(steps), 6) if steps else 0.0
            if points > (outcome.points or 0.0):
                reason = f"for {enumerated([named(each) for each in shown])} in your working"
                headline = not_correct(marker.target.shown(outcome.reading), credit=0.5, reason=reason)
                feedback = outcome.feedback._replace(headline=headline).limited_to(self._level)
                found[id_] = replace(outcome, status="partial", points=points, feedback=feedback)
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

    def _slips(self, source: Equation) -> list[Equation]:
        """Return the wrong equations that an equation rests on, itself too, in their order."""
        return [each for each in self._behind(source) if not each.is_right]

    def _slip(self, equation: Equation) -> LineFinding:
        """Return the finding on an equation that does not hold."""
        told = slip_of(equation, self._level)
        written = typed(equation.written.value)
        stands = any(
            marker.part.kind in _NUMBERS and (marker.is_right(written) or marker.is_another_step(written))
            for marker in self._marker.markers.values()
        )
        if stands and self._level == "full":
            return LineFinding("step", f"The result is right, but not this line: {told}")
        return LineFinding("arithmetic", told)

    def _charge(self, id_: str | None, outcome: Outcome) -> None:
        """Charge the mistakes that explain an answer to the lines whose expressions show them."""
        diagnosis = outcome.diagnosis
        if outcome.status not in WRONG or diagnosis is None or not diagnosis.explanations:
            return
        best = diagnosis.explanations[0]
        source = self._sources.get(id_)
        if not best.mistakes or self._level in {"verdict", "hint"}:
            return
        known = self._known(id_)
        lines = self._behind(source) if source else [each for each in self._equations if not each.is_aside]
        for mistake in best.mistakes:
            line = known.first(lines, (mistake,)) or known.first(lines, best.mistakes)
            if line is None and source and not source.uses:
                line = source
            if line:
                self._set(id_, line, mistake)

    def _set(self, id_: str | None, line: Equation, mistake: Mistake) -> None:
        """Charge a mistake to a line that has none yet."""
        question = self._marker.markers[id_].part.question
        if self._findings[line.number].finding == "concept" or (question, mistake) in self._charged:
            return
        self._charged.add((question, mistake))
        told = sentence(self._marker.markers[id_].part.variant, mistake)
        slip = "" if line.is_right else slip_of(line, self._level)
        self._findings[line.number] = LineFinding("concept", told, mistake.id, slip)

    def _charge_lines(self) -> None:
        """Charge mistakes to lines of a question that is not answered right, by their own values."""
        by_question = {marker.part.question: id_ for id_, marker in reversed(self._marker.markers.items())}
        for id_ in by_question.values():
            if self._marker.markers[id_].part.kind in _CODED:
                continue
            known = self._known(id_)
            beliefs = self._beliefs(id_)
            open_: list[tuple[Equation, Mistake]] = []
            for line in self._equations:
                if not line.is_aside and is_telling(line.repaired):
                    found = known.likeliest(line, self._equations, tuple(beliefs))
                    if found and found.is_clear:
                        beliefs.append(found.mistake)
                        self._set(id_, line, found.mistake)
                    elif found:
                        open_.append((line, found.mistake))
            together = tuple({each.point: each for each in (*beliefs, *(mistake for _, mistake in open_))}.values())
            others = [each for each in self._equations if each not in [line for line, _ in open_]]
            if len(together) <= _MOST_TOGETHER and any(known.shows(each, together) for each in others):
                for line, mistake in open_:
                    if mistake in together:
                        self._set(id_, line, mistake)

    def _beliefs(self, id_: str | None) -> list[Mistake]:
        """Return the mistakes that explain the answers to a question."""
        question = self._marker.markers[id_].part.question
        explained = [
            outcome.diagnosis.explanations[0]
            for part, outcome in self._outcomes.items()
            if outcome.diagnosis
            and outcome.diagnosis.explanations
            and self._marker.markers[part].part.question == question
        ]
        return list(dict.fromkeys(mistake for each in explained for mistake in each.mistakes))

    def _behind(self, end: Equation) -> list[Equation]:
        """Return the equations that lead to one, and this one; also those with short results that it may use."""
        sure = [self._equations[number] for number in sorted(numbers_behind(self._equations, end))]
        used = {each.value for equation in sure for each in literals(equation.tree)}
        short = [
            each
            for each in self._equations[: end.number]
            if each not in sure and abs(each.written.value) >= _SMALLEST and each.written.value in used
        ]
        return sorted((*sure, *short), key=lambda each: each.number)

    def _known(self, id_: str | None) -> KnownSteps:
        """Return the steps of the question that a part belongs to."""
        marker = self._marker.markers[id_]
        known: dict[Any, KnownSteps] = self._marker.known_steps
        if marker.part.question not in known:
            known[marker.part.question] = KnownSteps(marker, self._naming)
        return known[marker.part.question]


def _is_same(value: Fraction, equation: Equation) -> bool:
    """Return whether an answer is the result of an equation, perhaps rounded further."""
    written = equation.written
    return abs(value - written.value) <= max(written.half, abs(written.value) * Fraction(_NOISE))


def _json(value: Exact) -> Any:
    """Return a value for JSON: a number that does not fit a double is a string."""
    if isinstance(value, Fraction):
        value = value.numerator if value.denominator == 1 else float(value)
    return json_number(value)


def typed(value: Exact) -> str:
    """Return a value as one types it."""
    whole = isinstance(value, int) or (isinstance(value, Fraction) and value.denominator == 1)
    return str(int(value)) if whole else f"{float(value):.12g}"


def slip_of(equation: Equation, level: str = "full") -> str:
    """Return what is wrong with an equation; its value only at full feedback."""
    written = equation.result
    if _is_abbreviation(equation):
        return f"{equation.expression} does not round to {written}."
    if level != "full":
        return f"{equation.expression} is not {written}; work it out again."
    return f"{equation.expression} is {_shown(equation)}, not {written}."


def _is_abbreviation(equation: Equation) -> bool:
    """Return whether it only gives a number with fewer digits."""
    return isinstance(equation.tree, Literal)


def _shown(equation: Equation) -> str:
    """Return the value of an expression with the digits that tell it from the number written."""
    value, half = equation.value, equation.written.half
    if isinstance(value, int):
        return f"{value:,}"
    decimals = max(0, -math.floor(math.log10(2 * half))) if half else 6
    return f"{float(value):,.{decimals}f}"
