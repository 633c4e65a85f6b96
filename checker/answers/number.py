"""One number, as a student may write it."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any, Final

from checker.answers.core_text import LONGEST
from checker.answers.number_text import read_number_text
from checker.answers.reading import Reading
from checker.answers.show import ShownValue
from checker.engine.errors import UnreadableAnswer
from checker.notation.number import Hints, StatedNumber
from checker.notation.text import brief, plain, refuse_long

_QUICK: Final = re.compile(r"(-?\d{1,15})(\.\d{1,12})?", re.ASCII).fullmatch
_GROUPED: Final = re.compile(r"-?[1-9]\d{0,2}(?:,\d{3}){1,4}", re.ASCII).fullmatch
_CELLS: Final = re.compile(r"\d *\t *\d")
"""Two cells of a table."""
_HALVES: Final = tuple(Decimal(f"5e-{places + 1}") for places in range(13))
_HALF: Final = _HALVES[0]


def quick(whole: str, decimals: str | None) -> StatedNumber:
    """The number of a plain spelling such as `-12` or `0.60`, given as `-12`, None or `0`, `.60`."""
    if not decimals:
        value = int(whole)
        return StatedNumber(value, _HALF, len(str(abs(value))))
    exact = Decimal(whole + decimals)
    places = len(decimals) - 1
    if not exact:
        return StatedNumber(exact.copy_abs(), _HALVES[places], 1)
    return StatedNumber(exact, _HALVES[places], exact.adjusted() + places + 1)


class NumberKind(ShownValue):
    """One number."""

    name = "number"

    def read(self, text: str, hints: Hints) -> Reading:
        """Read one number; the quick path takes the plain spellings, and both agree on everything."""
        plain = _QUICK(text)
        if plain:
            whole, decimals = plain.groups()
            if not decimals or (not hints.whole and hints.decimal != "comma"):
                return Reading((), (quick(whole, decimals),))
        elif hints.whole and hints.decimal != "comma" and _GROUPED(text):
            return Reading((), (quick(text.replace(",", ""), None),))
        return read_general(text, hints)

    def fits(self, value: Any) -> bool:
        """Whether a truth is one number."""
        return isinstance(value, int | float) and not isinstance(value, bool)

    def plain(self, reading: Reading) -> Any:
        """What was read, for JSON: in the question's unit, if it has one."""
        return super().plain(reading if reading.refused else reading._replace(shown=""))


def read_general(text: str, hints: Hints) -> Reading:
    """Read one number by the general path.  Raises Unreadable."""
    refuse_long(text)
    if _CELLS.search(text):
        raise UnreadableAnswer(f'"{brief(text)}" is two numbers. Write one.')
    if hints.unit:
        from checker.answers.quantity import read_quantity  # here, because most questions have no unit
        from checker.answers.unit_text import dollars

        return read_quantity(plain(dollars(text, hints), LONGEST), hints, text)
    return Reading((), (read_number_text(plain(text, LONGEST), hints, text),))


kind: Final = NumberKind()
