"""Tables of cells (CSV, TSV): read, changed in single cells, and written so that no cell acts as a formula.

A table that is changed keeps every other byte: delimiters, quotes, line ends, encoding and byte order mark.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import IO, Any, Final, NamedTuple
from unicodedata import category, normalize

from checker.document import DocumentError
from checker.document.tree import decode
from checker.text.steering import CONTROLS, DIRECTIONS, HALVES
from checker.text.words import counted, shortened

UTF_8_MARK: Final = b"\xef\xbb\xbf"
UTF_16: Final = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
ZIP: Final = b"PK\x03\x04"
"""The first bytes of a zip, which Excel's workbooks are too."""

DELIMITERS: Final = ",;\t"
SNIFFED: Final = 20
"""Number of rows that decide which delimiter a file has."""

LINE_END: Final = re.compile(r"\r\n|\r|\n")
SEPARATOR_LINE: Final = re.compile(r"\s*sep=([,;\t])[ ]*(?:\r\n|\r|\n)", re.IGNORECASE)  # Excel's
UNMATCHED_QUOTES: Final = (
    'has quotes that do not match; put a cell in `"`, with no space outside, and double a `"` inside it'
)
OLD_ENCODING: Final = (
    "is not UTF-8 and is read as Windows-1252, as in line {}: {}. If letters are wrong, save it as UTF-8"
)


class Encoding(NamedTuple):
    """How a file is encoded: its byte order mark and its codec."""

    mark: bytes = b""
    codec: str = "utf-8"


UTF_8: Final = Encoding()


class Span(NamedTuple):
    """The text of a cell, and where it begins and ends in the file, with its quotes."""

    text: str
    start: int
    end: int


class Row(NamedTuple):
    """A row: the line in which it begins, its cells, and what is wrong with it, if anything."""

    line: int
    cells: list[str]
    """Empty if they cannot be told apart."""
    start: int
    """Where it begins in the text of the file."""
    fault: str = ""


@dataclass(frozen=True)
class Table:
    """The rows of a file that are not blank; the first one is the header."""

    source: str
    content: str
    encoding: Encoding
    delimiter: str
    header: Row
    rows: tuple[Row, ...]
    note: str = ""
    """A sentence, without its end, on an encoding that was guessed."""

    def checked(self) -> Table:
        """Return the table itself.  Raise DocumentError if anything is wrong with a row."""
        for row in self.rows:
            if row.fault:
                raise DocumentError(row.fault, self.source, row.line)
        return self

    def text(self, row: int, column: int) -> str:
        """Return the text of a cell, without space around it; empty if the row ends before it."""
        cells = self.rows[row].cells
        return cells[column].strip() if column < len(cells) else ""

    def replaced(self, changes: Mapping[tuple[int, int], str], encoding: Encoding | None = None) -> bytes:
        """Return the file with other texts in some cells, given by (row, column); all other bytes stay."""
        pieces, done, known, spans = [], 0, -1, list[Span]()
        for (row, column), text in sorted(changes.items()):
            if row != known:
                known, spans = row, _spans(self.content, self.rows[row].start, self.delimiter) or []
            if missing := range(len(spans), column + 1):  # a row that ends early is filled up
                end = spans[-1].end
                pieces += [self.content[done:end], self.delimiter * len(missing)]
                spans += [Span("", end, end)] * len(missing)
                done = end
            _, start, end = spans[column]
            pieces += [self.content[done:start], self._as_cell(text, self.content[start:end])]
            done = end
        mark, codec = encoding or self.encoding
        return mark + "".join((*pieces, self.content[done:])).encode(codec)

    def _as_cell(self, text: str, before: str) -> str:
        """Return a text as a cell, in quotes if it needs them or if the cell had them before."""
        if before.startswith('"') or text != text.strip() or any(sign in text for sign in f'{self.delimiter}"\r\n'):
            return '"' + text.replace('"', '""') + '"'
        return text


def read_table(data: bytes, source: str) -> Table:
    """Return the table in the bytes of a file.  Raise DocumentError if it has no header or is a workbook.

    A row that cannot be read has a `fault` and spoils no other row.
    """
    if data.startswith(ZIP):
        raise DocumentError("is a workbook or a zip, not a table; open it and save the table as CSV UTF-8", source)
    encoding, content, note = _decoded(data, source)
    separator = SEPARATOR_LINE.match(content)
    start = separator.end() if separator else 0
    delimiter = separator[1] if separator else max(DELIMITERS, key=lambda each: _fitness(content, each))
    found = list(_rows(content, start, delimiter))
    if not found:
        raise DocumentError("is empty; its first line should name the columns", source)
    header, *rows = found
    if header.fault:
        raise DocumentError(header.fault, source, header.line)
    width = len(header.cells)
    checked = (
        row._replace(fault=misfit(len(row.cells), width)) if any(map(str.strip, row.cells[width:])) else row
        for row in rows
    )
    return Table(source, content, encoding, delimiter, header, tuple(checked), note)


def misfit(cells: int, width: int) -> str:
    """Return what is wrong with a row that has more cells than the header, or fewer."""
    advice = "keep empty cells, and put quotes around a cell that contains the delimiter"
    return f"has {counted(cells, 'cell')}, the header {width}; {advice}"


def _decoded(data: bytes, source: str) -> tuple[Encoding, str, str]:
    """Return the encoding and the text of a file, and a note if the encoding is a guess.  Raise DocumentError.

    Spreadsheets also write UTF-16, with or without a mark, and Windows-1252, which is then written as UTF-8.
    """
    mark = data[:2] if data[:2] in UTF_16 else b""
    codec = UTF_16.get(mark) or {1: "utf-16-le", 0: "utf-16-be"}.get(data[:2].find(b"\0"), "")
    if codec:
        try:
            return Encoding(mark, codec), data[len(mark) :].decode(codec), ""
        except UnicodeDecodeError:
            raise DocumentError("is damaged UTF-16; download it again, or save it as UTF-8", source) from None
    mark = UTF_8_MARK if data.startswith(UTF_8_MARK) else b""
    try:
        return Encoding(mark), decode(data[len(mark) :], source), ""
    except DocumentError:
        text = "" if mark or not data.decode(errors="ignore").isascii() else data.decode("cp1252", "ignore")
        if text.encode("cp1252") != data:  # damaged UTF-8, or something else
            raise
        number, line = next(each for each in enumerate(LINE_END.split(text), 1) if not each[1].isascii())
        return UTF_8, text, OLD_ENCODING.format(number, shortened(line, 60))


def _fitness(content: str, delimiter: str) -> tuple[bool, int]:
    """Return how well a delimiter fits: whether all rows have equally many cells, then how many the header has."""
    rows = list(islice(_rows(content, 0, delimiter), SNIFFED))
    widths = [2 if row.fault else len(row.cells) for row in rows]  # with another delimiter a quote may be a letter
    is_even = len(set(widths)) == 1 and widths[0] > 1
    return is_even and not any(row.fault for row in rows), widths[0] if widths else 0


@cache
def _cell(delimiter: str) -> re.Pattern[str]:
    """Return the pattern of a cell, with or without quotes, and of the delimiter or line end after it."""
    end = re.escape(delimiter)
    return re.compile(rf'(?:"((?:[^"]|"")*+)"|((?![ ]*")[^{end}\r\n]*+))({end}|\r\n|\r|\n|\Z)')


def _spans(content: str, start: int, delimiter: str) -> list[Span] | None:
    """Return the cells of the row that starts there; None if its quotes do not match."""
    cells: list[Span] = []
    while match := _cell(delimiter).match(content, start):
        quoted, plain, end = match.groups()
        cells.append(Span(plain if quoted is None else quoted.replace('""', '"'), start, match.start(3)))
        start = match.end()
        if end != delimiter:
            return cells
    return None


def _rows(content: str, start: int, delimiter: str) -> Iterator[Row]:
    """Yield the rows from a place in the text on that are not blank; after a broken one the next line begins a row."""
    line = 1 + len(LINE_END.findall(content, 0, start))
    while start < len(content):
        stop = LINE_END.search(content, start)
        end, after, fault = stop.start() if stop else len(content), stop.end() if stop else len(content), ""
        lines = 1
        if content.find('"', start, end) < 0:
            cells = content[start:end].split(delimiter)
        elif spans := _spans(content, start, delimiter):
            cells, end = [each.text for each in spans], spans[-1].end
            lines += len(LINE_END.findall(content, start, end))  # those in cells
            stop = LINE_END.match(content, end)
            after = stop.end() if stop else end
        else:
            cells, fault = [], UNMATCHED_QUOTES
        if fault or any(map(str.strip, cells)):
            yield Row(line, cells, start, fault)
        line, start = line + lines, after


SIGNS: Final = ("=", "+", "-", "@")
"""Signs that begin a formula."""

SPACES: Final = ("\t", "\r", "\n")
"""Space that spreadsheets drop before they look for a formula."""

LAST_BYTE: Final = 0xFF
INVISIBLE: Final = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\ufe00-\ufe0f\uffa0]")
"""Invisible characters that Unicode counts as letters and marks."""

STEERING: Final = re.compile(f"[{CONTROLS}{DIRECTIONS}{HALVES}]")


class NumberText(str):
    """A number as text for a cell.  It stays as it is, even if it begins with a minus sign as formulas may."""

    __slots__ = ()


class TableWriter:
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
    first = next((sign for sign in text if category(sign)[0] not in "ZC" and not INVISIBLE.match(sign)), "")
    is_formula = text.startswith(SPACES) or normalize("NFKC", first).startswith(SIGNS)
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
