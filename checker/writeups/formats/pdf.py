"""Reads PDF files with a text layer, by the places of their letters; a page without text counts as a picture."""

from __future__ import annotations

from typing import Any, Final

from checker.writeups.document import Block, Document, DocumentTrouble, Line, Place, UnreadPages
from checker.writeups.formats._hidden import notes_on_hidden
from checker.writeups.formats._notes import cut_off, equations_note, few, pictures_note

SUFFIXES: Final = {".pdf": ".pdf"}
EXTRA: Final = "pdf"
LIMIT: Final = 50_000_000
SCAN: Final = "no text in this file: its pages are pictures, and a person must read them"
NO_TEXT: Final = "{} no text: a person must read {}"
HIDDEN: Final = "no text in this file that can be seen: it is drawn invisibly; a person must look at it"
UNSEEN: Final = "{} no text that can be seen: a person must look at {}"
DRAWN: Final = "drawings, ticks and comments were not read: a person must look at {}"
TURNED: Final = "text that is not level was not read"


def read(data: bytes, file: str, _suffix: str = "") -> Document:
    """Return the document in the bytes of a PDF file; without blocks if no page has text. Raise DocumentUnreadable."""
    from checker.writeups.formats._pdf_process import pages_of  # here, because few files need it

    found = pages_of(data)
    scans, unseen, drawn = found["scans"], found["unseen"], found["drawn"]
    pages = (*sorted((*scans, *unseen)),)
    blocks = tuple(Block(kind, tuple(_line(*line) for line in lines), level) for kind, lines, level in found["blocks"])
    if pages and all(block.kind == "picture" for block in blocks):
        trouble = UnreadPages(None, SCAN) if scans else DocumentTrouble(None, HIDDEN)
        return Document(file, (), troubles=(trouble,), pages=pages)
    scanned = [_about(numbers, sentence) for numbers, sentence in ((scans, NO_TEXT), (unseen, UNSEEN)) if numbers]
    marked = [DRAWN.format(few("page", drawn))] if drawn else []
    troubles, ends = cut_off(found["limits"])
    notes = [*notes_on_hidden(found["hidden"]), *found["limits"], *scanned, *marked]
    return Document(
        file,
        blocks,
        None,
        tuple(line.text for block in blocks for line in block.lines),
        (*notes, *([TURNED] if found["turned"] else []), *pictures_note(blocks), *equations_note(blocks)),
        (*troubles, *(UnreadPages(None, each) for each in scanned), *(DocumentTrouble(None, each) for each in marked)),
        (*ends, *(f"{each[0].upper()}{each[1:]}." for each in (*scanned, *marked))),
        pages,
    )


def _about(pages: list[int], sentence: str) -> str:
    """Return a sentence filled in with the numbers of pages: `pages 2 and 3 have no text`."""
    is_one = len(pages) == 1
    return sentence.format(f"{few('page', pages)} {'has' if is_one else 'have'}", "it" if is_one else "them")


def _line(text: str, place: list[Any], strong: list[str], struck: str, cells: list[str]) -> Line:
    """Return a line as it was before it went from one process to the other."""
    return Line(text, Place(*place), tuple(strong), struck, tuple(cells))
