"""Units: what authors declare and students write, as exact multiples of base units.

`units.txt` defines them.  A student's text is read by a parser of our own and never evaluated.
"""

from checker.notation.units.errors import AmbiguousUnit, UnitError, UnknownUnit
from checker.notation.units.reading import is_unit_word, read_unit, unit_of_author
from checker.notation.units.unit import Dimension, Unit, convert, ratio

__all__ = [
    "AmbiguousUnit",
    "Dimension",
    "Unit",
    "UnitError",
    "UnknownUnit",
    "convert",
    "is_unit_word",
    "ratio",
    "read_unit",
    "unit_of_author",
]
