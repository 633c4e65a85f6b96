"""CSV that is safe in spreadsheets and terminals: no cell is a formula, steers a terminal or ends a row."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from typing import IO, Any

from checker.notation.spreadsheet import safe

__all__ = ["Table", "safe"]


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
