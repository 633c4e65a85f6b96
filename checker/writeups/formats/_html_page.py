"""Prepares an HTML page for pandoc, which knows neither forms nor the LaTeX in the attributes of pictures.

Boxes become `☑` or `☐`, and menus what is selected.
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


def prepared(source: str) -> str:
    """Return a page as pandoc can read it."""
    pieces: list[str] = []
    place = 0
    is_rejected = False
    """Whether the current text is an option of a menu that is not selected."""
    for start, inside, end, tag in placed_tags(source):
        if start < place:
            continue
        pieces.append("" if is_rejected else source[place:start])
        place = end
        if tag and _repeats(tag):
            place = end_of(tag.name, source, inside)
        elif tag and tag.name in {"option", "select"}:
            is_rejected = tag.name == "option" and not tag.ends and "selected" not in tag.attributes
        elif tag and not is_rejected:
            pieces.append(_shown(tag, source[start:end]))
    return "".join((*pieces, source[place:]))


def _repeats(tag: Tag) -> bool:
    if tag.ends or not tag.attributes:
        return False
    return tag.attributes.get("aria-hidden") == "true" or bool(_REPEATS.search(tag.attributes.get("class", "")))


def _shown(tag: Tag, source: str) -> str:
    """Return what pandoc gets for a tag, or for an element such as `<math>` with its contents."""
    if tag.name in {"object", "embed"}:
        return "" if tag.ends else PICTURE.format("")
    if tag.name in UNSHOWN:
        return ""
    if tag.name == "textarea":
        return " "
    if tag.name == "input":
        return _typed(tag)
    if tag.name == "img":
        latex = _equation(tag)
        return f"\\({escape(latex)}\\)" if latex else PICTURE.format(escape(tag.attributes.get("alt", "")))
    return source


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
