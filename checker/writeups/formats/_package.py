"""Opens the zips of XML files in which word processors save documents (`Package`): their XML and their pictures.

What is unpacked is bounded, and no XML with a document type is parsed: it may declare entities, which word processors
never do. `local`, `attribute` and `child` find elements and attributes without their namespaces.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from io import BytesIO
from typing import Final
from xml.etree.ElementTree import Element, ParseError, XMLParser, register_namespace, tostring
from zipfile import BadZipFile, ZipFile

from checker.writeups.document import DocumentUnreadable

_MAX_UNPACKED: Final = 30_000_000
"""Maximum size of all XML that is unpacked, in bytes: some thousands of pages."""
_MAX_TAGS: Final = 200_000
"""Maximum number of tags of all XML, so that taking out what is hidden takes half a second at most."""

PICTURE: Final = re.compile(r"(?:^|/)(?:media|Pictures)/[^/]+$")

TEXT: Final = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
W: Final = "http://schemas.openxmlformats.org/"
SPACES: Final = {
    "w": f"{W}wordprocessingml/2006/main",
    "m": f"{W}officeDocument/2006/math",
    "r": f"{W}officeDocument/2006/relationships",
    "wp": f"{W}drawingml/2006/wordprocessingDrawing",
    "a": f"{W}drawingml/2006/main",
    "pic": f"{W}drawingml/2006/picture",
    "mc": f"{W}markup-compatibility/2006",
    "v": "urn:schemas-microsoft-com:vml",
    "w14": "http://schemas.microsoft.com/office/word/2010/wordml",
}
"""The prefixes of Word's elements, by which pandoc finds them."""

LOCKED: Final = "this file is protected by a password; save it without one"
OLD: Final = "this file is protected by a password, or is an old `.doc`; save it as `.docx` without a password"
BROKEN: Final = "this file is broken; open it, save it again, and hand that in"
LARGE: Final = "this file unpacks to more than {:,} MB; hand in a shorter document"
LONG: Final = "this file has more than {:,} tags of XML; hand in a shorter document"
HOSTILE: Final = "this file is not as word processors save files; open it, save it again, and hand that in"


for _prefix, _space in SPACES.items():
    register_namespace(_prefix, _space)


class Package:
    """The files in the zip of a Word or OpenDocument file.  Its methods raise only DocumentUnreadable."""

    def __init__(self, data: bytes) -> None:
        if data.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
            raise DocumentUnreadable(OLD)
        try:
            self._zip = ZipFile(BytesIO(data))
        except (BadZipFile, OSError, ValueError, NotImplementedError, OverflowError):
            raise DocumentUnreadable(BROKEN) from None
        entries = self._zip.infolist()
        if len(entries) > 10_000:
            raise DocumentUnreadable(HOSTILE)
        self._entries = {each.filename: each for each in entries}
        self._room = _MAX_UNPACKED
        self._tags = _MAX_TAGS

    def text(self, name: str) -> bytes:
        """Return the bytes of a file in the package; empty if it is not there. Raise DocumentUnreadable."""
        entry = self._entries.get(name)
        if entry is None:
            return b""
        if entry.flag_bits & 1:  # the flag of an encrypted entry
            raise DocumentUnreadable(LOCKED)
        try:
            with self._zip.open(entry) as file:
                data = file.read(self._room + 1)
        except (BadZipFile, OSError, ValueError, NotImplementedError, EOFError, RuntimeError, zlib.error):
            raise DocumentUnreadable(BROKEN) from None
        self._room -= len(data)
        if self._room < 0:
            raise DocumentUnreadable(LARGE.format(_MAX_UNPACKED // 1_000_000))
        return data

    @cached_property
    def pictures(self) -> list[str]:
        """Return the names of the pictures, in the order of their numbers."""
        names = [name for name in self._entries if PICTURE.search(name)]
        return sorted(names, key=lambda name: [each.zfill(9) for each in re.findall(r"\d+|\D+", name)])

    def picture_number(self, link: str) -> int:
        """Return the number, from 1, of the picture that a link leads to; 0 where it is none of the package."""
        name = next((each for each in self.pictures if link and each.endswith(f"/{link.rpartition('/')[2]}")), "")
        return self.pictures.index(name) + 1 if name else 0

    def with_files(self, files: Mapping[str, Element | None]) -> bytes:
        """Return the package without pictures, with these XML files in place of its own."""
        data = BytesIO()
        with ZipFile(data, "w") as package:
            for name in self._entries:
                root = files.get(name)
                if root is not None:
                    package.writestr(name, tostring(root, "utf-8"))
                elif not PICTURE.search(name):
                    package.writestr(name, self.text(name))
        return data.getvalue()

    def xml(self, name: str) -> Element | None:
        """Return the root of an XML file in the package; None if it is not there.

        Raises:
            DocumentUnreadable: the file declares entities, or is broken.
        """
        data = self.text(name)
        if not data:
            return None
        # what no XML of a word processor has; of UTF-16, which would hide it, every second byte is 0
        if any(each in data for each in (b"<!DOCTYPE", b"<!ENTITY", b"\0")):
            raise DocumentUnreadable(HOSTILE)
        self._tags -= data.count(b"<")
        if self._tags < 0:
            raise DocumentUnreadable(LONG.format(_MAX_TAGS))
        parser = XMLParser()  # noqa: S314 - without a document type there are no entities
        try:
            parser.feed(data)
            root: Element = parser.close()
        except (ParseError, LookupError, ValueError):
            raise DocumentUnreadable(BROKEN) from None
        return root

    def children(self, name: str) -> Sequence[Element]:
        """Return the elements below the root of an XML file in the package; none if it is not there."""
        root = self.xml(name)
        return () if root is None else tuple(root)


def picture_in(data: bytes, number: int) -> bytes:
    """Return the bytes of the picture with this number in a package.  Raise DocumentUnreadable."""
    package = Package(data)
    if not 0 < number <= len(package.pictures):
        raise DocumentUnreadable("this picture is not in the file; open the file itself")
    return package.text(package.pictures[number - 1])


def local(tag: str) -> str:
    """Return the name of an element or an attribute without its namespace.

    >>> local("{urn:oasis}p")
    'p'
    """
    return tag.rpartition("}")[2]


def attribute(element: Element | None, name: str, default: str = "") -> str:
    """Return an attribute of an element by its name without namespace; `default` if it is missing."""
    if element is None:
        return default
    for key, value in element.items():
        if key.endswith(name) and local(key) == name:
            return value
    return default


def child(element: Element | None, *names: str) -> Element | None:
    """Return the element's child of the first name, that one's child of the next, and so on; None if one is missing."""
    for name in names:
        if element is None:
            return None
        element = next((each for each in element if local(each.tag) == name), None)
    return element
