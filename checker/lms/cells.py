"""Tables of delimited cells (CSV, TSV) in which single cells can be replaced, while every other byte stays.

A table knows where each cell is in the file.  Replacing some of them leaves delimiters, quotes, line ends, encoding and
byte order mark as they were.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Final, NamedTuple

from checker.document import DocumentError
from checker.document.errors import place
from checker.document.tree import decode

UTF_8_MARK: Final = b"\xef\xbb\xbf"
UTF_16: Final = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
ZIP: Final = b"PK\x03\x04"
"""The first bytes of a zip, which Excel's workbooks are too."""

DELIMITERS: Final = ",;\t"
SNIFFED: Final = 20
"""Number of rows that decide which delimiter a file has."""

LINE_END: Final = re.compile(r"\r\n|\r|\n")
SEPARATOR_LINE: Final = re.compile(r"sep=([,;\t])[ ]*(?:\r\n|\r|\n)", re.IGNORECASE)  # Excel's
UNMATCHED_QUOTES: Final = 'has quotes that do not match; put a cell in `"`, and double a `"` inside it'


class Cell(NamedTuple):
    """The text of a cell, and where it begins and ends in the file, with its quotes."""

    text: str
    start: int
    end: int


class Row(NamedTuple):
    """The cells of a row, and the number of the line in which it begins."""

    line: int
    cells: tuple[Cell, ...]

    @property
    def texts(self) -> list[str]:
        """Return the texts of the cells."""
        return [cell.text for cell in self.cells]

    @property
    def is_blank(self) -> bool:
        """Return whether all cells of the row are empty."""
        return not any(cell.text.strip() for cell in self.cells)


class Encoding(NamedTuple):
    """How a file is encoded: its byte order mark and its codec."""

    mark: bytes = b""
    codec: str = "utf-8"


@dataclass(frozen=True)
class Table:
    """The rows of a file; the first that is not blank is the header."""

    source: str
    content: str
    encoding: Encoding
    delimiter: str
    header: Row
    rows: tuple[Row, ...]
    """The rows below the header that are not blank; the header's width is their maximum width."""

    def text(self, row: int, column: int) -> str:
        """Return the text of a cell, without space around it; empty if the row ends before it."""
        cells = self.rows[row].cells
        return cells[column].text.strip() if column < len(cells) else ""

    def replaced(self, changes: Mapping[tuple[int, int], str], encoding: Encoding | None = None) -> bytes:
        """Return the file with other texts in some cells, given by (row, column); all other bytes stay."""
        by_row: dict[int, dict[int, str]] = {}
        for (row, column), text in changes.items():
            by_row.setdefault(row, {})[column] = text
        pieces, done = [], 0
        for row in sorted(by_row):
            for start, end, text in self._edits(self.rows[row].cells, by_row[row]):
                pieces += [self.content[done:start], text]
                done = end
        encoding = encoding or self.encoding
        return encoding.mark + "".join((*pieces, self.content[done:])).encode(encoding.codec)

    def _edits(self, cells: Sequence[Cell], texts: Mapping[int, str]) -> Iterator[tuple[int, int, str]]:
        """Yield (start, end, new text) for each change in a row; cells that the row lacks are added at its end."""
        for column in sorted(texts):
            if column < len(cells):
                cell = cells[column]
                yield cell.start, cell.end, self._as_cell(texts[column], self.content[cell.start : cell.end])
        last, end = len(cells) - 1, cells[-1].end
        if max(texts) > last:  # a row that ends early is filled up
            more = [self._as_cell(texts.get(column, "")) for column in range(last + 1, max(texts) + 1)]
            yield end, end, "".join(f"{self.delimiter}{text}" for text in more)

    def _as_cell(self, text: str, before: str = "") -> str:
        """Return a text as a cell, in quotes if it needs them or if `before`, what the cell was, begins with one."""
        if before.startswith('"') or text != text.strip() or any(sign in text for sign in f'{self.delimiter}"\r\n'):
            return '"' + text.replace('"', '""') + '"'
        return text


def read_table(data: bytes, source: str) -> Table:
    """Return the table in the bytes of a file.

    Raise DocumentError if it has no header, rows that are too long or quotes that do not match, and for a workbook.
    """
    if data.startswith(ZIP):
        raise DocumentError("is a workbook or a zip, not a table; open it and save the table as CSV UTF-8", source)
    encoding, content = _decoded(data, source)
    separator = SEPARATOR_LINE.match(content)
    start = separator.end() if separator else 0
    delimiter = separator[1] if separator else max(DELIMITERS, key=lambda each: _fitness(content, each))
    rows = [row for row in _rows(content, start, delimiter, source) if not row.is_blank]
    if not rows:
        raise DocumentError("is empty; its first line should name the columns", source)
    header, *others = rows
    width = len(header.cells)
    for row in others:
        if any(cell.text.strip() for cell in row.cells[width:]):
            count = f"has {len(row.cells)} cells, the header {width}"
            advice = "put quotes around a cell that contains the delimiter"
            raise DocumentError(f"{count}; {advice}", source, row.line)
    return Table(source, content, encoding, delimiter, header, tuple(others))


def _decoded(data: bytes, source: str) -> tuple[Encoding, str]:
    """Return the encoding and the text of a file: UTF-16, also without a mark, or else UTF-8.  Raise DocumentError."""
    mark = data[:2] if data[:2] in UTF_16 else b""
    codec = UTF_16.get(mark) or {1: "utf-16-le", 0: "utf-16-be"}.get(data[:2].find(b"\0"), "")
    if codec:
        try:
            return Encoding(mark, codec), data[len(mark) :].decode(codec)
        except UnicodeDecodeError:
            raise DocumentError("is damaged UTF-16; download it again, or save it as UTF-8", source) from None
    mark = UTF_8_MARK if data.startswith(UTF_8_MARK) else b""
    return Encoding(mark), decode(data[len(mark) :], source)


def _fitness(content: str, delimiter: str) -> tuple[bool, int]:
    """Return how well a delimiter fits: whether all rows have equally many cells, then how many the header has."""
    widths: list[int] = []
    with suppress(DocumentError):  # reading all rows reports it
        widths += (len(row.cells) for row in islice(_rows(content, 0, delimiter, ""), SNIFFED) if not row.is_blank)
    return len(set(widths)) == 1 and widths[0] > 1, widths[0] if widths else 0


@cache
def _cell(delimiter: str) -> re.Pattern[str]:
    """Return the pattern of a cell, with or without quotes, and of the delimiter or line end after it."""
    end = re.escape(delimiter)
    return re.compile(rf'(?:"((?:[^"]|"")*+)"|((?![ ]*")[^{end}\r\n]*+))({end}|\r\n|\r|\n|\Z)')


def _rows(content: str, start: int, delimiter: str, source: str) -> Iterator[Row]:
    """Yield all rows from a place in the text on, also blank ones.  Raise DocumentError for unmatched quotes."""
    pattern, line, cells, begin = _cell(delimiter), place(content, start)[0], list[Cell](), start
    is_open = False
    while start < len(content) or is_open:
        match = pattern.match(content, start)
        if match is None:
            raise DocumentError(UNMATCHED_QUOTES, source, *place(content, start))
        quoted, plain, end = match.groups()
        cells.append(Cell(plain if quoted is None else quoted.replace('""', '"'), start, match.start(3)))
        start, is_open = match.end(), end == delimiter
        if not is_open:
            yield Row(line, tuple(cells))
            line += len(LINE_END.findall(content, begin, start))
            cells, begin = [], start
