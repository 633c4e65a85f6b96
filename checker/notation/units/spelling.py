"""Spellings within a unit's text: patterns of words and powers, and the words for powers and quotients."""

from __future__ import annotations

import re
from typing import Final

UNIT_WORD: Final = re.compile(
    r"""Δ?°(?:(?:[CFK]|Ra?)(?![^\W\d_]))?|[^\W\d_]+(?:_[^\W_]+)?[$€£¥¢₹₩₽₺₪฿]?|''|["'%‰$€£¥¢₹₩₽₺₪฿″円元℔]"""
)
UNIT_POWER: Final = re.compile(
    r"\s*(?:\^|\*\*)\s*(?:\(\s*([+-]?\s?\d{1,3}(?:\.\d{1,3})?)(?:\s?/\s?(\d{1,2}))?\s*\)|([+-]?\d{1,3}(?:\.\d{1,3})?))"
)
BARE_POWER: Final = re.compile(r"-?\d{1,2}(?![\d.]*\d)")
PER_NUMBER: Final = re.compile(
    r"""(?:10\s?(?:\^|\*\*)\s?\(?(?P<power>\d{1,2})\)?|1(?P<zeros>00|(?:,?000){1,4})|1\s?(?P<letter>[kKMGB])(?=\s)
    |(?:1\s?)?(?P<word>thousand|million|billion)(?![^\W\d_]))(?![\d.,])\s*(?=[^\W\d_])""",
    re.VERBOSE,
)
"""A number below a slash, which belongs to the unit behind it: L/100 km, USD/million tokens."""
ZEROS: Final = {"thousand": 3, "million": 6, "billion": 9, "k": 3, "K": 3, "M": 6, "G": 9, "B": 9}
UNIT_PHRASE: Final = re.compile(r"(?:[^\W\d_]+)(?:(?:\.? |-)(?:[^\W\d_]+)){1,4}")
NEXT_WORD: Final = re.compile(r"\s+([^\W\d_]+)")
PHRASE_BREAK: Final = re.compile(r"\.? |-")
STRAY: Final = re.compile(r"[^\s()\[\]]{1,30}")

PER_WORDS: Final = frozenset({"per", "pro", "par", "por"})
POWERS_BEFORE: Final = {
    **dict.fromkeys(("square", "sq", "vierkante"), 2),
    **dict.fromkeys(("cubic", "cu", "kubieke"), 3),
}
_SQUARED: Final = """
    squared carré carrés carrée carrées cuadrado cuadrados quadrato quadrati quadro quadri quadrado quadrados
"""
_CUBED: Final = "cubed cube cubes cúbico cúbicos cubo cubi"
POWERS_AFTER: Final = {**dict.fromkeys(_SQUARED.split(), 2), **dict.fromkeys(_CUBED.split(), 3)}
POWERS_GLUED: Final = {"quadrat": 2, "kubik": 3}
