"""Reads the text of a Word document's XML as people see it once all tracked changes are accepted."""

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
    Properties,
    Styles,
    fill_of,
    looks_of,
    properties_of,
)
from checker.writeups.formats._html_page import NO_TICK, TICK
from checker.writeups.formats._package import attribute, child, local
from checker.writeups.formats._paragraphs import Paragraphs, is_symbolic, shown

OFF: Final = frozenset(("0", "off", "false"))
THROUGH: Final = frozenset(
    ("ins", "moveTo", "hyperlink", "smartTag", "customXml", "fldSimple", "sdtContent", "dir", "bdo", "rubyBase", "ruby")
)
"""Elements that are read as if they were not there."""
FAR: Final = 15_000_000
"""Distance from which a text box is off the page, in 360,000 per centimetre."""
FLAT: Final = 40
"""Exact height of lines that cuts off their text, in twentieths of a point."""
PICTURES: Final = frozenset(("blip", "imagedata", "chart", "relIds", "contentPart", "OLEObject"))
NUMBER: Final = "footnote {}"


class Body:
    """Reads the XML elements of a Word document and its notes into paragraphs and tables."""

    def __init__(
        self,
        out: Paragraphs,
        styles: Styles,
        numbering: Numbering,
        notes: dict[str, Element],
        pictures: Callable[[str], int],
    ) -> None:
        """`pictures` returns the number of a picture by the id by which it is referred to."""
        self._out = out
        self._styles = styles
        self._numbering = numbering
        self._notes = notes
        """The foot- and endnotes, by kind and id."""
        self._picture_number = pictures
        self._asked: list[Element] = []
        """The notes and text boxes that the paragraph refers to: they come after it."""
        self._looks: Looks = Looks()
        self._text: Properties = {}
        self._fill = ""
        self._is_coloured = False
        self._is_hidden = False
        """Whether nothing of the paragraph is shown, whatever its text looks like."""
        self._joined = False
        """Whether the next paragraph goes on with this one, as the mark between them was deleted."""
        self._count = 0
        self._in_cell = 0

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
        properties = child(element, "pPr")
        style = self._styles.named(attribute(child(properties, "pStyle"), "val", self._styles.default))
        runs, fill = self._text, self._fill
        self._text = self._styles.defaults | style.runs
        self._fill = fill_of(child(properties, "shd")) or style.fill or fill
        spacing = child(properties, "spacing")
        height = attribute(spacing, "line")
        self._is_hidden = attribute(spacing, "lineRule") == "exact" and height.isdigit() and int(height) <= FLAT
        if not self._joined:
            self._begin(properties, style)
        self._joined = child(properties, "rPr", "del") is not None
        self._inline(element)
        self._text, self._fill, self._is_hidden = runs, fill, False
        if not self._joined:
            self._after()

    def _begin(self, properties: Element | None, style: ParagraphStyle) -> None:
        numbers = child(properties, "numPr")
        name = attribute(child(numbers, "numId"), "val") or style.list_id
        depth = attribute(child(numbers, "ilvl"), "val") or style.depth or "0"
        level = int(depth) if depth.isdigit() and len(depth) == 1 else 0
        marker = self._numbering.marker(name, level) if name else None
        outline = attribute(child(properties, "outlineLvl"), "val")
        heading = int(outline) + 1 if outline.isdigit() and int(outline) < 9 else style.heading  # noqa: PLR2004
        kind: BlockKind = "paragraph"
        if heading and not self._in_cell:
            kind, level = "heading", heading
        elif QUOTE.fullmatch(style.name):
            kind = "quote"
        elif CODE.fullmatch(style.name):
            kind = "code"
        elif marker is not None:
            kind, level = "item", level + 1
        self._out.begin(kind, level if kind in {"heading", "item"} else 0, marker or "")

    def _after(self) -> None:
        """Read the notes and text boxes to which the paragraph refers."""
        asked, self._asked = self._asked, []
        if self._in_cell or not asked:
            for each in asked:
                self.read(each)
            return
        self._out.end()
        before = self._out.where
        for each in asked:
            self._count += 1
            is_note = local(each.tag) in {"footnote", "endnote"}
            self._out.where = f"{'note' if is_note else 'text box'} {self._count}"
            coloured, self._is_coloured = self._is_coloured, not is_note
            self.read(each)
            self._is_coloured = coloured
            self._out.end()
        self._out.where = before

    # text

    def _inline(self, element: Element) -> None:
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
        self._looks = self._look(child(element, "rPr"))
        for each in element:
            if handler := _RUN.get(local(each.tag)):
                handler(self, each)

    def _look(self, element: Element | None) -> Looks:
        own = properties_of(element)
        if "style" in own:
            own = self._styles.named(own["style"]).runs | own
        looks = looks_of(self._text | own, self._fill, is_coloured=self._is_coloured)
        return looks._replace(is_seen=False) if self._is_hidden else looks

    def _say(self, text: str) -> None:
        looks = self._looks
        if looks.is_seen is not True:
            self._out.hide(text, is_certain=looks.is_seen is False)
        else:
            text = shown(text, looks.font) if is_symbolic(looks.font) else text
            self._out.text(text, strong=looks.strong, struck=looks.struck, script=looks.script)

    def _typed(self, element: Element) -> None:
        self._say(element.text or "")

    def _symbol(self, element: Element) -> None:
        code = attribute(element, "char")
        font = attribute(element, "font")
        try:
            sign = chr(int(code, 16))
        except (ValueError, OverflowError):
            return
        self._say(shown(sign, "Symbol" if font == "Symbol" else "Wingdings" if font.startswith("Wing") else font))

    def _tab(self, _: Element) -> None:
        self._say("\t")

    def _hyphen(self, _: Element) -> None:
        self._say("-")

    def _break(self, element: Element) -> None:
        if attribute(element, "type") == "page":
            if not self._out.has_pages:
                self._out.next_page()
        elif self._looks.is_seen is True:
            self._out.line_break()

    def _page(self, _: Element) -> None:
        if self._out.has_pages:
            self._out.next_page()

    def _field(self, element: Element) -> None:
        """Read a box of a form that is ticked or not."""
        box = child(element, "ffData", "checkBox")
        if box is not None:
            state = child(box, "checked")
            state = state if state is not None else child(box, "default")
            self._say(TICK if state is not None and attribute(state, "val", "1") not in OFF else NO_TICK)

    def _note(self, element: Element) -> None:
        note = self._notes.get(f"{local(element.tag).removesuffix('Reference')} {attribute(element, 'id')}")
        if note is not None:
            self._asked.append(note)

    def _alternative(self, element: Element) -> None:
        for each in _chosen(element):
            if handler := _RUN.get(local(each.tag)):
                handler(self, each)

    def _drawing(self, element: Element) -> None:
        """Read a picture, or a shape with text in it."""
        texts = list(_text_boxes(element))
        described = next((each for each in element.iter() if local(each.tag) == "docPr"), None)
        offsets = [each.text or "" for each in element.iter() if local(each.tag) == "posOffset"]
        is_away = any(each.lstrip("-").isdigit() and abs(int(each)) > FAR for each in offsets)
        if is_away or attribute(described, "hidden") in {"1", "true"} or self._looks.is_seen is False:
            self._out.hide(
                " ".join(each.text or "" for text in texts for each in text.iter() if local(each.tag) == "t")
            )
            return
        self._asked += texts
        shown = [each for each in element.iter() if local(each.tag) in PICTURES]
        if shown:
            numbers = (self._picture_number(attribute(each, "embed") or attribute(each, "id")) for each in shown)
            self._out.picture(attribute(described, "descr"), next(filter(None, numbers), 0))

    # equations

    def _equation(self, element: Element, *, displayed: bool) -> None:
        try:
            latex = omml.latex_of(element, self._is_unseen)
        except omml.Unseen:
            self._out.lost_equation(omml.text_of(element))
            return
        self._out.mathematics(latex, displayed=displayed)

    def _is_unseen(self, run: Element) -> bool:
        looks = [self._look(each) for each in run if local(each.tag) == "rPr"]
        return self._is_hidden or any(each.struck or each.is_seen is not True for each in looks)

    # tables and controls

    def _control(self, element: Element, read: Callable[[Element], None]) -> None:
        """Read a content control, unless it shows what to type."""
        properties = child(element, "sdtPr")
        if child(properties, "showingPlcHdr") is not None:
            return
        box = child(properties, "checkbox")
        if box is not None:
            self._looks = Looks()
            self._say(TICK if attribute(child(box, "checked"), "val", "0") not in OFF else NO_TICK)
            return
        content = child(element, "sdtContent")
        if content is not None:
            read(content)

    def _table(self, element: Element) -> None:
        rows = list(_parts(element, "tr"))
        cells = [cell for row in rows for cell in _parts(row, "tc")]
        if self._in_cell or len(cells) == 1:  # a frame around text, or a table within a cell
            for cell in cells:
                self._cell(cell)
            return
        styled, self._is_coloured = self._is_coloured, child(element, "tblPr", "tblStyle") is not None
        self._out.begin_table()
        self._in_cell += 1
        for number, row in enumerate(rows, 1):
            if child(row, "trPr", "del") is not None:
                continue
            hidden = child(row, "trPr", "hidden")
            self._is_hidden = hidden is not None and attribute(hidden, "val", "1") not in OFF
            self._out.begin_row()
            for cell in _parts(row, "tc"):
                if child(cell, "tcPr", "cellDel") is None:
                    self._out.begin_cell()
                    self._cell(cell)
            self._out.end_row(number)
        self._in_cell -= 1
        self._is_coloured = styled
        self._out.end_table()

    def _cell(self, element: Element) -> None:
        before, self._fill = self._fill, fill_of(child(element, "tcPr", "shd")) or self._fill
        self.read(element)
        self._fill = before


def _parts(element: Element, name: str) -> Iterator[Element]:
    """Yield the rows of a table, or the cells of a row, also those that are in controls."""
    for each in element:
        if local(each.tag) == name:
            yield each
        elif local(each.tag) in {"sdt", *THROUGH}:
            yield from _parts(each, name)


def _chosen(element: Element) -> Any:
    """Return the first of the alternatives: the others are for older programs."""
    return next(iter(element), ())


def _text_boxes(element: Element) -> Iterator[Element]:
    """Yield the texts of a shape; of alternatives only those of the first."""
    for each in element:
        if local(each.tag) == "txbxContent":
            yield each
        elif local(each.tag) == "AlternateContent":
            yield from _text_boxes(_chosen(each))
        else:
            yield from _text_boxes(each)


_RUN: Final[dict[str, Callable[[Body, Element], None]]] = {
    "t": Body._typed,  # noqa: SLF001 - its handlers
    "sym": Body._symbol,  # noqa: SLF001
    "tab": Body._tab,  # noqa: SLF001
    "ptab": Body._tab,  # noqa: SLF001
    "noBreakHyphen": Body._hyphen,  # noqa: SLF001
    "br": Body._break,  # noqa: SLF001
    "cr": Body._break,  # noqa: SLF001
    "lastRenderedPageBreak": Body._page,  # noqa: SLF001
    "fldChar": Body._field,  # noqa: SLF001
    "footnoteReference": Body._note,  # noqa: SLF001
    "endnoteReference": Body._note,  # noqa: SLF001
    "AlternateContent": Body._alternative,  # noqa: SLF001
    "drawing": Body._drawing,  # noqa: SLF001
    "pict": Body._drawing,  # noqa: SLF001
    "object": Body._drawing,  # noqa: SLF001
}
