"""Makes a document of a PDF file: paragraphs, headings, list items, tables, code and formulas.

They are recognised by the places and sizes of letters. Page numbers and lines that the margins of several pages repeat
are left out. Notes say what could not be read: pages without text, text that is hidden or not level, drawings.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from checker.writeups.document import (
    Block,
    BlockKind,
    Document,
    DocumentTrouble,
    DocumentUnreadable,
    Line,
    Place,
    UnreadPages,
)
from checker.writeups.formats import _pdf_process
from checker.writeups.formats._hidden import notes_on_hidden
from checker.writeups.formats._mathematics import formula_lines
from checker.writeups.formats._notes import cut_off, equations_note, few, first_lines, first_signs, pictures_note
from checker.writeups.formats._pdf_atoms import LOST, Box, Page, page_of
from checker.writeups.formats._pdf_lines import ALIGNED, Cell, PdfLine, cells_of, is_word, line_of, lines_of_page, plain
from checker.writeups.formats._spans import numbered

SCAN: Final = "no text in this file: its pages are pictures, and a person must read them"
NO_TEXT: Final = "{} no text: a person must read {}"
HIDDEN: Final = "no text in this file that can be seen: it is drawn invisibly; a person must look at it"
UNSEEN: Final = "{} no text that can be seen: a person must look at {}"
DRAWN: Final = "drawings, ticks and comments were not read: a person must look at {}"
EMPTY_PAGE: Final = Page([], [], [], [], 0, 0.0, 0.0, True, [], False)
"""A page that cannot be read: a person must."""
TURNED: Final = "{} not level was not read"
PAGES: Final = "only the first {:,} of {:,} pages were read"


def read_text(data: bytes, file: str) -> Document:
    """Return the document in the bytes of a PDF file; without blocks if no page has text. Raise DocumentUnreadable."""
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
    blocks, more = first_lines(numbered(blocks_of(pages)))
    blocks, cut = first_signs(blocks)
    limits = [*more, *cut]
    if len(answer["pages"]) < answer["count"]:
        limits.append(PAGES.format(len(answer["pages"]), answer["count"]))
    hidden = notes_on_hidden("".join(page.hidden) for page, _ in pages)
    turned = sum(page.turned for page, _ in pages)
    notes = [*hidden, *limits]
    drawn = [number for number, (page, _) in enumerate(pages, 1) if page.is_drawn_on]
    told = [_about(numbers, sentence) for numbers, sentence in ((scans, NO_TEXT), (unseen, UNSEEN)) if numbers]
    told += [DRAWN.format(few("page", drawn))] if drawn else []
    notes += told
    unread = [f"{each[0].upper()}{each[1:]}." for each in told]
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
    """Return a sentence filled in with the numbers of pages: `pages 2 and 3 have no text`."""
    is_one = len(pages) == 1
    return sentence.format(f"{few('page', pages)} {'has' if is_one else 'have'}", "it" if is_one else "them")


NARROW: Final[dict[BlockKind, float]] = {"paragraph": 18.0, "item": 18.0, "heading": 9.0}
"""Width of a column, in sizes, up to which a full line is no sign that the next one goes on with it, by the kinds of
blocks whose lines are joined where a line was full."""
HYPHEN: Final = re.compile(r"[^\W\d_]{2}-$")
ANNOUNCES: Final = re.compile(r"[:=≈→]\s*$")
"""The end of a line that says that its result follows: in bold, it is still no heading."""
BULLETS: Final = "•◦▪●○■–▸‣∙·*"
BULLET: Final = re.compile(rf"[{BULLETS}]\s+(?=\S)")
LISTED: Final = re.compile(r"\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)](?:\s|$)", re.IGNORECASE)
PAGE_NUMBER: Final = re.compile(
    r"(?:page |seite |-\s*)?\d{1,4}(?:\s*(?:/|of|von|sur|de)\s*\d{1,4})?(?:\s*-)?", re.IGNORECASE
)
MARGIN: Final = 0.08
"""Share of a page at its top and bottom in which page numbers are."""
APART: Final = 2.5
"""Distance of a page's number from the text above it, in sizes."""
CENTRAL: Final = 0.1
"""Distance of its middle from that of the page, as a share of its width."""
HEADING: Final = 1.12
"""Size of a heading, as a share of that of the text, at least."""


def blocks_of(pages: Sequence[tuple[Page, list[PdfLine]]]) -> Iterator[Block]:
    """Yield the blocks of a document, given its pages and their lines."""
    sizes: Counter[float] = Counter()
    for _, lines in pages:
        for line in lines:
            sizes[line.size] += sum(len(each.text) for each in line.atoms)
    body = sizes.most_common(1)[0][0] if sizes else 10.0
    mono = sum(each.mono for _, lines in pages for line in lines for each in line.atoms)
    has_code = mono < 0.6 * sum(len(line.atoms) for _, lines in pages for line in lines)
    margins = _margins(pages)
    for number, (page, lines) in enumerate(pages, 1):
        lowest = min((line.y for line in lines), default=0.0)
        kept = [
            line
            for line in lines
            if not _is_margin(line, page, margins) and not (line.y == lowest and _is_number(line, number, lines, page))
        ]
        pictures = sorted(page.pictures, key=lambda each: -each.top)
        yield from _page_blocks(kept, number, body, pictures, page, has_code=has_code)


def _margins(pages: Sequence[tuple[Page, list[PdfLine]]]) -> set[tuple[str, int]]:
    """Return the texts in the margins of several pages, with digits as 0, each with its rough height on the page."""
    found: Counter[tuple[str, int]] = Counter()
    for page, lines in pages:
        found.update(
            {(re.sub(r"\d+", "0", plain(line)), round(line.y / 4)) for line in lines if _is_in_margin(line, page)}
        )
    return {key for key, count in found.items() if count > 1}


def _is_in_margin(line: PdfLine, page: Page) -> bool:
    """Return whether a line is in the top or the bottom margin of its page."""
    return not MARGIN * page.height < line.y < (1 - MARGIN) * page.height


def _is_margin(line: PdfLine, page: Page, margins: set[tuple[str, int]]) -> bool:
    """Return whether a line is a page number, or stands in the margin of several pages."""
    if not _is_in_margin(line, page):
        return False
    text = plain(line)
    return (re.sub(r"\d+", "0", text), round(line.y / 4)) in margins or (
        line.y < MARGIN * page.height and PAGE_NUMBER.fullmatch(text) is not None
    )


def _is_number(line: PdfLine, number: int, lines: Sequence[PdfLine], page: Page) -> bool:
    """Return whether the last line of a page is its number: apart from the text, and in its middle."""
    is_apart = all(each is line or each.y - line.y > APART * line.size for each in lines)
    is_central = abs(line.left + line.right - page.width) < 2 * CENTRAL * page.width
    return len(lines) > 1 and is_apart and is_central and plain(line) == str(number)


def _page_blocks(
    lines: list[PdfLine], number: int, body: float, pictures: list[Box], page: Page, *, has_code: bool
) -> Iterator[Block]:
    """Yield the blocks of the page with this number.

    `body` is the size of ordinary text; with `has_code`, a font of fixed width means code.
    """
    together: list[Line] = []
    kind: BlockKind = "paragraph"
    level = 0
    last: PdfLine | None = None
    row: list[float] = []
    """Where the cells of the line above begin."""
    edges = {column: _edge([*some]) for column, some in groupby(lines, lambda each: each.column)}
    places = (Place(n, None, f"page {number}, line {n}") for n in range(1, len(lines) + 1))
    for found, place in zip(lines, places, strict=True):
        while pictures and pictures[0].middle > found.y:
            yield from _block(kind, together, level)
            together = []
            yield Block("picture", (Line("picture", place._replace(shown=f"page {number}")),))
            pictures.pop(0)
        is_near = last is not None and 0 < last.y - found.y < 1.75 * max(found.size, last.size)
        cells = cells_of(found, row if kind == "table" and is_near else ())
        line = line_of(found, cells, place)
        sort, depth, line = _sort(found, line, body, page, has_code=has_code)
        if together and kind == "table" and is_near and _wraps(line, cells, row):
            together[-1] = _filled(together[-1], line)
            last = found
            continue
        row = [cell[0][1].left for cell in cells]
        goes_on = together and sort == kind and is_near and sort not in {"heading", "formula", "unread"}
        is_same = kind in NARROW and (sort == kind or (sort == "paragraph" and kind == "item"))
        if together and is_near and is_same and _goes_on(last, found, edges[found.column], kind):
            together[-1] = _joined(together[-1], line)
            last = found
            continue
        if not goes_on or (sort == "item" and depth >= 0):
            yield from _block(kind, together, level)
            together = []
        kind, level = sort, abs(depth)
        together.append(line)
        last = found
    yield from _block(kind, together, level)
    for _ in pictures:
        yield Block("picture", (Line("picture", Place(0, None, f"page {number}")),))


def _edge(lines: list[PdfLine]) -> float:
    """Return the right end of a column, which several lines reach; 0 where none do."""
    ends = sorted((line.right for line in lines), reverse=True)
    return next((end for end in ends if sum(abs(end - other) < 2.5 * lines[0].size for other in ends) > 1), 0.0)


def _goes_on(last: PdfLine | None, found: PdfLine, edge: float, kind: BlockKind) -> bool:
    """Return whether a line goes on with the one above it: its first word had no room there."""
    if last is None or not edge or abs(last.size - found.size) > 0.5 or last.y <= found.y:
        return False
    is_set_off = all(each.strong for each in found.atoms) and not last.atoms[-1].strong
    if last.column != found.column or (is_set_off and not ANNOUNCES.search(plain(last))):
        return False
    is_divided = HYPHEN.search(plain(last)) and plain(found)[:1].islower()
    is_wide = edge - last.left > NARROW["heading" if is_divided else kind] * last.size
    word = plain(found).split(" ")[0]
    return (
        is_wide
        and (kind != "heading" or word[:1].islower())
        and last.right + 0.5 * len(word) * found.size + 0.3 * last.size > edge
    )


def _wraps(line: Line, cells: Sequence[Cell], row: Sequence[float]) -> bool:
    """Return whether a line is the rest of the first cell of the row above: `a sample` below `Deviation of`."""
    if len(cells) != 1 or len(row) == 1 or not line.text[:1].islower() or any(map(str.isdigit, line.text)):
        return False
    return abs(cells[0][0][1].left - row[0]) < ALIGNED and cells[0][-1][1].right < row[1]


def _filled(row: Line, rest: Line) -> Line:
    """Return a row with the rest of its first cell."""
    first, *others = row.cells
    text = f"{first.removesuffix('-')}{'' if first.endswith('-') else ' '}{rest.text}"
    return row._replace(cells=(text, *others), strong=(*row.strong, *rest.strong))


def _joined(line: Line, more: Line) -> Line:
    """Return a line with what follows it in the same paragraph."""
    text = line.text.removesuffix("-") if line.text.endswith("-") and more.text[:1].islower() else f"{line.text} "
    return line._replace(
        text=f"{text}{more.text}",
        strong=(*line.strong, *more.strong),
        struck=" ".join(filter(None, (line.struck, more.struck))),
    )


def _block(kind: BlockKind, lines: list[Line], level: int) -> Iterator[Block]:
    """Yield the block of these lines, unless there are none; a table of one row becomes a paragraph."""
    if not lines:
        return
    if kind == "table" and len(lines) == 1:
        kind = "paragraph"
    if kind == "table":
        yield Block(kind, tuple(line._replace(text=" | ".join(line.cells)) for line in lines))
        return
    plain = tuple(line._replace(cells=()) for line in lines)
    if kind == "formula":
        yield Block(kind, tuple(each for line in plain for each in formula_lines(line.text, line.place)))
    else:
        yield Block(kind, plain, level if kind in {"heading", "item"} else 0)


def _sort(found: PdfLine, line: Line, body: float, page: Page, *, has_code: bool) -> tuple[BlockKind, int, Line]:
    """Return the kind of the block that a line belongs to, its level, and the line without the sign of its list."""
    if LOST in line.text:
        return "unread", 0, line._replace(text=line.text.replace(LOST, "?"))
    if len(line.cells) > 2 or (len(line.cells) == 2 and _is_ruled(found, page)):
        return "table", 0, line
    if has_code and all(each.mono for each in found.atoms):
        return "code", 0, line
    if bullet := BULLET.match(line.text):
        return "item", 1, line._replace(text=line.text[bullet.end() :])
    if found.size >= HEADING * body and not any(each.is_math for each in found.atoms):
        return "heading", max(1, min(6, 4 - round(4 * (found.size / body - 1)))), line._replace(strong=())
    if LISTED.match(line.text):
        return "item", 1, line
    alone = line.text
    if alone.startswith("$") and alone.endswith("$") and alone.count("$") == 2:
        return "formula", 0, line._replace(text=alone[1:-1])
    if "=" in alone and not any(is_word(token) for token in alone.split()) and _is_centred(found, page):
        return "formula", 0, line._replace(text=alone.replace("$", ""))
    return "paragraph", 0, line


def _is_centred(line: PdfLine, page: Page) -> bool:
    """Return whether a line is in the middle of the page's text."""
    left = min(each.left for each in page.atoms)
    right = max(each.right for each in page.atoms)
    is_apart = line.left > left + 3 * line.size and line.right < right - 3 * line.size
    return is_apart and abs((line.left + line.right) - (left + right)) < 6 * line.size


def _is_ruled(line: PdfLine, page: Page) -> bool:
    """Return whether a line of text is between two lines that are drawn, as in a table."""
    above = any(0 < rule.middle - line.y < 2.5 * line.size and rule.width > 40 for rule in page.rules)
    below = any(0 < line.y - rule.middle < 2 * line.size and rule.width > 40 for rule in page.rules)
    return (above and below) or any(side.bottom < line.y < side.top for side in page.sides)
