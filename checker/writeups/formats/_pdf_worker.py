"""Reads the blocks of a PDF file, or shows a page as a picture: the program that `pdf` runs in a process with limits.

The file is on standard input.  On standard output is JSON for the number 0, else the page with this number as a JPEG.

Puts the pieces of text of PDF pages together into lines in reading order, and these into blocks.

Columns, headings, list items, tables and code are recognised by the places and sizes of letters.  Page numbers and
lines that the margins of several pages repeat are left out.  Lines so close to each other that they are parts of one
equation, such as a fraction, are one line that is not read.
"""

from __future__ import annotations

import io
import json
import math
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, pairwise
from typing import Any, Final

import pypdfium2 as pdfium

from checker.writeups.document import Block, BlockKind, Line, Place
from checker.writeups.formats._decode import cleaned
from checker.writeups.formats._notes import FIRST_CHARACTERS, MAX_CHARACTERS
from checker.writeups.formats._pdf_letters import APART, LOST, SMALL, SPACE, THIN, Box, Page, Piece, page_of
from checker.writeups.formats._spans import numbered

LISTED: Final = re.compile(r"\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)](?:\s|$)", re.IGNORECASE)
_PAGE_NUMBER: Final = re.compile(
    r"(?:page |seite |-\s*)?\d{1,4}(?:\s*(?:/|of|von|sur|de)\s*\d{1,4})?(?:\s*-)?", re.IGNORECASE
)
_MARGIN: Final = 0.08
"""Share of a page at its top and bottom in which page numbers are."""


@dataclass(frozen=True)
class PdfLine:
    """A line of a page: pieces of text on one height, from left to right."""

    pieces: list[Piece]
    is_ruled: bool
    """Whether it is between two lines that are drawn, as in a table."""
    y: float
    size: float

    @cached_property
    def text(self) -> str:
        """Return the text of the line."""
        return _text(self.pieces, self.size)

    @property
    def is_code(self) -> bool:
        """Return whether its letters are of one width."""
        return all(each.look.mono for each in self.pieces)


def lines_of(page: Page) -> list[PdfLine]:
    """Return the lines of a page in reading order."""
    rules = [each for each in page.boxes if each.height <= THIN and each.width > 40]
    sides = [each for each in page.boxes if each.width <= THIN < each.height]
    _lose_notes(page.pieces)
    return [
        PdfLine(line, _is_ruled(base, rules, sides), base.y, base.size)
        for group in _columns(page.pieces, page.width)
        for line in _lines(group)
        for base in (_base(line),)
    ]


def blocks_of(pages: Sequence[tuple[Page, list[PdfLine]]]) -> Iterator[Block]:
    """Yield the blocks of a document, given its pages and their lines."""
    every = [line for _, lines in pages for line in lines]
    sizes: Counter[float] = Counter()
    for line in every:
        sizes[line.size] += len(line.text)
    body = sizes.most_common(1)[0][0] if sizes else 10.0
    has_code = sum(line.is_code for line in every) < 0.6 * len(every)
    margins = Counter(key for page, lines in pages for key in {_margin_key(line, page) for line in lines})
    for number, (page, lines) in enumerate(pages, 1):
        own = [line for line in lines if not (key := _margin_key(line, page)) or margins[key] == 1]
        kept = [line for line in own if not _is_number(line, number, page, lines)]
        yield from _blocks(kept, number, body, page, has_code=has_code)


def _margin_key(line: PdfLine, page: Page) -> tuple[str, int] | None:
    """Return the text of a line in a margin with digits as 0, and its rough height, which are equal on other pages."""
    is_inner = _MARGIN * page.height < line.y < (1 - _MARGIN) * page.height
    return None if is_inner else (re.sub(r"\d+", "0", line.text), round(line.y / 4))


def _is_number(line: PdfLine, number: int, page: Page, lines: Sequence[PdfLine]) -> bool:
    """Return whether a line is the number of its page: in the bottom margin, or below the text and in the middle."""
    if line.y < _MARGIN * page.height:
        return _PAGE_NUMBER.fullmatch(line.text) is not None
    # distance of a page's number from the text above it, in sizes
    is_apart = all(each is line or each.y - line.y > 2.5 * line.size for each in lines)
    # distance of its middle from that of the page, as a share of its width
    middle = (line.pieces[0].left + max(each.right for each in line.pieces)) / 2
    is_central = abs(2 * middle - page.width) < 2 * 0.1 * page.width
    return line.text == str(number) and is_central and is_apart and len(lines) > 1


def _blocks(lines: list[PdfLine], number: int, body: float, page: Page, *, has_code: bool) -> Iterator[Block]:
    """Yield the blocks of the page with this number.

    `body` is the size of ordinary text; with `has_code`, a font of fixed width means code.
    """
    pictures = sorted(each.middle for each in page.pictures)
    picture = Block("picture", (Line("picture", Place(0, None, f"page {number}")),))
    together: list[Line] = []
    kind: BlockKind = "paragraph"
    level = 0
    last: PdfLine | None = None
    starts: list[float] = []
    """Where the cells of the line above begin."""
    for place, found in enumerate(lines, 1):
        while pictures and pictures[-1] > found.y:
            yield from _block(kind, together, level)
            together = []
            yield picture
            pictures.pop()
        is_near = last is not None and 0 < last.y - found.y < 1.75 * max(found.size, last.size)
        cells = _cells(found, starts if kind == "table" and is_near else ())
        starts = [cell[0].left for cell in cells]
        line = _line(found, cells, Place(place, None, f"page {number}, line {place}"))
        sort, depth, line = _sort(found, line, body, has_code=has_code)
        if kind == sort == "heading" and is_near and found.text[:1].islower():
            above = together[-1].text
            line = line._replace(text=(above[:-1] if above.endswith("-") else f"{above} ") + line.text)
            together.pop()
        elif not is_near or sort != kind or sort in {"heading", "unread", "item"}:
            yield from _block(kind, together, level)
            together = []
        kind, level = sort, depth
        together.append(line)
        last = found
    yield from _block(kind, together, level)
    yield from [picture] * len(pictures)


def _block(kind: BlockKind, lines: list[Line], level: int) -> Iterator[Block]:
    """Yield the block of these lines, unless there are none; a table of one row becomes a paragraph."""
    if kind == "table" and len(lines) > 1:
        yield Block(kind, tuple(line._replace(text=" | ".join(line.cells)) for line in lines))
    elif lines:
        yield Block("paragraph" if kind == "table" else kind, tuple(line._replace(cells=()) for line in lines), level)


def _sort(found: PdfLine, line: Line, body: float, *, has_code: bool) -> tuple[BlockKind, int, Line]:
    """Return the kind of the block that a line belongs to, its level, and the line without the sign of its list."""
    if LOST in line.text:
        return "unread", 0, line._replace(text=line.text.replace(LOST, "?"), strong=())
    if len(line.cells) > 2 or (len(line.cells) == 2 and found.is_ruled):
        return "table", 0, line
    if has_code and found.is_code:
        return "code", 0, line
    if bullet := re.match(r"[•◦▪●○■–▸‣∙·*]\s+(?=\S)", line.text):
        return "item", 1, line._replace(text=line.text[bullet.end() :])
    if found.size >= 1.12 * body:  # size of a heading, as a share of that of the text, at least
        return "heading", max(1, min(6, 4 - round(4 * (found.size / body - 1)))), line._replace(strong=())
    return ("item", 1, line) if LISTED.match(line.text) else ("paragraph", 0, line)


def _text(pieces: Iterable[Piece], size: float) -> str:
    """Return pieces of a line with this size as one text, with two spaces before what is set apart from a label."""
    text, end = "", math.inf
    for each in pieces:
        gap = (each.left - end) / size
        text += ("  " if gap > APART else " " if gap > SPACE else "") + each.whole
        end = each.right
    return cleaned(text).strip()


def _cells(line: PdfLine, starts: Sequence[float]) -> list[list[Piece]]:
    """Return the cells of a line: one ends at a wide gap, or where one of the row above begins (`starts`)."""
    cells: list[list[Piece]] = []
    for each in line.pieces:
        if each.struck:
            continue
        gap = each.left - cells[-1][-1].right if cells else math.inf
        # distance up to which text begins where the cell above it does, in points
        is_aligned = gap > SPACE * line.size and any(abs(start - each.left) < 1.0 for start in starts)
        if gap > 1.6 * line.size or is_aligned:  # gap, in sizes, from which the next text is another cell of a table
            cells.append([])
        cells[-1].append(each)
    return cells


def _line(found: PdfLine, cells: Sequence[list[Piece]], place: Place) -> Line:
    texts = tuple(_text(cell, found.size) for cell in cells)
    strong = tuple(
        _text(together, found.size)
        for cell in cells
        for is_strong, together in groupby(cell, lambda each: each.look.strong)
        if is_strong
    )
    struck = _text((each for each in found.pieces if each.struck), found.size)
    return Line("   ".join(texts), place, strong, struck, texts)


def _lose_notes(pieces: Sequence[Piece]) -> None:
    """Make LOST of raised numbers that are those of footnotes: such a number may be an exponent, too."""
    marked = [each for each in pieces if each.scripts and each.scripts[-1][0] == "^" and each.scripts[-1][1].isdigit()]
    size = 0.95 * min((each.size for each in marked), default=0.0)
    lowest = min((each.y for each in pieces if each.size >= size and not each.text.isdigit()), default=0.0)
    # the number at the beginning of a footnote
    notes = [found[0] for each in pieces if each.y < lowest and (found := re.match(r"[1-9]\d?(?!\d)", each.text))]
    for each in marked:
        if each.scripts[-1][1] in notes:
            each.scripts = (*each.scripts[:-1], ("^", LOST))


def _columns(pieces: Sequence[Piece], width: float) -> list[list[Piece]]:
    """Return groups of pieces in reading order: columns, which are drawn one after the other, and what is across them.

    A page without columns is one group.
    """
    groups: list[list[Piece]] = [[]]
    for place, each in enumerate(pieces):
        is_across = len(groups) > 1 and each.left < groups[-1][0].left - each.size
        if is_across or _begins_column(pieces[place : place + 20], groups[-1], width):
            groups.append([])
        groups[-1].append(each)
    return groups


def _begins_column(pieces: Sequence[Piece], group: list[Piece], width: float) -> bool:
    """Return whether these pieces are at the top of a column, right of lines that mostly end where it begins.

    Both have lines of prose, as answers in a form do not.
    """
    first = pieces[0]
    if not group or first.y - group[-1].y < first.size or first.left <= group[-1].left:
        return False
    rows: dict[int, float] = {}
    for each in group:
        if each.y < first.y + 0.5 * first.size:
            rows[round(each.y)] = max(rows.get(round(each.y), 0.0), each.right)
    left = min((each.left for each in group), default=0.0)
    right = max(each.right for each in pieces if abs(each.y - first.y) < 0.25 * first.size)
    # distance from the right end of a column, as a share of the page, up to which a line is full
    full = sum(first.left - end < 0.12 * width for end in rows.values())
    # width of a line of prose, as a share of the page, at least
    is_prose = min(right - first.left, first.left - left) > 0.2 * width
    # fewest lines of a column
    return is_prose and len(rows) >= 3 and max(rows.values()) < first.left and full > 0.4 * len(rows)


def _lines(pieces: list[Piece]) -> list[list[Piece]]:
    """Return the lines of a column, the upper first; those that are parts of one equation together, with LOST."""
    levels: list[list[Piece]] = []
    for each in sorted((each for each in pieces if not any(each.tall)), key=lambda each: -each.y):
        base = _base(levels[-1]) if levels else each
        if levels and base.y - each.y <= 0.25 * min(each.size, base.size):
            levels[-1].append(each)
        else:
            levels.append([each])
    lines = levels[:1]
    for upper, level in pairwise(levels):
        above, base = _base(upper), _base(level)
        # distance of two lines, in sizes, up to which they are parts of one equation
        if above.y - base.y < 0.9 * min(above.size, base.size) and _are_beside(lines[-1], level):
            lines[-1] += [*level, replace(level[0], text=LOST, scripts=())]
        else:
            lines.append(level)
    for each in pieces:
        if any(each.tall):
            middles = ((line, _base(line).y + 0.25 * _base(line).size) for line in lines)
            near = [line for line, y in middles if each.tall[0] < y < each.tall[1]]
            for line in near:
                line.append(each if len(near) == 1 else replace(each, text=LOST))
    return [sorted(line, key=lambda each: each.left) for line in lines]


def _base(line: list[Piece]) -> Piece:
    """Return the longest piece of a line that is no index or large bracket."""
    plain = [each for each in line if not any(each.tall)]
    size = SMALL * max(each.size for each in plain)
    return max(plain, key=lambda each: (each.size >= size, len(each.text)))


def _are_beside(above: list[Piece], below: list[Piece]) -> bool:
    """Return whether a piece is above, below or close beside one of another height."""
    return any(max(a.left - b.right, b.left - a.right) < 1.5 * b.size for a in above for b in below)


def _is_ruled(base: Piece, rules: list[Box], sides: list[Box]) -> bool:
    y, size = base.y, base.size
    above = any(0 < each.middle - y < 2.5 * size for each in rules)
    below = any(0 < y - each.middle < 2 * size for each in rules)
    return (above and below) or any(each.bottom < y < each.top for each in sides)


_PIXELS: Final = 1600
"""Maximum width and height of a picture."""
PICTURES: Final = ("JPEG", "PNG", "GIF", "WEBP", "TIFF", "BMP")
BROKEN: Final = b'{"error": "broken"}'
_TOO_LARGE: Final = b'{"error": "large"}'
PAGES: Final = "only the first {:,} of {:,} pages were read"


def read(data: bytes) -> dict[str, Any]:
    """Return a PDF file as a mapping for JSON: `blocks`, `limits`, `hidden` and numbers of pages; or `error`."""
    try:
        pdf = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        return {"error": getattr(error, "err_code", None) or 0}
    pdf.init_forms()
    form = pdf.formenv and pdf.formenv.raw
    pages: list[tuple[Page, list[PdfLine]]] = []
    left = MAX_CHARACTERS
    while left > 0 and len(pages) < min(len(pdf), 150):
        try:
            page = page_of(pdf[len(pages)], left, form)
        except pdfium.PdfiumError:
            page = Page(is_broken=True)
        left -= page.letters
        pages.append((page, [] if page.is_scan else lines_of(page)))
    if all(page.is_broken for page, _ in pages):
        return {"error": 0}
    limits = []
    if left <= 0:
        limits = [FIRST_CHARACTERS]
    elif len(pages) < len(pdf):
        limits = [PAGES.format(len(pages), len(pdf))]
    empty = {n: page for n, (page, lines) in enumerate(pages, 1) if not lines}
    scans = [n for n, page in empty.items() if page.is_scan or page.pictures]
    return {
        "blocks": [*numbered(blocks_of(pages))],
        "limits": limits,
        "scans": scans,
        "unseen": [n for n, page in empty.items() if page.hidden and n not in scans],
        "hidden": ["" if page.is_scan else page.hidden for page, _ in pages],
        "drawn": [n for n, (page, _) in enumerate(pages, 1) if page.is_drawn_on],
        "turned": any(page.is_turned for page, _ in pages),
    }


def picture_of(data: bytes, number: int) -> bytes:
    """Return a page of a PDF file, or a picture file, as an upright JPEG of bounded size.

    It is _TOO_LARGE for a picture with too many pixels.
    """
    from PIL import Image, ImageOps

    if data[:1024].lstrip().startswith(b"%PDF"):
        page = pdfium.PdfDocument(data)[number - 1]
        scale = min(150 / 72, _PIXELS / max(1.0, *page.get_size()))  # dots per inch of a page as a picture
        shown = page.render(scale=scale, may_draw_forms=True).to_pil()
    else:
        Image.MAX_IMAGE_PIXELS = None  # a limit of ours
        found = Image.open(io.BytesIO(data), formats=PICTURES)
        # maximum number of pixels of a picture that is handed in: phones take 200 million
        if found.width * found.height > 250_000_000:
            return _TOO_LARGE
        found.draft("RGB", (_PIXELS, _PIXELS))
        shown = ImageOps.exif_transpose(found)
        shown.thumbnail((_PIXELS, _PIXELS))
    if shown.mode in {"RGBA", "LA", "PA", "P"}:  # what is transparent is shown on paper
        above = shown.convert("RGBA")
        shown = Image.new("RGBA", above.size, "white")
        shown.alpha_composite(above)
    file = io.BytesIO()
    shown.convert("RGB").save(file, "JPEG", quality=75)
    return file.getvalue()


def answer(number: int) -> None:
    """Write JSON of all pages for the number 0, else the picture of a page, or BROKEN if it cannot be shown."""
    data = sys.stdin.buffer.read()
    try:
        found = picture_of(data, number) if number else json.dumps(read(data)).encode()
    except Exception:
        if not number:
            raise
        found = BROKEN  # libraries raise anything on a broken picture
    sys.stdout.buffer.write(found)
