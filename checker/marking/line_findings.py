"""Findings on lines of a student's working: right, a slip in the arithmetic, or a mistake; in words and for records."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Any, Final, NamedTuple

from checker.diagnosis.wording import sentence
from checker.formula.nodes import Exact, Literal, simple
from checker.marking.marker import Marker
from checker.reading.show import json_number
from checker.working.amounts import as_float
from checker.working.equation import Equation
from checker.working.ledger import Ledger

_NUMBER: Final = re.compile(r"[-+−]?[\d.,' ]*\d")


class LineFinding(NamedTuple):
    """What is wrong with a line of working; `finding` is None where it is right."""

    finding: str | None = None
    """`arithmetic` (a slip), `mistake` (the line has the value that the mistake behind the answer gives), or None."""
    message: str = ""
    slip: str = ""
    """What is wrong with the arithmetic of a line that shows a mistake, too."""

    @property
    def told(self) -> str:
        """Return everything that is said about the line as one text."""
        return f"{self.message} And: {self.slip}" if self.slip else self.message


def line_record(equation: Equation, finding: LineFinding, level: str = "full") -> dict[str, Any]:
    """Return the record of a line of working for JSON; below full feedback without the value that it should have."""
    return {
        "text": equation.text,
        "label": " ".join(equation.called.split()),
        "written": _json(equation.written.value),
        "value": _json(equation.value) if level == "full" else None,
        "ok": finding.finding is None,
        "finding": finding.finding,
        "message": finding.told,
    }


def _json(value: Exact) -> Any:
    """Return a value for JSON: a number that does not fit a double is a string."""
    return json_number(simple(value))


def typed(value: Exact) -> str:
    """Return a number as one types it, with at most 12 digits."""
    whole = isinstance(value, int) or (isinstance(value, Fraction) and value.denominator == 1)
    return str(int(value)) if whole else f"{as_float(value):.12g}"


def slip_of(equation: Equation, level: str = "full") -> str:
    """Return the sentence about an equation that is false, with the right value only at level full."""
    written = equation.result
    if isinstance(equation.tree, Literal):
        return f"{equation.expression} does not round to {written}."
    if level != "full":
        return f"{equation.expression} is not {written}; work it out again."
    return f"{equation.expression} is {_shown(equation)}, not {written}."


def _shown(equation: Equation) -> str:
    """Return the right value of an equation as text, with as many decimals as the number that the student wrote."""
    value, half = equation.value, equation.written.half
    if isinstance(value, int):
        return f"{value:,}"
    decimals = max(0, -math.floor(math.log10(2 * half))) if half else 6
    return f"{as_float(value):,.{decimals}f}"


def unequal_sides(marker: Marker, given: str) -> tuple[str, ...]:
    """Return sentences about an answer such as `3·4 = 13`: a mistake in the calculation, and the wrong result."""
    wrong = [each for each in Ledger(marker.part.decimal or "point").add(given) if not each.is_right]
    if not wrong:
        return ()
    first = wrong[0]
    diagnosis = marker.mark(f"{typed(first.value)} {_unit_of(first)}".strip()).diagnosis
    best = diagnosis.explanations[:1] if diagnosis else ()
    hidden = "" if marker.level == "full" else marker.part.step
    mistakes = [mistake for each in best if not each.slip for mistake in each.mistakes]
    sentences = [sentence(marker.part.variant, mistake, hidden) for mistake in mistakes]
    return (*sentences, slip_of(first, marker.level))


def _unit_of(equation: Equation) -> str:
    """Return what is behind the number that a student gives, if it is no scale such as `27.6k`."""
    return _NUMBER.sub("", equation.result, count=1).strip() if equation.written.scale == 1 else ""
