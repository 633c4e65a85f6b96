"""Answers that an author writes as text: an interval with its ends, a complex number, exact arithmetic."""

from __future__ import annotations

import re
from typing import Any, Final

from checker.derivation import arithmetic, scoped
from checker.derivation.arithmetic import NoValue
from checker.derivation.complex_numbers import IMAGINARY
from checker.derivation.symbols import Formula, read_formula
from checker.engine.errors import ParameterError
from checker.engine.values.typed import Typed
from checker.notation.nodes import Literal, Minus, names_in
from checker.notation.value import CONSTANTS
from checker.notation.words import shortened

_THOUSANDS: Final = re.compile(r"(?<![\d.\[(,])\d{1,3}(?:,\d{3})+(?![\d,])")
_INTERVAL: Final = re.compile(r"[\[(\]]([^\[\]]+)[\])\[]")


def read_written(text: str, name: str) -> Any:
    """Return the value of a text: the ends of `[0, 5)`, the parts of `3 + 4i`, a number of `sqrt(2)/2`.

    Raise ParameterError for anything else.
    """
    body = text.strip()
    if (interval := _INTERVAL.fullmatch(body)) and len(ends := re.split(r"\s*[,;]\s+|;", interval[1])) > 1:
        return tuple(_value(end, name) for end in ends)
    value = _value(body, name)
    return value if isinstance(value, int | float | tuple) else tuple(map(float, value))


def _value(text: str, name: str) -> Any:
    if _THOUSANDS.search(text):
        raise ParameterError(name, f"has a comma in {shortened(text)}; write digits without commas between them")
    formula: Formula = read_formula(text, name, (name,))
    for word in names_in(formula.tree):
        if word not in CONSTANTS and word not in IMAGINARY:
            raise ParameterError(name, f"has {shortened(word)}, which is no number; write a unit as `unit`, next to it")
    try:
        value = arithmetic.as_answer(scoped.evaluate(formula.tree, IMAGINARY), real=False)
    except NoValue as error:
        raise ParameterError(name, str(error)) from None
    tree = formula.tree.operand if isinstance(formula.tree, Minus) else formula.tree
    return Typed(value) if isinstance(tree, Literal) and isinstance(value, float) else value
