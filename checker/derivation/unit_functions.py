"""The units that functions require of their arguments, and how the unit of their value follows from these.

Each table has functions by name; `dimensions` reads them.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from checker.formula.functions import ANGLES, INVERSE, OF_DISTRIBUTIONS
from checker.formula.nodes import COMPARISONS

_HALF: Final = Fraction(1, 2)
_TWO, _ONE, _LESS, _NONE = map(Fraction, (2, 1, -1, 0))

PLAIN: Final = frozenset({
    *(name for name in (*INVERSE, *INVERSE.values()) if name not in ANGLES),
    *("exp", "ln", "log2", "log10", "log", "erf", "gamma", "factorial", "comb", "perm", "softmax"),
    *(name for name in OF_DISTRIBUTIONS if not name.startswith(("normal_", "exponential_"))),
})  # fmt: skip
"""Functions of plain numbers."""

NUMBERS: Final = frozenset({"atan2", "normal_cdf", "normal_sf", "normal_pdf", *COMPARISONS})
"""Functions of arguments in one unit whose value is a number."""

ALIKE: Final = frozenset({"sum", "mean", "max", "min", "mod", "gcd", "lcm", "hypot", "list", "if", *NUMBERS})
"""Functions of arguments in one unit, which is that of the value; of an `if`, all but the condition."""

LIKE_FIRST: Final = frozenset({"at", "quantile"})
"""Functions whose value has the unit of the first argument; the others are plain numbers."""

WHOLE: Final = frozenset({"floor", "ceil", "round", "trunc"})
"""Functions that depend on the size of a unit, also where it is a plain number: the whole part of 5 mm/m."""

MADE_OF: Final[Mapping[str, tuple[Fraction, ...]]] = {
    **dict.fromkeys(("abs", "floor", "ceil", "round", "trunc", "re", "im", "conj"), (_ONE,)),
    **dict.fromkeys(("median", "sd", "psd", "sort", "cumsum", "norm", "transpose", "trace", "eigenvalues"), (_ONE,)),
    **dict.fromkeys(("count", "rank", "sgn", "not"), (_NONE,)),
    **dict.fromkeys(("corr", "and", "or"), (_NONE, _NONE)),
    **dict.fromkeys(("var", "pvar"), (_TWO,)),
    **dict.fromkeys(("dot", "cross", "matmul", "cov"), (_ONE, _ONE)),
    "sqrt": (_HALF,),
    "cbrt": (Fraction(1, 3),),
    "inv": (_LESS,),
    "solve": (_LESS, _ONE),
    "slope": (_LESS, _ONE),
    "intercept": (_NONE, _ONE),
    "exponential_pdf": (_LESS,),
}
"""The exponents of the arguments in the unit of the value."""
