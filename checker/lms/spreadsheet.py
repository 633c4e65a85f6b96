"""Makes texts safe for cells of CSV files: none acts as a formula or as a control character."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from typing import IO, Any, Final
from unicodedata import category, normalize

from checker.text.steering import CONTROLS, DIRECTIONS, HALVES

SIGNS: Final = ("=", "+", "-", "@")
"""Signs that begin a formula."""

LINES: Final = ("\t", "\r", "\n")
"""Space that spreadsheets drop before they look for a formula."""

LAST_BYTE: Final = 0xFF

INVISIBLE: Final = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\ufe00-\ufe0f\uffa0]")
"""Invisible characters that Unicode counts as letters and marks."""

STEERING: Final = re.compile(f"[{CONTROLS}{DIRECTIONS}{HALVES}]")


class NumberText(str):
    """A number as text for a cell.  It stays as it is, even if it begins with a minus sign as formulas may."""

    __slots__ = ()


class Table:
    """Writes rows of a CSV file, in which every text is made safe first."""

    def __init__(self, file: IO[str], line_end: str = "\r\n") -> None:
        self._file = file
        self._line_end = line_end
        self._writer = csv.writer(self)  # with its line end, `\r\n`, it puts a cell with `\r` in quotes

    def write(self, line: str) -> None:
        """Write one finished line, with this table's line end.  Only csv's writer calls it; use `row`."""
        self._file.write(line.removesuffix("\r\n") + self._line_end)

    def row(self, cells: Iterable[Any]) -> None:
        """Write a row of texts and numbers."""
        self._writer.writerow([safe(each) if type(each) is str else each for each in cells])


def safe(text: str) -> str:
    r"""Return a text that is safe in a cell: no spreadsheet takes it for a formula, and no terminal obeys it.

    Full-width signs count, and so does a sign behind invisible characters.

    >>> safe("s1042"), safe("=1+1"), safe("\u200b =1"), safe("a\x1b[31m")
    ('s1042', "'=1+1", "'\u200b =1", 'a\\x1b[31m')
    """
    if text.isalnum():  # most are
        return text
    shown = writable(text)
    first = next((sign for sign in text if not _is_invisible(sign)), "")
    is_formula = text.startswith(LINES) or normalize("NFKC", first).startswith(SIGNS)
    return f"'{shown}" if is_formula else shown


def writable(text: str) -> str:
    r"""Return a text that every file can hold, with control characters and invalid characters written as escapes.

    >>> writable("=1+1"), writable("a\x00\ud800\u202e")
    ('=1+1', 'a\\x00\\ud800\\u202e')
    """
    return STEERING.sub(_escape, text)


def _escape(sign: re.Match[str]) -> str:
    r"""Return an escape such as `\x1b` for a character."""
    code = ord(sign[0])
    return f"\\x{code:02x}" if code <= LAST_BYTE else f"\\u{code:04x}"


def _is_invisible(sign: str) -> bool:
    """Return whether a character is a space, a control character, or another one that nobody sees."""
    return category(sign)[0] in "ZC" or INVISIBLE.match(sign) is not None
