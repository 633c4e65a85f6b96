"""Reads what texts of Word and of OpenDocument have in common: looks, symbols, notes, tables.

`OfficeBody` is the base class of both readers; `read_package` makes the document.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from xml.etree.ElementTree import Element

from checker.writeups.document import Document
from checker.writeups.formats._docx_styles import Looks, Properties, looks_of
from checker.writeups.formats._paragraphs import Full, Paragraphs, is_symbolic, shown


class OfficeBody:
    """Reads the XML elements of a document into paragraphs and tables; each format adds its elements."""

    def __init__(self, out: Paragraphs) -> None:
        self.out = out
        self._asked: list[Element] = []
        """The notes of the paragraph: they come after it."""
        self._count = 0
        """How many of them were read."""
        self._text: Properties = {}
        self._looks = Looks()
        self._is_hidden = False
        """Whether nothing of the paragraph is shown, whatever its text looks like."""
        self._marker: str | None = None
        """The number of an item whose text has not been met."""
        self._in_cell = 0

    def read(self, element: Element) -> None:
        """Read the paragraphs and tables below an element."""
        raise NotImplementedError

    def _cell(self, element: Element) -> None:
        """Read a cell of a table."""
        raise NotImplementedError

    def _looks_of(self, properties: Properties) -> Looks:
        """Return how text with these properties looks at this place."""
        looks = looks_of(properties)
        return looks._replace(is_hidden=True) if self._is_hidden else looks

    def add_text(self, text: str) -> None:
        """Add text in the current look; hidden text is only noted."""
        looks = self._looks
        if looks.is_hidden:
            self.out.hide(text)
        else:
            text = shown(text, looks.font) if is_symbolic(looks.font) else text
            self.out.text(text, strong=looks.strong, struck=looks.struck, script=looks.script)

    def break_line(self) -> None:
        """End a line, if text is seen here."""
        if not self._looks.is_hidden:
            self.out.line_break()

    def _after(self) -> None:
        """Read the notes of the paragraph."""
        asked, self._asked = self._asked, []
        if self._in_cell or not asked:
            for each in asked:
                self.read(each)
            return
        self.out.end()
        where, marker = self.out.where, self._marker
        for each in asked:
            self._count += 1
            self.out.where, self._marker = f"note {self._count}", None
            self.read(each)
            self.out.end()
        self.out.where, self._marker = where, marker

    def _read_table(self, rows: Sequence[tuple[int, Sequence[Element]]]) -> None:
        """Read a table, given the number of each row and its cells; one cell is a frame around text."""
        if self._in_cell or sum(len(cells) for _, cells in rows) == 1:
            for cell in (cell for _, cells in rows for cell in cells):
                self._cell(cell)
            return
        self.out.begin_table()
        self._in_cell += 1
        for number, cells in rows:
            self.out.begin_row()
            for cell in cells:
                self.out.begin_cell()
                self._cell(cell)
            self.out.end_row(number)
        self._in_cell -= 1
        self.out.end_table()


def read_package(file: str, body: Element, reader: Callable[[Paragraphs], OfficeBody]) -> Document:
    """Return the document whose text is in the element `body`."""
    out = Paragraphs()
    with suppress(Full):  # the document says so
        reader(out).read(body)
    return out.document(file)
