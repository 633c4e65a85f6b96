"""Reads PDF files with a text layer, by the places of their letters; a page without text counts as a picture."""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec
from typing import Any, Final

from checker.writeups.document import Block, Document, DocumentTrouble, DocumentUnreadable, Line, Place, UnreadPages
from checker.writeups.formats._hidden import notes_on_hidden
from checker.writeups.formats._limited import run
from checker.writeups.formats._notes import few, with_limits

SUFFIXES: Final = {".pdf": ".pdf"}
EXTRA: Final = "pdf"
LIMIT: Final = 50_000_000
SCAN: Final = "no text in this file: its pages are pictures, and a person must read them"
NO_TEXT: Final = "{} no text: a person must read {}"
HIDDEN: Final = "no text in this file that can be seen: it is drawn invisibly; a person must look at it"
UNSEEN: Final = "{} no text that can be seen: a person must look at {}"
DRAWN: Final = "drawings, ticks and comments were not read: a person must look at {}"
TURNED: Final = "text that is not level was not read"
SLOW: Final = "this file takes more than 2 seconds to read; print it to a new PDF, and hand that in"
BROKEN: Final = "this file is broken; print it to a new PDF, and hand that in"
LOCKED: Final = "this file is protected by a password; save it without one"
_LARGE_PICTURE: Final = "this picture has too many pixels to be shown here; open the file itself"
_BROKEN_PICTURE: Final = "this picture cannot be shown here; open the file itself"
WORKER: Final = "import sys; from checker.writeups.formats._pdf_worker import answer; answer(int(sys.argv[1]))"


def read(data: bytes, file: str, _suffix: str = "") -> Document:
    """Return the document in the bytes of a PDF file; without blocks if no page has text. Raise DocumentUnreadable."""
    found: dict[str, Any] = json.loads(_answer(data, 0, "pypdfium2"))
    if "error" in found:
        # the code of pdfium for a file with a password
        raise DocumentUnreadable(LOCKED if found["error"] == 4 else BROKEN)
    scans, unseen, drawn = found["scans"], found["unseen"], found["drawn"]
    pages = (*sorted((*scans, *unseen)),)
    blocks = tuple(Block(kind, tuple(map(_line, lines)), level) for kind, lines, level in found["blocks"])
    if pages and all(block.kind == "picture" for block in blocks):
        trouble = UnreadPages(None, SCAN) if scans else DocumentTrouble(None, HIDDEN)
        return Document(file, (), troubles=(trouble,), pages=pages)
    scanned = [_about(numbers, sentence) for numbers, sentence in ((scans, NO_TEXT), (unseen, UNSEEN)) if numbers]
    marked = [DRAWN.format(few("page", drawn))] if drawn else []
    document = Document(
        file,
        blocks,
        notes=(*notes_on_hidden(found["hidden"]), *scanned, *marked, *([TURNED] if found["turned"] else [])),
        troubles=(*(UnreadPages(None, each) for each in scanned), *(DocumentTrouble(None, each) for each in marked)),
        unread=tuple(f"{each[0].upper()}{each[1:]}." for each in (*scanned, *marked)),
        pages=pages,
    )
    return with_limits(document, found["limits"])


def picture_of(data: bytes, page: int) -> bytes:
    """Return a page of a PDF file, or a picture file, as an upright JPEG of at most 1,600 x 1,600 pixels.

    Raises DocumentUnreadable, or ModuleNotFoundError.
    """
    found = _answer(data, page, "pypdfium2", "PIL")
    if found.startswith(b"{"):
        raise DocumentUnreadable(_LARGE_PICTURE if "large" in json.loads(found)["error"] else _BROKEN_PICTURE)
    return found


def _answer(data: bytes, number: int, *libraries: str) -> bytes:
    for name in libraries:
        if find_spec(name) is None:
            raise ModuleNotFoundError(f"{name} is not installed", name=name)
    seconds, memory = (20, 2_000_000_000) if number else (2, 600_000_000)  # for a picture, for reading
    code, found, _ = run([sys.executable, "-P", "-c", WORKER, str(number)], data, SLOW, seconds, memory)
    if code or not found:
        raise DocumentUnreadable(
            "this file is broken, or takes more than 600 MB of memory to read; print it to a new PDF, and hand that in"
        )
    return found


def _about(pages: list[int], sentence: str) -> str:
    """Return a sentence filled in with the numbers of pages: `pages 2 and 3 have no text`."""
    is_one = len(pages) == 1
    return sentence.format(f"{few('page', pages)} {'has' if is_one else 'have'}", "it" if is_one else "them")


def _line(found: list[Any]) -> Line:
    text, place, strong, struck, cells = found
    return Line(text, Place(*place), tuple(strong), struck, tuple(cells))
