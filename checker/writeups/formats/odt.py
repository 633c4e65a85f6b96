"""Reads OpenDocument texts (`.odt`), as LibreOffice and Google Docs save them, with tracked changes accepted."""

from __future__ import annotations

from typing import Final

from checker.writeups.document import Document, DocumentUnreadable

SUFFIXES: Final = {".odt": ".odt"}
LIMIT: Final = 50_000_000
NO_TEXT: Final = "this is no OpenDocument text; save it as `.odt`"


def read(data: bytes, file: str) -> Document:
    """Return the document in the bytes of an OpenDocument text."""
    from checker.writeups.formats._odt_body import Body  # here, because few files need it
    from checker.writeups.formats._odt_styles import OdtStyles
    from checker.writeups.formats._office_body import read_package
    from checker.writeups.formats._package import LOCKED, Package, child

    package = Package(data)
    if b"encryption-data" in package.text("META-INF/manifest.xml"):
        raise DocumentUnreadable(LOCKED)
    root = package.xml("content.xml")
    body = child(root, "body", "text")
    if body is None:
        raise DocumentUnreadable(NO_TEXT)
    styles = OdtStyles(package.xml("styles.xml"), root)
    return read_package(file, body, lambda out: Body(out, styles, package))
