"""Prepares an HTML page for pandoc, which knows neither forms nor the LaTeX in the attributes of pictures.

Boxes become `☑` or `☐`, menus what is selected, and tables get the end tags that may be left out.
"""

from __future__ import annotations

import re
from html import escape
from typing import Final

from checker.writeups.formats._hidden import UNSHOWN, Tag, end_of, placed_tags

_REPEATS: Final = re.compile(r"\b(?:katex-html|MathJax\w*|MJX[\w-]+|hidden-readable)(?![\w-])")
"""Classes of elements that repeat a formula for the eye, or for screen readers."""
EQUATION: Final = ("data-equation-content", "data-latex", "data-tex")
_ALTERNATIVE: Final = re.compile(r"(?:(?<!\s)\s++)?LaTeX:\s*", re.IGNORECASE)
TICKED, TYPED = frozenset({"radio", "checkbox"}), frozenset({"text", "number"})
TICK, NO_TICK = "☑ ", "☐ "
PICTURE: Final = '<img src="picture" alt="{}">'
NUMBER: Final = re.compile(r"\d{1,9}", re.ASCII)
CELLS: Final = frozenset({"td", "th"})


def prepared(source: str) -> str:
    """Return a page as pandoc can read it."""
    page = _Page()
    place = 0
    for start, inside, end, tag in placed_tags(source):
        if start < place:
            continue
        page.add(source[place:start])
        place = end
        if tag and _repeats(tag):
            place = end_of(tag.name, source, inside)
        elif tag:
            page.take(tag, source[start:end])
    page.add(source[place:])
    page.close()
    return "".join(page.pieces)


def _repeats(tag: Tag) -> bool:
    if tag.ends or not tag.attributes:
        return False
    return tag.attributes.get("aria-hidden") == "true" or bool(_REPEATS.search(tag.attributes.get("class", "")))


class _Page:
    """Reads the tags of a page one by one, and collects the page for pandoc."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.is_rejected = False
        """Whether the current text is an option of a menu that is not selected."""
        self.lists: list[tuple[str, str]] = []
        """The lists around, each with the type of its numbers."""
        self.tables: list[list[str]] = []
        """The row and the cell that are open in each table around."""

    def add(self, text: str) -> None:
        if not self.is_rejected:
            self.pieces.append(text)

    def take(self, tag: Tag, source: str) -> None:
        """Read a tag, or an element such as `<math>` with its contents."""
        if tag.name in {"option", "select"}:
            self.is_rejected = tag.name == "option" and not tag.ends and "selected" not in tag.attributes
        elif tag.name in UNSHOWN:
            self.add(PICTURE.format("") if tag.name == "object" and not tag.ends else "")
        elif tag.name == "textarea":
            self.add(" ")
        elif tag.name == "embed":
            self.add(PICTURE.format(""))
        elif tag.name == "input":
            self.add(_typed(tag))
        elif tag.name == "img":
            latex = _equation(tag)
            self.add(f"\\({escape(latex)}\\)" if latex else PICTURE.format(escape(tag.attributes.get("alt", ""))))
        else:
            if tag.name in {*CELLS, "tr", "tbody", "thead", "tfoot", "table"}:
                self.table(tag)
            elif tag.name in {"ol", "ul", "li"}:
                self.list(tag)
            self.add(source)

    def list(self, tag: Tag) -> None:
        """Remember which lists are open; an item with a number of its own begins another list."""
        if tag.name != "li":
            if not tag.ends:
                self.lists.append((tag.name, tag.attributes.get("type", "1")))
            elif self.lists:
                self.lists.pop()
        elif self.lists and self.lists[-1][0] == "ol" and (number := NUMBER.fullmatch(tag.attributes.get("value", ""))):
            self.add(f'</ol><ol type="{escape(self.lists[-1][1])}" start="{number[0]}">')

    def close(self) -> None:
        """Add the end tags that are missing at the end of the page."""
        self.is_rejected = False
        self.add("".join(f"</{name}>" for name, _ in reversed(self.lists)))
        for opened in reversed(self.tables):
            self.add("".join(f"</{name}>" for name in (*reversed(opened), "table")))

    def table(self, tag: Tag) -> None:
        """Add the tags that may be left out before this tag of a table, and remember what is open."""
        if tag.name == "table" and not tag.ends:
            self.tables.append([])
        elif self.tables:
            opened = self.tables[-1]
            while len(opened) > (tag.name in CELLS):
                name = opened.pop()
                self.add("" if tag.ends and tag.name == name else f"</{name}>")
            if tag.name == "table":
                self.tables.pop()
            elif tag.name in CELLS and not opened:
                self.add("<tr>")
                opened.append("tr")
            if not tag.ends and tag.name in {*CELLS, "tr"}:
                opened.append(tag.name)


def _typed(tag: Tag) -> str:
    sort = tag.attributes.get("type", "text").lower()
    if sort in TICKED:
        return f"<br>{TICK if 'checked' in tag.attributes else NO_TICK}"
    return f" {escape(tag.attributes.get('value', ''))} " if sort in TYPED else ""


def _equation(tag: Tag) -> str:
    """Return the LaTeX of the equation that a picture shows; empty if it has none."""
    alternative = tag.attributes.get("alt", "")
    latex = next((tag.attributes[name] for name in EQUATION if name in tag.attributes), "")
    if not latex and ("equation" in tag.attributes.get("class", "") or _ALTERNATIVE.match(alternative)):
        latex = _ALTERNATIVE.sub("", alternative)
    return latex
