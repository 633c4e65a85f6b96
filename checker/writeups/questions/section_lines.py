"""All lines of a student's documents in one sequence, before they are divided among the questions.

Each says if it repeats a prompt. Very long lines come in pieces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from checker.writeups.document import Block, Document, Line
from checker.writeups.language.phrases import one_of
from checker.writeups.language.words import tokens
from checker.writeups.questions.sheet_index import SheetIndex, may_be_copied

_COPIED: Final = 0.7
"""Share of a line's words that repeat a prompt, from which it is a copy of it."""
_OWN: Final = re.compile(rf"\W*{one_of('own-sentences')}\b", re.IGNORECASE)
_BEGINNING: Final = 20
"""Characters of bold text by which it is recognized at the start of a line."""

_LONGEST: Final = 5_000
"""Characters of a line that is read at once."""

_MOST_STRONG: Final = 50
"""Bold pieces of a long line that are kept."""

_MOST_CELLS: Final = 200
"""Cells of a long row that are kept."""

_PIECE: Final = re.compile(rf".{{1,{_LONGEST}}}(?!\S)|.{{1,{_LONGEST}}}(?<![\d.,])|[\d.,]+", re.DOTALL)
"""A piece ends before a space, or else after any sign that cannot be in a number."""


class SectionLine(NamedTuple):
    """A line of a document, with its block and the number of its document."""

    file: int
    block: Block
    line: Line
    is_prompt: bool
    """It repeats the prompt."""
    starts_block: bool

    @property
    def is_heading(self) -> bool:
        """Return whether it is a line of a heading."""
        return self.block.kind == "heading"

    @property
    def starts_bold(self) -> bool:
        """Return whether it begins with bold text."""
        strong = self.line.strong
        return bool(strong) and self.line.text.lstrip(" (-*#").startswith(strong[0][:_BEGINNING])


def section_lines(documents: Sequence[Document], index: SheetIndex) -> Iterator[SectionLine]:
    """Yield the lines of all documents that are not blank; long lines in pieces."""
    for file, document in enumerate(documents):
        for block in document.blocks:
            for number, line in enumerate(block.lines):
                for place, piece in enumerate(_pieces(line)):
                    if piece.text.strip():
                        yield SectionLine(file, block, piece, _is_copied(piece, index), number + place == 0)


def _is_copied(line: Line, index: SheetIndex) -> bool:
    """Return whether a line repeats the words of a prompt."""
    if index.questions_with_option(line.text):
        return False
    if index.has_line(line.text):
        return True
    if _OWN.match(line.text):
        return False
    words = tokens(line.text)
    return may_be_copied(words) and max(index.copied_shares(words), default=0.0) >= _COPIED


def _pieces(line: Line) -> Iterator[Line]:
    """Yield a line, or a long one in pieces that keep its place.

    A number or cell that is longer than the limit is left out; of bold pieces and cells only the first are kept.
    """
    if len(line.text) <= _LONGEST:
        yield line
        return
    cells = tuple(cell if len(cell) <= _LONGEST else "" for cell in line.cells[:_MOST_CELLS])
    line = line._replace(strong=line.strong[:_MOST_STRONG], cells=cells)
    if cells:
        yield line._replace(text=" | ".join(cells)[:_LONGEST])
        return
    for found in _PIECE.finditer(line.text):
        if len(found[0]) <= _LONGEST:
            yield line._replace(text=found[0])
