"""Styles of Word documents: how text looks (bold, struck out, hidden), and the numbers of list items.

Readers of OpenDocument texts use `Looks` and `looks_of`, too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple
from xml.etree.ElementTree import Element

from checker.writeups.formats._package import attribute, child, local, whole
from checker.writeups.formats._spans import item_number

OFF: Final = frozenset(("0", "off", "false", "none"))
TOGGLES: Final = frozenset(("b", "strike", "dstrike", "vanish", "specVanish"))
VALUES: Final = frozenset(("vertAlign", "highlight"))
NUMBERS: Final = {"lowerLetter": "a", "upperLetter": "A", "lowerRoman": "i", "upperRoman": "I"}
HEADING: Final = re.compile(r"heading (\d)", re.IGNORECASE)
CODE: Final = re.compile(r"source code|html preformatted|preformatted text|plain text|code", re.IGNORECASE)
QUOTE: Final = re.compile(r"(?:intense )?quote|quotations?|block text", re.IGNORECASE)
PLACEHOLDER: Final = re.compile(r"%(\d)")
MOST_STYLES: Final = 20
"""Maximum number of styles that a style is based on."""

Properties = dict[str, Any]


class Looks(NamedTuple):
    """How a piece of text looks: bold, struck out, raised or lowered, in which font, and whether it is hidden."""

    strong: bool = False
    struck: bool = False
    script: str = ""
    font: str = ""
    is_hidden: bool = False


def properties_of(element: Element | None) -> Properties:
    """Return the properties of a piece of text, such as bold, from its `rPr` element."""
    found: Properties = {}
    for each in element if element is not None else ():
        name = local(each.tag)
        if name in TOGGLES:
            found[name] = attribute(each, "val", "1") not in OFF
        elif name in VALUES:
            found[name] = attribute(each, "val")
        elif name == "rStyle":
            found["style"] = attribute(each, "val")
        elif name == "rFonts":
            found["font"] = attribute(each, "ascii")
        elif name == "bdr":
            found["boxed"] = attribute(each, "val") not in {"", *OFF, "nil"}
    return found


def looks_of(found: Properties) -> Looks:
    """Return how text with these properties looks."""
    return Looks(
        bool(found.get("b") or found.get("boxed") or found.get("highlight", "none") not in OFF),
        bool(found.get("strike") or found.get("dstrike")),
        {"superscript": "^", "subscript": "_"}.get(found.get("vertAlign", ""), ""),
        found.get("font", ""),
        bool(found.get("vanish") or found.get("specVanish")),
    )


class ParagraphStyle(NamedTuple):
    """The properties that a named style gives to its paragraphs."""

    name: str = ""
    heading: int = 0
    list_id: str = ""
    depth: str = ""
    runs: Properties = {}  # noqa: RUF012 - never changed


class Styles:
    """The named styles of a Word document, from its `styles.xml`."""

    def __init__(self, elements: Sequence[Element]) -> None:
        self._resolved: dict[str, ParagraphStyle] = {}
        self._elements = {attribute(each, "styleId"): each for each in elements if local(each.tag) == "style"}
        defaults = next((each for each in elements if local(each.tag) == "docDefaults"), None)
        self.defaults = properties_of(child(defaults, "rPrDefault", "rPr"))
        """The properties of text that no style changes."""

    @cached_property
    def default(self) -> str:
        """Return the id of the style of paragraphs that name none."""
        for name, each in self._elements.items():
            if attribute(each, "type") == "paragraph" and attribute(each, "default") in {"1", "true"}:
                return name
        return ""

    def named(self, name: str) -> ParagraphStyle:
        """Return the style with this id, with all that it inherits from other styles."""
        if name not in self._resolved:
            chain: list[Element] = []
            at = name
            while (element := self._elements.get(at)) is not None and len(chain) < MOST_STYLES:
                chain.append(element)
                at = attribute(child(element, "basedOn"), "val")
            style = ParagraphStyle()
            for element in reversed(chain):
                style = _derived_style(style, element)
            self._resolved[name] = style
        return self._resolved[name]


def _derived_style(style: ParagraphStyle, element: Element) -> ParagraphStyle:
    """Return a style with what another one, based on it, adds."""
    name = attribute(child(element, "name"), "val")
    paragraph = child(element, "pPr")
    numbers = child(paragraph, "numPr")
    level = whole(attribute(child(paragraph, "outlineLvl"), "val"), -1)
    found = HEADING.fullmatch(name)
    heading = int(found[1]) if found else 1 if name.lower() == "title" else style.heading
    if level >= 0:
        heading = level + 1 if level < 9 else 0  # noqa: PLR2004 - 9 is body text
    return ParagraphStyle(
        name,
        heading,
        attribute(child(numbers, "numId"), "val") or style.list_id,
        attribute(child(numbers, "ilvl"), "val") or style.depth,
        style.runs | properties_of(child(element, "rPr")),
    )


class _Level(NamedTuple):
    """A level of a numbered list: the kind of its numbers (`decimal`), its pattern (`%1.%2`) and its first number."""

    kind: str
    text: str
    start: int


class Numbering:
    """The numbers of list items, as Word shows them (`numbering.xml`)."""

    def __init__(self, elements: Sequence[Element]) -> None:
        self._lists: dict[str, tuple[str, dict[int, _Level]]] = {}
        """By list: the list whose numbers it goes on with, and its levels."""
        self._restarts: dict[str, dict[int, int]] = {}
        """By list: the first number of each level, if it does not go on."""
        self._counts: dict[str, dict[int, int]] = {}
        self._started: set[tuple[str, int]] = set()
        abstract: dict[str, dict[int, _Level]] = {}
        for each in elements:
            if local(each.tag) == "abstractNum":
                abstract[attribute(each, "abstractNumId")] = _levels(each)
            elif local(each.tag) == "num":
                base = attribute(child(each, "abstractNumId"), "val")
                levels = dict(abstract.get(base, {}))
                restarts: dict[int, int] = {}
                for override in each:
                    if local(override.tag) != "lvlOverride":
                        continue
                    depth = whole(attribute(override, "ilvl"))
                    levels |= _levels(override)
                    start = attribute(child(override, "startOverride"), "val")
                    if start:
                        restarts[depth] = whole(start)
                self._lists[attribute(each, "numId")] = base, levels
                self._restarts[attribute(each, "numId")] = restarts

    def marker(self, name: str, depth: int) -> str | None:
        """Count the next item of list `name`, and return its number, `3.`.

        It is empty for a bullet, None if there is no such list, or no such level in it.
        """
        if name not in self._lists:
            return None
        base, levels = self._lists[name]
        level = levels.get(depth)
        if level is None:
            return None
        counts = self._counts.setdefault(base, {})
        restart = self._restarts.get(name, {}).get(depth)
        if restart is not None and (name, depth) not in self._started:
            counts[depth] = restart - 1
        self._started.add((name, depth))
        counts[depth] = counts.get(depth, level.start - 1) + 1
        for deeper in [each for each in counts if each > depth]:
            del counts[deeper]
        for above in range(depth):
            counts.setdefault(above, levels[above].start if above in levels else 1)
        if level.kind in {"bullet", "none"}:
            return ""
        return PLACEHOLDER.sub(lambda found: _shown(levels, counts, int(found[1]) - 1), level.text).strip()


def _levels(parent: Element) -> dict[int, _Level]:
    """Return the levels of a list, by their depth."""
    found: dict[int, _Level] = {}
    for each in parent:
        if local(each.tag) == "lvl":
            kind = attribute(child(each, "numFmt"), "val", "decimal")
            start = attribute(child(each, "start"), "val", "0")
            found[whole(attribute(each, "ilvl"))] = _Level(kind, attribute(child(each, "lvlText"), "val"), whole(start))
    return found


def _shown(levels: dict[int, _Level], counts: dict[int, int], depth: int) -> str:
    """Return the current number of a level without its sign, `c` or `3`, as a part of an item's number."""
    kind = levels[depth].kind if depth in levels else "decimal"
    number = counts.get(depth, 1)
    if kind == "decimalZero":
        return f"{number:02}"
    return item_number(NUMBERS.get(kind, "1"), number)[:-1]
