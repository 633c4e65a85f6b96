"""Reads a Word document's XML as people see it once all tracked changes are accepted: text, equations, tables, notes.

Pictures keep only their descriptions, and hidden text is only noted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final
from xml.etree.ElementTree import Element

from checker.writeups.document import BlockKind
from checker.writeups.formats import _omml as omml
from checker.writeups.formats._docx_styles import (
    CODE,
    QUOTE,
    Looks,
    Numbering,
    ParagraphStyle,
    Styles,
    properties_of,
)
from checker.writeups.formats._html_page import NO_TICK, TICK
from checker.writeups.formats._office_body import OfficeBody
from checker.writeups.formats._package import attribute, child, local, whole
from checker.writeups.formats._paragraphs import Paragraphs, shown

OFF: Final = frozenset(("0", "off", "false"))
THROUGH: Final = frozenset(
    ("ins", "moveTo", "hyperlink", "smartTag", "customXml", "fldSimple", "sdtContent", "dir", "bdo", "rubyBase", "ruby")
)
"""Elements that are read as if they were not there."""
PICTURES: Final = frozenset(("blip", "imagedata", "chart", "relIds", "contentPart", "OLEObject"))


class Body(OfficeBody):
    """Reads the XML elements of a Word document and its notes into paragraphs and tables."""

    def __init__(
        self,
        out: Paragraphs,
        styles: Styles,
        numbering: Numbering,
        notes: dict[str, Element],
        pictures: Callable[[str], int],
    ) -> None:
        """Take the notes by kind and id, and a function that returns the number of a picture by its id."""
        super().__init__(out)
        self._styles = styles
        self._numbering = numbering
        self._notes = notes
        self._picture_number = pictures
        self._joined = False
        """Whether the next paragraph goes on with this one, as the mark between them was deleted."""

    def read(self, element: Element) -> None:
        """Read the paragraphs and tables below an element."""
        for each in element:
            name = local(each.tag)
            if name == "p":
                self._paragraph(each)
            elif name == "tbl":
                self._table(each)
            elif name == "sdt":
                self._control(each, self.read)
            elif name == "AlternateContent":
                self.read(_chosen(each))
            elif name in THROUGH:
                self.read(each)

    # paragraphs

    def _paragraph(self, element: Element) -> None:
        """Read a paragraph, with the look that its style gives to text, and then its notes."""
        properties = child(element, "pPr")
        style = self._styles.named(attribute(child(properties, "pStyle"), "val", self._styles.default))
        runs = self._text
        self._text = self._styles.defaults | style.runs
        if not self._joined:
            self._begin_paragraph(properties, style)
        self._joined = child(properties, "rPr", "del") is not None
        self._inline(element)
        self._text = runs
        if not self._joined:
            self._after()

    def _begin_paragraph(self, properties: Element | None, style: ParagraphStyle) -> None:
        """Begin a paragraph in the output, with its kind, level and number by its properties and its style."""
        numbers = child(properties, "numPr")
        name = attribute(child(numbers, "numId"), "val") or style.list_id
        level = whole(attribute(child(numbers, "ilvl"), "val") or style.depth, digits=1)
        marker = self._numbering.marker(name, level) if name else None
        outline = whole(attribute(child(properties, "outlineLvl"), "val"), 9)
        heading = outline + 1 if outline < 9 else style.heading  # noqa: PLR2004 - 9 is body text
        kind: BlockKind = "paragraph"
        if heading and not self._in_cell:
            kind, level = "heading", heading
        elif QUOTE.fullmatch(style.name):
            kind = "quote"
        elif CODE.fullmatch(style.name):
            kind = "code"
        elif marker is not None:
            kind, level = "item", level + 1
        self.out.begin(kind, level if kind in {"heading", "item"} else 0, marker or "")

    # text

    def _inline(self, element: Element) -> None:
        """Read the runs, equations and controls in a paragraph."""
        for each in element:
            name = local(each.tag)
            if name == "r":
                self._run(each)
            elif name == "oMath":
                self._equation(each, displayed=False)
            elif name == "oMathPara":
                for one in each:
                    if local(one.tag) == "oMath":
                        self._equation(one, displayed=True)
            elif name == "sdt":
                self._control(each, self._inline)
            elif name == "AlternateContent":
                self._inline(_chosen(each))
            elif name in THROUGH:
                self._inline(each)

    def _run(self, element: Element) -> None:
        """Read a piece of text in one look, and pictures and notes in it."""
        self._looks = self._looks_of_run(child(element, "rPr"))
        for each in element:
            if handler := _RUN.get(local(each.tag)):
                handler(self, each)

    def _looks_of_run(self, element: Element | None) -> Looks:
        """Return how the text of a run looks, given its `rPr` element."""
        own = properties_of(element)
        if "style" in own:
            own = self._styles.named(own["style"]).runs | own
        return self._looks_of(self._text | own)

    def _symbol(self, element: Element) -> None:
        """Add a sign of a symbol font, as it is shown."""
        code = attribute(element, "char")
        font = attribute(element, "font")
        try:
            sign = chr(int(code, 16))
        except (ValueError, OverflowError):
            return
        self.add_text(shown(sign, "Symbol" if font == "Symbol" else "Wingdings" if font.startswith("Wing") else font))

    def _break(self, element: Element) -> None:
        """End a line."""
        if attribute(element, "type") != "page":
            self.break_line()

    def _field(self, element: Element) -> None:
        """Read a box of a form that is ticked or not."""
        box = child(element, "ffData", "checkBox")
        if box is not None:
            state = child(box, "checked")
            state = state if state is not None else child(box, "default")
            self.add_text(TICK if state is not None and attribute(state, "val", "1") not in OFF else NO_TICK)

    def _note(self, element: Element) -> None:
        """Remember a footnote or an endnote, which is read after its paragraph."""
        note = self._notes.get(f"{local(element.tag).removesuffix('Reference')} {attribute(element, 'id')}")
        if note is not None:
            self._asked.append(note)

    def _alternative(self, element: Element) -> None:
        """Read the first choice of an `AlternateContent` element in a run."""
        for each in _chosen(element):
            if handler := _RUN.get(local(each.tag)):
                handler(self, each)

    def _drawing(self, element: Element) -> None:
        """Read a picture, or a shape with text in it, as a picture; of one that is hidden, only note the text."""
        texts = [each for each in element.iter() if local(each.tag) == "txbxContent"]
        described = next((each for each in element.iter() if local(each.tag) == "docPr"), None)
        if attribute(described, "hidden") in {"1", "true"} or self._looks.is_hidden:
            self._hide(*texts)
            return
        shown = [each for each in element.iter() if local(each.tag) in PICTURES]
        if shown or texts:
            numbers = (self._picture_number(attribute(each, "embed") or attribute(each, "id")) for each in shown)
            self.out.picture(attribute(described, "descr"), next(filter(None, numbers), 0))

    # equations

    def _equation(self, element: Element, *, displayed: bool) -> None:
        """Add an equation as LaTeX; one that is partly hidden or struck out becomes a lost equation."""
        try:
            latex = omml.latex_of(element, self._is_unseen)
        except omml.Unseen:
            self.out.lost_equation(omml.text_of(element))
            return
        self.out.mathematics(latex, displayed=displayed)

    def _is_unseen(self, run: Element) -> bool:
        """Return whether a run in an equation is struck out or hidden."""
        looks = [self._looks_of_run(each) for each in run if local(each.tag) == "rPr"]
        return any(each.struck or each.is_hidden for each in looks)

    # tables and controls

    def _control(self, element: Element, read: Callable[[Element], None]) -> None:
        """Read a content control with `read`: a tick box as a tick, and nothing if it still shows what to type."""
        properties = child(element, "sdtPr")
        if child(properties, "showingPlcHdr") is not None:
            return
        box = child(properties, "checkbox")
        if box is not None:
            self._looks = Looks()
            self.add_text(TICK if attribute(child(box, "checked"), "val", "0") not in OFF else NO_TICK)
            return
        content = child(element, "sdtContent")
        if content is not None:
            read(content)

    def _table(self, element: Element) -> None:
        """Read a table, without rows and cells that are deleted or hidden."""
        rows = [
            (number, [cell for cell in _rows_or_cells(row, "tc") if child(cell, "tcPr", "cellDel") is None])
            for number, row in enumerate(_rows_or_cells(element, "tr"), 1)
            if child(row, "trPr", "del") is None and not self._is_hidden_row(row)
        ]
        self._read_table(rows)

    def _is_hidden_row(self, row: Element) -> bool:
        """Return whether a row of a table is hidden, and note its text if it is."""
        hidden = child(row, "trPr", "hidden")
        if hidden is None or attribute(hidden, "val", "1") in OFF:
            return False
        self._hide(row)
        return True

    def _hide(self, *elements: Element) -> None:
        """Note the text of elements that are hidden."""
        self.out.hide(
            " ".join(each.text or "" for one in elements for each in one.iter() if local(each.tag) == "t") + " "
        )

    def _cell(self, element: Element) -> None:
        """Read a cell of a table."""
        self.read(element)


def _rows_or_cells(element: Element, name: str) -> Iterator[Element]:
    """Yield the elements called `name` (`tr` or `tc`) below an element, also those in content controls."""
    for each in element:
        if local(each.tag) == name:
            yield each
        elif local(each.tag) in {"sdt", *THROUGH}:
            yield from _rows_or_cells(each, name)


def _chosen(element: Element) -> Any:
    """Return the first choice of an `AlternateContent` element, or (); the others are for older programs."""
    return next(iter(element), ())


_RUN: Final[dict[str, Callable[[Body, Element], None]]] = {
    "t": lambda body, element: body.add_text(element.text or ""),
    "sym": Body._symbol,  # noqa: SLF001 - its handlers
    **dict.fromkeys(("tab", "ptab"), lambda body, _: body.add_text("\t")),
    "noBreakHyphen": lambda body, _: body.add_text("-"),
    "br": Body._break,  # noqa: SLF001
    "cr": Body._break,  # noqa: SLF001
    "fldChar": Body._field,  # noqa: SLF001
    "footnoteReference": Body._note,  # noqa: SLF001
    "endnoteReference": Body._note,  # noqa: SLF001
    "AlternateContent": Body._alternative,  # noqa: SLF001
    "drawing": Body._drawing,  # noqa: SLF001
    "pict": Body._drawing,  # noqa: SLF001
    "object": Body._drawing,  # noqa: SLF001
}
