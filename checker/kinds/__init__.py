"""Kinds of answers: how they are read, compared and shown, one file each.

The names that other rooms use most, such as `Reading`, `Judge` and `flatten`, can be imported from here.
"""

from checker.engine.values.tolerance import Tolerance
from checker.kinds.base import KINDS, Kind, kind, natural_kind
from checker.kinds.compare import Comparison, Judge
from checker.reading.reading import Reading, fit_shape, flatten, hints_of, is_whole
from checker.text.number import Hints, StatedNumber
from checker.text.plain import is_blank

__all__ = [
    "KINDS",
    "Comparison",
    "Hints",
    "Judge",
    "Kind",
    "Reading",
    "StatedNumber",
    "Tolerance",
    "fit_shape",
    "flatten",
    "hints_of",
    "is_blank",
    "is_whole",
    "kind",
    "natural_kind",
]
