"""Dialects of written-out arithmetic: which names are functions, and how strictly it is read."""

from __future__ import annotations

from typing import Final, NamedTuple

from checker.notation.functions import OF_DISTRIBUTIONS, SPELLINGS

FUNCTION_WORDS: Final = frozenset([
    "abs", "average", "ceil", "ceiling", "choose", "degrees", "factorial", "floor", "int", "lb",
    "max", "mean", "min", "radians", "root", "round", "sign", "sum", "trunc",
    "erf", "gamma", "gcd", "hypot", "lcm", "nCk", "nCr", "nPr", "ncr", "npr", "perm", "product", *OF_DISTRIBUTIONS,
])  # fmt: skip
"""Names of functions that may also be words, labels or units: functions only before a bracket."""

FUNCTION_NAMES: Final = frozenset(SPELLINGS) - {"log"}
RESERVED_NAMES: Final = FUNCTION_NAMES - FUNCTION_WORDS | {"pi", "π", "e", "frac", "log"}
"""Names that can be neither labels nor symbols."""


class Dialect(NamedTuple):
    """The rules by which a text is read as arithmetic: which functions it may have, and what commas mean."""

    functions: frozenset[str] = FUNCTION_NAMES
    """Names that take arguments; a bracket behind any other name is a factor."""
    commas: bool = False
    """True to read as in programs: with `@`, a decimal point, and commas only between arguments."""
    strict: bool = False
    """True to refuse a factor without a sign after a quotient: 1/2(3) may be half of 3 or one over 6."""
    remainders: bool = False
    """True to read `%` before a number or a symbol, and `mod`, as the remainder: n % s."""


SPOKEN: Final = Dialect(strict=True)
"""The dialect of numbers in answers."""

MEASURED: Final = Dialect()
"""The dialect of calculations with units in answers: 125 m / 10 s."""

SYMBOLIC: Final = Dialect(strict=True, remainders=True)
"""The dialect of formulas in answers."""
