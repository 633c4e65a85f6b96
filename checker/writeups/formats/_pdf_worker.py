"""Reads the blocks of a PDF file, or shows a page as a picture: the program that `pdf` runs in a process with limits.

The file is on standard input.  On standard output is JSON for the number 0, else the page with this number as a JPEG.
"""

from __future__ import annotations

import io
import json
import sys
from typing import Any, Final

import pypdfium2 as pdfium

from checker.writeups.formats._notes import FIRST_CHARACTERS, MAX_CHARACTERS
from checker.writeups.formats._pdf_letters import Page, page_of
from checker.writeups.formats._pdf_lines import PdfLine, blocks_of, lines_of
from checker.writeups.formats._spans import numbered

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
