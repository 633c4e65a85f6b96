"""Brackets around something tall, drawn by the style sheet: without a font for mathematics they would stay small."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final
from xml.etree import ElementTree as ET

SHAPES: Final[Mapping[str, str]] = {
    **dict.fromkeys("()", "round"),
    **dict.fromkeys("[]", "square"),
    **dict.fromkeys("{}", "brace"),
    "|": "bar",
    **dict.fromkeys("‖∥", "bars"),
    **dict.fromkeys("⌈⌉", "ceil"),
    **dict.fromkeys("⌊⌋", "floor"),
}
"""By sign, the class of the page's style that draws it."""

TALL: Final = frozenset({"mfrac", "mtable", "munder", "mover", "munderover"})
"""Elements that are taller than a line."""


def draw_fences(root: ET.Element) -> None:
    """Mark the brackets around tall parts of a formula to be drawn.

    The signs stay in it for those who hear it or copy it.
    """
    for element in list(root.iter()):
        for start, end in _fenced(list(element)):
            inner = list(element)[start:end]
            if any(each.tag in TALL for one in inner for each in one.iter()):
                _draw(element, start, end)


def _fenced(children: Sequence[ET.Element]) -> list[tuple[int, int]]:
    r"""Return where fenced children begin and end: those of `\left` and `\right`, or else the matrices; last first."""
    if children and children[0].attrib.get("form") == "prefix":
        has_end = len(children) > 1 and children[-1].attrib.get("form") == "postfix"
        return [(1, len(children) - has_end)]
    places = [place for place, each in enumerate(children) if each.tag == "mtable"]
    return [(place, place + 1) for place in reversed(places) if place and children[place - 1].tag == "mo"]


def _draw(element: ET.Element, start: int, end: int) -> None:
    """Put the children from `start` to `end` into a row with the brackets next to them, which are drawn around it."""
    children = list(element)
    drawn = ET.Element("mrow")
    drawn.extend(children[start:end])
    before, after = (
        [each for each in some if each.tag == "mo" and each.text in SHAPES]
        for some in (children[start - 1 : start], children[end : end + 1])
    )
    for signs, side in ((after, "close"), (before, "open")):
        for sign in signs:
            outer = ET.Element("mrow", {"class": f"{side} {SHAPES[sign.text or '']}"})
            outer.append(drawn)
            drawn = outer
            sign.attrib |= {"class": "unseen", "stretchy": "false", "lspace": "0", "rspace": "0"}
    row = ET.Element("mrow")
    row.extend([*before, drawn, *after])
    for each in [*before, *children[start:end], *after]:
        element.remove(each)
    element.insert(start - len(before), row)
