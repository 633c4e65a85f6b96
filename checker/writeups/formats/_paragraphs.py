"""Makes a document of the paragraphs, tables and pictures that the readers of .docx and .odt files find.

They come in the order in which they are shown.  Symbol and Wingdings save only the places of their signs in the font;
the signs that they show are here.
"""

from __future__ import annotations

import re
from typing import Final

from checker.writeups.document import Block, BlockKind, Document, Line
from checker.writeups.formats._decode import MAX_CHARACTERS, MAX_LINES, cleaned
from checker.writeups.formats._hidden import notes_on_hidden
from checker.writeups.formats._notes import cut_off, equations_note, first_lines, first_signs, pictures_note
from checker.writeups.formats._spans import BREAK, UNKNOWN, Span, lines_of, numbered, row, text_blocks

PLAIN_SCRIPT: Final = re.compile(r"st|nd|rd|th|\[\d+\]|[*†‡]")
"""Endings of ordinals, and references to notes."""
ALONE: Final = re.compile(r"\$([^$]+)\$[.,;]?")
"""An equation without text around it."""
SPACED: Final = re.compile(r"(\s*)(.*?)(\s*)", re.DOTALL)
_GREEK: Final = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ", strict=True)) | dict(
    zip("abcdefghijklmnopqrstuvwxyz", "αβχδεφγηιϕκλμνοπθρστυϖωξψζ", strict=True)
)
_SIGNS: Final = dict(
    zip(
        (0x40, 0x22, 0x24, 0x27, 0x2A, 0x2D, *range(0xA2, 0xA6), 0xA7, *range(0xAA, 0xBD), *range(0xC0, 0xD0)),
        "≅∀∃∋\u2217−\u2032≤\u2044∞♣♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…ℵℑℜ℘⊗⊕∅∩\u222a⊃⊇⊄⊂⊆∈∉",
        strict=True,
    )
) | dict(zip((0xD0, 0xD1, *range(0xD5, 0xE0), 0xE5, 0xF2), "∠∇∏√⋅¬∧\u2228⇔⇐⇑⇒⇓∑∫", strict=True))
_WINGDINGS: Final = {0xFC: "✓", 0xFE: "☑", 0xA8: "☐", 0x6F: "☐", 0xE0: "→", 0xDF: "←", 0xF0: "⇒", 0xFB: "✗", 0xFD: "☒"}
_PRIVATE: Final = 0xF000
"""The block of Unicode in which the characters of symbol fonts are saved."""


class Full(Exception):  # noqa: N818 - no error: enough was read
    """Raised where a document has more lines or characters than are read."""


class Paragraphs:
    """Collects the text of a word processor's document in the order in which it is shown.

    Text is added to the paragraph that was begun last, or to the cell of a table that is open.  Raises Full where a
    document has more lines or characters than are read.
    """

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.where = ""
        """Where the text is if it is not in the order of the paragraphs: `note 2`."""
        self._number = 0
        self._kind: BlockKind = "paragraph"
        self._level = 0
        self._began = ""
        self._spans: list[Span] = []
        self._script: tuple[str, list[Span]] = ("", [])
        """The sign of an index or an exponent, and its pieces."""
        self._pictures: list[tuple[str, int]] = []
        self._lost: list[str] = []
        self._cells: list[list[Span]] | None = None
        """The cells of the row that is read; None outside of tables."""
        self._rows: list[Line] = []
        self._hidden: list[str] = []
        self._characters = self._lines = 0

    def begin(self, kind: BlockKind = "paragraph", level: int = 0, marker: str = "") -> None:
        """Begin a paragraph, or in a table a line of the cell; `marker` is the number of a list item, such as `3.`."""
        if self._cells is not None:
            self._add(Span(BREAK, 0))
        else:
            self.end()
            self._kind, self._level, self._began = kind, level, self._next_place()
        if marker:
            self._add(Span(f"{marker} ", 0))

    def text(self, text: str, *, strong: bool = False, struck: bool = False, script: str = "") -> None:
        """Add text to the open paragraph; `script` is `^` for an exponent, `_` for an index."""
        text = cleaned(text)
        if script != self._script[0]:
            self._end_script()
            self._script = script, []
        if script:
            self._script[1].append(Span(text, 0, strong, struck))
        elif text:
            self._add(Span(text, 0, strong, struck))

    def mathematics(self, latex: str, *, displayed: bool = False) -> None:
        """Add a formula; one that is displayed is on a line of its own, or on that of the number of its item."""
        if latex := " ".join(cleaned(latex).split()):
            is_alone = displayed and self._cells is None and (self._kind != "item" or len(self._spans) > 1)
            self._add(Span(f"{BREAK}\\[{latex}\\]{BREAK}" if is_alone else f"${latex}$", 0))

    def lost_equation(self, text: str) -> None:
        """Add an equation that cannot be read, as the characters in it: a block of its own after the paragraph."""
        self._count("")
        self._lost.append(" ".join(cleaned(text).split()))

    def line_break(self) -> None:
        """End a line of the paragraph."""
        self._add(Span(BREAK, 0))

    def picture(self, description: str, number: int = 0) -> None:
        """Add a picture, which comes after its paragraph; with its number in the file, if it is in it."""
        self._count("")
        self._pictures.append((" ".join(cleaned(description).split()) or "picture", number))

    def hide(self, text: str) -> None:
        """Note a text that the document hides, and leave it out."""
        if self._hidden and len(self._hidden[-1]) < MAX_LINES:
            text = self._hidden.pop() + text
        self._hidden.append(text)

    def end(self) -> None:
        """End the paragraph and add its blocks; in tables it goes on."""
        self._end_script()
        if self._cells is not None:
            return
        spans, self._spans = self._spans, []
        place = UNKNOWN._replace(shown=self._began)
        lines = [line._replace(place=place) for line in lines_of(_with_own_breaks(spans))]
        if self._kind == "paragraph" and len(lines) == 1 and (alone := ALONE.fullmatch(lines[0].text)):
            lines[0] = lines[0]._replace(text=f"\\[{alone[1]}\\]")
        if self._kind == "heading":
            lines = [line._replace(strong=()) for line in lines]
        self.blocks += text_blocks(self._kind, lines, self._level, keeps_spaces=True)
        for description, number in self._pictures:
            there = place._replace(shown=f"{place.shown}, picture {number}") if number else place
            self.blocks.append(Block("picture", (Line(description, there),)))
        self.blocks += [Block("unread", (Line(text, place),)) for text in self._lost]
        self._pictures, self._lost = [], []
        self._kind, self._level = "paragraph", 0

    def begin_table(self) -> None:
        """Begin a table, which counts as a paragraph."""
        self.end()
        self._began = self._next_place()
        self._rows = []

    def begin_row(self) -> None:
        """Begin a row of a table."""
        self._cells = []

    def begin_cell(self) -> None:
        """Begin a cell of a row."""
        self._end_script()
        if self._cells is not None:
            self._cells.append([])

    def end_row(self, number: int) -> None:
        """End a row of a table. Its number, counted from 1, names it in messages: `paragraph 12, row 3`."""
        self._end_script()
        cells, self._cells = self._cells or [], None
        self._count("")
        place = UNKNOWN._replace(shown=f"{self._began}, row {number}")
        line = row(map(_with_own_breaks, cells), place, is_typed=True)
        if any(line.cells) or line.struck:
            self._rows.append(line)

    def end_table(self) -> None:
        """End a table."""
        rows, self._rows = tuple(self._rows), []
        if rows:
            self.blocks.append(Block("table", rows))
        self.end()

    def document(self, file: str, *notes: str) -> Document:
        """Return the document made of all that was collected, with numbered lines and these notes."""
        self.end()
        blocks, more = first_lines(self.blocks)
        blocks, cut = first_signs(blocks)
        blocks = numbered(blocks)
        troubles, unread = cut_off((*more, *cut))
        notes = (*notes_on_hidden(self._hidden), *notes, *more, *cut, *pictures_note(blocks), *equations_note(blocks))
        source = tuple(line.text for block in blocks for line in block.lines)
        return Document(file, tuple(blocks), None, source, notes, troubles, unread)

    def _next_place(self) -> str:
        """Count a paragraph, and return where a person finds it: `paragraph 12`."""
        self._number += 1
        return self.where or f"paragraph {self._number}"

    def _count(self, text: str) -> None:
        """Count the characters of a text, or a line for an empty one; raise Full beyond the limits."""
        self._characters += len(text)
        self._lines += not text or text == BREAK
        if self._characters > MAX_CHARACTERS or self._lines > 2 * MAX_LINES:
            raise Full

    def _add(self, span: Span) -> None:
        """Add a piece of text to the paragraph, or to the cell that is read."""
        if self._script[0] and self._script[1]:
            self._end_script()
        self._count(span.text)
        if self._cells is None:
            self._spans.append(span)
        else:
            if not self._cells:
                self._cells.append([])
            self._cells[-1].append(span)

    def _end_script(self) -> None:
        """Add an index or an exponent to the text: `10^{-4}`."""
        (sign, pieces), self._script = self._script, ("", [])
        inside = "".join(each.text for each in pieces)
        if not sign or not inside:
            return
        found = SPACED.fullmatch(inside)
        before, core, after = found.groups() if found else ("", inside, "")
        strong, struck = pieces[0].strong, pieces[0].struck
        if not core or PLAIN_SCRIPT.fullmatch(core):
            text = inside
        else:
            text = f"{before}{sign}{core}{after}" if len(core) == 1 else f"{before}{sign}{{{core}}}{after}"
        self._add(Span(text, 0, strong, struck))


def _with_own_breaks(spans: list[Span]) -> list[Span]:
    """Return spans in which each line break is a span of its own."""
    if not any(BREAK in span.text and span.text != BREAK for span in spans):
        return spans
    found: list[Span] = []
    for span in spans:
        for number, piece in enumerate(span.text.split(BREAK)):
            if number:
                found.append(Span(BREAK, 0))
            if piece:
                found.append(span._replace(text=piece))
    return found


def is_symbolic(font: str) -> bool:
    """Return whether the letters of a font are shown as other signs."""
    return font in {"Symbol", "Wingdings"}


def shown(text: str, font: str) -> str:
    r"""Return text as a symbol font shows it; a character that is not known for Wingdings becomes a space.

    >>> shown("2 \uf0b4 3", "Symbol")
    '2 × 3'
    """
    return "".join(_sign(ord(sign), font) for sign in text)


def _sign(code: int, font: str) -> str:
    """Return the sign that a font shows for a character; a space if Wingdings shows one that is not known."""
    code = code - _PRIVATE if _PRIVATE <= code < _PRIVATE + 0x100 else code
    if font == "Wingdings":
        return _WINGDINGS.get(code, " ")
    return _SIGNS.get(code) or _GREEK.get(chr(code), chr(code))
