"""Complex numbers in formulas: the imaginary unit i, functions such as abs that take them, and how they are written.

IMAGINARY also has `inf`, the infinite end of an interval.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Mapping
from typing import Any, Final

from checker.derivation.arithmetic import Function, NoValue, Operand, apply_operation, is_array
from checker.engine.values import joined
from checker.formula.value import INFINITE

IMAGINARY: Final[Mapping[str, Operand]] = {"i": 1j, "j": 1j, "inf": INFINITE}
"""The imaginary unit and the infinite end of an interval, where these names are not those of symbols."""


def _argument(value: Any) -> float:
    if not value:
        raise NoValue("has no angle: it is 0")
    return cmath.phase(complex(value))


def _part(of_complex: Callable[[complex], Any], of_real: Callable[[Any], Any]) -> Function:
    def apply(value: Operand) -> Operand:
        if is_array(value):
            raise NoValue("takes a number, not a list")
        return of_complex(value) if isinstance(value, complex) else of_real(value)

    return Function(apply)


COMPLEX_FUNCTIONS: Final[Mapping[str, Function]] = {
    "re": _part(lambda value: value.real, lambda value: value),
    "im": _part(lambda value: value.imag, lambda _: 0),
    "arg": _part(_argument, _argument),
    "conj": _part(lambda value: value.conjugate(), lambda value: value),
}

_OF_COMPLEX: Final[Mapping[str, Callable[..., Operand]]] = {
    **{name: function.apply for name, function in COMPLEX_FUNCTIONS.items()},
    **{name: getattr(cmath, name) for name in ("exp", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh")},
    "ln": cmath.log,
    "abs": lambda value: math.hypot(value.real, value.imag),
    "==": lambda one, other: int(one == other),
    "!=": lambda one, other: int(one != other),
}


def of_complex(name: str, *values: Operand) -> Operand:
    """Return the value of a named function for complex numbers.  Raise NoValue where it has none."""
    if name not in _OF_COMPLEX:
        raise NoValue(f"puts a complex number into {name}")
    return apply_operation(lambda *given: _OF_COMPLEX[name](*map(complex, given)), *values)


def show_complex(value: complex, digits: int) -> str:
    """Return a complex number as people write it, rounded.

    >>> show_complex(3 - 4j, 6), show_complex(1j, 6), show_complex(0.5 + 0j, 6)
    ('3 - 4i', 'i', '0.5')
    """
    return joined(f"{value.real:.{digits}g}", f"{value.imag:.{digits}g}")
