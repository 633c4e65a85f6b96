"""LaTeX, as far as its text, its formulas and its tables go.  Nothing is run, and no other file is opened."""

from __future__ import annotations

import re
from typing import Final

from checker.writeups.document import Block, Document, Line, Place
from checker.writeups.formats._decode import decoded
from checker.writeups.formats._mathematics import group_ends
from checker.writeups.formats._notes import cut_off, first_lines, pictures_note
from checker.writeups.formats._tex_hidden import without_unprinted
from checker.writeups.formats._tex_macros import expanded
from checker.writeups.formats._tex_reader import TexReader
from checker.writeups.formats._tex_words import without_quantities

SUFFIXES: Final = {".tex": ".tex", ".latex": ".tex"}

BEGIN: Final = r"\begin{document}"
END: Final = r"\end{document}"
TITLE: Final = re.compile(r"(?m)^[^%\n]*?\\title\s*(?:\[[^\][]*\])?\s*(?=\{)")


def read(data: bytes, file: str) -> Document:
    """Return the document in a LaTeX file."""
    source = decoded(data)
    text, notes = expanded(source.text)
    shown = without_unprinted(text)
    text = without_quantities(shown.text)
    preamble, begin, body = text.partition(BEGIN)
    blocks = _title(preamble) if begin else []
    if not begin:
        preamble, body = "", text
    reader = TexReader(body.partition(END)[0], preamble.count("\n") + 1)
    reader.read()
    blocks, more = first_lines((*blocks, *reader.blocks))
    notes = [*source.notes, *more, *notes, *shown.notes, *reader.notes, *pictures_note(blocks)]
    troubles, unread = cut_off((*source.cut, *more))
    return Document(file, tuple(blocks), None, source.lines, tuple(notes), troubles, (*unread, *shown.unread))


def _title(preamble: str) -> list[Block]:
    """Return the title of a document as a heading."""
    found = TITLE.search(preamble)
    end = group_ends(preamble).get(found.end(), -1) if found else -1
    if found is None or end < 0:
        return []
    reader = TexReader(preamble[found.end() + 1 : end - 1])
    reader.read()
    place = Place(preamble.count("\n", 0, found.end()) + 1)
    text = " ".join(line.text for block in reader.blocks for line in block.lines)
    return [Block("heading", (Line(text, place),), 1)] if text else []
