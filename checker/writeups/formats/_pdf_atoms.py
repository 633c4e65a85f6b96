"""Atoms of a PDF page: pieces of text with their place, size and style, and the lines and pictures around them.

`page_of` makes them from what `_pdf_pages` found, and keeps text apart that nobody sees; `merged` joins neighbours.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import groupby, starmap
from typing import Any, Final, NamedTuple

from checker.writeups.formats._decode import cleaned

INVISIBLE: Final = (3, 7)
"""Ways of drawing that show nothing."""
THIN: Final = 1.7
"""Maximum height of a line that is drawn, in points."""
BOLD: Final = re.compile(r"bold|black|heavy|(?:^|\+)(?:cmbx|sfbx)", re.IGNORECASE)
MONO: Final = re.compile(r"mono|courier|consola|menlo|cmtt|sftt|typewriter|inconsolata", re.IGNORECASE)
EXTENSION: Final = re.compile(r"(?:^|\+)(?:CMEX|LMMathExtension|.*EX\d+$)", re.IGNORECASE)
"""Fonts of LaTeX with large signs."""
LARGE: Final = dict(
    zip(
        map(chr, (*range(11), 16, 17, 18, 19, 32, 33, 34, 35, 40, 41, *b"hi", *b"PQRXYZ", *b"pqrst")),
        "()[]⌊⌋⌈⌉{}⟨()()()[]{}[]∑∏∫∑∏∫√√√√√",
        strict=False,
    )
) | {"\x14": "[", "\x15": "]", "\x1a": "{", "\x1b": "}"}
PIECES: Final = {
    **dict.fromkeys("\uf8eb\uf8ed⎛⎝\uf8ec⎜", "("),
    **dict.fromkeys("\uf8f6\uf8f8⎞⎠\uf8f7⎟", ")"),
    **dict.fromkeys("\uf8ee\uf8f0⎡⎣\uf8ef⎢", "["),
    **dict.fromkeys("\uf8f9\uf8fb⎤⎦\uf8fa⎥", "]"),
}
"""Pieces of brackets that are as tall as what is in them."""
LATEX: Final = re.compile(r"(?:^|\+)(?:LM|CM|SF|EC|TC)[A-Za-z]*\d")
"""Fonts of LaTeX."""
RING: Final = re.compile(r"(?<=\d)ř")
"""What LaTeX prints for `°` in an equation, if it is typed as this sign."""
APART: Final = 0.47
"""Gap, in sizes, from which several spaces were typed, or a label is set apart."""
ROOT: Final = "√"
LOST: Final = "\ufffd"
PRIVATE: Final = re.compile("[\ue000-\uf8ff\x00-\x08\x0b-\x1f]")
WRONG: Final = re.compile(r"¿")
HYPHEN: Final = "\x02"
SPACED: Final = 1.3
"""Gap without a space, in sizes, from which text is another piece."""


class Box(NamedTuple):
    """A rectangle on a page, in points from its lower left corner: a line that is drawn, or the place of a picture."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        """Return the width of the rectangle in points."""
        return self.right - self.left

    @property
    def middle(self) -> float:
        """Return the vertical middle of the rectangle, in points from the bottom of the page."""
        return (self.bottom + self.top) / 2


class Atom(NamedTuple):
    """A piece of text on a PDF page with its place: `y` is its baseline, `size` that of its letters."""

    text: str
    left: float
    right: float
    y: float
    size: float
    strong: bool = False
    struck: bool = False
    mono: bool = False
    is_math: bool = False
    """Whether it is LaTeX that was put together."""
    top: float = 0.0
    bottom: float = 0.0
    """The extent of a bracket, or of what was put together; 0 where it is that of letters."""

    @property
    def high(self) -> float:
        """Return the upper edge of the text, in points from the bottom of the page."""
        return self.top or self.y + 0.75 * self.size

    @property
    def low(self) -> float:
        """Return the lower edge of the text, in points from the bottom of the page."""
        return self.bottom or self.y - 0.2 * self.size

    @property
    def centre(self) -> float:
        """Return the horizontal middle of the text, in points from the left of the page."""
        return (self.left + self.right) / 2


class Page(NamedTuple):
    """One page of a PDF as it is shown: pieces of text with their places, drawn lines, pictures, hidden text."""

    atoms: list[Atom]
    rules: list[Box]
    """Thin horizontal lines."""
    pictures: list[Box]
    hidden: list[str]
    """Texts that are drawn invisibly."""
    turned: int
    """The number of pieces of text that are not level."""
    width: float
    height: float
    is_scan: bool
    """Whether the page is one picture; its text is what a program read in it."""
    sides: list[Box]
    """Thin vertical lines."""
    is_drawn_on: bool
    """Whether somebody has drawn on it, ticked something or added a comment."""


def page_of(found: dict[str, Any]) -> Page:
    """Return a page from what `_pdf_pages` found on it: visible text as atoms, hidden text apart."""
    left, bottom, right, top = found["box"]
    boxes = [Box(*each) for each in found["boxes"]]
    thin = [each for each in boxes if each.top - each.bottom <= THIN < each.width]
    sides = [each for each in boxes if each.width <= THIN < each.top - each.bottom]
    shown = [each for each in starmap(Box, found["pictures"]) if each.width > 24 and each.top - each.bottom > 24]
    area = max(1.0, (right - left) * (top - bottom))
    is_covered = any(each.width * (each.top - each.bottom) > 0.7 * area for each in shown)
    page = Page([], thin, shown, [], 0, right - left, top - bottom, False, sides, False)
    crossed = [Box(*each) for each, sort in found["notes"] if sort == "struck"]
    turned = 0
    for text, lefts, rights, y, looks, lost, extent in _divided(found["runs"], crossed):
        size, angle, mode, weight, font = looks
        if not text.strip():
            continue
        if 0.1 < angle < 6.18:
            turned += 1
            continue
        box = Box(lefts[0], y, rights[-1], y + 0.6 * size)
        if mode in INVISIBLE:
            page.hidden.append(f"{_plain(text, font, lost)} ")
            continue
        baseline = y
        hangs = EXTENSION.search(font) or (text == ROOT and LATEX.search(font))
        if extent and hangs:  # its signs hang from their baseline
            baseline = sum(extent) / 2 - 0.25 * size
        strong = weight >= 600 or bool(BOLD.search(font))
        struck = not extent and (_is_struck(box, size, thin) or _is_crossed(box, crossed))
        mono = bool(MONO.search(font))
        page.atoms.extend(
            Atom(piece, first, last, baseline, size, strong, struck, mono, False, *(reversed(extent) if extent else ()))
            for piece, first, last in _pieces(_plain(text, font, lost), lefts, rights, size)
        )
    page.atoms[:] = _with_bracket_sizes(page.atoms)
    is_scan = is_covered and len(page.hidden) >= len(page.atoms)
    return page._replace(
        turned=turned,
        is_scan=is_scan or (is_covered and not page.atoms),
        is_drawn_on=any(sort == "drawing" for _, sort in found["notes"]),
    )


def _with_bracket_sizes(atoms: list[Atom]) -> list[Atom]:
    """Return atoms in which tall brackets have the size of the text near them."""
    found: list[Atom] = []
    for place, each in enumerate(atoms):
        size = each.size
        if each.top:
            near = [
                one.size for one in (*atoms[max(0, place - 3) : place], *atoms[place + 1 : place + 4]) if not one.top
            ]
            size = min(size, max(near, default=size))
        found.append(each._replace(size=size))
    return found


def merged(atoms: list[Atom], rules: Sequence[Box]) -> list[Atom]:
    """Return atoms in which neighbours on one line that look alike are joined.

    They are not joined where a drawn line begins or ends, as at a fraction.
    """
    ends = [(end, each.middle) for each in rules for end in (each.left, each.right)]
    found: list[Atom] = []
    for each in atoms:
        last = found[-1] if found else None
        if (
            last is None
            or last.top
            or each.top
            or abs(last.y - each.y) > 0.3
            or abs(last.size - each.size) > 0.2
            or (last.strong, last.struck, last.mono) != (each.strong, each.struck, each.mono)
            or not -0.3 * each.size < each.left - last.right < APART * each.size
            or any(last.right - 2 < end < each.left + 2 and abs(y - each.y) < 2 * each.size for end, y in ends)
        ):
            found.append(each)
            continue
        space = " " if each.left - last.right > gap_before(each.text, last.text) * each.size else ""
        found[-1] = last._replace(text=f"{last.text}{space}{each.text}", right=max(each.right, last.right))
    return found


def gap_before(text: str, before: str) -> float:
    """Return how wide a gap before a text, in letter sizes, has to be to count as a space."""
    if before[-1:].isdigit() and text[:1].isalpha():
        return 0.1
    return 0.35 if text[:1] in {",", ".", ";"} else 0.17


def _is_struck(box: Box, size: float, thin: list[Box]) -> bool:
    """Return whether a line goes through the middle of text."""
    return any(
        box.bottom + 0.15 * size < each.middle < box.bottom + 0.45 * size
        and each.left <= box.left + 0.3 * size
        and each.right >= box.right - 0.3 * size
        for each in thin
    )


def _is_crossed(box: Box, crossed: list[Box]) -> bool:
    """Return whether an annotation strikes text out."""
    middle = (box.left + box.right) / 2
    return any(each.left < middle < each.right and each.bottom < box.middle < each.top for each in crossed)


def _divided(runs: list[list[Any]], crossed: list[Box]) -> Iterator[list[Any]]:
    """Yield runs of letters, split so that each is struck out as a whole or not at all."""
    for run in runs:
        text, lefts, rights, y, looks = run[:5]
        if not crossed or len(text) != len(lefts):
            yield run
            continue
        middle = y + 0.3 * looks[0]
        struck = [
            _is_crossed(Box(left, middle, right, middle), crossed) for left, right in zip(lefts, rights, strict=True)
        ]
        for _, places in groupby(range(len(text)), struck.__getitem__):
            these = [*places]
            part = slice(these[0], these[-1] + 1)
            yield [text[part], lefts[part], rights[part], *run[3:]]


def _plain(text: str, font: str, lost: Sequence[int]) -> str:
    """Return text with ordinary characters for those of LaTeX's fonts.

    Characters that are unknown, or that the file cannot map (`lost`), become LOST.
    """
    if EXTENSION.search(font):
        text = "".join(LARGE.get(sign, sign) for sign in text)
    elif lost:
        text = LOST * len(text)
    text = text.replace(HYPHEN, "-")
    if "ř" in text and LATEX.search(font):
        text = RING.sub("°", text)
    if WRONG.search(text) and "?" not in text:  # LibreOffice shows it where an equation is not valid
        text = text.replace("¿", LOST)
    signs = [PIECES.get(sign, sign) for sign in text]
    text = "".join(
        unicodedata.normalize("NFKC", sign) if "\U0001d400" <= sign <= "\U0001d7ff" else sign for sign in signs
    )
    text = PRIVATE.sub(LOST, text)
    kept = cleaned(text)
    return kept if len(kept) == len(text) else "".join(sign if cleaned(sign) else " " for sign in text)


def _pieces(
    text: str, lefts: Sequence[float], rights: Sequence[float], size: float
) -> Iterator[tuple[str, float, float]]:
    """Yield (text, left end, right end) for each piece of a run between wide gaps, without spaces around it."""
    start = 0
    if len(text) != len(lefts):  # a sign that is written with several letters
        yield text.strip(), lefts[0], rights[-1]
        return
    for place in range(1, len(text) + 1):
        if place < len(text) and lefts[place] - rights[place - 1] < SPACED * size:
            continue
        piece = text[start:place]
        if piece.strip():
            before = len(piece) - len(piece.lstrip())
            after = len(piece.rstrip())
            yield piece.strip(), lefts[start + before], rights[start + after - 1]
        start = place
