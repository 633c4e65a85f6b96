"""Opens the zips of XML files in which word processors save documents (`Package`), and takes out what they hide.

What is unpacked is bounded, and no XML with a document type is parsed: it may declare entities, which word processors
never do.  Notes report results in hidden text.  Indentation, which pandoc takes for quotes, is taken out, too; boxes of
a form keep whether they are ticked, and a sign is in place of each picture, and of each shape with text in it.
`local`, `attribute` and `child` find elements and attributes without their namespaces.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from io import BytesIO
from typing import Final
from xml.etree.ElementTree import Element, ParseError, SubElement, XMLParser, register_namespace, tostring
from zipfile import BadZipFile, ZipFile

from checker.writeups.document import DocumentUnreadable
from checker.writeups.formats._hidden import NO_TICK, TICK, notes_on_hidden
from checker.writeups.formats.pandoc import picture_sign

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


_OFF: Final = frozenset({"0", "off", "false", "none"})
INSERTED: Final = frozenset(("ins", "moveTo"))
"""Text that pandoc leaves out where its author is not named; as a smart tag it is read."""
SHAPES: Final = frozenset(
    """AlternateContent drawing pict object frame custom-shape rect ellipse circle polygon""".split()  # noqa: SIM905
)
"""Pictures, and shapes with text in them."""
PICTURES: Final = frozenset(("blip", "imagedata", "chart", "relIds", "contentPart", "OLEObject"))
LOST: Final = re.compile(rb"<(\w+:)?mrow(?:\s*/>|>\s*</)")
"""What LibreOffice saves for a part of an equation that is not valid, as well as for `{}`."""
INLINE: Final = frozenset(("p", "h", "span", "a"))
INDENTED: Final = frozenset(("margin-left", "text-indent"))


def without_hidden(data: bytes, *, is_word: bool) -> tuple[bytes, tuple[str, ...]]:
    """Return a Word document or an OpenDocument text without what it hides, and notes. Raise DocumentUnreadable."""
    form = (_Word if is_word else _OpenDocument)(Package(data))
    hidden: list[str] = []
    for root in (each for each in form.files.values() if each is not None):
        _clean(root, form, hidden)
        form.mend(root)
    return form.package.with_files(form.files), notes_on_hidden(hidden)


def _clean(element: Element, form: _Word | _OpenDocument, hidden: list[str]) -> None:
    """Take elements out below this one, and add their texts to `hidden`; the text after them stays."""
    before: Element | None = None
    texts: list[str] = []
    for each in [*element]:
        name = local(each.tag)
        is_hidden = form.hides(each)
        if is_hidden:
            texts.append(" ".join(each.itertext()))
        if is_hidden or name == "ind":
            _take_out(each, element, before)
            continue
        before = each
        if name in SHAPES and (text := form.picture(each)):
            tail = each.tail
            form.replace(each, text, element)
            each.tail = tail
            continue
        if name in INSERTED:
            each.tag = each.tag.replace(f"}}{name}", "}smartTag")
        _clean(each, form, hidden)
    if texts:
        hidden.append(" ".join(texts))


def _take_out(element: Element, parent: Element, before: Element | None) -> None:
    """Take an element out of its parent; the text after it comes after the element before."""
    if element.tail and before is not None:
        before.tail = (before.tail or "") + element.tail
    elif element.tail:
        parent.text = (parent.text or "") + element.tail
    parent.remove(element)


class _Word:
    """Says what a Word document hides; turns its pictures and boxes into text."""

    def __init__(self, package: Package) -> None:
        self.package = package
        targets = (
            attribute(each, "Target").lstrip("/")
            for each in package.children("_rels/.rels")
            if attribute(each, "Type").endswith("/officeDocument")
        )
        main = next(targets, "word/document.xml")
        self.folder, _, self.name = main.rpartition("/")
        names = (main, *(f"{self.folder}/{part}.xml" for part in ("footnotes", "endnotes", "styles")))
        self.files = {name: package.xml(name) for name in names}
        if child(self.files[main], "body") is None:
            raise DocumentUnreadable("this is no Word document; save it as `.docx`")
        self.hiding = _hiding_styles([self.files[names[-1]]], _is_vanished)

    def hides(self, element: Element) -> bool:
        """Return whether an element is not shown."""
        name = local(element.tag)
        if name in {"r", "p"}:
            style = attribute(child(element, f"{name}Pr", f"{name}Style"), "val")
            own = _is_vanished(element)
            return style in self.hiding if own is None else own
        if name == "tr":
            return any(child(element, "trPr", each) is not None for each in ("hidden", "del"))
        if name == "oMath":
            return any(_is_vanished(each) or _is_struck(each) for each in element.iter() if local(each.tag) == "r")
        if name == "drawing":
            described = (each for each in element.iter() if local(each.tag) == "docPr")
            return any(attribute(each, "hidden") in {"1", "true"} for each in described)
        return name == "sdt" and child(element, "sdtPr", "showingPlcHdr") is not None

    def picture(self, element: Element) -> str:
        """Return the sign of a picture, or of a shape with text in it; empty for any other shape."""
        parts = [*element.iter()]
        shown = [each for each in parts if local(each.tag) in PICTURES]
        if not shown and all(local(each.tag) != "txbxContent" for each in parts):
            return ""
        links = (self._links.get(attribute(each, "embed") or attribute(each, "id"), "") for each in shown)
        number = next(filter(None, map(self.package.picture_number, links)), 0)
        return picture_sign(
            number, next((attribute(each, "descr") for each in parts if local(each.tag) == "docPr"), "")
        )

    def replace(self, element: Element, text: str, parent: Element) -> None:
        element.clear()
        run, words = f"{{{SPACES['w']}}}r", f"{{{SPACES['w']}}}t"
        element.tag = words if parent.tag == run else run
        (element if parent.tag == run else SubElement(element, words)).text = text

    def mend(self, root: Element) -> None:
        """Write the state of the boxes of a form as text."""
        for run in [each for each in root.iter() if local(each.tag) == "r"]:
            for box in [child(field, "ffData", "checkBox") for field in run if local(field.tag) == "fldChar"]:
                if box is None:
                    continue
                state = child(box, "checked")
                state = child(box, "default") if state is None else state
                is_ticked = state is not None and attribute(state, "val", "1") not in _OFF
                run.clear()
                SubElement(run, f"{{{SPACES['w']}}}t").text = TICK if is_ticked else NO_TICK

    @cached_property
    def _links(self) -> dict[str, str]:
        relations = self.package.children(f"{self.folder}/_rels/{self.name}.rels")
        return {
            attribute(each, "Id"): attribute(each, "Target") for each in relations if not attribute(each, "TargetMode")
        }


def _is_vanished(element: Element) -> bool | None:
    """Return whether the text of a run or a style is hidden; None if its properties do not say it."""
    properties = child(element, "rPr")
    for each in properties if properties is not None else ():
        if local(each.tag) in {"vanish", "specVanish"}:
            return attribute(each, "val", "1") not in _OFF
    return None


def _is_struck(run: Element) -> bool:
    marks = (mark for each in run if local(each.tag) == "rPr" for mark in each)
    return any(local(each.tag) in {"strike", "dstrike"} and attribute(each, "val", "1") not in _OFF for each in marks)


class _OpenDocument:
    """Says what an OpenDocument text hides; turns its pictures into text."""

    def __init__(self, package: Package) -> None:
        self.package = package
        if b"encryption-data" in package.text("META-INF/manifest.xml"):
            raise DocumentUnreadable(LOCKED)
        self.files = {name: package.xml(name) for name in ("content.xml", "styles.xml")}
        if child(self.files["content.xml"], "body", "text") is None:
            raise DocumentUnreadable("this is no OpenDocument text; save it as `.odt`")
        self.hiding = _hiding_styles([*self.files.values()][::-1], _is_unseen)

    def mend(self, root: Element) -> None:
        """Take out indentation."""
        for each in root.iter():
            for key in [key for key, _ in each.items() if local(key) in INDENTED]:
                del each.attrib[key]

    def hides(self, element: Element) -> bool:
        name = local(element.tag)
        if name in {"p", "h", "span"}:
            now = (attribute(each, "is-hidden") for each in element if local(each.tag) == "hidden-paragraph")
            return "true" in now or attribute(element, "style-name") in self.hiding
        is_hidden = name == "section" and attribute(element, "display") in {"none", "condition"}
        return is_hidden or (name == "hidden-text" and attribute(element, "is-hidden") == "true")

    def picture(self, element: Element) -> str:
        linked = child(element, "object")
        name = attribute(linked, "href").removeprefix("./").rstrip("/")
        equation = self.package.text(f"{name}/content.xml") if linked is not None else b""
        if b"math" in equation and len(LOST.findall(equation)) <= len(re.findall(rb"\{\s*\}", equation)):
            return ""  # pandoc reads it
        if local(element.tag) != "frame" and not "".join(element.itertext()).strip():
            return ""
        links = (attribute(each, "href") for each in element if local(each.tag) == "image")
        described = child(element, "desc")
        number = next(filter(None, map(self.package.picture_number, links)), 0)
        return picture_sign(number, (described.text or "") if described is not None else "")

    def replace(self, element: Element, text: str, parent: Element) -> None:
        element.clear()
        element.tag = f"{{{TEXT}}}{'span' if local(parent.tag) in INLINE else 'p'}"
        element.text = text


def _is_unseen(style: Element) -> bool | None:
    """Return whether the text of a style is hidden or struck out; None if the style does not say it."""
    properties = child(style, "text-properties")
    for key, value in properties.items() if properties is not None else ():
        if local(key) == "display":
            return value == "none"
        if local(key) in {"text-line-through-style", "text-line-through-type"}:
            return value != "none"
    return None


def _hiding_styles(roots: Sequence[Element | None], hides: Callable[[Element], bool | None]) -> frozenset[str]:
    """Return the names of the styles whose text is hidden, by themselves or by one that they are based on."""
    found: dict[str, tuple[str, bool | None]] = {}
    for each in (each for root in roots if root is not None for each in root.iter() if local(each.tag) == "style"):
        base = attribute(child(each, "basedOn"), "val") or attribute(each, "parent-style-name")
        found[attribute(each, "styleId") or attribute(each, "name")] = base, hides(each)

    def is_hiding(name: str) -> bool:
        for _ in range(20):  # a style may be based on itself
            name, is_hidden = found.get(name, ("", False))
            if is_hidden is not None:
                return is_hidden
        return False

    return frozenset(filter(is_hiding, found))
