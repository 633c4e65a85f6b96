"""Real numbers with as many digits as formulas need, by the library mpmath, which is imported only for formulas.

Nothing here grows without bounds: arguments and results are checked before anything large is computed.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import mpmath

from checker.engine.errors import UnreadableAnswer
from checker.formula.nodes import Exact

_MOST_BITS: Final = 400_000
"""Maximum number of bits of a value, and of one over it."""

_ELEMENTARY: Final = (
    *("exp", "sin", "cos", "tan", "asin", "acos", "atan", "sqrt"),
    *("sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "erf", "gamma"),
)
_GROWING: Final = frozenset({"exp", "sinh", "cosh", "gamma", "erf"})


class _Precise:
    """Arithmetic of real numbers with a given number of bits.  A value outside a function's domain becomes complex."""

    def __init__(self, bits: int) -> None:
        self.context = mpmath.mp.clone()
        self.context.prec = self.bits = bits
        for name in _ELEMENTARY:
            setattr(self, name, self._bounded(name))
        self.atan2 = self.context.atan2
        self.pi, self.e = +self.context.pi, +self.context.e
        self.constants = {"pi": self.pi, "π": self.pi, "e": self.e}
        """π and e by the names that formulas have for them."""

    def number(self, value: Any) -> Any:
        """Return an exact number as a number of this precision."""
        if isinstance(value, float):
            value = Fraction(str(value))
        if isinstance(value, Fraction):
            return self.context.mpf(value.numerator) / value.denominator
        return self.context.mpf(value) if isinstance(value, int) else value

    def ln(self, value: Any) -> Any:
        """Return the natural logarithm."""
        if not value:
            raise ValueError("the logarithm of 0")
        return self.context.ln(value)

    def log2(self, value: Any) -> Any:
        """Return the logarithm to base 2."""
        return self.ln(value) / self.context.ln2

    def log10(self, value: Any) -> Any:
        """Return the logarithm to base 10."""
        return self.ln(value) / self.context.ln10

    def power(self, base: Any, exponent: Any) -> Any:
        """Return a power."""
        if not base and self.context.re(exponent) < 0:
            raise ZeroDivisionError
        if base and abs(exponent) * (abs(self.context.mag(base)) + 1) > _MOST_BITS:
            raise OverflowError
        return self.checked(base**exponent)

    def floor(self, value: Any) -> int:
        """Return the largest whole number that is not above the value; rounding errors in its last bits are ignored."""
        if isinstance(value, self.context.mpc):
            raise ValueError("a complex number is not rounded")  # noqa: TRY004 - as outside any domain
        if self.context.mag(value) > self.bits:
            raise OverflowError
        nearest = int(self.context.nint(value))
        near = self.context.ldexp(max(1, abs(value)), 20 - self.bits)
        return nearest if abs(value - nearest) < near else int(self.context.floor(value))

    def checked(self, value: Any) -> Any:
        """Return the value unchanged.  Raise OverflowError if it is not finite, or far too large or too small."""
        if not self.context.isfinite(value):
            raise OverflowError
        if value and abs(self.context.mag(value)) > _MOST_BITS:
            raise OverflowError
        return value

    def _bounded(self, name: str) -> Callable[[Any], Any]:
        """Return mpmath's function of this name, made to raise OverflowError if a number is too large."""
        function = getattr(self.context, name)

        def bounded(value: Any) -> Any:
            size = self.context.mag(value) if value else 0
            # the sine of a larger number than this has no meaning
            if size > (18 if name in _GROWING else 1_000 if name in {"sin", "cos", "tan"} else _MOST_BITS):
                raise OverflowError
            return self.checked(function(value))

        return bounded


@lru_cache(8)
def precise_reals(bits: int) -> _Precise:
    """Return the arithmetic with this many bits of precision; it is created once and then reused."""
    return _Precise(bits)


def as_float(value: Any, place: int) -> Exact:
    """Return a number of high precision as the nearest float, others unchanged.  Raise UnreadableAnswer if not real."""
    if isinstance(value, int | float | Fraction):
        return value
    if hasattr(value, "_mpc_"):
        if abs(value.imag) > abs(value) * 1e-30:
            raise UnreadableAnswer("This has no real value. Check its roots and logarithms.", place)
        value = value.real
    return float(value)
