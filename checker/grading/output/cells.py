"""CSV that is safe in spreadsheets and terminals: no cell is a formula, steers a terminal or ends a row."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from typing import IO, Any, Final
from unicodedata import category, normalize

SIGNS: Final = ("=", "+", "-", "@")
"""Signs that begin a formula."""

LINES: Final = ("\t", "\r", "\n")
"""Space that spreadsheets drop before they look for a formula."""

INVISIBLE: Final = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\ufe00-\ufe0f\uffa0]")
"""Invisible characters that Unicode counts as letters and marks."""

STEERING: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
"""Control characters, except tabs and line ends."""


def safe(text: str) -> str:
    r"""Return a text as a cell that is no formula and does nothing to a terminal.

    Full-width signs count, and so does a sign behind invisible characters.

    >>> safe("s1042"), safe("=1+1"), safe("\u200b =1"), safe("a\x1b[31m")
    ('s1042', "'=1+1", "'\u200b =1", 'a\\x1b[31m')
    """
    if text.isalnum():  # most are
        return text
    shown = STEERING.sub(lambda sign: f"\\x{ord(sign[0]):02x}", text)
    first = next((sign for sign in text if not _is_invisible(sign)), "")
    is_formula = text.startswith(LINES) or normalize("NFKC", first).startswith(SIGNS)
    return f"'{shown}" if is_formula else shown


def _is_invisible(sign: str) -> bool:
    return category(sign)[0] in "ZC" or INVISIBLE.match(sign) is not None


class Table:
    """Rows of a CSV file, each ended by a line feed."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self._writer = csv.writer(self)  # with its line end, `\r\n`, it puts a cell with `\r` in quotes

    def write(self, line: str) -> None:
        """Write a line of csv's writer."""
        self._file.write(line.removesuffix("\r\n") + "\n")

    def row(self, cells: Iterable[Any]) -> None:
        """Write a row, whose texts are safe already."""
        self._writer.writerow(cells)
