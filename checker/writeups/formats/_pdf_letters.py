"""Reads the pieces of text, lines and pictures of a PDF page with pdfium, in the order in which they are drawn.

A piece is letters beside each other that look alike, with their indices and exponents.  Signs that have no character
are LOST.
"""

from __future__ import annotations

import ctypes
import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, NamedTuple

import pypdfium2.raw as c

TYPED: Final = (c.FPDF_FORMFIELD_TEXTFIELD, c.FPDF_FORMFIELD_COMBOBOX, c.FPDF_FORMFIELD_LISTBOX)
TICKED: Final = (c.FPDF_FORMFIELD_CHECKBOX, c.FPDF_FORMFIELD_RADIOBUTTON)
DRAWN: Final = (c.FPDF_ANNOT_INK, c.FPDF_ANNOT_STAMP, c.FPDF_ANNOT_TEXT)
"""Annotations that a person must look at: drawings, stamps and comments."""
UNSEEN: Final = c.FPDF_ANNOT_FLAG_HIDDEN | c.FPDF_ANNOT_FLAG_NOVIEW
BOLD: Final = re.compile(r"bold|black|heavy|(?:^|\+)(?:cmbx|sfbx)", re.IGNORECASE)
_MONO: Final = re.compile(r"mono|courier|consola|menlo|cmtt|sftt|typewriter|inconsolata", re.IGNORECASE)
_LARGE_SIGNS: Final = re.compile(r"(?:^|\+)(?:CMEX|LMMathExtension|.*EX\d+$)", re.IGNORECASE)
"""Fonts of LaTeX with brackets, roots and sums of all sizes."""
INVISIBLE: Final = (3, 7)
"""Ways of drawing that show nothing."""
LOST: Final = "\ufffd"
"""Stands for what could not be read."""
_HYPHEN: Final = "\x02"
"""Divides a word at the end of a line."""
_NO_SIGN: Final = re.compile("[\x00-\x01\x03-\x1f\ue000-\uf8ff¿⎛⎜⎝⎞⎟⎠⎡⎢⎣⎤⎥⎦]")
"""Signs that stand for no character, or are pieces of one; LibreOffice shows `¿` where an equation is not valid."""
LIMITED: Final = frozenset("∑∏∫")
"""Signs with something above and below."""
_MEASURED: Final = LIMITED | {*"0123456789()[]{}|√", LOST}
"""Signs that may be raised or large."""
THIN: Final = 1.7
"""Maximum height of a line that is drawn, in points."""
SMALL: Final = 0.86
"""Size of an index or an exponent, as a share of that of the text, at most."""
SPACE: Final = 0.17
"""Gap, in sizes, from which there is a space."""
APART: Final = 0.47
"""Gap, in sizes, from which text without a space is another piece."""
_ORDINALS: Final = frozenset(("st", "nd", "rd", "th"))


class Box(NamedTuple):
    """A rectangle on a page, in points from its lower left corner: a line that is drawn, a picture, an annotation."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.top - self.bottom

    @property
    def middle(self) -> float:
        return (self.bottom + self.top) / 2


class Look(NamedTuple):
    """How text looks."""

    size: float
    angle: float = 0.0
    is_seen: bool = True
    strong: bool = False
    mono: bool = False
    is_large: bool = False
    """Whether its font has brackets, roots and sums of all sizes."""


@dataclass
class Piece:
    """Letters beside each other on one height that look alike; `y` is their baseline."""

    text: str
    left: float
    right: float
    y: float
    look: Look
    struck: bool = False
    tall: tuple[float, float] = (0.0, 0.0)
    """The extent of a large bracket or root, which is LOST."""
    scripts: tuple[tuple[str, str], ...] = ()
    """Its indices and exponents, each with its sign, `_` or `^`."""

    @property
    def size(self) -> float:
        return self.look.size

    @property
    def whole(self) -> str:
        """Return its text with its indices and exponents."""
        return self.text + "".join(
            inside if inside in _ORDINALS else f"{sign}{inside}" if len(inside) == 1 else f"{sign}{{{inside}}}"
            for sign, inside in self.scripts
        )


class Bars:
    """Thin lines of a page: they strike text out, or are parts of fractions and roots."""

    def __init__(self, boxes: list[Box]) -> None:
        self._bars = sorted((each for each in boxes if each.height < 4 < each.width), key=lambda each: each.middle)
        self._heights = [each.middle for each in self._bars]

    def at(self, x: float, low: float, high: float) -> Box | None:
        """Return a line that passes this place between these heights."""
        near = self._bars[bisect_left(self._heights, low) : bisect_right(self._heights, high)]
        return next((each for each in near if each.left <= x <= each.right), None)


class Page(NamedTuple):
    """One page as it is shown; a broken one is left to a person as a scan is."""

    pieces: Sequence[Piece] = ()
    boxes: Sequence[Box] = ()
    """Lines, boxes and shapes that are drawn."""
    pictures: Sequence[Box] = ()
    hidden: str = ""
    """Text that is drawn invisibly."""
    width: float = 0.0
    height: float = 0.0
    is_scan: bool = True
    """Whether the page is one picture; its text is what a program read in it."""
    is_turned: bool = False
    """Whether there is text that is not level."""
    is_drawn_on: bool = False
    """Whether somebody has drawn on it, ticked something or added a comment."""
    letters: int = 0
    """How many letters it has, with spaces and those that were not read."""
    is_broken: bool = False


def page_of(page: Any, most: int, form: Any) -> Page:
    """Return what is on a page of pdfium, with at most `most` letters; `form` is the environment of its fields."""
    left, bottom, right, top = page.get_cropbox()
    boxes, pictures = _drawn(page)
    struck, typed, is_drawn_on = _annotations(page, form)
    text = page.get_textpage()
    letters = c.FPDFText_CountChars(text)
    pieces, hidden, is_turned = _pieces(_letters(text, min(letters, most)), Bars([*boxes, *struck]))
    pieces = _with_scripts(pieces, Bars(boxes))
    for each in typed:
        _add_typed(pieces, *each)
    shown = [each for each in pictures if each.width > 24 and each.height > 24]
    is_covered = any(each.width * each.height > 0.7 * (right - left) * (top - bottom) for each in shown)
    is_scan = is_covered and len(hidden) >= sum(len(each.text) for each in pieces)
    return Page(pieces, boxes, shown, hidden, right - left, top - bottom, is_scan, is_turned, is_drawn_on, letters)


def _drawn(page: Any) -> tuple[list[Box], list[Box]]:
    boxes, pictures = [], []
    bounds = [ctypes.c_float() for _ in range(4)]
    colour = [ctypes.c_uint() for _ in range(4)]
    for each in islice(page.get_objects(max_depth=3), 40_000):  # maximum number of lines, boxes and pictures of a page
        raw = each.raw
        if each.type not in {c.FPDF_PAGEOBJ_PATH, c.FPDF_PAGEOBJ_IMAGE, c.FPDF_PAGEOBJ_SHADING}:
            continue
        if not c.FPDFPageObj_GetBounds(raw, *bounds):
            continue
        box = Box(*(round(value.value, 2) for value in bounds))
        if each.type == c.FPDF_PAGEOBJ_PATH:
            mode, stroke = ctypes.c_int(), ctypes.c_int()
            c.FPDFPath_GetDrawMode(raw, mode, stroke)
            get = c.FPDFPageObj_GetFillColor if mode.value else c.FPDFPageObj_GetStrokeColor
            seen = get(raw, *colour) and (mode.value or stroke.value)
            is_line = not mode.value and c.FPDFPath_CountSegments(raw) == 2
            # maximum height of a slanted line that strikes text out at its middle, as two do that cross it, in points
            if is_line and box.height < 30:  # as two cross out a word
                box = box._replace(bottom=box.middle, top=box.middle)
            if seen and colour[3].value > 8:
                boxes.append(box)
        elif each.type == c.FPDF_PAGEOBJ_IMAGE:
            pictures.append(box)
    return boxes, pictures


def _pieces(letters: Iterable[Piece], bars: Bars) -> tuple[list[Piece], str, bool]:
    """Return the pieces of text in the order of drawing, the text that is not seen, and whether any is not level."""
    pieces: list[Piece] = []
    hidden, gap_text, is_turned = "", "", False
    for each in letters:
        size, sign = each.size, each.text
        if not sign.strip():
            gap_text += " "
            continue
        if 0.1 < each.look.angle < 6.18:
            is_turned = True
            continue
        if not each.look.is_seen:
            hidden += gap_text + sign
            gap_text = ""
            continue
        middle, y = (each.left + each.right) / 2, each.y
        each.struck = sign != LOST and bars.at(middle, y + 0.15 * size, y + 0.45 * size) is not None
        if sign == "√" and bars.at(each.right + 0.3 * size, y, y + 2 * size):
            each.text = LOST
        last = pieces[-1] if pieces else None
        gap = each.left - last.right if last else 0.0
        if (
            last is None
            or (last.look, last.struck) != (each.look, each.struck)
            or any((*each.tall, *last.tall))
            or abs(last.y - y) > 0.3
            # gap, in sizes, from which text behind a space is another piece
            or not -0.3 * size < gap < (1.3 if gap_text else APART) * size
        ):
            pieces.append(each)
        else:
            last.text += (gap_text or (" " if gap > SPACE * size and sign not in ",.;" else "")) + each.text
            last.right = max(last.right, each.right)
        gap_text = ""
    return pieces, hidden, is_turned


def _letters(text: Any, count: int) -> Iterator[Piece]:
    """Yield each letter as a piece, but the spaces and line ends that pdfium thinks of."""
    looks: dict[int, Look] = {}
    box, x, y = c.FS_RECTF(), ctypes.c_double(), ctypes.c_double()
    edges = [ctypes.c_double() for _ in range(4)]
    high, usual = "", 0.0
    for place in range(count):
        if c.FPDFText_IsGenerated(text, place) == 1:
            continue
        raw = c.FPDFText_GetTextObject(text, place)
        key = ctypes.addressof(raw.contents) if raw else 0
        look = looks.get(key) or looks.setdefault(key, _look_of(text, place, raw))
        code = c.FPDFText_GetUnicode(text, place)
        if 0xD800 <= code < 0xDC00:
            high = chr(code)
            continue
        sign, high = high + chr(code), ""
        sign = sign.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        if sign == _HYPHEN or "\U0001d400" <= sign <= "\U0001d7ff":
            sign = "-" if sign == _HYPHEN else unicodedata.normalize("NFKC", sign)
        c.FPDFText_GetCharOrigin(text, place, x, y)
        c.FPDFText_GetLooseCharBox(text, place, box)
        left, right, base, tall = x.value, box.right, y.value, (0.0, 0.0)
        if look.is_large or _NO_SIGN.search(sign) or c.FPDFText_HasUnicodeMapError(text, place) == 1:
            sign = LOST
        if sign in _MEASURED:
            c.FPDFText_GetCharBox(text, place, *edges)
            low, top = edges[2].value, edges[3].value
            if sign.isdigit() and low > base + 0.2 * look.size:  # fonts have digits that are raised
                base += 0.35 * look.size
                look = look._replace(size=0.7 * look.size)
            elif sign in LIMITED:
                tall = (low - 0.7 * look.size, top + 0.7 * look.size)
            # height of a large sign, in sizes, at least
            elif not sign.isdigit() and top - low > 1.35 * min(look.size, usual or look.size):
                tall, base = (low, top), (low + top) / 2
        usual = look.size if sign.isalnum() else usual
        yield Piece(sign, left, right, base, look, tall=tall)


def _look_of(text: Any, place: int, raw: Any) -> Look:
    matrix = c.FS_MATRIX()
    size = c.FPDFText_GetFontSize(text, place)
    if c.FPDFText_GetMatrix(text, place, matrix):
        size *= (matrix.c**2 + matrix.d**2) ** 0.5
    buffer, flags = ctypes.create_string_buffer(200), ctypes.c_int()
    c.FPDFText_GetFontInfo(text, place, buffer, 200, flags)
    font = buffer.value.decode("utf-8", "replace")
    is_seen = not raw or c.FPDFTextObj_GetTextRenderMode(raw) not in INVISIBLE
    strong = c.FPDFText_GetFontWeight(text, place) >= 600 or bool(BOLD.search(font))
    angle = c.FPDFText_GetCharAngle(text, place)
    return Look(round(size, 1), angle, is_seen, strong, bool(_MONO.search(font)), bool(_LARGE_SIGNS.search(font)))


def _with_scripts(pieces: list[Piece], bars: Bars) -> list[Piece]:
    """Return pieces with each index and exponent at the piece that it is drawn after."""
    found: list[Piece] = []
    end, height = 0.0, 0.0
    """Where the last piece or its last script ends, and the height of that script."""
    for each in pieces:
        base = found[-1] if found else None
        if base and each.size < SMALL * base.size and LOST not in (base.text, each.text) and base.text[-1] not in "([{":
            gap, rise = (each.left - end) / base.size, (each.y - base.y) / base.size
            sign = "^" if 0.12 < rise < 0.95 else "_" if -0.6 < rise < -0.04 else ""
            low, high = (-0.6, 0.0) if sign == "^" else (0.0, 1.3)
            bar = bars.at((each.left + each.right) / 2, each.y + low * each.size, each.y + high * each.size)
            is_script = sign and not bar and -1.2 < gap < 0.7 and each.left > base.left
            if is_script and each.struck == base.struck:
                *others, last = base.scripts or (("", ""),)
                if last[0] == sign and abs(height - each.y) < 0.25 * each.size:
                    base.scripts = (*others, (sign, last[1] + (" " if gap > 0.3 else "") + each.text))
                else:
                    base.scripts = (*base.scripts, (sign, each.text))
                end, height = max(each.right, end), each.y
                base.right = end
                continue
        found.append(each)
        end = each.right
    return found


def _annotations(page: Any, form: Any) -> tuple[list[Box], list[tuple[Box, str]], bool]:
    """Return lines that strike text out, (box, text) of what was typed, and whether somebody drew on the page."""
    struck: list[Box] = []
    typed: list[tuple[Box, str]] = []
    is_drawn_on = False
    for place in range(min(c.FPDFPage_GetAnnotCount(page), 2000)):
        annotation = c.FPDFPage_GetAnnot(page, place)
        sort = c.FPDFAnnot_GetSubtype(annotation)
        rectangle = c.FS_RECTF()
        c.FPDFAnnot_GetRect(annotation, rectangle)
        box = Box(rectangle.left, rectangle.bottom, rectangle.right, rectangle.top)
        if not c.FPDFAnnot_GetFlags(annotation) & UNSEEN:
            field = c.FPDFAnnot_GetFormFieldType(form, annotation) if form and sort == c.FPDF_ANNOT_WIDGET else -1
            if field in TYPED:
                typed.append((box, _string(c.FPDFAnnot_GetFormFieldValue, form, annotation)))
            elif sort == c.FPDF_ANNOT_FREETEXT:
                typed.append((box, _string(c.FPDFAnnot_GetStringValue, annotation, b"Contents")))
            elif sort in DRAWN or (field in TICKED and c.FPDFAnnot_IsChecked(form, annotation)):
                is_drawn_on = True
            elif sort == c.FPDF_ANNOT_STRIKEOUT:
                struck += _marked(annotation, box)
        c.FPDFPage_CloseAnnot(annotation)
    return struck, typed, is_drawn_on


def _marked(annotation: Any, box: Box) -> list[Box]:
    """Return a line through each line of text that an annotation marks; without any, one through its box."""
    found = []
    quad = c.FS_QUADPOINTSF()
    for place in range(min(c.FPDFAnnot_CountAttachmentPoints(annotation), 200)):
        if c.FPDFAnnot_GetAttachmentPoints(annotation, place, quad):
            across, up = (quad.x1, quad.x2, quad.x3, quad.x4), (quad.y1, quad.y2, quad.y3, quad.y4)
            found.append(Box(min(across), min(up), max(across), max(up)))
    return [Box(each.left, each.middle, each.right, each.middle) for each in found or [box]]


def _add_typed(pieces: list[Piece], box: Box, text: str) -> None:
    beside = next((each for each in pieces if box.bottom - 1 <= each.y <= box.top and not any(each.tall)), None)
    size = beside.size if beside else min(12.0, max(6.0, 0.7 * box.height))
    y = beside.y if beside and box.height < 2.5 * size else box.top - size
    for line in text.splitlines()[:200]:
        at = max((place for place, each in enumerate(pieces, 1) if each.y > y - 1), default=0)
        right = box.left + min(box.width, 0.5 * size * len(line))
        pieces[at:at] = [Piece(line.strip(), box.left, right, y, Look(size))] if line.strip() else []
        y -= 1.2 * size


def _string(get: Any, *where: Any) -> str:
    length = get(*where, None, 0)
    buffer = ctypes.create_string_buffer(length + 2)
    get(*where, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), length)
    return buffer.raw[: max(0, min(length, 40_000) - 2)].decode("utf-16-le", "replace")
