r"""Functions and constants as programs and spreadsheets spell them: `math.sqrt(2)`, `POWER(2;3)`, `Sqrt[2]`, `2*^5`."""

from __future__ import annotations

import re
from typing import Final

_FUNCTIONS: Final = (
    "sqrt|cbrt|exp|log2|log10|sin|cos|tan|arcsin|arccos|arctan|asin|acos|atan|sinh|cosh|tanh|floor|ceil|trunc|abs|factorial"
    "|comb|max|min|pow"
)
_MODULE: Final = r"(?<![\w.])(?:np|numpy|math|Math|cmath|torch|jnp)\."
_OTHERS: Final = {"fact": "factorial", "power": "pow", "int": "floor"}
"""Functions of spreadsheets: `INT(-2.5)` is -3 there."""

# In this order.  No pattern repeats within a repeat.
_SPELLINGS: Final = tuple(
    (re.compile(pattern), plainer)
    for pattern, plainer in (
        (rf"{_MODULE}log ?\(", "ln("),
        (rf"{_MODULE}a((?:sin|cos|tan)h?) ?\(", r"arc\1("),
        (rf"{_MODULE}(?=(?:{_FUNCTIONS}) ?\()", ""),
        (rf"{_MODULE}(?:pi|PI)(?!\w)", "pi"),
        (rf"{_MODULE}[eE](?!\w)", "e"),
        (r"(?<![\w.])PI ?\( ?\)", "pi"),
        (r"(?<![\w.])Log\[ ?([^\[\],]{1,200})\]", r"ln(\1)"),
        (r"(?<![\w.])(Sqrt|Exp|Sin|Cos|Tan|Abs|Log2|Log10)\[ ?([^\[\],]{1,200})\]", r"\1(\2)"),
        (r"(?<=\d)\*\^(?=[-+]?\d)", "*10^"),
    )
)
_CAPITALS: Final = re.compile(
    r"(?<![\w.\\])(SQRT|EXP|LN|LOG10|SIN|COS|TAN|ASIN|ACOS|ATAN|ABS|INT|TRUNC|FACT|POWER|Sqrt|Exp|Ln|Log10|Log2|Sin|Cos|Tan|Abs)"
    r"(?= ?\()"
)


def spell_functions(text: str) -> str:
    """Return a text with the usual names of functions and constants.

    >>> spell_functions("2*np.pi + SQRT(16)"), spell_functions("=POWER(2;3)"), spell_functions("4.85*^8")
    ('2*pi + sqrt(16)', '=pow(2;3)', '4.85*10^8')
    """
    for pattern, plainer in _SPELLINGS:
        text = pattern.sub(plainer, text)
    return _CAPITALS.sub(lambda name: _OTHERS.get(name[1].lower(), name[1].lower()), text)
