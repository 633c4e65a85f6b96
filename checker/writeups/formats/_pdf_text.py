"""The text of a PDF file by the places of its letters, and what could not be read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from checker.writeups.document import Block, Document, DocumentTrouble, Line, Place, UnreadPages
from checker.writeups.formats import _pdf_process
from checker.writeups.formats._errors import DocumentUnreadable
from checker.writeups.formats._hidden import hidden_texts
from checker.writeups.formats._notes import cut_off, equations_note, few, first_lines, first_signs, pictures_note
from checker.writeups.formats._pdf_atoms import Page, page_of
from checker.writeups.formats._pdf_blocks import blocks_of
from checker.writeups.formats._pdf_lines import PdfLine, lines_of_page

SCAN: Final = "no text in this file: its pages are pictures, and a person must read them"
NO_TEXT: Final = "{} no text: a person must read {}"
HIDDEN: Final = (
    "no text in this file that can be seen: it is drawn invisibly, in the colour behind it, or off the page; "
    "a person must look at it"
)
UNSEEN: Final = "{} no text that can be seen: a person must look at {}"
DRAWN: Final = "drawings, ticks and comments were not read: a person must look at {}"
EMPTY_PAGE: Final = Page([], [], [], [], 0, 0.0, 0.0, True, [], False)
"""A page that cannot be read: a person must."""
MOST_HIDDEN: Final = 1000
"""Length of hidden text that is reported as one piece."""
TURNED: Final = "{} not level was not read"
PAGES: Final = "only the first {:,} of {:,} pages were read"


def read_text(data: bytes, file: str) -> Document:
    """Return the document in a PDF file."""
    answer = _pdf_process.pages_of(data)
    pages: list[tuple[Page, list[PdfLine]]] = []
    scans: list[int] = []
    unseen: list[int] = []
    for number, found in enumerate(answer["pages"], 1):
        page = EMPTY_PAGE if "broken" in found else page_of(found)
        lines = [] if page.is_scan else lines_of_page(page, number)
        if not lines and (page.is_scan or page.pictures):
            scans.append(number)
        elif not lines and page.hidden:
            unseen.append(number)
        pages.append((page._replace(hidden=[]) if page.is_scan else page, lines))
    if all("broken" in each for each in answer["pages"]):
        raise DocumentUnreadable(_pdf_process.BROKEN)
    without_text = (*sorted((*scans, *unseen)),)
    if without_text and not any(lines for _, lines in pages):
        trouble = UnreadPages(None, SCAN) if scans else DocumentTrouble(None, HIDDEN)
        return Document(file, (), troubles=(trouble,), pages=without_text)
    blocks, more = first_lines(_numbered(blocks_of(pages)))
    blocks, cut = first_signs(blocks)
    limits = [*more, *cut]
    if len(answer["pages"]) < answer["count"]:
        limits.append(PAGES.format(len(answer["pages"]), answer["count"]))
    hidden = hidden_texts(_together(text for page, _ in pages for text in page.hidden))
    turned = sum(page.turned for page, _ in pages)
    notes = [*hidden.notes, *limits]
    unread = [*hidden.unread]
    drawn = [number for number, (page, _) in enumerate(pages, 1) if page.is_drawn_on]
    told = [_about(numbers, sentence) for numbers, sentence in ((scans, NO_TEXT), (unseen, UNSEEN)) if numbers]
    told += [DRAWN.format(few("page", drawn))] if drawn else []
    notes += told
    unread += [f"{each[0].upper()}{each[1:]}." for each in told]
    if turned:
        notes.append(TURNED.format("text that is"))
    troubles, ends = cut_off(limits)
    marked = [DocumentTrouble(None, each) for each in told if drawn and each == told[-1]]
    scanned = [UnreadPages(None, each) for each in told[: len(told) - len(marked)]]
    source = tuple(line.text for block in blocks for line in block.lines)
    notes += (*pictures_note(blocks), *equations_note(blocks))
    return Document(
        file,
        tuple(blocks),
        None,
        source,
        tuple(notes),
        (*troubles, *scanned, *marked),
        (*ends, *unread),
        without_text,
    )


def _about(pages: list[int], sentence: str) -> str:
    """Return a sentence on pages without text."""
    is_one = len(pages) == 1
    return sentence.format(f"{few('page', pages)} {'has' if is_one else 'have'}", "it" if is_one else "them")


def _together(texts: Iterator[tuple[str, bool]]) -> list[tuple[str, bool]]:
    """Return hidden texts, neighbours together."""
    found: list[tuple[str, bool]] = []
    for text, is_certain in texts:
        is_next = found and found[-1][1] == is_certain and len(found[-1][0]) < MOST_HIDDEN
        before = found.pop()[0] if is_next else ""
        found.append((before + text, is_certain))
    return found


def _numbered(blocks: Iterator[Block]) -> Iterator[Block]:
    """Yield blocks whose lines are numbered in the document, and named by their place on the page."""
    number = 0
    for block in blocks:
        lines: list[Line] = []
        for line in block.lines:
            number += 1
            lines.append(line._replace(place=Place(number, None, line.place.shown)))
        yield block._replace(lines=tuple(lines))
