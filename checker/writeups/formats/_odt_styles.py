"""Styles of OpenDocument texts: how text looks, and the numbers of list items."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final
from xml.etree.ElementTree import Element

from checker.writeups.formats._docx_styles import Properties
from checker.writeups.formats._package import attribute, child, local, whole
from checker.writeups.formats._spans import item_number

MOST_STYLES: Final = 20
PLACEHOLDER: Final = re.compile(r"%(\d{1,2})%")
RAISED: Final = re.compile(r"(super|sub|-?\d+(?:\.\d+)?%)")


def _script_of(position: str) -> str:
    """Return `superscript`, `subscript` or empty, Word's names, for a position such as `super 58%`."""
    raised = RAISED.match(position)
    place = raised[1] if raised else "0%"
    is_below = place == "sub" or place.startswith("-")
    return "subscript" if is_below else "" if place == "0%" else "superscript"


TEXT: Final[dict[str, tuple[str, Callable[[str], object]]]] = {
    "font-weight": ("b", lambda value: value in {"bold", "600", "700", "800", "900"}),
    "text-line-through-style": ("strike", lambda value: value != "none"),
    "text-line-through-type": ("strike", lambda value: value != "none"),
    "text-position": ("vertAlign", _script_of),
    "display": ("vanish", lambda value: value == "none"),
    "font-name": ("font", str),
    "font-family": ("font", str),
}
"""The properties of text: the name that Word has for each, and how it is read."""


class OdtStyles:
    """The styles of a document, by family and name."""

    def __init__(self, *roots: Element | None) -> None:
        self._elements: dict[tuple[str, str], Element] = {}
        self.lists: dict[str, dict[int, Element]] = {}
        """The levels of each list style."""
        self.outline: dict[int, Element] = {}
        """The levels of headings."""
        self._resolved: dict[tuple[str, str], Properties] = {}
        self._automatic: set[Element] = set()
        """Styles that the program has made, with names that say nothing."""
        for root in roots:
            for group in root if root is not None else ():
                if local(group.tag) in {"styles", "automatic-styles"}:
                    self._collect(group)

    def _collect(self, group: Element) -> None:
        """Remember the styles, list styles and levels of headings in a group."""
        for each in group:
            name = local(each.tag)
            if name == "style":
                self._elements[attribute(each, "family"), attribute(each, "name")] = each
                if local(group.tag) == "automatic-styles":
                    self._automatic.add(each)
            elif name in {"list-style", "outline-style"}:
                levels = {whole(attribute(one, "level")): one for one in each if "level-style" in local(one.tag)}
                if name == "list-style":
                    self.lists[attribute(each, "name")] = levels
                else:
                    self.outline = levels

    def named(self, family: str, name: str) -> Properties:
        """Return the properties of a style, with all that it inherits from other styles."""
        if (family, name) not in self._resolved:
            chain: list[Element] = []
            at = name
            while (element := self._elements.get((family, at))) is not None and len(chain) < MOST_STYLES:
                chain.append(element)
                at = attribute(element, "parent-style-name")
            found: Properties = {}
            for element in reversed(chain):
                found |= _properties(element)
                if element not in self._automatic:
                    found["name"] = attribute(element, "display-name") or attribute(element, "name")
            self._resolved[family, name] = found
        return self._resolved[family, name]


def _properties(style: Element) -> Properties:
    """Return the properties of one style."""
    found: Properties = {}
    if attribute(style, "list-style-name"):
        found["list"] = attribute(style, "list-style-name")
    text = child(style, "text-properties")
    for key, value in text.items() if text is not None else ():
        if (name := local(key)) in TEXT:
            ours, read = TEXT[name]
            found[ours] = read(value)
    return found


class OdtList:
    """Counts the items of a list, so as to give each its number."""

    def __init__(self, levels: dict[int, Element]) -> None:
        self.levels = levels
        self._counts: dict[int, int] = {}

    def restart(self, depth: int) -> None:
        """Begin counting again at a level of the list."""
        for deeper in [each for each in self._counts if each >= depth]:
            del self._counts[deeper]

    def marker(self, depth: int, start: str = "") -> str:
        """Return what is shown before the next item at this depth, such as `3.` or `b)`; empty for a bullet."""
        level = self.levels.get(depth)
        if level is None:
            return ""
        first = start or attribute(level, "start-value") or "1"
        known = self._counts.get(depth)
        self._counts[depth] = whole(first, 1) if known is None or start else known + 1
        for deeper in [each for each in self._counts if each > depth]:
            del self._counts[deeper]
        if not attribute(level, "num-format"):
            return ""
        pattern = attribute(level, "num-list-format")
        if pattern:
            return PLACEHOLDER.sub(lambda found: self._shown(int(found[1])), pattern).strip()
        above = max(1, whole(attribute(level, "display-levels"), 1))
        number = ".".join(self._shown(each) for each in range(max(1, depth - above + 1), depth + 1))
        return f"{attribute(level, 'num-prefix')}{number}{attribute(level, 'num-suffix')}".strip()

    def _shown(self, depth: int) -> str:
        """Return the current number of a level without its sign: `3`, `c`."""
        kind = attribute(self.levels.get(depth), "num-format", "1")
        return item_number(kind, self._counts.get(depth, 1))[:-1]
