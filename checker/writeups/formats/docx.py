"""Reads Word documents (`.docx`, `.docm`), with all tracked changes accepted; macros are not run."""

from __future__ import annotations

from functools import cache
from typing import Final

from checker.writeups.document import Document, DocumentUnreadable

SUFFIXES: Final = {".docx": ".docx", ".docm": ".docx"}
LIMIT: Final = 50_000_000
"""Maximum size of a file in bytes: most of it are pictures, which are not unpacked."""
NO_WORD: Final = "this is no Word document; save it as `.docx`"


def read(data: bytes, file: str) -> Document:
    """Return the document in the bytes of a Word file."""
    from checker.writeups.formats._docx_body import Body  # here, because few files need it
    from checker.writeups.formats._docx_styles import Numbering, Styles
    from checker.writeups.formats._office_body import read_package
    from checker.writeups.formats._package import Package, attribute, child

    package = Package(data)
    targets = (
        attribute(each, "Target").lstrip("/")
        for each in package.children("_rels/.rels")
        if attribute(each, "Type").endswith("/officeDocument")
    )
    main = next(targets, "word/document.xml")
    body = child(package.xml(main), "body")
    if body is None:
        raise DocumentUnreadable(NO_WORD)
    folder, _, name = main.rpartition("/")
    notes = {
        f"{kind} {attribute(each, 'id')}": each
        for kind in ("footnote", "endnote")
        for each in package.children(f"{folder}/{kind}s.xml")
        if attribute(each, "type") == ""
    }

    @cache
    def links() -> dict[str, str]:
        """Return the targets of links within the file by their ids; read only where there is a picture."""
        relations = package.children(f"{folder}/_rels/{name}.rels")
        return {
            attribute(each, "Id"): attribute(each, "Target") for each in relations if not attribute(each, "TargetMode")
        }

    styles, numbering = (
        Styles(package.children(f"{folder}/styles.xml")),
        Numbering(package.children(f"{folder}/numbering.xml")),
    )
    return read_package(
        file,
        body,
        lambda out: Body(out, styles, numbering, notes, lambda id_: package.picture_number(links().get(id_, ""))),
    )
