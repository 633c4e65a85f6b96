"""Text in the cells of spreadsheets: no cell is a formula or steers a terminal."""

from __future__ import annotations

import re
from typing import Final
from unicodedata import category, normalize

SIGNS: Final = ("=", "+", "-", "@")
"""Signs that begin a formula."""

LINES: Final = ("\t", "\r", "\n")
"""Space that spreadsheets drop before they look for a formula."""

INVISIBLE: Final = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\ufe00-\ufe0f\uffa0]")
"""Invisible characters that Unicode counts as letters and marks."""

STEERING: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
"""Control characters, except tabs and line ends."""

UNWRITABLE: Final = re.compile("[\ud800-\udfff\ufffe\uffff]")
"""Halves of characters, and numbers that are no character: UTF-8 or XML has no place for them."""


def safe(text: str) -> str:
    r"""Return a text as a cell that is no formula and does nothing to a terminal.

    Full-width signs count, and so does a sign behind invisible characters.

    >>> safe("s1042"), safe("=1+1"), safe("\u200b =1"), safe("a\x1b[31m")
    ('s1042', "'=1+1", "'\u200b =1", 'a\\x1b[31m')
    """
    if text.isalnum():  # most are
        return text
    shown = STEERING.sub(_hexadecimal, text)
    first = next((sign for sign in text if not _is_invisible(sign)), "")
    is_formula = text.startswith(LINES) or normalize("NFKC", first).startswith(SIGNS)
    return f"'{shown}" if is_formula else shown


def writable(text: str) -> str:
    r"""Return a text that every file can hold: control characters and halves of characters are written as escapes.

    >>> writable("=1+1"), writable("a\x00\ud800")
    ('=1+1', 'a\\x00\\ud800')
    """
    return UNWRITABLE.sub(lambda sign: f"\\u{ord(sign[0]):04x}", STEERING.sub(_hexadecimal, text))


def _hexadecimal(sign: re.Match[str]) -> str:
    return f"\\x{ord(sign[0]):02x}"


def _is_invisible(sign: str) -> bool:
    return category(sign)[0] in "ZC" or INVISIBLE.match(sign) is not None
