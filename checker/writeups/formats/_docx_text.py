"""Opens a Word file: reads text, styles, lists and notes in its zip into a document."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from typing import Final
from xml.etree.ElementTree import Element

from checker.writeups.document import Document, DocumentUnreadable
from checker.writeups.formats._docx_body import Body
from checker.writeups.formats._docx_styles import Numbering, Styles
from checker.writeups.formats._package import Package, attribute, child, local
from checker.writeups.formats._paragraphs import Full, Paragraphs

MAIN: Final = "word/document.xml"
RELATIONS: Final = "_rels/.rels"
LONG: Final = "only the first pages were read"
NO_WORD: Final = "this is no Word document; save it as `.docx`"


def read_text(data: bytes, file: str) -> Document:
    """Return the document in the bytes of a Word file."""
    package = Package(data)
    main = _main(package)
    root = package.xml(main)
    body = child(root, "body")
    if root is None or body is None:
        raise DocumentUnreadable(NO_WORD)
    folder = main.rpartition("/")[0]
    styles = Styles(package.xml(f"{folder}/styles.xml"))
    numbering = Numbering(package.xml(f"{folder}/numbering.xml"))
    notes: dict[str, Element] = {}
    for kind in ("footnote", "endnote"):
        found = package.xml(f"{folder}/{kind}s.xml")
        notes |= (
            {f"{kind} {attribute(each, 'id')}": each for each in found if attribute(each, "type") == ""}
            if found is not None
            else {}
        )
    has_pages = any(local(each.tag) == "lastRenderedPageBreak" for each in root.iter())
    out = Paragraphs(has_pages=has_pages)
    with suppress(Full):  # the document says so
        Body(out, styles, numbering, notes, _Pictures(package, main)).read(body)
    return out.document(file)._replace(pictures=package.picture_marks)


class _Pictures:
    """The numbers of pictures by the ids by which the text refers to them, looked up where there is a picture."""

    def __init__(self, package: Package, main: str) -> None:
        self._package = package
        folder, _, name = main.rpartition("/")
        self._relations = f"{folder}/_rels/{name}.rels"

    def __call__(self, id_: str) -> int:
        return self._package.picture_number(self._targets.get(id_, ""))

    @cached_property
    def _targets(self) -> dict[str, str]:
        relations = self._package.xml(self._relations)
        some = relations if relations is not None else ()
        return {attribute(each, "Id"): attribute(each, "Target") for each in some if not attribute(each, "TargetMode")}


def _main(package: Package) -> str:
    """Return the name of the part that holds the text."""
    relations = package.xml(RELATIONS)
    for each in relations if relations is not None else ():
        if attribute(each, "Type").endswith("/officeDocument"):
            return attribute(each, "Target").lstrip("/")
    return MAIN
