"""A document that was handed in, as the reader sees it: blocks of lines, each line with its place in the file.

It also has notes and troubles: what could not be read, and what a person has to look at.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Literal, NamedTuple

from checker.document import MappingNode

BlockKind = Literal[
    "heading", "paragraph", "item", "table", "formula", "code", "output", "picture", "included", "unread", "quote"
]
"""The line of a picture is its description, that of an included file is its name, and an unread one is what is left of
an equation of which signs are lost.  None of them is read."""
CODE: Final = frozenset({"code", "output"})
"""Blocks of code, and of what it prints."""
NOT_OWN: Final = frozenset({"picture", "included", "unread", "quote"})
"""Blocks whose lines are not the student's own."""
NO_TEXT: Final = CODE | NOT_OWN
"""Blocks whose numbers are those of a program or of another person."""


class Place(NamedTuple):
    """The place of a line in a file: its number, counted from 1, or the number in a cell of a notebook."""

    line: int
    cell: int | None = None
    shown: str = ""
    """Where a person finds the line in a file without lines: `page 2, line 7`, `line 3, picture 1`."""

    def __str__(self) -> str:
        if self.shown:
            return self.shown
        return f"line {self.line}" if self.cell is None else f"cell {self.cell}, line {self.line}"


class Line(NamedTuple):
    """One line of a document, without its markup.

    `text`: what it says, with mathematics as LaTeX between `$` signs, and without struck-out text.  The marker of a
    numbered list item belongs to it (`3) Calculate`), that of a bullet does not.
    """

    text: str
    place: Place
    strong: tuple[str, ...] = ()
    """Pieces of the text that are bold or boxed."""
    struck: str = ""
    """The struck-out text of this line."""
    cells: tuple[str, ...] = ()
    """The cells of a table's row; `text` then joins them with ` | `."""


class Evidence(NamedTuple):
    """A place in a student's file, and what is written there."""

    file: str
    place: Place
    text: str

    @property
    def where(self) -> dict[str, Any]:
        """Return the place for JSON: a `cell` only of a notebook, `where` only in files without numbered lines."""
        line, cell, shown = self.place
        where = {"file": self.file, "line": line, "cell": cell, "where": shown or None}
        return {key: value for key, value in where.items() if value is not None}

    @property
    def record(self) -> dict[str, Any]:
        """Return the place for JSON, with what is written there."""
        return self.where | {"text": self.text}


class Block(NamedTuple):
    """Lines that belong together.  A formula on lines of its own is one line of LaTeX, without the `$$`."""

    kind: BlockKind
    lines: tuple[Line, ...]
    level: int = 0
    """Of a heading: 1 is the outermost.  Of a list item: its depth, counted from 1."""


class DocumentTrouble(NamedTuple):
    """A fault in a document that a person has to look at: its line, and a message with what to do."""

    line: int | None
    message: str


class UnreadPages(DocumentTrouble):
    """Pages without text, which a person reads as pictures."""

    __slots__ = ()


class Document(NamedTuple):
    """A document that a student has handed in, as read from its file: blocks, front matter, notes."""

    file: str
    """The path as messages name it."""
    blocks: tuple[Block, ...]
    front: MappingNode | None = None
    """The front matter, a YAML mapping at the top."""
    source: tuple[str, ...] = ()
    """The lines of the file; of a format that people do not read as text (HTML, notebooks) the lines of the blocks."""
    notes: tuple[str, ...] = ()
    """Sentences on what could not be read, such as `3 pictures were not read`."""
    troubles: tuple[DocumentTrouble, ...] = ()
    """Errors in the front matter, and limits at which the file was cut off."""
    unread: tuple[str, ...] = ()
    """Sentences on pieces that were not read: an answer that was not found may be there."""
    pages: tuple[int, ...] = ()
    """Numbers of the pages without text, which a person reads as pictures.  A photograph is page 1."""

    @property
    def lines(self) -> Iterator[tuple[Block, Line]]:
        """Yield all lines of the document, each with the block that it is in."""
        return ((block, line) for block in self.blocks for line in block.lines)


class DocumentUnreadable(Exception):  # noqa: N818 - it describes the document
    """Raised where nothing in a file can be read; the message says why, and what to do."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        """The line where the trouble is, if it is known."""


class NotInstalled(DocumentUnreadable):
    """Raised where the library or program that reads a file is missing or too old, which may be otherwise later."""


class TookTooLong(DocumentUnreadable):
    """Raised where reading a file met the time limit, which may be otherwise on another machine."""
