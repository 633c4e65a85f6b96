"""Plots of matplotlib as inline SVG: colours are classes of the page, and no style that its policy forbids."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final
from xml.etree import ElementTree as ET

from markupsafe import Markup

from checker.notation.steering import without_steering

SVG: Final = "{http://www.w3.org/2000/svg}"
HREF: Final = "{http://www.w3.org/1999/xlink}href"

COLOURS: Final[Mapping[str, str]] = {
    "#0000f0": "ink",
    "#0000f1": "soft",
    "#0000f2": "line",
    "#0000f3": "bar",
    "#0000f4": "good",
    "#0000f5": "part",
    "#0000f6": "bad",
    "#0000f7": "none",
    "#0000f8": "wait",
    "#0000f9": "card",
}
"""Colours that stand for classes of the style sheet."""

DROPPED: Final = frozenset({"metadata", "style"})
PROPERTY: Final = re.compile(r"\s*([\w-]+)\s*:\s*([^;]+)")
FONT: Final = re.compile(r"(?:(bold|[1-9]00)\s+)?([\d.]+)px\b.*")
KEPT: Final = frozenset(
    {"stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "text-anchor", "opacity"}
)
"""Properties that become attributes."""


def colour(name: str) -> str:
    """Return the colour that stands for a class."""
    return next(sign for sign, class_ in COLOURS.items() if class_ == name)


def inline(text: str, name: str, title: str, description: str) -> Markup:
    """Return a plot to be put into a page; `name` makes its ids other than those of other plots there."""
    root = ET.fromstring(text)  # noqa: S314 - made by matplotlib
    used = {each.attrib[HREF].removeprefix("#") for each in root.iter() if HREF in each.attrib}
    for element in root.iter():
        _clean(element, name, used)
    for size in ("width", "height"):
        del root.attrib[size]  # the page decides
    root.attrib |= {"role": "img", "aria-labelledby": f"{name}-title {name}-text", "class": "plot"}
    for place, (tag, id_, content) in enumerate((("title", "title", title), ("desc", "text", description))):
        element = ET.Element(tag, {"id": f"{name}-{id_}"})
        element.text = without_steering(content)
        root.insert(place, element)
    return Markup(ET.tostring(root, encoding="unicode"))  # noqa: S704 - an XML library escapes its texts


def _clean(element: ET.Element, name: str, used: set[str]) -> None:
    """Let an element have attributes and classes instead of a style, and only the ids that are referred to."""
    element.tag = element.tag.removeprefix(SVG)
    for child in [child for child in element if child.tag.removeprefix(SVG) in DROPPED]:
        element.remove(child)
    found = dict(PROPERTY.findall(element.attrib.pop("style", "")))
    classes = [f"{kind}-{COLOURS[value]}" for kind in ("fill", "stroke") if (value := found.get(kind, "")) in COLOURS]
    if classes:
        element.attrib["class"] = " ".join(classes)
    element.attrib |= {key: value for key, value in found.items() if key in KEPT}
    element.attrib |= {kind: "none" for kind in ("fill", "stroke") if found.get(kind) == "none"}
    if font := FONT.match(found.get("font", "") or found.get("font-size", "")):
        element.attrib |= {"font-size": font[2]} | ({"font-weight": font[1]} if font[1] else {})
    element.attrib.pop("clip-path", None)  # nothing is drawn outside of its axes
    if element.attrib.get("id") in used:
        element.attrib["id"] = f"{name}-{element.attrib['id']}"
    else:
        element.attrib.pop("id", None)
    if HREF in element.attrib:
        element.attrib["href"] = f"#{name}-{element.attrib.pop(HREF).removeprefix('#')}"
