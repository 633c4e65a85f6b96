"""Cuts off documents that are too long, and writes notes on what was not read, such as pictures.

It also knows which links lead to pictures.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final

from checker.text.words import counted, first_of
from checker.writeups.document import Document, DocumentTrouble

MAX_LINES: Final = 5_000
"""Maximum number of lines, a hundred pages; output of code does not count."""
MAX_CHARACTERS: Final = 200_000
"""Maximum number of characters, so that a document takes seconds at most, whatever it holds."""
FIRST_LINES: Final = f"only the first {MAX_LINES:,} lines were read"
FIRST_CHARACTERS: Final = f"only the first {MAX_CHARACTERS:,} characters were read"
_SHORTEN: Final = "the end of this file was not read: {}; shorten it, or hand it in as several files"
NOT_ALL: Final = "Not all of this file was read: {}."
_SUFFIX: Final = r"\.(?:png|jpe?g|heic|gif|webp|tiff?|bmp|svg|pdf)"
"""The end of the name of a picture or a scan, in lower case."""
_PAPER: Final = re.compile(r"https?:.*\.pdf\b", re.IGNORECASE)
"""A PDF on the web is not the student's."""


def few(noun: str, numbers: Sequence[int]) -> str:
    """Return a noun with its numbers for a message, at most five of them: `lines 3, 5 and 9`."""
    return f"{noun}{'s' if len(numbers) > 1 else ''} {first_of([*map(str, numbers)])}"


def first_text(text: str) -> tuple[str, list[str]]:
    """Return a text up to the maximum numbers of characters and lines, and notes on those that it exceeds."""
    notes = []
    if len(text) > MAX_CHARACTERS:
        text = text[:MAX_CHARACTERS]
        notes.append(FIRST_CHARACTERS)
    if text.count("\n", 0, -1) >= MAX_LINES:
        text = "\n".join(text.split("\n", MAX_LINES)[:MAX_LINES])
        notes.append(FIRST_LINES)
    return text, notes


def within_limits(document: Document) -> Document:
    """Return a document up to the maximum numbers of lines and characters, with all notes on what was not read."""
    blocks, limits = [], []
    lines, characters = MAX_LINES, MAX_CHARACTERS
    for block in document.blocks:
        kept = []
        for line in block.lines:
            lines -= block.kind != "output"
            characters -= len(line.text)
            if min(lines, characters) < 0:
                limits.append(FIRST_LINES if lines < 0 else FIRST_CHARACTERS)
                if lines >= 0 and not line.cells:  # the words of a long paragraph that are within the limit
                    kept.append(line._replace(text=line.text[:characters].rpartition(" ")[0]))
                break
            kept.append(line)
        if kept:
            blocks.append(block._replace(lines=tuple(kept)))
        if limits:
            break
    document = with_limits(document._replace(blocks=tuple(blocks)), limits)
    source = document.source or tuple(line.text for _, line in document.lines)
    unread = Counter({"picture": 0, "equation": 0})
    for block in blocks:
        unread["picture"] += block.kind == "picture"
        unread["equation"] += len(block.lines) if block.kind == "unread" else 0
    notes = (f"{counted(n, noun)} {'was' if n == 1 else 'were'} not read" for noun, n in unread.items() if n)
    return document._replace(source=source, notes=(*document.notes, *notes))


def with_limits(document: Document, limits: Collection[str]) -> Document:
    """Return a document with what there is to say about limits, such as `only the first 5,000 lines were read`."""
    limits = [each for each in limits if each not in document.notes]
    return document._replace(
        notes=(*document.notes, *limits),
        troubles=(*document.troubles, *(DocumentTrouble(None, _SHORTEN.format(each)) for each in limits)),
        unread=(*document.unread, *(f"The end of this file was not read: {each}." for each in limits)),
    )


def is_picture_link(link: str) -> bool:
    """Return whether a link leads to a picture or a scan.

    >>> [is_picture_link(each) for each in ("photo.JPG?dl=1", "scan.pdf", "https://arxiv.org/1706.03762.pdf", "x.html")]
    [True, True, False, False]
    """
    return bool(re.search(rf"{_SUFFIX}(?:[?#]|\Z)", link, flags=re.IGNORECASE)) and not _PAPER.match(link)
