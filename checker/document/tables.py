"""Tables of cells (CSV, TSV): read, changed in single cells, and written so that no cell acts as a formula."""

from __future__ import annotations

import csv
import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import islice
from typing import IO, Any, Final, NamedTuple
from unicodedata import category, normalize

from checker.document import DocumentError
from checker.document.tree import decode
from checker.text.steering import CONTROLS, DIRECTIONS, HALVES
from checker.text.words import counted, shortened

csv.field_size_limit(100_000_000)  # files are limited where they are opened, and answers where they are read

ZIP: Final = b"PK\x03\x04"
"""The first bytes of a zip, which Excel's workbooks are too."""

UTF_16: Final = {BOM_UTF16_LE: "utf-16-le", BOM_UTF16_BE: "utf-16-be"}
"""Codecs by byte order mark."""

UNMATCHED_QUOTES: Final = (
    'has quotes that do not match; put a cell in `"`, with no space outside, and double a `"` inside it'
)


class Row(NamedTuple):
    """A row: the line in which it begins, its cells, and what is wrong with it, if anything."""

    line: int
    cells: list[str]
    """Empty if they cannot be told apart."""
    fault: str = ""
    height: int = 1


@dataclass(frozen=True)
class CsvTable:
    """The rows of a file that are not blank; the first one is the header."""

    source: str
    lines: Sequence[str]
    """The text of the file, with its line ends."""
    codec: str
    delimiter: str
    header: Row
    rows: tuple[Row, ...]
    note: str = ""
    """A sentence, without its end, on an encoding that was guessed."""

    def checked(self) -> CsvTable:
        """Return the table itself.  Raise DocumentError if anything is wrong with a row."""
        for row in self.rows:
            if row.fault:
                raise DocumentError(row.fault, self.source, row.line)
        return self

    def text(self, row: int, column: int) -> str:
        """Return the text of a cell, without space around it; empty if the row ends before it."""
        cells = self.rows[row].cells
        return cells[column].strip() if column < len(cells) else ""

    def replaced(self, column: int, texts: Mapping[int, str], codec: str = "") -> bytes:
        """Return the file with other texts in the cells of a column, by row; all other rows stay byte for byte."""
        lines = list(self.lines)
        is_quoted = lines[self.header.line - 1].startswith('"')
        for number, text in texts.items():
            line, cells, _, height = self.rows[number]
            cells = [*cells, *[""] * (column + 1 - len(cells))]
            cells[column] = text
            last = lines[line + height - 2]
            line_end = last[len(last.rstrip("\r\n")) :]
            row = _line(cells, delimiter=self.delimiter, quoting=csv.QUOTE_ALL if is_quoted else csv.QUOTE_MINIMAL)
            lines[line - 1 : line + height - 1] = [row + line_end, *[""] * (height - 1)]
        return "".join(lines).encode(codec or self.codec)


def read_table(data: bytes, source: str) -> CsvTable:
    """Return the table in a file; a broken row has a `fault`.  Raise DocumentError for a workbook or no header."""
    if data.startswith(ZIP):
        raise DocumentError("is a workbook or a zip, not a table; open it and save the table as CSV UTF-8", source)
    codec, content, note = _decoded(data, source)
    lines = list(StringIO(content, newline=""))
    separator = re.fullmatch(r"\s*sep=([,;\t])\s*", lines[0], re.IGNORECASE) if lines else None  # Excel's
    delimiter = separator[1] if separator else max(",;\t", key=lambda each: _fitness(lines, each))
    found = list(_rows(lines, 1 if separator else 0, delimiter))
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
    return CsvTable(source, lines, codec, delimiter, header, tuple(checked), note)


def misfit(cells: int, width: int) -> str:
    """Return what is wrong with a row that has more cells than the header, or fewer."""
    advice = "keep empty cells, and put quotes around a cell that contains the delimiter"
    return f"has {counted(cells, 'cell')}, the header {width}; {advice}"


def _decoded(data: bytes, source: str) -> tuple[str, str, str]:
    """Return the codec for writing and the text of a file, and a note if the codec is a guess.  Raise DocumentError."""
    codec = "utf-16" if data[:2] in UTF_16 else "utf-8-sig" if data.startswith(BOM_UTF8) else "utf-8"
    try:
        return codec, data.decode(codec), ""
    except UnicodeDecodeError:
        if codec == "utf-16":
            raise DocumentError("is damaged UTF-16; download it again, or save it as UTF-8", source) from None
    text = data.decode("cp1252", "ignore")
    if not data.decode(errors="ignore").isascii() or text.encode("cp1252") != data:  # damaged UTF-8, or something else
        decode(data, source)
    number, line = next(each for each in enumerate(text.splitlines(), 1) if not each[1].isascii())
    example = f"line {number}: {shortened(line, 60)}"
    note = f"is not UTF-8 and is read as Windows-1252, as in {example}. If letters are wrong, save it as UTF-8"
    return "utf-8", text, note


def _fitness(lines: Sequence[str], delimiter: str) -> tuple[bool, int]:
    """Return how well a delimiter fits: whether all rows have equally many cells, then how many the header has."""
    rows = list(islice(_rows(lines, 0, delimiter), 20))
    widths = [2 if row.fault else len(row.cells) for row in rows]  # with another delimiter a quote may be a letter
    is_even = len(set(widths)) == 1 and widths[0] > 1
    return is_even and not any(row.fault for row in rows), widths[0] if widths else 0


def _rows(lines: Sequence[str], first: int, delimiter: str) -> Iterator[Row]:
    """Yield the rows from a line on that are not blank; after a broken one the next line begins a row."""
    while first < len(lines):
        rest = (lines[each] for each in range(first, len(lines)))
        reader, start = csv.reader(rest, delimiter=delimiter, strict=True), first
        try:
            for cells in reader:
                after = start + reader.line_num
                if any(map(str.strip, cells)):
                    yield Row(first + 1, cells, height=after - first)
                first = after
        except csv.Error:
            yield Row(first + 1, [], UNMATCHED_QUOTES)
            first += 1


def _line(cells: Iterable[Any], **form: Any) -> str:
    file = StringIO()
    csv.writer(file, **form).writerow(cells)  # with its own line end it puts a cell with `\r` in quotes
    return file.getvalue().removesuffix("\r\n")


class NumberText(str):
    """A number as text for a cell.  It stays as it is, even if it begins with a minus sign as formulas may."""

    __slots__ = ()


class TableWriter:
    """Writes rows of a CSV file, in which every text is made safe first."""

    def __init__(self, file: IO[str], line_end: str = "\r\n") -> None:
        self._file = file
        self._line_end = line_end

    def row(self, cells: Iterable[Any]) -> None:
        """Write a row of texts and numbers."""
        self._file.write(_line(safe(each) if type(each) is str else each for each in cells) + self._line_end)


INVISIBLE: Final = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\ufe00-\ufe0f\uffa0]")
"""Invisible characters that Unicode counts as letters and marks."""

STEERING: Final = re.compile(f"[{CONTROLS}{DIRECTIONS}{HALVES}]")


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
    is_formula = text.startswith(("\t", "\r", "\n")) or normalize("NFKC", first).startswith(("=", "+", "-", "@"))
    return f"'{shown}" if is_formula else shown


def writable(text: str) -> str:
    r"""Return a text that every file can hold, with control characters and invalid characters written as escapes.

    >>> writable("=1+1"), writable("a\x00\ud800\u202e")
    ('=1+1', 'a\\x00\\ud800\\u202e')
    """
    return STEERING.sub(lambda sign: repr(sign[0])[1:-1], text)
