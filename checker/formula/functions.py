"""Functions that people write: their names and spellings, their arguments and their values.

A value is exact where possible.  Otherwise it is a real number of the given arithmetic (`Reals`): Python's floats or
the high precision of `checker.formula.precise`.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final, NamedTuple

from checker.formula.nodes import Exact, simple

_LARGEST_COUNT: Final = 500
"""Maximum number whose factorial is computed."""
_LARGEST_FLOAT, _LARGEST_POWER = 50, 4096
"""Maximum number of bits of a whole number that is exact as a float, and of an exact power."""


class NoCount(ValueError):  # noqa: N818 - it says what is wrong with an argument
    """Raised for an argument that is no small whole number, where a counting function such as a factorial needs one."""


Reals = Any
"""Real numbers of some precision, with their elementary functions: `Floats`, or `checker.formula.precise`."""


class Floats:
    """Python floats as an arithmetic in which formulas can be evaluated; `precise_reals` gives the other one."""

    pi, e = math.pi, math.e
    exp, ln, log2, log10, sqrt = math.exp, math.log, math.log2, math.log10, math.sqrt
    sin, cos, tan, asin, acos, atan = math.sin, math.cos, math.tan, math.asin, math.acos, math.atan
    sinh, cosh, tanh, asinh, acosh, atanh = math.sinh, math.cosh, math.tanh, math.asinh, math.acosh, math.atanh
    floor, erf, gamma, atan2 = math.floor, math.erf, math.gamma, math.atan2

    @staticmethod
    def number(value: Exact) -> float:
        """Return the float nearest to an exact number."""
        return float(value)

    @staticmethod
    def power(base: float, exponent: float) -> float:
        """Return a float to the power of another one."""
        if base < 0 and exponent != int(exponent):
            raise ValueError("a negative number has no real power like this")
        return float(base**exponent)


class _NamedFunction(NamedTuple):
    """A function that formulas may call, such as `sqrt`: how it is computed, and how many arguments it takes."""

    real: Callable[..., Any]
    """Its value for numbers of an arithmetic, which is the first argument."""
    exact: Callable[..., Exact | None] | None = None
    """Its exact value for exact arguments; None where it has none."""
    least: int = 1
    most: int = 1


def call_function(name: str, values: tuple[Any, ...], reals: Reals) -> Any:
    """Return the value of a named function.  Raise ValueError, ZeroDivisionError or OverflowError where it has none."""
    function = FUNCTIONS[name]
    if function.exact is not None and all(isinstance(value, (int, Fraction)) for value in values):
        value = function.exact(*values)
        if value is not None:
            return simple(value)
    numbers = tuple(map(reals.number, values))
    if name in _ORDERED and any(hasattr(number, "_mpc_") for number in numbers):
        raise ValueError(f"{name} of a complex number")
    return function.real(reals, *numbers)


def square_root(value: Exact) -> Exact | None:
    """Return the exact square root of an exact number; None if the number is no square of a fraction."""
    return _exact_root(value, 2) if value >= 0 else None


def _round_half_away(value: Any) -> int:
    """Return the nearest whole number; halves go away from 0, as people round."""
    return _sign(value) * math.floor(abs(Fraction(value)) + Fraction(1, 2))


def _exact_root(value: Exact, degree: Exact) -> Exact | None:
    if not isinstance(degree, int) or not 0 < degree <= _LARGEST_COUNT or (value < 0 and not degree % 2):
        return None
    top, bottom = (_whole_root(part, degree) for part in (abs(value.numerator), value.denominator))  # type: ignore[union-attr]
    return None if top is None or bottom is None else _sign(value) * Fraction(top, bottom)


def _whole_root(value: int, degree: int) -> int | None:
    is_small = value.bit_length() < _LARGEST_FLOAT
    root = math.isqrt(value) if degree == 2 else round(value ** (1 / degree)) if is_small else 0  # noqa: PLR2004
    return root if root**degree == value else None


def _exact_power(base: Exact, exponent: Exact) -> Exact | None:
    is_small = isinstance(exponent, int) and abs(exponent) * Fraction(base).numerator.bit_length() <= _LARGEST_POWER
    return Fraction(base) ** exponent if is_small and Fraction(base).denominator.bit_length() < _LARGEST_FLOAT else None


def _root(reals: Reals, value: Any, degree: Any) -> Any:
    """Return a root in an arithmetic; of a negative number it is negative if the degree is odd."""
    if degree == 0:
        raise ZeroDivisionError
    if value < 0 and degree == int(degree) and int(degree) % 2:
        return -reals.power(-value, 1 / degree)
    return reals.power(value, 1 / degree)


def _sign(value: Any) -> int:
    return int(value > 0) - int(value < 0)


def _of_whole(function: Callable[..., int], least: int, most: int, largest: int | None = None) -> _NamedFunction:
    """Return a named function of whole numbers, such as gcd; with `largest` from 0 to it.  Others raise NoCount."""
    needed = "needs whole numbers" if largest is None else f"needs whole numbers from 0 to {largest}"

    def exact(*values: Any) -> int:
        if not all(isinstance(each, int) and (largest is None or 0 <= each <= largest) for each in values):
            raise NoCount(needed)
        return function(*values)

    def real(reals: Reals, *values: Any) -> int:
        return exact(*(low if (low := reals.floor(value)) == value else value for value in values))

    return _NamedFunction(real, exact, least, most)


def _of_distribution(family: str, what: str, parameters: int, optional: int) -> _NamedFunction:
    """Return a named function of x and a distribution's parameters, of which the last may be `optional`."""

    def real(reals: Reals, *values: Any) -> Any:
        from checker.formula.distributions import NoDistribution, call_distribution  # few formulas need them

        try:
            value = call_distribution(family, what, *map(float, values))
        except NoDistribution as error:
            raise NoCount(str(error)) from None
        return value if isinstance(value, int) else reals.number(value)

    return _NamedFunction(real, None, 1 + parameters - optional, 1 + parameters)


def _of_reals(name: str, exact: Callable[..., Any] | None, arguments: int = 1) -> _NamedFunction:
    return _NamedFunction(lambda reals, *values: getattr(reals, name)(*values), exact, arguments, arguments)


def _elementary(name: str, argument: int, value: int) -> _NamedFunction:
    return _of_reals(name, lambda of: value if of == argument else None)


def _inverted(name: str, *, inside: bool) -> _NamedFunction:
    if inside:
        return _NamedFunction(lambda reals, value: getattr(reals, name)(1 / value))
    return _NamedFunction(lambda reals, value: 1 / getattr(reals, name)(value))


def _logarithm(name: str, base: int) -> _NamedFunction:

    def exact(of: Any) -> int | None:
        power = round(math.log(of.numerator, base) - math.log(of.denominator, base)) if of > 0 else 0
        return power if Fraction(base) ** power == of else None

    return _of_reals(name, exact)


def _total(*values: Any) -> Any:
    return sum(values[1:], values[0])


_CONTINUOUS: Final = (("normal", 2, 2), ("t", 1, 0), ("chi2", 1, 0), ("f", 2, 0), ("exponential", 1, 0))
_DISCRETE: Final = (("binomial", 2, 0), ("poisson", 1, 0), ("geometric", 1, 0), ("hypergeometric", 3, 0))
"""The distributions, with their number of parameters, and how many of these are optional."""

FAMILIES: Final = {"numbers": [name for name, _, _ in _CONTINUOUS], "counts": [name for name, _, _ in _DISCRETE]}

OF_DISTRIBUTIONS: Final[Mapping[str, _NamedFunction]] = {
    f"{family}_{what}": _of_distribution(family, what, parameters, optional)
    for families, density in ((_CONTINUOUS, "pdf"), (_DISCRETE, "pmf"))
    for family, parameters, optional in families
    for what in (density, "cdf", "sf", "quantile")
}
"""The functions of distributions: `normal_cdf(x, mean, sd)`, `binomial_pmf(k, n, p)`."""

_RECIPROCALS: Final = {"sec": "cos", "csc": "sin", "sech": "cosh", "csch": "sinh"}

FUNCTIONS: Final[Mapping[str, _NamedFunction]] = {
    **{name: _elementary(name, 0, 0) for name in ("sin", "tan", "asin", "atan", "sinh", "tanh", "asinh", "atanh")},
    **{name: _elementary(name, 0, 1) for name in ("exp", "cos", "cosh")},
    **{name: _elementary(name, 1, 0) for name in ("ln", "acos", "acosh")},
    "erf": _elementary("erf", 0, 0),
    "log2": _logarithm("log2", 2),
    "log10": _logarithm("log10", 10),
    "gamma": _elementary("gamma", 1, 1),
    **{name: _inverted(of, inside=False) for name, of in _RECIPROCALS.items()},
    **{f"a{name}": _inverted(f"a{of}", inside=True) for name, of in _RECIPROCALS.items()},
    "acot": _inverted("atan", inside=True),
    "acoth": _inverted("atanh", inside=True),
    "cot": _NamedFunction(lambda reals, value: reals.cos(value) / reals.sin(value)),
    "coth": _NamedFunction(lambda reals, value: reals.cosh(value) / reals.sinh(value)),
    "sqrt": _of_reals("sqrt", square_root),
    "cbrt": _NamedFunction(
        lambda reals, value: _root(reals, value, reals.number(3)), lambda value: _exact_root(value, 3)
    ),
    "root": _NamedFunction(_root, _exact_root, 2, 2),
    "log": _NamedFunction(lambda reals, value, base: reals.ln(value) / reals.ln(base), None, 2, 2),
    "abs": _NamedFunction(lambda _, value: abs(value), abs),
    "sgn": _NamedFunction(lambda _, value: _sign(value), _sign),
    "floor": _of_reals("floor", math.floor),
    "ceil": _NamedFunction(lambda reals, value: -reals.floor(-value), math.ceil),
    "trunc": _NamedFunction(lambda reals, value: _sign(value) * reals.floor(abs(value)), math.trunc),
    "round": _NamedFunction(lambda reals, value: _sign(value) * reals.floor(abs(value) + 0.5), _round_half_away),
    "pow": _of_reals("power", _exact_power, 2),
    "mod": _NamedFunction(lambda reals, value, by: value - by * reals.floor(value / by), operator.mod, 2, 2),
    "degrees": _NamedFunction(lambda reals, value: value * 180 / reals.pi),
    "radians": _NamedFunction(lambda reals, value: value * reals.pi / 180),
    "factorial": _of_whole(math.factorial, 1, 1, _LARGEST_COUNT),
    "comb": _of_whole(math.comb, 2, 2, _LARGEST_COUNT),
    "perm": _of_whole(math.perm, 2, 2, _LARGEST_COUNT),
    "gcd": _of_whole(math.gcd, 2, 20),
    "lcm": _of_whole(math.lcm, 2, 20),
    "hypot": _NamedFunction(
        lambda reals, left, right: reals.sqrt(left * left + right * right),
        lambda left, right: square_root(simple(Fraction(left) ** 2 + Fraction(right) ** 2)), 2, 2
    ),
    "atan2": _of_reals("atan2", None, 2),
    **OF_DISTRIBUTIONS,
    "max": _NamedFunction(lambda _, *values: max(values) or 0, max, 2, 20),
    "min": _NamedFunction(lambda _, *values: min(values) or 0, min, 2, 20),
    "sum": _NamedFunction(lambda _, *values: _total(*values), _total, 2, 20),
    "product": _NamedFunction(lambda _, *values: math.prod(values), lambda *values: math.prod(values), 2, 20),
    "mean": _NamedFunction(
        lambda _, *values: _total(*values) / len(values), lambda *values: Fraction(_total(*values)) / len(values), 2, 20
    ),
}  # fmt: skip

_ORDERED: Final = frozenset({
    *("max", "min", "sgn", "round", "trunc", "root", "cbrt", "factorial", "comb", "perm", "gcd", "lcm", "atan2"),
    *OF_DISTRIBUTIONS,
})  # fmt: skip

DISCRETE: Final = frozenset({
    *("floor", "ceil", "round", "trunc", "mod", "factorial", "comb", "perm", "gcd", "lcm"),
    *(name for name in OF_DISTRIBUTIONS if name.partition("_")[0] in FAMILIES["counts"]),
})  # fmt: skip

ANGLES: Final = ("sin", "cos", "tan", "sec", "csc", "cot")
_TRIGONOMETRIC: Final = (*ANGLES, *(f"{name}h" for name in ANGLES))
INVERSE: Final[Mapping[str, str]] = {name: f"a{name}" for name in _TRIGONOMETRIC}
"""The inverse functions that `sin^-1` and the like mean."""

POWERED: Final = frozenset({*INVERSE, *INVERSE.values(), "ln", "log2", "log10", "log"})
"""Functions whose power people write behind the name: sin²(x)."""

TO_MULTIPLES: Final = frozenset({"floor", "ceil"})
"""Functions that round to multiples of 1 in spreadsheets: `FLOOR(n/k, 1)`."""

BASED: Final = frozenset({"ln", "log2", "log10", "round", "atan", *TO_MULTIPLES})
"""Functions of one number that other programs give a second one: a base, a number of digits, a side."""

_OTHERS: Final = {
    "cot": "cotan ctg", "csc": "cosec", "acot": "acotan arccotan", "tan": "tg", "atan": "arctg", "atan2": "arctan2",
    "sgn": "sign signum", "ceil": "ceiling", "trunc": "int", "mean": "average", "perm": "nPr npr",
    "comb": "binom binomial choose nCr nCk ncr", "log2": "log_2 lb", "log10": "log_10", "ln": "log_e",
}  # fmt: skip
SPELLINGS: Final[Mapping[str, str]] = {
    **{name: name for name in FUNCTIONS},
    **{f"arc{name}": f"a{name}" for name in _TRIGONOMETRIC},
    **{f"ar{name}": f"a{name}" for name in _TRIGONOMETRIC if name.endswith("h")},
    **{spelling: name for name, spellings in _OTHERS.items() for spelling in spellings.split()},
}
"""The names of functions by the spellings that students write."""

_INVERSES: Final = frozenset(name for name, function in SPELLINGS.items() if function in INVERSE.values())
GLUED: Final = frozenset({*_TRIGONOMETRIC, *_INVERSES, "exp", "ln", "log", "log2", "log10", "log_2", "log_10", "sqrt"})
"""Functions that people write without a space next to a symbol: `xsin(x)`, `sinx`."""


FUNCTION_WORDS: Final = frozenset([
    "abs", "average", "ceil", "ceiling", "choose", "degrees", "factorial", "floor", "int", "lb",
    "max", "mean", "min", "radians", "root", "round", "sign", "sum", "trunc",
    "erf", "gamma", "gcd", "hypot", "lcm", "nCk", "nCr", "nPr", "ncr", "npr", "perm", "product", *OF_DISTRIBUTIONS,
])  # fmt: skip
"""Names of functions that may also be words, labels or units: functions only before a bracket."""

UNKNOWN_BASE: Final = frozenset({"log", "lg"})
"""Names of logarithms whose base people do not agree on."""

READABLE: Final = frozenset({*SPELLINGS, *UNKNOWN_BASE, "frac", "log_", "root_"})
"""All spellings of functions that the parser reads, for those who find formulas in texts."""

FUNCTION_NAMES: Final = frozenset(SPELLINGS) - {"log"}
RESERVED_NAMES: Final = FUNCTION_NAMES - FUNCTION_WORDS | {"pi", "π", "e", "frac", "log"}
"""Names that can be neither labels nor symbols."""
