"""LaTeX of MathML, as equation editors save it."""

from __future__ import annotations

import re
from typing import Final

from checker.writeups.formats._html_tokens import Tag, tokens_of

ANNOTATION: Final = re.compile(r"<annotation[^>]*x-tex[^>]*>(.*?)</annotation", re.DOTALL | re.IGNORECASE)
ANNOTATION_END: Final = "</annotation"
VOID: Final = frozenset(("mspace", "none", "mprescripts", "br"))
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
ROWS: Final = r" \\ "
MAX_DEPTH: Final = 50


def latex_of(tag: Tag) -> str:
    """Return the LaTeX of a `<math>` element: that in its annotation, or else one made from its parts."""
    if ANNOTATION_END in tag.contents and (found := ANNOTATION.search(tag.contents)):
        return "".join(token for token in tokens_of(found[1]) if isinstance(token, str))
    open_parts: list[tuple[Tag, list[str]]] = [(tag, [])]
    for token in tokens_of(tag.contents):
        if isinstance(token, str):
            if text := token.strip():
                open_parts[-1][1].append(text)
        elif token.name in VOID:
            continue
        elif not token.ends:
            if len(open_parts) < MAX_DEPTH:
                open_parts.append((token, []))
        elif any(part.name == token.name for part, _ in open_parts[1:]):
            name = ""
            while name != token.name:
                part, children = open_parts.pop()
                open_parts[-1][1].append(_joined(part, children))
                name = part.name
    while len(open_parts) > 1:
        part, children = open_parts.pop()
        open_parts[-1][1].append(_joined(part, children))
    return "".join(open_parts[0][1])


def _joined(part: Tag, children: list[str]) -> str:
    template = TEMPLATES.get((part.name, len(children)))
    if template:
        base = children[0] if part.name == "mfrac" or _is_single(children[0]) else f"{{{children[0]}}}"
        return template.format(base, *children[1:])
    if part.name == "msqrt":
        return rf"\sqrt{{{''.join(children)}}}"
    if part.name == "mfenced":
        opening, closing = part.attributes.get("open", "("), part.attributes.get("close", ")")
        return opening + ", ".join(children) + closing
    if part.name == "mtable":
        return ROWS.join(children).join((r"\begin{matrix}", r"\end{matrix}"))
    return " & ".join(children) if part.name == "mtr" else "".join(children)


def _is_single(base: str) -> bool:
    return base.isalnum() or base.startswith(("(", "[", "\\"))
