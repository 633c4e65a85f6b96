"""Splits HTML into tags and the text between them, without building a tree; `<math>`, `<script>` and others stay whole.

So the cost is linear whatever is nested or left open: parsers that build a tree need more than a minute for 100,000
nested `<div>`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Final, NamedTuple

TAG: Final = re.compile(
    r"<(?:!--|(/?)([a-zA-Z][^\s/<>]*+)(?:((?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+)|([^<>]*+))>|[!?/][^<>]*+>)"
)
ATTRIBUTE: Final = re.compile(r"([^\s=\"'/<>]++)\s*+(?:=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'>]++)))?")
HIDDEN: Final = frozenset(("head", "style", "svg", "template", "button", "noscript", "object", "iframe"))
"""Elements whose contents are not shown."""
OPAQUE: Final = HIDDEN | {"script", "math"}
"""Elements that are one token."""


class Tag(NamedTuple):
    """A tag of HTML with its attributes, and whether it ends an element."""

    name: str
    ends: bool
    attributes: dict[str, str]


class PlacedTag(NamedTuple):
    """A tag, or a comment, with its place in the source."""

    start: int
    inside: int
    """The place behind the tag."""
    end: int
    """The place behind the tag and the contents of an opaque element or a comment."""
    tag: Tag | None
    """None for a comment and a declaration."""


def placed_tags(source: str) -> Iterator[PlacedTag]:
    """Yield the tags and comments of HTML with their places; none within an opaque element or a comment."""
    place = 0
    unclosed: set[str] = set()
    while found := TAG.search(source, place):
        inside = place = found.end()
        tag = None
        name = (found[2] or found[0]).lower()
        if found[2]:
            tag = Tag(name, found[1] == "/", _attributes(found[3] or found[4] or ""))
        if name == "<!--" or (tag and name in OPAQUE and not tag.ends):
            stop = _end_of(name, source, inside, unclosed)
            place = stop.end() if stop else inside
        yield PlacedTag(found.start(), inside, place, tag)


def _end_of(name: str, source: str, place: int, unclosed: set[str]) -> re.Match[str] | None:
    """Return the end of an opaque element or a comment, None if nothing ends it; then its name is put in `unclosed`.

    Names in `unclosed` are not searched again.
    """
    if name in unclosed:
        return None
    closing = "-->" if name == "<!--" else rf"</{name}\s*>"
    found = re.compile(closing, re.IGNORECASE).search(source, place)
    if found is None:
        unclosed.add(name)
    return found


def _attributes(text: str) -> dict[str, str]:
    """Return the attributes in a tag, by their names in lower case."""
    if not text or text.isspace():
        return {}
    found = ATTRIBUTE.finditer(text)
    return {each[1].lower(): unescape(each[2] or each[3] or each[4] or "") for each in found}
