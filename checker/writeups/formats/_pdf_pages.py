"""Reads the text, lines and pictures of PDF pages with pdfium, as a separate program (`python -I _pdf_pages.py`).

Reads requests from standard input: the length of a file in 8 bytes, a number in 4, and the bytes of the file.  Writes
answers, each a length and then JSON for the number 0, or else the page with this number as a JPEG picture.  It imports
nothing of checker, so that it starts quickly.  A file that ends it, or takes it too long, harms nobody.
"""

from __future__ import annotations

import ctypes
import io
import json
import re
import struct
import sys
from itertools import islice
from typing import Any, BinaryIO

import pypdfium2 as pdfium
import pypdfium2.raw as c

MAX_PAGES = 150
MAX_CHARACTERS = 400_000
MAX_OBJECTS = 40_000
"""Maximum number of lines, boxes and pictures of a page."""
MEMORY = 2_000_000_000
"""Maximum memory of the process in bytes."""
REQUEST = struct.Struct("<QI")
PIXELS = 1600
"""Maximum width and height of a picture."""
DOTS = 150
"""Dots per inch of a page as a picture."""
MAX_PIXELS = 250_000_000
"""Maximum number of pixels of a picture that is handed in: phones take 200 million."""
PICTURES = ("JPEG", "PNG", "GIF", "WEBP", "TIFF", "BMP")
BROKEN = b'{"error": "broken"}'
TOO_LARGE = b'{"error": "large"}'
TYPED = (c.FPDF_FORMFIELD_TEXTFIELD, c.FPDF_FORMFIELD_COMBOBOX, c.FPDF_FORMFIELD_LISTBOX)
TICKED = (c.FPDF_FORMFIELD_CHECKBOX, c.FPDF_FORMFIELD_RADIOBUTTON)
BRACKETS = frozenset("()[]{}|√∑∏∫⎛⎜⎝⎞⎟⎠⎡⎢⎣⎤⎥⎦")
DRAWN = (c.FPDF_ANNOT_INK, c.FPDF_ANNOT_STAMP, c.FPDF_ANNOT_TEXT)
"""Annotations that a person must look at: drawings, stamps and comments."""
SIZE = re.compile(r"([\d.]+) +Tf")
UNSEEN = c.FPDF_ANNOT_FLAG_HIDDEN | c.FPDF_ANNOT_FLAG_NOVIEW


def pages_of(data: bytes) -> dict[str, Any]:
    """Return the pages of a PDF file as a mapping for JSON: `pages` and `count`, or `error` with a code."""
    try:
        pdf = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        return {"error": getattr(error, "err_code", None) or 0}
    pages: list[dict[str, Any]] = []
    left = MAX_CHARACTERS
    count = len(pdf)
    pdf.init_forms()
    form = pdf.formenv and pdf.formenv.raw
    for number in range(min(count, MAX_PAGES)):
        try:
            page = pdf[number]
        except pdfium.PdfiumError:
            pages.append({"broken": True})
            continue
        found = _page(page, left, form)
        left -= sum(len(run[0]) for run in found["runs"])
        pages.append(found)
        page.close()
        if left <= 0:
            break
    return {"pages": pages, "count": count}


def _page(page: Any, most: int, form: Any) -> dict[str, Any]:
    """Return a page as a mapping: its box, pieces of text (at most `most` letters), annotations, boxes and pictures."""
    left, bottom, right, top = page.get_cropbox()
    runs = _runs(page, most)
    notes, typed = _annotations(page, form)
    return {
        "box": [left, bottom, right, top],
        "runs": [*runs, *(run for each in typed for run in _typed_runs(*each, runs))],
        "notes": notes,
        **_drawn(page),
    }


def _drawn(page: Any) -> dict[str, Any]:
    """Return the boxes and pictures of a page."""
    boxes, pictures = [], []
    bounds = [ctypes.c_float() for _ in range(4)]
    colour = [ctypes.c_uint() for _ in range(4)]
    for each in islice(page.get_objects(max_depth=3), MAX_OBJECTS):
        raw = each.raw
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
                boxes.append(box)
        elif each.type == c.FPDF_PAGEOBJ_IMAGE:
            pictures.append(box)
    return {"boxes": boxes, "pictures": pictures}


def _runs(page: Any, most: int) -> list[list[Any]]:
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
            looks[key] = _looks(text, place, raw)
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
        if last is None or last != key or not runs or abs(runs[-1][3] - y.value) >= 0.3:
            runs.append(["", [], [], round(y.value, 2), looks[key], [], []])
        run = runs[-1]
        run[0] += sign
        run[1].append(round(x.value, 2))
        run[2].append(round(box.right, 2))
        last = key
    text.close()
    return runs


def _is_raised(text: Any, place: int, y: float, size: float) -> bool:
    """Return whether a digit is drawn higher than its baseline says, as fonts do for exponents."""
    edges = [ctypes.c_double() for _ in range(4)]
    c.FPDFText_GetCharBox(text, place, *edges)
    return edges[2].value > y + 0.2 * size


def _looks(text: Any, place: int, raw: Any) -> list[Any]:
    """Return how a piece of text looks: size, angle, way of drawing, weight and font."""
    matrix = c.FS_MATRIX()
    size = c.FPDFText_GetFontSize(text, place)
    if c.FPDFText_GetMatrix(text, place, matrix):
        size *= (matrix.c**2 + matrix.d**2) ** 0.5
    mode = c.FPDFTextObj_GetTextRenderMode(raw) if raw else 0
    buffer = ctypes.create_string_buffer(200)
    flags = ctypes.c_int()
    c.FPDFText_GetFontInfo(text, place, buffer, 200, flags)
    name = buffer.value.decode("utf-8", "replace")
    angle = c.FPDFText_GetCharAngle(text, place)
    return [round(size, 2), round(angle, 2), mode, c.FPDFText_GetFontWeight(text, place), name]


def _annotations(page: Any, form: Any) -> tuple[list[list[Any]], list[tuple[list[float], str, str]]]:
    """Return (box, `struck` or `drawing`) of each annotation, and (box, text, look) of each text that was typed."""
    notes: list[list[Any]] = []
    typed = []
    for place in range(min(c.FPDFPage_GetAnnotCount(page), 2000)):
        annotation = c.FPDFPage_GetAnnot(page, place)
        sort = c.FPDFAnnot_GetSubtype(annotation)
        rectangle = c.FS_RECTF()
        c.FPDFAnnot_GetRect(annotation, rectangle)
        box = [round(each, 2) for each in (rectangle.left, rectangle.bottom, rectangle.right, rectangle.top)]
        if not c.FPDFAnnot_GetFlags(annotation) & UNSEEN:
            field = c.FPDFAnnot_GetFormFieldType(form, annotation) if form and sort == c.FPDF_ANNOT_WIDGET else -1
            if field in TYPED:
                typed.append((box, _string(c.FPDFAnnot_GetFormFieldValue, form, annotation), _look(annotation)))
            elif sort == c.FPDF_ANNOT_FREETEXT:
                text = _string(c.FPDFAnnot_GetStringValue, annotation, b"Contents")
                typed.append((box, text, _look(annotation)))
            elif sort in DRAWN or (field in TICKED and c.FPDFAnnot_IsChecked(form, annotation)):
                notes.append([box, "drawing"])
            elif sort == c.FPDF_ANNOT_STRIKEOUT:
                notes += [[each, "struck"] for each in _marked(annotation) or [box]]
        c.FPDFPage_CloseAnnot(annotation)
    return notes, typed


def _marked(annotation: Any) -> list[list[float]]:
    """Return the boxes of the text that an annotation marks."""
    found = []
    for place in range(min(c.FPDFAnnot_CountAttachmentPoints(annotation), 200)):
        quad = c.FS_QUADPOINTSF()
        if c.FPDFAnnot_GetAttachmentPoints(annotation, place, quad):
            across, up = (quad.x1, quad.x2, quad.x3, quad.x4), (quad.y1, quad.y2, quad.y3, quad.y4)
            found.append([min(across), min(up), max(across), max(up)])
    return found


def _look(annotation: Any) -> str:
    """Return how typed text looks, as drawing instructions: `1 0 0 rg /Helv 12 Tf`."""
    return _string(c.FPDFAnnot_GetStringValue, annotation, b"DA")


def _typed_runs(box: list[float], text: str, look: str, runs: list[list[Any]]) -> list[list[Any]]:
    """Return typed text as pieces of text: on the line of what is printed beside it, if something is."""
    left, bottom, right, top = box
    beside = [run for run in runs if bottom - 1 <= run[3] <= top and not run[6] and run[0].strip()]
    stated = SIZE.search(look)
    size = float(stated[1]) if stated else 0.0
    shown = beside[0][4][0] if beside else size or 10.0
    middle = (bottom + top) / 2 if top - bottom < 2.5 * shown else top - 0.7 * shown
    y = min((run[3] for run in beside), key=lambda each: abs(each + 0.3 * shown - middle), default=middle - 0.3 * shown)
    looks = [shown, 0.0, 0, 400, ""]
    found = []
    for number, line in enumerate(text.splitlines()[:200]):
        step = min(0.5 * shown, max(1.0, right - left) / max(1, len(line)))
        lefts = [round(left + place * step, 2) for place in range(len(line))]
        run = [
            line,
            lefts,
            [round(each + step, 2) for each in lefts],
            round(y - 1.2 * number * shown, 2),
            looks,
            [],
            [],
        ]
        found += [run] if line.strip() else []
    return found


def _string(get: Any, *where: Any) -> str:
    """Return a text that pdfium writes into a buffer."""
    length = get(*where, None, 0)
    buffer = ctypes.create_string_buffer(length + 2)
    get(*where, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), length)
    return buffer.raw[: max(0, min(length, 40_000) - 2)].decode("utf-16-le", "replace")


def picture_of(data: bytes, number: int) -> bytes:
    """Return a page of a PDF file, or a picture file, as an upright JPEG of bounded size.

    It is TOO_LARGE for a picture with too many pixels.
    """
    from PIL import Image, ImageOps

    if data[:1024].lstrip().startswith(b"%PDF"):
        page = pdfium.PdfDocument(data)[number - 1]
        scale = min(DOTS / 72, PIXELS / max(1.0, *page.get_size()))
        shown = page.render(scale=scale, may_draw_forms=True).to_pil()
    else:
        Image.MAX_IMAGE_PIXELS = None  # a limit of ours
        found = Image.open(io.BytesIO(data), formats=PICTURES)
        if found.width * found.height > MAX_PIXELS:
            return TOO_LARGE
        found.draft("RGB", (PIXELS, PIXELS))
        shown = ImageOps.exif_transpose(found)
        shown.thumbnail((PIXELS, PIXELS))
    if shown.mode in {"RGBA", "LA", "PA", "P"}:  # what is transparent is shown on paper
        above = shown.convert("RGBA")
        shown = Image.new("RGBA", above.size, "white")
        shown.alpha_composite(above)
    file = io.BytesIO()
    shown.convert("RGB").save(file, "JPEG", quality=75)
    return file.getvalue()


def _answer(data: bytes, number: int) -> bytes:
    """Return JSON of all pages for the number 0, else the picture of a page, or BROKEN if it cannot be shown."""
    if not number:
        return json.dumps(pages_of(data)).encode()
    try:
        return picture_of(data, number)
    except Exception:  # noqa: BLE001 - libraries raise anything on a broken file
        return BROKEN


def main(source: BinaryIO, target: BinaryIO) -> None:
    """Answer the requests from `source` on `target` until there are no more."""
    try:
        import resource
    except ImportError:  # Windows has no limits
        pass
    else:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    while len(head := source.read(REQUEST.size)) == REQUEST.size:
        length, number = REQUEST.unpack(head)
        answer = _answer(source.read(length), number)
        target.write(struct.pack("<Q", len(answer)) + answer)
        target.flush()


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
