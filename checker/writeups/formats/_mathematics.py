r"""Finds mathematics in text, between dollar signs or in other LaTeX delimiters, and splits formulas into rows.

It takes results out of `\boxed{..}`. Also tables of equations, and the ends of groups.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from checker.writeups.document import Line, Place

_DOLLARS: Final = re.compile(r"(\${1,2})((?:[^$\\]++|\\.)++)\1", re.DOTALL)

ALIGNED: Final = re.compile(
    r"\s*\\begin\{(aligned|align|alignat|alignedat|gather|gathered|split|multline|eqnarray|flalign|equation|displaymath|math)(\*?)\}"
    r"(?:\{\d+\}|\[\w\])?(.*)\\end\{\1\2\}\s*[.,;]?\s*",
    re.DOTALL,
)
_NUMBERING: Final = re.compile(r"\\(?:tag\*?|label)\s*\{[^{}]*\}|\\(?:nonumber|notag)(?![a-zA-Z])")
SPACE: Final = re.compile(r"\s+")
SIGNS: Final = re.compile(r"\\\(((?:[^\\]|\\[^()])++)\\\)|\\\[((?:[^\\]|\\[^][])++)\\\]|\$\$([^$]++)\$\$")

TABLE: Final = re.compile(r"\\begin\{matrix\}((?:(?!\\begin\{matrix\}).)*)\\end\{matrix\}\s*[.,;]?", re.DOTALL)
_RELATION: Final = re.compile(r"[=≈<>≤≥\u223c]|\\(?:approx|leq?|geq?|sim)\b")
BOX: Final = re.compile(r"\\(?:boxed|fbox|framebox)\s*(?=\{)")


def _group_ends(text: str) -> dict[int, int]:
    """Return the end of each group in braces, {place of its opening brace: place after its closing one}."""
    ends: dict[int, int] = {}
    starts: list[int] = []
    for found in re.finditer(r"\\.|[{}]", text, flags=re.DOTALL):
        if found[0] == "{":
            starts.append(found.start())
        elif found[0] == "}" and starts:
            ends[starts.pop()] = found.end()
    return ends


def unboxed(text: str) -> tuple[str, tuple[str, ...]]:
    r"""Return a text without the boxes `\boxed{..}`, but with their contents; and these contents."""
    if not BOX.search(text):
        return text, ()
    ends = _group_ends(text)
    closing: set[int] = set()
    boxed: list[str] = []
    pieces, place = [], 0
    for found in BOX.finditer(text):
        if end := ends.get(found.end()):
            closing.add(end - 1)
            boxed.append(text[found.end() + 1 : end - 1].strip() if len(boxed) < 50 else "")
            pieces.append((place, found.start()))
            place = found.end() + 1
    pieces.append((place, len(text)))
    kept = "".join(text[n] for start, stop in pieces for n in range(start, stop) if n not in closing)
    return kept, tuple(re.sub(r"\\(?:boxed|fbox|framebox)(?![a-zA-Z])", "", each) for each in boxed if each)


def formula_lines(latex: str, place: Place) -> Iterator[Line]:
    """Yield a displayed formula as lines of a document, the first of which is at `place`.

    They have no marks that align and number them.  Only a formula that is aligned as a whole has several rows: those of
    a matrix belong together.
    """
    found = ALIGNED.fullmatch(latex)
    for row, start in _split(found[3], found.start(3)) if found else [(latex, 0)]:
        text = SPACE.sub(" ", _NUMBERING.sub("", row)).strip()
        if text:
            blank = len(row) - len(row.lstrip())
            text, boxed = unboxed(text)
            yield Line(text, place._replace(line=place.line + latex.count("\n", 0, start + blank)), boxed)


def mathematics_at(text: str, start: int) -> re.Match[str] | None:
    """Return the mathematics (as group 2) that begins with the `$` at `start`; None if the `$` is money or stray."""
    found = _DOLLARS.match(text, start)
    if found is None or found[1] == "$$":
        return found
    inside, before, after = found[2], text[start - 1 : start] if start else "", text[found.end() : found.end() + 1]
    if after.isdigit():  # $5-$10
        return None
    has_tex = re.search(r"[\\^_{}=<>+]", inside) is not None
    if inside[0].isspace() or inside[-1].isspace():
        return found if has_tex else None
    return found if has_tex or not before.isalnum() or " " not in inside else None


def _split(latex: str, start: int) -> list[tuple[str, int]]:
    """Return the outermost rows of a formula, each with its place; `start` is the place of the formula."""
    rows: list[tuple[str, int]] = []
    pieces: list[str] = []
    depth = copied = begin = 0
    for found in re.finditer(r"\\(?:\\\s*(?:\[[^\][]{1,20}\])?|begin\b|end\b|.)|[{}&]", latex, flags=re.DOTALL):
        sign = found[0]
        if sign in {"{", r"\begin"}:
            depth += 1
        elif sign in {"}", r"\end"}:
            depth -= 1
        elif depth == 0 and (sign == "&" or sign.startswith(r"\\")):
            pieces.append(latex[copied : found.start()])
            copied = found.end()
            if sign != "&":
                rows.append(("".join(pieces), start + begin))
                pieces, begin = [], copied
    pieces.append(latex[copied:])
    return [*rows, ("".join(pieces), start + begin)]


def with_dollars(text: str) -> str:
    r"""Return a text in which `\(..\)`, `\[..\]` and `$$..$$` are written as `$..$`."""
    if "\\" not in text and "$$" not in text:
        return text
    return SIGNS.sub(lambda found: f"${(found[1] or found[2] or found[3]).strip()}$", text)


def with_rows(latex: str) -> str:
    """Return an equation's LaTeX, with a table of equations in it written as an `aligned` environment.

    A table is one if it has no brackets, and relations or empty cells in it.
    """
    found = TABLE.fullmatch(latex.strip())
    cells = re.split(r"&|\\\\", found[1]) if found else []
    if found is None or not (_RELATION.search(found[1]) or any(not cell.strip() for cell in cells)):
        return latex
    return rf"\begin{{aligned}}{found[1]}\end{{aligned}}"
