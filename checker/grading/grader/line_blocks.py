"""Blocks of a document that a remark may not split: equations, code, tables and HTML."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

_FENCE: Final = re.compile(r"\s{0,3}(?:>\s?|[-*+]\s+|\d+[.)]\s+)*(`{3,}|~{3,})")
_ENVIRONMENTS: Final = (
    r"equation|align(?:ed|at)?|gather(?:ed)?|multline|eqnarray|math|displaymath|flalign|split|cases|array|[bpvBV]?matrix"
    r"|tabular[xy]?|longtable|table|verbatim|lstlisting|minted|tikzpicture"
)
_BEGIN: Final = re.compile(rf"\\begin\{{((?:{_ENVIRONMENTS})\*?)\}}")
_TAG: Final = re.compile(r"<(table|pre|math|svg|p)\b")
_HTML_BLOCK: Final = re.compile(r"\s{0,3}<(?:div|section|center|ul|ol|dl|blockquote|details)\b")
_HTML_PAGE: Final = re.compile(r"<(?:!doctype|html|body)\b", re.IGNORECASE)
_DELIMITER_ROW: Final = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*")


class _Block(NamedTuple):
    """A block that begins in a line and does not end there."""

    key: str
    """Equal for blocks that end in the same way."""
    is_end: Callable[[str], bool]
    has_end: bool = True
    """Whether the line that ends it belongs to it."""


def block_ends(lines: Sequence[str]) -> list[int]:
    """Return for each line the number of lines up to the end of its block.

    >>> block_ends(["so", "$$", "3 + 4 = 8", "$$", "bye"])
    [1, 4, 4, 4, 5]
    """
    ends = list(range(1, len(lines) + 1))
    is_page = any(_HTML_PAGE.search(line) for line in lines[:20])
    endless: set[str] = set()
    place = 0
    while place < len(lines):
        block = _block(lines[place], lines[place + 1] if place + 1 < len(lines) else "", is_page=is_page)
        end = None
        if block and block.key not in endless:
            end = next((each for each in range(place + 1, len(lines)) if block.is_end(lines[each])), None)
            if end is None and block.has_end:
                endless.add(block.key)
            else:
                last = (len(lines) if end is None else end) - (not block.has_end or end is None)
                ends[place : last + 1] = [last + 1] * (last + 1 - place)
                place = last
        place += 1
    return ends


def _block(line: str, following: str, *, is_page: bool) -> _Block | None:
    """Return the block that a line begins; None where it begins none, or ends it itself."""
    if fence := _FENCE.match(line):
        closing = re.compile(rf"[\s>]*{re.escape(fence[1])}{re.escape(fence[1][0])}*\s*$")
        return _Block(fence[1], lambda text: closing.match(text) is not None)
    if "|" in line and "|" in following and _DELIMITER_ROW.fullmatch(following):
        return _Block("|", lambda text: "|" not in text, has_end=False)
    return _equation(line) or _html(line, is_page=is_page)


def _equation(line: str) -> _Block | None:
    if line.count("$$") % 2:
        return _Block("$$", lambda text: text.count("$$") % 2 == 1)
    if "\\[" in line.replace("\\\\[", "") and "\\]" not in line[line.rindex("\\[") :]:
        return _until("\\]")
    ends = ((begin.end(), f"\\end{{{begin[1]}}}") for begin in _BEGIN.finditer(line))
    return next((_until(end) for start, end in ends if end not in line[start:]), None)


def _html(line: str, *, is_page: bool) -> _Block | None:
    line = line.lower()
    ends = ((tag.end(), f"</{tag[1]}>") for tag in _TAG.finditer(line))
    if end := next((end for start, end in ends if end not in line[start:]), None):
        return _until(end)
    if not is_page and _HTML_BLOCK.match(line):
        return _Block("<", lambda text: not text.strip(), has_end=False)
    return None


def _until(end: str) -> _Block:
    """Return a block that ends in the line with these signs."""
    return _Block(end, lambda text: end.lower() in text.lower())
