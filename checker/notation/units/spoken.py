"""Units as people write and say them."""

from __future__ import annotations

import re
from typing import Final

_WORDS: Final = {
    "°": "degrees", "rad": "radians", "turn": "turns", "%": "percent", "‰": "per mille", "¢": "cents",
    "s": "seconds", "min": "minutes", "h": "hours", "d": "days", "week": "weeks", "year": "years",
    "in": "inches", "ft": "feet", "mi": "miles", "acre": "acres", "are": "ares", "t": "tonnes",
    "B": "bytes", "bit": "bits", "eurocent": "euro cents", "penny": "pence",
    "delta_degC": "°C", "delta_degF": "°F",
}  # fmt: skip
"""Names in place of symbols that are hard to recognize in a sentence."""

_POWER: Final = re.compile(r"\^\(?(-?\d+)\)?")
_SUPERSCRIPTS: Final = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def spoken(text: str) -> str:
    """Return a unit as it is written in a sentence.

    >>> [spoken(each) for each in ("m^2", "W/(m^2*K)", "kg", "in", "°")]
    ['m²', 'W/(m²·K)', 'kg', 'inches', 'degrees']
    """
    if text in _WORDS:
        return _WORDS[text]
    return _POWER.sub(lambda power: power[1].translate(_SUPERSCRIPTS), text).replace("*", "·")
