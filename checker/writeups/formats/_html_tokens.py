"""Splits HTML into tags and the text between them, without building a tree; `<math>`, `<script>` and others stay whole.

So the cost is linear whatever is nested or left open: parsers that build a tree need more than a minute for 100,000
nested `<div>`.  `tokens_of` yields tags and texts, `placed_tags` tags and comments with their places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Final, NamedTuple

from checker.writeups.formats._decode import cleaned

TAG: Final = re.compile(
    r"<(?:!--|(/?)([a-zA-Z][^\s/<>]*+)(?:((?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+)|([^<>]*+))>|[!?/][^<>]*+>)"
)
ATTRIBUTE: Final = re.compile(r"([^\s=\"'/<>]++)\s*+(?:=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'>]++)))?")
HIDDEN: Final = frozenset(("head", "style", "svg", "template", "button", "noscript", "object", "iframe"))
"""Elements whose contents are not shown."""
OPAQUE: Final = HIDDEN | {"script", "math"}
"""Elements that are one token."""


class Tag(NamedTuple):
    """A tag of HTML with its attributes, and whether it ends an element.

    An element such as `<script>` or `<math>` is one tag with its contents.
    """

    name: str
    ends: bool
    attributes: dict[str, str]
    contents: str = ""


class PlacedTag(NamedTuple):
    """A tag, or a comment, with its place in the source."""

    start: int
    inside: int
    """The place behind the tag."""
    end: int
    """The place behind the tag and the contents of an opaque element or a comment."""
    tag: Tag | None
    """None for a comment and a declaration."""


def tokens_of(source: str) -> Iterator[Tag | str]:
    """Yield the tags and texts of HTML, without comments."""
    place = 0
    for start, _, end, tag in placed_tags(source):
        if start > place:
            yield _plain(source[place:start])
        if tag:
            yield tag
        place = end
    yield _plain(source[place:])


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
            if tag and stop:
                tag = tag._replace(contents=source[inside : stop.start()])
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


def _plain(text: str) -> str:
    """Return a text without entities."""
    return cleaned(unescape(text)) if "&" in text else text
