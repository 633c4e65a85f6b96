"""Writes notes on what a document's reader left out, such as pictures, and cuts off documents that are too long.

It also knows which links lead to pictures.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from checker.writeups.document import Block, DocumentTrouble
from checker.writeups.formats._decode import MAX_LINES, readable_length

SHOWN: Final = 5
_SHORTEN: Final = "the end of this file was not read: {}; shorten it, or hand it in as several files"
CUT: Final = "The end of this file was not read: {}."
NOT_ALL: Final = "Not all of this file was read: {}."
_SUFFIX: Final = r"\.(?:png|jpe?g|heic|gif|webp|tiff?|bmp|svg|pdf)"
"""The end of the name of a picture or a scan, in lower case."""
_PAPER: Final = re.compile(r"https?:.*\.pdf\b", re.IGNORECASE)
"""A PDF on the web is not the student's."""


def few(noun: str, numbers: Sequence[int]) -> str:
    """Return a noun with its numbers for a message, at most SHOWN of them: `lines 3, 5 and 9`."""
    if len(numbers) == 1:
        return f"{noun} {numbers[0]}"
    if len(numbers) > SHOWN:
        return f"{noun}s {', '.join(map(str, numbers[:SHOWN]))} and {len(numbers) - SHOWN} more"
    return f"{noun}s {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"


def pictures_note(blocks: Iterable[Block]) -> tuple[str, ...]:
    """Return the note that a document's pictures were not read; empty if it has none."""
    return _unread("picture", sum(block.kind == "picture" for block in blocks))


def equations_note(blocks: Iterable[Block]) -> tuple[str, ...]:
    """Return the note on equations with signs that could not be read; empty if there are none."""
    return _unread("equation", sum(len(block.lines) for block in blocks if block.kind == "unread"))


def _unread(noun: str, count: int) -> tuple[str, ...]:
    return (f"{count:,} {noun}{' was' if count == 1 else 's were'} not read",) if count else ()


def cut_off(notes: Iterable[str]) -> tuple[tuple[DocumentTrouble, ...], tuple[str, ...]]:
    """Return the troubles, with what to do, and the sentences for notes such as `only the first lines were read`."""
    found = tuple(notes)
    troubles = tuple(DocumentTrouble(None, _SHORTEN.format(note)) for note in found)
    return troubles, tuple(CUT.format(note) for note in found)


def first_lines(blocks: Iterable[Block]) -> tuple[list[Block], tuple[str, ...]]:
    """Return the blocks up to the maximum number of lines, and a note if there are more.

    Output of code does not count: the reader of notebooks cuts that of each cell.
    """
    found: list[Block] = []
    left = MAX_LINES
    for block in blocks:
        if block.kind == "output":
            found.append(block)
            continue
        if len(block.lines) > left:
            kept = [*found, block._replace(lines=block.lines[:left])] if left else found
            return kept, (f"only the first {MAX_LINES:,} lines were read",)
        found.append(block)
        left -= len(block.lines)
    return found, ()


def first_signs(blocks: list[Block]) -> tuple[list[Block], tuple[str, ...]]:
    """Return the first blocks, up to the maximum number of characters, and a note if there are more."""
    text = "\n".join(line.text for block in blocks for line in block.lines)
    end = readable_length(text)
    if end == len(text):
        return blocks, ()
    found: list[Block] = []
    left = end
    for block in blocks:
        left -= sum(len(line.text) + 1 for line in block.lines)
        if left < 0:
            break
        found.append(block)
    return found, (f"only the first {end:,} characters were read",)


def is_picture_link(link: str) -> bool:
    """Return whether a link leads to a picture or a scan.

    >>> [is_picture_link(each) for each in ("photo.JPG?dl=1", "scan.pdf", "https://arxiv.org/1706.03762.pdf", "x.html")]
    [True, True, False, False]
    """
    return bool(re.search(rf"{_SUFFIX}(?:[?#]|\Z)", link, flags=re.IGNORECASE)) and not _PAPER.match(link)
