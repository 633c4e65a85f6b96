"""Pieces of text, lines and pictures of PDF pages, read with pdfium: run as a process of its own.

    python -I _pdf_pages.py

Reads requests from standard input, each the length of a file in 8 bytes and its bytes; writes answers, each a length
and JSON.  It imports nothing of checker, so that it starts quickly.  A file that ends it, or takes it too long, harms
nobody.
"""

from __future__ import annotations

import ctypes
import json
import struct
import sys
from typing import Any, BinaryIO

import pypdfium2 as pdfium
import pypdfium2.raw as c

MAX_PAGES = 150
MAX_CHARACTERS = 400_000
MAX_OBJECTS = 40_000
"""Maximum number of lines, boxes and pictures of a page."""
MEMORY = 2_000_000_000
"""Maximum memory of the process in bytes."""
ANNOTATIONS = {c.FPDF_ANNOT_FREETEXT: "Contents", c.FPDF_ANNOT_WIDGET: "V"}
"""Annotations that show text, by the name of their text."""
BRACKETS = frozenset("()[]{}|√∑∏∫⎛⎜⎝⎞⎟⎠⎡⎢⎣⎤⎥⎦")
DRAWN = (c.FPDF_ANNOT_INK, c.FPDF_ANNOT_STAMP)
UNSEEN = c.FPDF_ANNOT_FLAG_HIDDEN | c.FPDF_ANNOT_FLAG_NOVIEW


def pages_of(data: bytes) -> dict[str, Any]:
    """Return the pages of a file for JSON, or the code of an error."""
    try:
        pdf = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        return {"error": getattr(error, "err_code", None) or 0}
    pages: list[dict[str, Any]] = []
    left = MAX_CHARACTERS
    count = len(pdf)
    pdf.init_forms()
    for number in range(min(count, MAX_PAGES)):
        try:
            page = pdf[number]
        except pdfium.PdfiumError:
            pages.append({"broken": True})
            continue
        found = _page(page, left)
        left -= sum(len(run[0]) for run in found["runs"])
        pages.append(found)
        page.close()
        if left <= 0:
            break
    return {"pages": pages, "count": count}


def _page(page: Any, most: int) -> dict[str, Any]:
    left, bottom, right, top = page.get_cropbox()
    orders: dict[int, int] = {}
    drawn = _drawn(page, orders)
    return {
        "box": [left, bottom, right, top],
        "turned": page.get_rotation(),
        "runs": _runs(page, orders, most),
        "notes": _annotations(page),
        **drawn,
    }


def _drawn(page: Any, orders: dict[int, int]) -> dict[str, Any]:
    """Return the boxes and pictures of a page; `orders` gets the place of each object in the order of drawing."""
    boxes, pictures = [], []
    bounds = [ctypes.c_float() for _ in range(4)]
    colour = [ctypes.c_uint() for _ in range(4)]
    for order, each in enumerate(page.get_objects(max_depth=3)):
        if order >= MAX_OBJECTS:
            break
        raw = each.raw
        orders[ctypes.addressof(raw.contents)] = order
        if each.type not in {c.FPDF_PAGEOBJ_PATH, c.FPDF_PAGEOBJ_IMAGE, c.FPDF_PAGEOBJ_SHADING}:
            continue
        if not c.FPDFPageObj_GetBounds(raw, *bounds):
            continue
        box = [round(value.value, 2) for value in bounds]
        if each.type == c.FPDF_PAGEOBJ_PATH:
            mode, stroke = ctypes.c_int(), ctypes.c_int()
            c.FPDFPath_GetDrawMode(raw, mode, stroke)
            get = c.FPDFPageObj_GetFillColor if mode.value else c.FPDFPageObj_GetStrokeColor
            seen = get(raw, *colour) and (mode.value or stroke.value)
            if seen and colour[3].value > 8:
                boxes.append([*box, [each.value for each in colour[:3]], order, bool(mode.value)])
        elif each.type == c.FPDF_PAGEOBJ_IMAGE:
            pictures.append([*box, order])
    return {"boxes": boxes, "pictures": pictures}


def _runs(page: Any, orders: dict[int, int], most: int) -> list[list[Any]]:  # noqa: PLR0915 - a loop over letters
    """Return the pieces of text in the order of drawing: neighbours on a line that look alike."""
    text = page.get_textpage()
    looks: dict[int, list[Any]] = {}
    runs: list[list[Any]] = []
    box = c.FS_RECTF()
    x, y = ctypes.c_double(), ctypes.c_double()
    key = last = None
    high = ""
    for place in range(min(c.FPDFText_CountChars(text), most)):
        code = c.FPDFText_GetUnicode(text, place)
        if c.FPDFText_IsGenerated(text, place) == 1:
            last = None
            continue
        raw = c.FPDFText_GetTextObject(text, place)
        key = ctypes.addressof(raw.contents) if raw else 0
        if key not in looks:
            looks[key] = _looks(text, place, raw, orders.get(key, -1))
        if 0xD800 <= code < 0xDC00:
            high = chr(code)
            continue
        sign = chr(code)
        if high:
            sign = (high + sign).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
            high = ""
        c.FPDFText_GetCharOrigin(text, place, x, y)
        c.FPDFText_GetLooseCharBox(text, place, box)
        lost = c.FPDFText_HasUnicodeMapError(text, place) == 1
        tall = lost or sign in BRACKETS or "\uf8e6" <= sign <= "\uf8fe"
        if tall:  # these may hang from their baseline: a piece of its own, with its extent
            edges = [ctypes.c_double() for _ in range(4)]
            c.FPDFText_GetCharBox(text, place, *edges)
            right = round(max(edges[1].value, box.right), 2)
            extent = [round(edges[2].value, 2), round(edges[3].value, 2)]
            runs.append(
                [sign, [round(x.value, 2)], [right], round(y.value, 2), looks[key], [0] if lost else [], extent]
            )
            last = None
            continue
        if "0" <= sign <= "9" and _is_raised(text, place, y.value, looks[key][0]):
            small = looks.setdefault(key + 1, [round(0.7 * looks[key][0], 2), *looks[key][1:]])
            right = round(box.right, 2)
            runs.append([sign, [round(x.value, 2)], [right], round(y.value + 0.35 * looks[key][0], 2), small, [], []])
            last = None
            continue
        if last is not None and last == key and runs and abs(runs[-1][3] - y.value) < 0.3:
            run = runs[-1]
        else:
            run = new_run(y.value, looks[key])
            runs.append(run)
        run[0] += sign
        run[1].append(round(x.value, 2))
        run[2].append(round(box.right, 2))
        last = key
    text.close()
    return runs


def new_run(y: float, looks: list[Any]) -> list[Any]:
    """Return a piece of text without letters yet."""
    return ["", [], [], round(y, 2), looks, [], []]


def _is_raised(text: Any, place: int, y: float, size: float) -> bool:
    """Return whether a digit is drawn as an exponent, though its place is that of a digit."""
    edges = [ctypes.c_double() for _ in range(4)]
    c.FPDFText_GetCharBox(text, place, *edges)
    return edges[2].value > y + 0.2 * size


def _looks(text: Any, place: int, raw: Any, order: int) -> list[Any]:
    """Return how a piece of text looks: size, angle, colour, opacity, way of drawing, weight, font and order."""
    matrix = c.FS_MATRIX()
    size = c.FPDFText_GetFontSize(text, place)
    if c.FPDFText_GetMatrix(text, place, matrix):
        size *= (matrix.c**2 + matrix.d**2) ** 0.5
    colour = [ctypes.c_uint() for _ in range(4)]
    shown = c.FPDFText_GetFillColor(text, place, *colour)
    mode = c.FPDFTextObj_GetTextRenderMode(raw) if raw else 0
    buffer = ctypes.create_string_buffer(200)
    flags = ctypes.c_int()
    c.FPDFText_GetFontInfo(text, place, buffer, 200, flags)
    name = buffer.value.decode("utf-8", "replace")
    angle = c.FPDFText_GetCharAngle(text, place)
    tint = [each.value for each in colour] if shown else [0, 0, 0, 255]
    return [round(size, 2), round(angle, 2), tint, mode, c.FPDFText_GetFontWeight(text, place), name, order]


def _annotations(page: Any) -> list[list[Any]]:
    """Return the texts that were added to a page, and drawings, each with its box."""
    found = []
    for place in range(min(c.FPDFPage_GetAnnotCount(page), 2000)):
        annotation = c.FPDFPage_GetAnnot(page, place)
        sort = c.FPDFAnnot_GetSubtype(annotation)
        rectangle = c.FS_RECTF()
        c.FPDFAnnot_GetRect(annotation, rectangle)
        box = [round(each, 2) for each in (rectangle.left, rectangle.bottom, rectangle.right, rectangle.top)]
        if not c.FPDFAnnot_GetFlags(annotation) & UNSEEN:
            if sort in ANNOTATIONS:
                found.append([*box, "text", _value(annotation, ANNOTATIONS[sort])])
            elif sort in DRAWN:
                found.append([*box, "drawing", ""])
            elif sort == c.FPDF_ANNOT_STRIKEOUT:
                found.append([*box, "struck", ""])
        c.FPDFPage_CloseAnnot(annotation)
    return found


def _value(annotation: Any, name: str) -> str:
    length = min(c.FPDFAnnot_GetStringValue(annotation, name.encode(), None, 0), 20_000)
    buffer = ctypes.create_string_buffer(length + 2)
    c.FPDFAnnot_GetStringValue(annotation, name.encode(), ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), length)
    return buffer.raw[: max(0, length - 2)].decode("utf-16-le", "replace")


def main(source: BinaryIO, target: BinaryIO) -> None:
    """Answer requests until there are no more."""
    try:
        import resource
    except ImportError:  # Windows has no limits
        pass
    else:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    while len(head := source.read(8)) == 8:
        data = source.read(struct.unpack("<Q", head)[0])
        answer = json.dumps(pages_of(data)).encode()
        target.write(struct.pack("<Q", len(answer)) + answer)
        target.flush()


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
