"""Reads an HTML page into blocks of lines: text with its bold and struck-out pieces, lists, tables, pictures, forms.

`_hidden` has removed hidden elements before; here `aria-hidden` ones and what repeats a formula are left out, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from checker.writeups.document import Block, BlockKind, Line
from checker.writeups.formats._decode import MAX_LINES
from checker.writeups.formats._html_tokens import HIDDEN, Tag, tokens_of
from checker.writeups.formats._mathml import latex_of
from checker.writeups.formats._notes import is_picture_link
from checker.writeups.formats._spans import (
    BREAK,
    SCRIPTS,
    STYLED_TAGS,
    UNKNOWN,
    Span,
    item_number,
    lines_of,
    numbered,
    row,
    text_blocks,
)

CSS: Final = (
    (re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)"), "strong"),
    (re.compile(r"text-decoration[^;]*line-through"), "struck"),
)
REPEATS: Final = re.compile(r"\b(?:katex-html|MathJax\w*|MJX[\w-]+|hidden-readable)(?![\w-])")
"""Classes of elements that repeat a formula for the eye, or for screen readers."""
BLOCKS: Final = frozenset(
    """address article aside body caption center dd details div dl dt fieldset figcaption figure footer form header hr
    html legend main nav p section summary tbody tfoot thead""".split()  # noqa: SIM905 - quotes would hide the names
)
PLAIN_SCRIPT: Final = re.compile(r"st|nd|rd|th|\[\d+\]")
"""Endings of ordinals, and references to notes."""
NUMBER: Final = re.compile(r"\d{1,9}", re.ASCII)
EQUATION: Final = ("data-equation-content", "data-latex", "data-tex")
ALTERNATIVE: Final = re.compile(r"(?:(?<!\s)\s++)?LaTeX:\s*", re.IGNORECASE)
LONGEST_SCRIPT: Final = 100
"""Maximum number of pieces in an index or an exponent."""
TICKED, TYPED = frozenset({"radio", "checkbox"}), frozenset({"text", "number"})
TICK, NO_TICK = "☑ ", "☐ "
UNTIDY: Final = re.compile(r"[\t\n]|  ")
SPACE: Final = re.compile(r"\s+")


def hides(tag: Tag) -> bool:
    """Return whether a tag begins an element that is not read: `aria-hidden`, or the repetition of a formula."""
    if tag.ends or tag.name in HIDDEN:
        return False
    return tag.attributes.get("aria-hidden") == "true" or bool(REPEATS.search(tag.attributes.get("class", "")))


MOST_STYLES: Final = 16
"""Maximum number of nested styles that are looked at."""


class Styles:
    """Keeps track of the open tags while a page is read, to know whether text is strong or struck out."""

    def __init__(self) -> None:
        self._open: list[tuple[str, str]] = []
        """The tags that are open, each with its style."""
        self._names: dict[str, int] = {}
        self.current = (False, False)
        """Whether text is strong, and whether it is struck."""

    def take(self, tag: Tag) -> None:
        """Take note of a tag, which may begin or end a style."""
        if tag.ends:
            if self._names.get(tag.name):
                self._end(tag.name)
        elif tag.name in STYLED_TAGS or "style" in tag.attributes or tag.name in self._names:
            self._open.append((tag.name, _style(tag)))
            self._names[tag.name] = self._names.get(tag.name, 0) + 1
        else:
            return
        styles = {style for _, style in self._open[-MOST_STYLES:]}
        self.current = ("strong" in styles, "struck" in styles)

    def _end(self, name: str) -> None:
        """Close the last open tag of this name, and those in it."""
        closed = ""
        while closed != name:
            closed, _ = self._open.pop()
            self._names[closed] -= 1


def _style(tag: Tag) -> str:
    """Return the style that a tag begins: `strong`, `struck` or empty."""
    css = tag.attributes.get("style", "").lower()
    return STYLED_TAGS.get(tag.name) or next((style for pattern, style in CSS if pattern.search(css)), "")


def read_page(source: str) -> list[Block]:
    """Return the blocks of an HTML page, up to the maximum number of lines."""
    page = _Page()
    for token in tokens_of(source):
        page.take(token)
        if page.lines > MAX_LINES:
            break
    page.close()
    return numbered(page.blocks)  # many pages are one line of HTML


class _Table:
    """A table that is being read."""

    def __init__(self) -> None:
        self.rows: list[Line] = []
        self.cells: list[list[Span]] = []


class _Page:
    """Reads the tags and texts of a page one by one, and collects its blocks."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.lines = 0
        """How many lines, rows and pictures were read."""
        self.spans: list[Span] = []
        """The text of the block that is being read, or of a table's cell."""
        self.has_text = False
        """Whether the current line has text."""
        self.pictures: list[str] = []
        """The descriptions of the pictures in the block that is being read: they come after it."""
        self.styles = Styles()
        self.scripts: list[int] = []
        """Where in the spans an index or an exponent begins."""
        self.heading = 0
        self.quotes = 0
        self.lists: list[list[int | str]] = []
        """Of each list around: the type of its numbers (empty for bullets), and the next number."""
        self.marker: str | None = None
        """The number of an item whose text has not been met; empty for a bullet."""
        self.tables: list[_Table] = []
        self.code: list[str] | None = None
        self.hidden: tuple[str, int] | None = None
        """The tag that hides everything in it, and how many of its name are open."""
        self.is_rejected = False
        """Whether the current text is an option of a menu that is not selected."""

    def take(self, token: Tag | str) -> None:
        """Read the next tag or text."""
        if self.hidden:
            self.look_for_end(token)
        elif isinstance(token, str):
            self.text(token)
        elif token.attributes and hides(token):
            self.hidden = (token.name, 1)
        else:
            self.styles.take(token)
            if token.name in BLOCKS:
                self.flush()
            elif handler := _HANDLERS.get(token.name):
                handler(self, token)

    def look_for_end(self, token: Tag | str) -> None:
        """Stop skipping a hidden element if this is its end."""
        if self.hidden and isinstance(token, Tag) and token.name == self.hidden[0]:
            open_tags = self.hidden[1] + (-1 if token.ends else 1)
            self.hidden = (token.name, open_tags) if open_tags else None

    def text(self, text: str) -> None:
        """Add a text to the current line, or to the code that is read; spaces in a row become one."""
        if self.is_rejected:
            return
        if self.code is not None:
            self.code.append(text)
        elif self.has_text or not text.isspace():
            self.add(SPACE.sub(" ", text) if UNTIDY.search(text) else text)

    def add(self, text: str) -> None:
        """Add text to the current line."""
        if text:
            self.has_text = True
            self.spans.append(Span(text, 0, *self.styles.current))

    def mathematics(self, latex: str) -> None:
        """Add LaTeX to the current line, between dollar signs."""
        if latex := SPACE.sub(" ", latex).strip():
            self.add(f"${latex}$")

    def flush(self) -> None:
        """Make a block of the text collected so far; in a table, end a line of the cell."""
        self.scripts.clear()
        self.break_line()
        if self.spans and not self.tables and self.code is None:
            spans, self.spans = self.spans, []
            lines = list(lines_of(spans))
            if lines:
                self.add_text(lines)
        if not self.tables and self.code is None:
            for each in self.pictures:
                self.add_block("picture", [Line(each, UNKNOWN)])
            self.pictures = []

    def break_line(self, tag: Tag | None = None) -> None:
        """End the current line, if it has text; in code, always."""
        if self.code is not None and tag:
            self.code.append(BREAK)
        elif self.has_text:
            self.lines += 1
            self.spans.append(Span(BREAK, 0))
            self.has_text = False

    def add_text(self, lines: list[Line]) -> None:
        """Add lines of text as a block; formulas on lines of their own become separate blocks."""
        kind: BlockKind = "quote" if self.quotes else "paragraph"
        level = 0
        if self.marker is not None:
            kind, level = kind if self.quotes else "item", max(1, len(self.lists))
            lines[0] = lines[0]._replace(text=f"{self.marker} {lines[0].text}".strip())
            self.marker = None
        if self.heading:
            kind, level = "heading", self.heading
        self.blocks += text_blocks(kind, lines, level)

    def add_block(self, kind: BlockKind, lines: list[Line], level: int = 0) -> None:
        """Add a block of these lines, unless there are none."""
        if lines:
            self.blocks.append(Block(kind, tuple(lines), level))

    def take_heading(self, tag: Tag) -> None:
        """Begin or end a heading."""
        self.flush()
        self.heading = 0 if tag.ends else int(tag.name[1])

    def take_quote(self, tag: Tag) -> None:
        """Begin or end a quote."""
        self.flush()
        self.quotes = max(0, self.quotes + (-1 if tag.ends else 1))

    def take_list(self, tag: Tag) -> None:
        """Begin or end a list."""
        self.flush()
        if not tag.ends:
            start = tag.attributes.get("start", "1")
            kind = tag.attributes.get("type", "1") if tag.name == "ol" else ""
            self.lists.append([kind, int(start) if NUMBER.fullmatch(start) else 1])
        elif self.lists:
            self.lists.pop()

    def take_item(self, tag: Tag) -> None:
        """Begin a list item, and count it; one before it that has only its number is kept."""
        self.flush()
        if self.marker:  # an item without text
            self.add_text([Line("", UNKNOWN)])
        self.marker = None
        if tag.ends or not self.lists:
            return
        kind, number = self.lists[-1]
        value = tag.attributes.get("value", "")
        number = int(value) if NUMBER.fullmatch(value) else int(number)
        self.marker = item_number(str(kind), number) if kind else ""
        self.lists[-1][1] = number + 1

    def take_code(self, tag: Tag) -> None:
        """Begin code, or add its lines as a block at its end; in tables, code is read as text."""
        if self.tables:
            return
        self.flush()
        if not tag.ends:
            self.code = []
            return
        text, self.code = "".join(self.code or ()), None
        self.add_block("code", [Line(line.rstrip(), UNKNOWN) for line in text.split(BREAK) if line.strip()])

    def take_script(self, tag: Tag) -> None:
        """Read a `<sub>` or `<sup>` tag: `10<sup>-4</sup>` becomes `10^{-4}`, and 1<sup>st</sup> `1st`."""
        if not tag.ends:
            self.scripts.append(len(self.spans))
            self.add(SCRIPTS[tag.name])
        elif self.scripts and len(self.spans) - self.scripts[-1] <= LONGEST_SCRIPT:
            start = self.scripts.pop()
            inside = "".join(span.text for span in self.spans[start + 1 :]).strip()
            if PLAIN_SCRIPT.fullmatch(inside):
                self.spans[start] = self.spans[start]._replace(text="")
            elif len(inside) > 1:
                self.spans[start] = self.spans[start]._replace(text=SCRIPTS[tag.name] + "{")
                self.add("}")

    def take_picture(self, tag: Tag) -> None:
        """Add a picture, or the equation that it shows if its attributes have the LaTeX."""
        alternative = tag.attributes.get("alt", "")
        latex = next((tag.attributes[name] for name in EQUATION if name in tag.attributes), "")
        if not latex and ("equation" in tag.attributes.get("class", "") or ALTERNATIVE.match(alternative)):
            latex = ALTERNATIVE.sub("", alternative)
        if latex:
            self.mathematics(latex)
        else:
            text = " ".join(alternative.split()) or "picture"
            self.lines += 1
            self.pictures.append(text)

    def take_embedded(self, tag: Tag) -> None:
        """Add a picture or a page that is embedded, or that a link leads to."""
        if not tag.ends and (tag.name != "a" or is_picture_link(tag.attributes.get("href", ""))):
            self.lines += 1
            self.pictures.append("picture")

    def take_option(self, tag: Tag) -> None:
        """Leave out the text that follows if this is an option of a menu that is not selected."""
        self.is_rejected = tag.name == "option" and not tag.ends and "selected" not in tag.attributes

    def take_input(self, tag: Tag) -> None:
        """Read what was typed into a box, or whether it is ticked; a box begins a line."""
        sort = tag.attributes.get("type", "text").lower()
        if sort in TICKED:
            self.break_line()
            self.add(TICK if "checked" in tag.attributes else NO_TICK)
        elif sort in TYPED:
            self.text(f" {tag.attributes.get('value', '')} ")

    def take_tex(self, tag: Tag) -> None:
        """Add the LaTeX that MathJax keeps in a `<script>` element to the text."""
        if tag.attributes.get("type", "").startswith("math/tex"):
            self.mathematics(tag.contents)

    def take_table(self, tag: Tag) -> None:
        """Begin or end a table, which may be in another one's cell."""
        if not tag.ends:
            if not self.tables:
                self.flush()
            self.end_cell()
            self.tables.append(_Table())
        elif self.tables:
            self.end_table()

    def take_cell(self, tag: Tag) -> None:
        """End the cell before, and begin another."""
        self.end_cell()
        if self.tables and not tag.ends:
            self.tables[-1].cells.append([])

    def end_cell(self) -> None:
        """Move the text so far into the cell that is open."""
        if self.tables:
            spans, self.spans, self.has_text = self.spans, [], False
            self.scripts.clear()
            cells = self.tables[-1].cells
            if spans and not cells:
                cells.append([])
            if spans:
                cells[-1] += spans

    def end_row(self) -> None:
        """Add the row that is read to its table, unless it is empty."""
        self.end_cell()
        if self.tables and self.tables[-1].cells:
            self.lines += 1
            table = self.tables[-1]
            line = row(table.cells, UNKNOWN, is_typed=True)
            if any(line.cells) or line.struck:
                table.rows.append(line)
            table.cells = []

    def end_table(self) -> None:
        """Add the table that is read as a block."""
        self.end_row()
        self.add_block("table", self.tables.pop().rows)

    def close(self) -> None:
        """Finish what is open at the end of the page."""
        while self.tables:
            self.end_table()
        if self.code is not None:
            self.take_code(Tag("pre", ends=True, attributes={}))
        self.flush()


_HANDLERS: Final[dict[str, Callable[[_Page, Tag], None]]] = {
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), _Page.take_heading),
    **dict.fromkeys(("ul", "ol", "menu"), _Page.take_list),
    **dict.fromkeys(("sub", "sup"), _Page.take_script),
    **dict.fromkeys(("td", "th"), _Page.take_cell),
    **dict.fromkeys(("a", "embed", "object"), _Page.take_embedded),
    **dict.fromkeys(("option", "select"), _Page.take_option),
    "blockquote": _Page.take_quote,
    "br": _Page.break_line,
    "img": _Page.take_picture,
    "input": _Page.take_input,
    "li": _Page.take_item,
    "math": lambda page, tag: page.mathematics(latex_of(tag)),
    "pre": _Page.take_code,
    "script": _Page.take_tex,
    "table": _Page.take_table,
    "tr": lambda page, _: page.end_row(),
}
