"""Lines of a student's working, whose equations are read already: which are wrong, and what right steps earn.

`review` finds it out, and `told_line` says what the reader at a level of feedback sees of it.

The line that has the value which the explained mistake gives there is pointed out; the arithmetic of each is computed
again.  A wrong answer may also earn points by right steps in the working, if the problem says so.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final, NamedTuple

from checker.diagnosis import Mistake, preceding_steps
from checker.diagnosis.mistakes import options_of
from checker.diagnosis.wording import lowered, may_be_mentioned, named_in, sentence
from checker.engine.errors import INVALID_RUN
from checker.formula.nodes import Exact, simple
from checker.kinds import flatten
from checker.marking.mark import WRONG, Earned, Outcome, mark
from checker.marking.parts import Outcomes
from checker.marking.question import WORKING
from checker.marking.result import Result
from checker.marking.told import has_numbers, hints, told
from checker.reading.show import json_number
from checker.solvers.variant import Variant
from checker.text.words import enumerated
from checker.working.amounts import Equation, as_float, is_near, numbers_behind

_ROUNDED: Final = 2e-3
"""Relative difference that roundings on the way make."""
_SMALLEST: Final = 10
"""Whole numbers below it are no evidence."""


class Line(NamedTuple):
    """A line of working, and the mistake behind an answer that it shows, if any."""

    equation: Equation
    mistake: Mistake | None = None
    outcome: Outcome | None = None


def review(equations: Sequence[Equation], outcomes: Outcomes) -> tuple[Outcomes, list[Line]]:
    """Return new outcomes of the wrong answers that earn more by the working, and the line of each equation."""
    lines = _mistakes(equations, outcomes)
    credited = {id_: new for id_, outcome in outcomes.items() if (new := _credited(outcome, equations))}
    return credited, [lines.get(each.number) or Line(each) for each in equations]


def _mistakes(equations: Sequence[Equation], outcomes: Outcomes) -> dict[int, Line]:
    """Return, by line, the mistake behind an answer whose value the line has; each is pointed out once, one a line."""
    found: dict[int, Line] = {}
    charged: set[tuple[Any, str]] = set()
    for given in outcomes.values():
        if given.status not in WRONG:
            continue
        source = _source(given, equations)
        outcome = _without_slip(given, source)
        diagnosis, part = outcome.diagnosis, outcome.question.part
        if diagnosis is None or not diagnosis.explanations:
            continue
        mistakes = diagnosis.explanations[0].mistakes
        behind = numbers_behind(equations, source) if source else ()
        lines = [equations[number] for number in behind] or [each for each in equations if not each.is_aside]
        for mistake in mistakes:
            free = [each for each in lines if each.number not in found]
            line = _first_with(mistake, mistakes, free, part.variant) or (source if source in free else None)
            if line and (part.question, mistake.id) not in charged:
                charged.add((part.question, mistake.id))
                found[line.number] = Line(line, mistake, outcome)
    return found


def _source(outcome: Outcome, equations: Sequence[Equation]) -> Equation | None:
    """Return the last equation whose result is this answer; None if there is none or it is no single number."""
    reading = outcome.reading
    if not outcome.question.kind.is_one_number or reading is None or reading.shape:
        return None
    value = Fraction(reading.numbers[0].value)
    return next((each for each in reversed(equations) if is_near(value, each.written)), None)


def _without_slip(outcome: Outcome, source: Equation | None) -> Outcome:
    """Return the outcome of what the line really gives whose wrong result is an answer that nothing explains."""
    question, reading, diagnosis = outcome.question, outcome.reading, outcome.diagnosis
    is_explained = diagnosis is None or any(each.mistakes for each in diagnosis.explanations[:1])
    if source is None or source.is_right or is_explained or reading is None or question.has_too_few_digits(reading):
        return outcome
    value = simple(source.value)
    return mark(str(value) if isinstance(value, int) else f"{as_float(value):.12g}", question)


def _first_with(
    mistake: Mistake, together: Sequence[Mistake], lines: Sequence[Equation], variant: Variant
) -> Equation | None:
    """Return the first line that has the value of a step as the mistake changes it, alone or with the others."""
    right = [entry for step in variant.board.values() for entry in _entries(step.value)]
    others = [line for line in lines if not any(_is_number(line.value, each) for each in right)]
    for mistakes in dict.fromkeys([(mistake,), tuple(together)]):
        try:
            values = variant.run(options_of(mistakes), [*variant.board])
        except INVALID_RUN:
            continue
        both = [(_entries(value), _entries(variant.board[step].value)) for step, value in values.items()]
        changed = [entry for entries, true in both if entries != true for entry in entries]
        for line in others:
            if any(_is_number(line.value, each) for each in changed):
                return line
    return None


def _credited(outcome: Outcome, equations: Sequence[Equation]) -> Outcome | None:
    """Return the outcome of a wrong answer that earns more by the steps that the working shows; else None."""
    part, variant = outcome.question.part, outcome.question.part.variant
    rule, board = part.working, variant.board
    if rule is None or outcome.status not in WRONG or outcome.reading is None:
        return None
    steps = rule.steps or [step for step in preceding_steps(board, part.step) if may_be_mentioned(variant, step)]
    steps = [step for step in steps if any(map(_is_evidence, _entries(board[step].value)))]
    found = [line.value for line in equations if line.is_right]
    shown = [
        step
        for step in steps
        if all(
            any(_is_number(value, entry) for value in found)
            for entry in filter(_is_evidence, _entries(board[step].value))
        )
    ]
    credit = rule.credit * len(shown) / len(steps) if steps else 0.0
    if credit <= outcome.best.share:
        return None
    earned = Earned(credit, WORKING, f"for {enumerated([named_in(variant, each) for each in shown])} in your working")
    return replace(outcome, earned=(*outcome.earned, earned), found=outcome.diagnosis)


def _entries(value: Any) -> Sequence[Any]:
    """Return the numbers of a step's value; a text has none."""
    try:
        return flatten(value)[1]
    except AttributeError:
        return ()


def _is_number(number: Any, other: Any) -> bool:
    """Return whether two numbers agree; whole ones do only exactly, and those below 10, and zeros, are no evidence."""
    if isinstance(number, int) and isinstance(other, int):
        return number == other and _is_evidence(number)
    is_real = isinstance(other, int | float) and bool(number and other)
    return is_real and math.isclose(as_float(number), as_float(other), rel_tol=_ROUNDED)


def _is_evidence(number: Any) -> bool:
    return abs(number) >= _SMALLEST if isinstance(number, int) else bool(number)


class ToldLine(NamedTuple):
    """A line of working, as far as the reader may see what is wrong with it."""

    equation: Equation
    value: Exact | None
    """What the line should give; None where the reader may not know."""
    mistake: str = ""
    slip: str = ""

    @property
    def finding(self) -> str | None:
        """Return `mistake`, `arithmetic`, or None where nothing is told to be wrong."""
        return "mistake" if self.mistake else "arithmetic" if self.slip else None

    @property
    def message(self) -> str:
        """Return everything that is said about the line as one text."""
        return " And: ".join(filter(None, (self.mistake, self.slip)))

    def record(self) -> dict[str, Any]:
        """Return the record of the line for JSON."""
        return {
            "text": self.equation.text,
            "label": " ".join(self.equation.called.split()),
            "written": json_number(simple(self.equation.written.value)),
            "value": None if self.value is None else json_number(simple(self.value)),
            "ok": self.finding is None,
            "finding": self.finding,
            "message": self.message,
        }


def told_line(line: Line, level: str, *, is_graded: bool = False) -> ToldLine:
    """Return what the reader at a level of feedback sees of a line of working."""
    equation, is_full = line.equation, has_numbers(level)
    mistake = _mistake(told(line.outcome, level, is_graded=is_graded), line.mistake) if line.outcome else ""
    slip = "" if equation.is_right or not hints(level) else slip_of(equation, has_numbers=is_full)
    return ToldLine(equation, equation.value if is_full else None, mistake, slip)


def _mistake(result: Result, mistake: Mistake | None) -> str:
    """Return the sentence about a mistake behind an answer, if the reader is told of it."""
    part, diagnosis = result.outcome.question.part, result.diagnosis
    if mistake is None or not result.explains or not any(mistake in each.mistakes for each in result.reported):
        return ""
    message = sentence(part.variant, mistake, "" if result.has_numbers else part.step)
    return f"Perhaps: {lowered(message)}" if diagnosis and diagnosis.is_tie else message


def slip_of(equation: Equation, *, has_numbers: bool = True) -> str:
    """Return the sentence about an equation that is false, with or without the right value."""
    if not has_numbers:
        return f"{equation.expression} is not {equation.result}; work it out again."
    return f"{equation.expression} is {_shown(equation)}, not {equation.result}."


def _shown(equation: Equation) -> str:
    """Return the right value of an equation as text, with as many decimals as the number that the student wrote."""
    value, half = equation.value, equation.written.half
    if isinstance(value, int):
        return f"{value:,}"
    decimals = max(0, -math.floor(math.log10(2 * half))) if half else 6
    return f"{as_float(value):,.{decimals}f}"
