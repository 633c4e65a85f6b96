"""Reads the text of an OpenDocument file: paragraphs, lists, tables, equations, notes, pictures; no tracked changes.

All tracked changes are accepted, and hidden text is only noted.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Final
from xml.etree.ElementTree import Element

from checker.writeups.document import BlockKind
from checker.writeups.formats._docx_styles import CODE, QUOTE, Properties
from checker.writeups.formats._html_tokens import Tag
from checker.writeups.formats._mathml import latex_of
from checker.writeups.formats._odt_styles import OdtList, OdtStyles
from checker.writeups.formats._office_body import OfficeBody
from checker.writeups.formats._package import Package, attribute, child, local, whole
from checker.writeups.formats._paragraphs import Paragraphs

LEFT_OUT: Final = frozenset(
    """tracked-changes annotation annotation-end sequence-decls forms note-citation placeholder change ruby-text desc
    title event-listeners variable-decls user-field-decls label script table-of-content-source""".split()  # noqa: SIM905
)
SHAPES: Final = frozenset(("custom-shape", "rect", "ellipse", "circle", "text-box", "polygon", "caption"))
MATHEMATICS: Final = re.compile(r"<(?:\w+:)?math\b([^>]*)>(.*)</(?:\w+:)?math\s*>", re.DOTALL)
PREFIX: Final = re.compile(r"(</?)\w+:")
STARMATH: Final = re.compile(r"<annotation\b[^>]*(?<!x-tex\")>(.*?)</annotation\s*>", re.DOTALL)
LOST: Final = re.compile(r"<mrow\s*/>|<mrow>\s*</mrow>")
"""What LibreOffice saves for a part of an equation that is not valid, as well as for `{}`."""
SPACED: Final = re.compile(r"(\d[\d.,]*) {2,}(?=[^\W\d])")
"""A number and, after the space that LibreOffice keeps only here, its unit."""
SPACE: Final = r'\1<mspace width="0.17em"/>'
NOTHING: Final = re.compile(r"\{\s*\}")
MOST_SPACES: Final = 100


class Body(OfficeBody):
    """Reads the elements of an OpenDocument text into paragraphs."""

    def __init__(self, out: Paragraphs, styles: OdtStyles, package: Package) -> None:
        super().__init__(out)
        self._styles = styles
        self._package = package
        self._lists: list[OdtList] = []
        """The lists around the element, the outermost first."""
        self._earlier: dict[str, OdtList] = {}
        """The last list of each style or id, which another one may go on with."""
        self._outline = OdtList(styles.outline)

    def read(self, element: Element) -> None:
        """Read the paragraphs, lists and tables below an element."""
        for each in element:
            name = local(each.tag)
            if name in {"p", "h"}:
                self._paragraph(each)
            elif handler := _BLOCKS.get(name):
                handler(self, each)
            elif name in SHAPES or name == "frame":
                self._shape(each)
                self._after()
            elif name not in LEFT_OUT:
                self.read(each)

    # paragraphs and lists

    def _paragraph(self, element: Element) -> None:
        """Read a paragraph or a heading, in the look of its style, and then its notes."""
        style = self._styles.named("paragraph", attribute(element, "style-name"))
        text, hidden = self._text, self._is_hidden
        self._text = style
        self._begin(element, style)
        self._looks = self._looks_of(self._text)
        self._inline(element)
        self._text, self._is_hidden = text, hidden
        self._after()

    def _begin(self, element: Element, style: Properties) -> None:
        """Begin a paragraph in the output, with its kind, level and number by its element and its style."""
        marker, self._marker = self._marker, None
        kind: BlockKind = "paragraph"
        level = 0
        name = style.get("name", attribute(element, "style-name"))
        if local(element.tag) == "h" and not self._in_cell:
            kind, level = "heading", whole(attribute(element, "outline-level"), 1, digits=2)
            if marker is None and attribute(element, "is-list-header") != "true":
                marker = self._outline.marker(level, attribute(element, "start-value"))
        elif name == "Title":
            kind, level = "heading", 1
        elif QUOTE.fullmatch(name):
            kind = "quote"
        elif CODE.fullmatch(name):
            kind = "code"
        elif marker is not None:
            kind, level = "item", len(self._lists)
        self.out.begin(kind, level, marker or "")

    def _list(self, element: Element) -> None:
        """Read a list, which may go on with the numbers of an earlier one."""
        name = attribute(element, "style-name")
        if self._lists and (not name or name not in self._styles.lists):
            found = self._lists[-1]
        else:
            goes_on = attribute(element, "continue-list") or (
                name if attribute(element, "continue-numbering") == "true" else ""
            )
            found = self._earlier.get(goes_on) or OdtList(self._styles.lists.get(name, {}))
        if self._lists and found is self._lists[-1]:
            found.restart(len(self._lists) + 1)
        self._lists.append(found)
        for key in (name, attribute(element, "id")):
            if key:
                self._earlier[key] = found
        for item in element:
            if local(item.tag) == "list-item":
                self._marker = found.marker(len(self._lists), attribute(item, "start-value"))
                self.read(item)
                self._marker = None
            elif local(item.tag) == "list-header":
                self.read(item)
        self._lists.pop()

    def _section(self, element: Element) -> None:
        """Read a section, which may be hidden."""
        before = self._is_hidden
        self._is_hidden = before or attribute(element, "display") in {"none", "condition"}
        self.read(element)
        self._is_hidden = before

    # text

    def _inline(self, element: Element) -> None:
        """Read text and the elements in it."""
        self._add_lines(element.text)
        for each in element:
            name = local(each.tag)
            if handler := _INLINE.get(name):
                handler(self, each)
            elif name in SHAPES or name == "frame":
                self._shape(each)
            elif name not in LEFT_OUT:
                self._inline(each)
            self._add_lines(each.tail)

    def _add_lines(self, text: str | None) -> None:
        """Add text, in which line ends are spaces."""
        if text:
            self.add_text(" ".join(text.split("\n")))

    def _span(self, element: Element) -> None:
        """Read a piece of text in another look."""
        text, looks = self._text, self._looks
        self._text = text | self._styles.named("text", attribute(element, "style-name"))
        self._looks = self._looks_of(self._text)
        self._inline(element)
        self._text, self._looks = text, looks

    def _spaces(self, element: Element) -> None:
        """Add spaces, at most 100."""
        self.add_text(" " * min(whole(attribute(element, "c"), 1, digits=4), MOST_SPACES))

    def _hidden(self, element: Element) -> None:
        """Read a text that is hidden on a condition, unless it is hidden now."""
        if attribute(element, "is-hidden") != "true":
            self._inline(element)

    def _hidden_paragraph(self, element: Element) -> None:
        """Note whether the paragraph is hidden on a condition."""
        self._is_hidden = attribute(element, "is-hidden") == "true"
        self._looks = self._looks_of(self._text)

    def _note(self, element: Element) -> None:
        """Remember a note, which is read after its paragraph."""
        body = child(element, "note-body")
        if body is not None:
            self._asked.append(body)

    def _shape(self, element: Element) -> None:
        """Read an equation, a picture, or a shape with text in it, as a picture."""
        if self._looks.is_hidden:
            self.out.hide("".join(element.itertext()))
            return
        if local(element.tag) != "frame":
            if "".join(element.itertext()).strip():
                self.out.picture("")
            return
        linked = child(element, "object")
        if linked is not None and self._equation(attribute(linked, "href")):
            return
        described = child(element, "desc")
        links = (attribute(each, "href") for each in element if local(each.tag) == "image")
        number = next(filter(None, map(self._package.picture_number, links)), 0)
        self.out.picture((described.text or "") if described is not None else "", number)

    def _equation(self, link: str) -> bool:
        """Read an object in the package, and return whether it is an equation."""
        data = self._package.text(f"{link.removeprefix('./').rstrip('/')}/content.xml")
        found = MATHEMATICS.search(data.decode("utf-8", "replace"))
        if found is None:
            return False
        contents = PREFIX.sub(r"\1", found[2])
        typed = STARMATH.search(contents)
        contents = STARMATH.sub("", contents)
        for number in set(SPACED.findall(typed[1]) if typed else ()):
            contents = re.sub(
                rf"(?<!<mfrac>)(?<!<msup>)(?<!<msub>)(<mn>{re.escape(number)}</mn>(?:</mrow>)*)(?=<m)", SPACE, contents
            )
        if typed and len(LOST.findall(contents)) > len(NOTHING.findall(typed[1])):
            self.out.lost_equation(unescape(typed[1]))
        else:
            self.out.mathematics(latex_of(Tag("math", ends=False, attributes={}, contents=contents)))
        return True

    def _table(self, element: Element) -> None:
        """Read a table."""
        rows = (each for each in element.iter() if local(each.tag) == "table-row")
        self._read_table(
            [(n, [each for each in row if local(each.tag) == "table-cell"]) for n, row in enumerate(rows, 1)]
        )

    def _cell(self, element: Element) -> None:
        """Read a cell of a table."""
        self.read(element)


_BLOCKS: Final[dict[str, Callable[[Body, Element], None]]] = {
    "list": Body._list,  # noqa: SLF001 - its handlers
    "table": Body._table,  # noqa: SLF001
    "section": Body._section,  # noqa: SLF001
}
_INLINE: Final[dict[str, Callable[[Body, Element], None]]] = {
    "span": Body._span,  # noqa: SLF001
    "s": Body._spaces,  # noqa: SLF001
    "tab": lambda body, _: body.add_text("\t"),
    "line-break": lambda body, _: body.break_line(),
    "hidden-text": Body._hidden,  # noqa: SLF001
    "hidden-paragraph": Body._hidden_paragraph,  # noqa: SLF001
    "note": Body._note,  # noqa: SLF001
}
