"""CSV that every spreadsheet and every program reads back: no cell is a formula, steers a terminal or ends a row."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from typing import IO, Any, Final
from unicodedata import category, normalize

SIGNS: Final = ("=", "+", "-", "@")
"""With one of these a formula begins."""

LINES: Final = ("\t", "\r", "\n")
"""What a cell may not begin with either: spreadsheets drop it, and then look."""

INVISIBLE: Final = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\ufe00-\ufe0f\uffa0]")
"""What shows nothing although Unicode files it with letters and marks."""

STEERING: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
"""Control characters, but for tabs and the ends of lines."""


def safe(text: str) -> str:
    r"""A text as a cell that no spreadsheet takes for a formula, and that does nothing to a terminal.

    Signs of full width count, and so does a sign behind what cannot be seen.

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
        self._writer = csv.writer(self)  # by its own line end, `\r\n`, it knows that `\r` in a cell needs quotes

    def write(self, line: str) -> None:
        """Take a line from csv's writer."""
        self._file.write(line.removesuffix("\r\n") + "\n")

    def row(self, cells: Iterable[Any]) -> None:
        """Write a row; who fills it makes its texts safe."""
        self._writer.writerow(cells)
