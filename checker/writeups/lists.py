"""Vectors, matrices and shapes in a statement."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import Final, NamedTuple

from checker.writeups.numbers import role

_OPENING: Final = re.compile(r"(?:(?:np\.|torch\.)?(?:array|tensor|matrix|Size)\s*\(\s*)?[\[(⟨]|\\begin\{[bBpvV]?(?:small)?matrix\*?\}|\\begin\{array\}")
_PAIRS: Final = {"[": "]", "(": ")", "⟨": "⟩"}
_ENTRY: Final = re.compile(r"\s*+[-−–+]?\s?(?:\.?\d[\d.,/\s^·*e+−–-]*+|[√\d(](?=.*\d).*+|[^\W\d_]{2,6}\s?\(?.{1,20}|\\?(?:cos|sin|sqrt|frac|tfrac|ln|exp)\b.*+|√.*+|−?∞|-?inf)\s*+", re.S)
_NUMBER: Final = r"[-−–]?(?:\d+(?:\.\d+)?|\.\d+)(?:/\d+)?"
_BARE: Final = re.compile(
    rf"(?<![\w.,\[(]){_NUMBER}(?:(?:[ \t]*[,;|][ \t]*|[ \t]{{1,12}}){_NUMBER}){{1,40}}(?![\w\])/^]|\.\d|\s*[×·*+=^])"
)
_SHAPE: Final = re.compile(r"(?<![\w.,×·*^/+−=-])(?<!\d )\d{1,6}(?:\s?(?:[×x*·✕]|\bby\b|\bmal\b)\s?\d{1,6}){1,12}(?![\w.,]\d|\s?[×x*·^+/(])")
_SEPARATOR: Final = re.compile(r"\s*[,;|]\s*|\s+")
OPERAND: Final = ("operand",)
"""The cue of a list that is only worked with; the numbers in it are no answers either."""
_ARRAY: Final = re.compile(r"ℝ|mathbb\{R\}")
_MANY_ARRAYS: Final = 2
"""Number of arrays in a statement, from which the sizes of one are no answer."""
_PRODUCT: Final = re.compile(r"\s*(?:[^\W\d_]{1,10}\s*)?[=≈]")
_LONGEST: Final = 4_000


class List(NamedTuple):
    """A list of numbers, or of lists, as it is written."""

    start: int
    end: int
    text: str
    dimensions: int
    """1 for a vector, 2 for a matrix; 0 for a shape such as 32 × 16."""
    cues: tuple[str, ...]
    """Keys of `WEIGHTS`."""


def lists(text: str) -> Iterator[List]:
    """Yield the lists of a statement, with how much each looks like a result."""
    taken: list[tuple[int, int]] = []
    place = 0
    while found := _OPENING.search(text, place):
        end = _environment(text, found) if found[0].startswith("\\") else _closing(text, found)
        inside = text[found.start() : end] if end else ""
        dimensions = _dimensions(inside) if inside else 0
        if not dimensions:
            place = found.end()
            continue
        start = found.start()
        cues = role(text, start, end)
        shown = " ".join(inside.split()) if "\\\\" not in inside else inside
        yield List(start, end, shown, dimensions, OPERAND if cues is None else cues)
        taken.append((start, end))
        place = end
    for each in _SHAPE.finditer(text):
        if not _overlaps(taken, each.span()):
            is_product = _PRODUCT.match(text, each.end())
            if not is_product and (cues := role(text, *each.span())) is not None:
                is_one_of_several = text[: each.start()].rstrip().endswith("ℝ") and len(_ARRAY.findall(text)) >= _MANY_ARRAYS
                yield List(*each.span(), each[0], 0, OPERAND if is_one_of_several else cues)
    for each in _BARE.finditer(text):
        if _overlaps(taken, each.span()) or not _is_bare_list(each[0]):
            continue
        if (cues := role(text, *each.span())) is not None:
            entries = ", ".join(_SEPARATOR.split(each[0].strip()))
            yield List(*each.span(), f"[{entries}]", 1, (*cues, "bare_list"))


def _is_bare_list(text: str) -> bool:
    """Return whether numbers next to each other are a list, and not `27 648` or `31,744`."""
    entries = _SEPARATOR.split(text.strip())
    return not all(re.fullmatch(r"[-−–]?\d{1,3}", entry) and (number == 0 or len(entry) == 3) for number, entry in enumerate(entries))


def _overlaps(taken: list[tuple[int, int]], span: tuple[int, int]) -> bool:
    """Return whether one of the places that are taken, in order, is in a span."""
    place = bisect_left(taken, (span[1], 0))
    return place > 0 and span[0] < taken[place - 1][1]


def _environment(text: str, found: re.Match[str]) -> int:
    name = found[0][len("\\begin") :]
    end = text.find(f"\\end{name}", found.end(), found.end() + _LONGEST)
    return end + len(f"\\end{name}") if end >= 0 else 0


def _closing(text: str, found: re.Match[str]) -> int:
    """Return the end of a bracket that begins here; 0 where it does not close."""
    stack: list[str] = []
    for place in range(found.start(), min(len(text), found.start() + _LONGEST)):
        sign = text[place]
        if sign in _PAIRS:
            stack.append(_PAIRS[sign])
        elif stack and sign == stack[-1]:
            stack.pop()
            if not stack:
                return place + 1
        elif sign in "])⟩" and stack:
            return 0
    return 0


def _dimensions(text: str) -> int:
    """Return 1 for a list of entries, 2 for a list of lists, 0 for anything else."""
    if text.startswith("\\begin"):
        body = re.sub(r"\\(?:begin|end)\{\w+\*?\}(?:\{[^{}]*\})?(?:\[\w\])?", "", text)
        rows = [row for row in re.split(r"\\\\", body) if row.strip()]
        if not re.search(r"\d|cos|sin", body):
            return 0
        return 2 if len(rows) > 1 and "&" in body else 1
    body = re.sub(r"^(?:np\.|torch\.)?[a-zA-Z]+\s*\(\s*", "", text)
    is_named = body != text
    body = body.removesuffix(")") if is_named else body
    if is_named and not body.startswith(("[", "(")):
        return 0
    body = re.sub(r"\]\s*,\s*(?:dtype|device|grad_fn)[^\[\]]*$", "]", body.strip())
    inner = body[1:-1].strip()
    if re.match(r"[\[(]", inner) and inner.count("[") + inner.count("(") >= 1:
        rows = re.findall(r"\[([^\[\]]*)\]|\(([^()]*)\)", inner)
        return 2 if rows and all(_is_list(row[0] or row[1], may_be_one=True) for row in rows) else 0
    if ";" in inner and all(_is_list(row) for row in inner.split(";")):
        return 2
    return 1 if _is_list(inner, is_round=body.startswith("(")) else 0


def _is_list(text: str, *, may_be_one: bool = False, is_round: bool = False) -> bool:
    entries = [entry for entry in re.split(r",(?!\d{3}\b)\s*|,\s+|;|&", text)] if re.search(r"[,;&]", text) else text.split()
    if re.fullmatch(r"\s*\d{1,3}(?:,\d{3})+\s*", text):
        entries = text.split(",")
    if len(entries) < 2 and not may_be_one and (is_round or "." not in text):
        return False
    if is_round and not re.search(r"[,;&]", text):
        return False
    return all(_ENTRY.fullmatch(entry) and re.search(r"\d|∞|inf", entry) for entry in entries if entry.strip()) and bool(text.strip())
