"""Styles of HTML: what makes text strong or struck, and what hides it."""

from __future__ import annotations

import re
from typing import Final

from checker.writeups.formats._html_tokens import HIDDEN, Tag

STYLED: Final = {"b": "strong", "strong": "strong", "s": "struck", "del": "struck", "strike": "struck"}
CSS: Final = (
    (re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)"), "strong"),
    (re.compile(r"text-decoration[^;]*line-through"), "struck"),
)
REPEATS: Final = re.compile(r"\b(?:katex-html|MathJax\w*|MJX[\w-]+|hidden-readable)(?![\w-])")
"""Classes of elements that repeat a formula for the eye, or for screen readers."""


def hides(tag: Tag) -> bool:
    """Return whether the contents of an element need not be read."""
    if tag.ends or tag.name in HIDDEN:
        return False
    return tag.attributes.get("aria-hidden") == "true" or bool(REPEATS.search(tag.attributes.get("class", "")))


MOST_STYLES: Final = 16
"""Maximum number of nested styles that are looked at."""


class Styles:
    """The styles that hold at a place of a page."""

    def __init__(self) -> None:
        self._open: list[tuple[str, str]] = []
        """The tags that are open, each with its style."""
        self._names: dict[str, int] = {}
        """How many tags of each name are open."""
        self.current = (False, False)
        """Whether text is strong, and whether it is struck."""

    def take(self, tag: Tag) -> None:
        """Read a tag, which may begin or end a style."""
        if tag.ends:
            if self._names.get(tag.name):
                self._end(tag.name)
        elif tag.name in STYLED or "style" in tag.attributes or tag.name in self._names:
            self._open.append((tag.name, _style(tag)))
            self._names[tag.name] = self._names.get(tag.name, 0) + 1
        else:
            return
        styles = {style for _, style in self._open[-MOST_STYLES:]}
        self.current = ("strong" in styles, "struck" in styles)

    def _end(self, name: str) -> None:
        closed = ""
        while closed != name:
            closed, _ = self._open.pop()
            self._names[closed] -= 1


def _style(tag: Tag) -> str:
    css = tag.attributes.get("style", "").lower()
    return STYLED.get(tag.name) or next((style for pattern, style in CSS if pattern.search(css)), "")
