"""Units: what authors declare and students write, as exact multiples of base units.

`units.txt` defines them.  A parser reads a student's text; it is never evaluated as code.  The names that other
packages need can be imported from here.
"""

from checker.units.confused import naive_factors, relatives
from checker.units.kinds import base_units, in_base_units, is_counting, is_thing, kind_of, spoken
from checker.units.reading import fault_of_author, is_unit_word, read_unit, unit_of_author
from checker.units.unit import AmbiguousUnit, Dimension, Unit, UnitError, UnknownUnit, convert, ratio

__all__ = [
    "AmbiguousUnit",
    "Dimension",
    "Unit",
    "UnitError",
    "UnknownUnit",
    "base_units",
    "convert",
    "fault_of_author",
    "in_base_units",
    "is_counting",
    "is_thing",
    "is_unit_word",
    "kind_of",
    "naive_factors",
    "ratio",
    "read_unit",
    "relatives",
    "spoken",
    "unit_of_author",
]
