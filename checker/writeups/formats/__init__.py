"""Reads documents of all formats, one module each, which is found by its name; and pages as pictures for a person.

Each module has `SUFFIXES` (and the name of each) and `read(data, file, suffix)`, which returns the document in the
bytes of a file. It imports its library inside of functions: a library is loaded for its format only. It may have
`EXTRA`, the extra that installs this library, and `LIMIT`, the maximum size of a file in bytes, or `LIMITS` by suffix.
Also says which files are documents or pictures, by their suffixes, and what to hand in instead of others.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple

from checker.document import DocumentError, read_bytes
from checker.document.nodes import quote
from checker.text import packaged
from checker.text.packaged import extra
from checker.writeups.document import Document, DocumentUnreadable, NotInstalled, UnreadPages
from checker.writeups.formats._notes import within_limits

TEXT_LIMIT: Final = 10_000_000
"""Maximum size of a file of text in bytes."""

PICTURES: Final = frozenset((".png", ".jpg", ".jpeg", ".gif", ".webp", ".tif", ".tiff", ".bmp"))
"""Pictures that a person can be shown; others are told what to save instead."""
EMPTY: Final = "this file is empty; perhaps the wrong one was handed in"
LATER: Final = {".doc": ".docx", ".rtf": ".docx", ".pages": ".docx", ".wps": ".docx"}
"""Documents in formats that cannot be read, each with the format that its program can save instead."""
SCAN: Final = "no text in this file: a person must read it"
PHONE: Final = (
    "no text in this photograph: a person must read it, and many programs cannot show it; save it upright as `.jpg`"
)
DRAWING: Final = "no text in this drawing: a person must read it; save it as `.png`"
_TOLD: Final = {".heic": PHONE, ".heif": PHONE, ".svg": DRAWING}


class Format(NamedTuple):
    """A format of documents, such as PDF: the function that reads its files, and their maximum size."""

    name: str
    read: Callable[[bytes, str, str], Document]
    extra: str
    """The extra that installs its library."""
    limit: int
    """Maximum size of a file in bytes."""


@cache
def formats() -> dict[str, Format]:
    """Return the format for each suffix that can be read, such as `.pdf`."""
    found = [import_module(f"{__name__}.{name}") for name in packaged.modules(__path__)]
    return {
        suffix: Format(
            name,
            each.read,
            getattr(each, "EXTRA", "documents"),
            getattr(each, "LIMITS", {}).get(suffix, getattr(each, "LIMIT", TEXT_LIMIT)),
        )
        for each in found
        for suffix, name in each.SUFFIXES.items()
    }


def is_document(path: str) -> bool:
    """Return whether a file's suffix is one that students hand work in with, even if there is no reader for it."""
    suffix = Path(path).suffix.lower()
    return is_picture(path) or suffix in _TOLD or suffix in LATER or suffix in formats()


def is_picture(path: str) -> bool:
    """Return whether a file, by its suffix, is a picture that can be shown to a person."""
    return Path(path).suffix.lower() in PICTURES


def is_read(path: str) -> bool:
    """Return whether there is a reader for files with this suffix."""
    return Path(path).suffix.lower() in formats()


def limit_of(path: str) -> int:
    """Return how many bytes a file with this suffix may have at most."""
    found = formats().get(Path(path).suffix.lower())
    # maximum size of a picture in bytes
    return found.limit if found else 50_000_000 if is_picture(path) else TEXT_LIMIT


def too_large(size: int, limit: int) -> str:
    """Return the message about a file of `size` bytes that exceeds the limit."""
    return f"has {size / 1e6:,.1f} MB; the limit is {limit // 1_000_000} MB"


def read_document(path: str, name: str | None = None) -> Document:
    """Return the document in a file; messages call it `name`. Raises only DocumentUnreadable, also for a scan."""
    document = read_contents(_contents(path) if is_read(path) else b"", path, name or path)
    if document.pages and not document.blocks:
        raise DocumentUnreadable(document.troubles[0].message)
    return document


def read_contents(data: bytes, path: str, name: str) -> Document:
    """Return the document in the bytes of a file; the suffix of `path` decides the format, messages call it `name`.

    Raises only DocumentUnreadable.
    """
    suffix = Path(path).suffix.lower()
    if is_picture(path):
        return Document(name, (), troubles=(UnreadPages(None, SCAN),), pages=(1,))
    if suffix in _TOLD:
        raise DocumentUnreadable(_TOLD[suffix])
    if suffix not in formats():
        raise DocumentUnreadable(_unknown_format(suffix))
    if not data.strip():
        raise DocumentUnreadable(EMPTY)
    try:
        document = within_limits(formats()[suffix].read(data, name, suffix))
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("checker"):
            raise
        raise NotInstalled(f"reading {suffix} files needs {extra(formats()[suffix].extra)}") from None
    if not document.blocks and document.front is None and not document.troubles:
        raise DocumentUnreadable(EMPTY)
    return document


def picture_of(data: bytes, page: int) -> bytes:
    """Return one page or picture of a file as an upright JPEG of at most 1,600 x 1,600 pixels, for a person to see.

    The file is a PDF, a Word or OpenDocument file (then `page` is the number of a picture in it), or a picture.  Raises
    DocumentUnreadable, or ModuleNotFoundError where a library is missing.
    """
    from checker.writeups.formats import pdf  # here, because few commands show pictures

    if data.startswith(b"PK"):
        from checker.writeups.formats._office import picture_in

        return pdf.picture_of(picture_in(data, page), 1)
    return pdf.picture_of(data, page)


def _contents(path: str) -> bytes:
    try:
        size = Path(path).stat().st_size
    except (OSError, ValueError):
        size = 0  # reading it reports what is wrong
    limit = limit_of(path)
    if size > limit:
        raise DocumentUnreadable(f"this file {too_large(size, limit)}")
    try:
        return read_bytes(path, limit=limit)
    except DocumentError as error:
        raise DocumentUnreadable(f"this file {error.message}", error.line) from None


def _unknown_format(suffix: str) -> str:
    """Return the message about a file with this suffix, which no module reads, and what to hand in instead."""
    *others, last = dict.fromkeys(form.name for form in formats().values())
    advice = f"hand in {', '.join(others)} or {last}"
    if not suffix:
        return f"this file has no suffix; {advice}"
    if suffix in LATER:
        advice = f"save it as {quote(LATER[suffix])} and hand that in"
    return f"I cannot read {quote(suffix)} files; {advice}"
