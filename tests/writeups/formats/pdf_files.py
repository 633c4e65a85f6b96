"""Small PDF files for tests, written by hand: text at places, lines and pictures."""

HEAD = b"%PDF-1.7\n"
PIXEL = "<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>"


def text(x, y, words, size=12, font="F1"):
    """Return the commands that show words at a place."""
    words = words.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    return f"q BT /{font} {size} Tf {x} {y} Td ({words}) Tj ET Q\n"


def rule(left, y, right):
    """Return the commands that draw a thin line."""
    return f"{left} {y} {right - left} 0.5 re f\n"


PICTURE = "q 612 0 0 792 0 0 cm /I1 Do Q\n"
"""A picture that covers the page."""


def note(sort, left, bottom, right, top, more=""):  # noqa: PLR0913 - as a page has them
    """Return an annotation."""
    return f"<< /Type /Annot /Subtype /{sort} /Rect [{left} {bottom} {right} {top}] /F 4 {more} >>"


def form(page, *fields):
    """Return a file of one page with fields of a form, which are notes of the sort `Widget`."""
    places = " ".join(f"{9 + number} 0 R" for number in range(len(fields)))
    return pdf(page, annotations=places, extra=f"/AcroForm << /Fields [{places}] >>", more=fields)


def pdf(*pages, annotations="", extra="", more=()):
    """Return a file with these pages, each the commands that draw it; `more` are objects behind them."""
    objects = [
        f"<< /Type /Catalog /Pages 2 0 R {extra} >>",
        f"<< /Type /Pages /Kids [{' '.join(f'{7 + 2 * n} 0 R' for n in range(len(pages)))}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Courier-Bold /Encoding /WinAnsiEncoding >>",
        f"{PIXEL}\nstream\nA\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>",
    ]
    for number, page in enumerate(pages):
        bold = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>"
        resources = f"<< /Font << /F1 3 0 R /F2 4 0 R /F3 6 0 R /F6 {bold} >> /XObject << /I1 5 0 R >> >>"
        notes = f"/Annots [{annotations}]" if annotations else ""
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources {resources} /Contents {8 + 2 * number} 0 R {notes} >>"
        )
        data = page.encode("cp1252")
        objects.append(f"<< /Length {len(data)} >>\nstream\n{page}\nendstream")
    objects += more
    out, places = bytearray(HEAD), []
    for number, each in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{each}\nendobj\n".encode("cp1252")
    table = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n" + "".join(
        f"{place:010} 00000 n \n" for place in places
    )
    return (
        bytes(out) + f"{table}trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(out)}\n%%EOF".encode()
    )
