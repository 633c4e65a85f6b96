"""Converts MathML, the equations of web pages and editors, to LaTeX."""

from __future__ import annotations

import re
from typing import Final

from checker.writeups.formats._html_tokens import Tag, tokens_of
from checker.writeups.formats._mathematics import FUNCTIONS, is_single, named, with_rows

ANNOTATION: Final = re.compile(r"<annotation[^>]*x-tex[^>]*>(.*?)</annotation", re.DOTALL | re.IGNORECASE)
ANNOTATION_END: Final = "</annotation"
VOID: Final = frozenset(("none", "mprescripts", "br"))
WIDTH: Final = re.compile(r"(\.\d+|\d+(?:\.\d*)?)em|(\w*)thinmathspace")
WIDE: Final = 0.25
"""Width of a space, in heights of a line, from which it is one between words."""
TEMPLATES: Final = {
    ("mfrac", 2): r"\frac{{{0}}}{{{1}}}",
    ("msup", 2): "{0}^{{{1}}}",
    ("msub", 2): "{0}_{{{1}}}",
    ("msubsup", 3): "{0}_{{{1}}}^{{{2}}}",
    ("munder", 2): "{0}_{{{1}}}",
    ("mover", 2): "{0}^{{{1}}}",
    ("munderover", 3): "{0}_{{{1}}}^{{{2}}}",
    ("mroot", 2): r"\sqrt[{1}]{{{0}}}",
}
DEGREES: Final = frozenset("∘◦°")
"""Signs of degrees, which are raised."""
EMPTY: Final = "❑"
"""What LibreOffice shows where something is missing."""
LETTER: Final = re.compile(r"[^\W\d_]")
ROWS: Final = r" \\ "
MAX_DEPTH: Final = 50


def latex_of(tag: Tag) -> str:
    """Return the LaTeX of a `<math>` element: from its annotation, or else made from its parts."""
    if ANNOTATION_END in tag.contents and (found := ANNOTATION.search(tag.contents)):
        return "".join(token for token in tokens_of(found[1]) if isinstance(token, str))
    return with_rows(_converted(tag))


def _converted(math: Tag) -> str:
    """Return LaTeX for the parts of an element.  It is no recursion, as parts may be nested deeply."""
    parts: list[tuple[Tag, list[str]]] = [(math, [])]
    for token in tokens_of(math.contents):
        if isinstance(token, str):
            parts[-1][1].append(token if parts[-1][0].name == "mtext" else token.strip().replace(EMPTY, ""))
        elif token.ends:
            if any(part.name == token.name for part, _ in parts[1:]):
                while _close(parts) != token.name:
                    pass
        elif token.name == "mspace":
            parts[-1][1].append(_space(token.attributes.get("width", "")))
        elif token.name not in VOID and len(parts) < MAX_DEPTH:
            parts.append((token, []))
    while len(parts) > 1:
        _close(parts)
    return "".join(parts[0][1])


def _space(width: str) -> str:
    """Return a space of this width; none where it is negative or not known."""
    found = WIDTH.fullmatch(width)
    if found is None:
        return ""
    return r"\ " if found[1] and float(found[1]) >= WIDE else r"\,"


def _close(parts: list[tuple[Tag, list[str]]]) -> str:
    """Take the innermost element off `parts`, add its LaTeX to the one around it, and return its name."""
    part, children = parts.pop()
    parts[-1][1].append(_latex_of_element(part, [child for child in children if child]))
    return part.name


def _latex_of_element(part: Tag, children: list[str]) -> str:
    """Return the LaTeX of an element, given that of its children."""
    is_degrees = part.name == "msup" and not DEGREES.isdisjoint(children[-1:])
    template = TEMPLATES.get((part.name, len(children)))
    if is_degrees:
        children = [*children[:-1], "°"]
    elif template:
        base = children[0] if part.name == "mfrac" or is_single(children[0]) else f"{{{children[0]}}}"
        return template.format(base, *children[1:])
    if part.name in {"mi", "mo", "mtext"}:
        text = "".join(children)
        is_text = part.name == "mtext" and LETTER.search(text) and text.strip() not in FUNCTIONS
        return rf"\text{{{text}}}" if is_text and "\\" not in text else named(text)
    if part.name == "msqrt":
        return rf"\sqrt{{{''.join(children)}}}"
    if part.name == "mfenced":
        opening, closing = part.attributes.get("open", "("), part.attributes.get("close", ")")
        return opening + ", ".join(children) + closing
    if part.name == "mtable":
        return ROWS.join(children).join((r"\begin{matrix}", r"\end{matrix}"))
    return " & ".join(children) if part.name == "mtr" else "".join(children)
