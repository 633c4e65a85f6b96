"""Finds vectors, matrices and shapes in a sentence, and gives them as text that can be read as an answer.

What brackets hold is a list if it can be read as one that is typed in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import prod
from typing import Final

from checker.engine.errors import UnreadableAnswer
from checker.kinds.matrix import kind as matrix_kind
from checker.reading.rows import TRANSPOSED
from checker.text.number import Hints
from checker.text.numeral import GROUPED, NUMERAL, read_numeral
from checker.text.plain import closings
from checker.writeups.results.numbers import Piece, result_cues

LISTS: Final = ("shape", "vector", "matrix")
"""Kinds of lists, by their dimensions."""
ROW_OPENINGS: Final = "|⎡⎢⎣⎛⎜⎝"
ROW_ENDINGS: Final = "|⎤⎥⎦⎞⎟⎠"
"""Signs around each row of a matrix that is drawn over several lines, besides brackets."""
_NUMERAL: Final = re.compile(rf"[-−–]?{NUMERAL}", re.ASCII)
_MATRIX: Final = r"\\begin\{[bBpvV]?(?:small)?matrix\*?\}|\\begin\{array\}"
_OPENING: Final = re.compile(
    rf"(?:(?:np\.|torch\.)?(?:array|tensor|matrix|Size)\s*(?P<call>\()\s*)?(?P<bracket>[\[(⟨])|{_MATRIX}"
)
_PAIRS: Final = {"[": "]", "(": ")", "⟨": "⟩"}
_NUMBER: Final = r"[-−–]?(?:\d+(?:\.\d+)?|\.\d+)(?:/\d+)?"
_DECIMAL: Final = r"[-−–]?\d*[.,]\d+"
_BARE: Final = re.compile(
    rf"(?<![\w.,\[(]){_NUMBER}(?:(?:[ \t]*[,;][ \t]*|[ \t]{{1,12}}){_NUMBER}){{1,40}}(?![\w\])/^]|\.\d|\s*[×·*+=^])"
)
_SHAPE: Final = re.compile(
    r"(?<![\w.,×·*^/+−=-])(?<!\d )"
    r"\d{1,6}(?:\s?(?:[×x*·✕]|\bby\b|\bmal\b)\s?\d{1,6}){1,12}"
    r"(?!\d)(?![\w.,]\d|\s?[×x*·^+/])"
)
_PRODUCT: Final = re.compile(r"\s*(?:[^\W\d_]{1,10}\s*)?[=≈]")
"""After a shape: it is a product, whose value follows."""
_ROUND: Final = re.compile(r"\([^,;|]*\)")
"""Round brackets need a separator: `(27 648)` is a number."""
_DIVIDED: Final = re.compile(
    rf"[(\[⟨<{{]\s*(?P<list>{_NUMBER}(?:\s*\|\s*{_NUMBER}){{1,40}}|{_DECIMAL}(?:\s*\|\s*{_DECIMAL}|\s+{_DECIMAL}){{1,40}})\s*[)\]⟩>}}]"
    rf"(?:{TRANSPOSED.pattern})?"
)
"""`(0.454 | 1.537)`, `(0,454  1,537)^T`"""
_LONGEST: Final = 4_000
"""Characters of a list."""
OPERAND: Final = ("operand",)
"""The cue of a list that is only worked with; the numbers in it are no answers either."""


def as_list(entries: Iterable[str]) -> str:
    """Return a list, or a matrix from its rows, as one types it in.

    >>> as_list([as_list("12"), as_list("34")])
    '[[1, 2], [3, 4]]'
    """
    return f"[{', '.join(entries)}]"


def counts(column: Sequence[str]) -> bool:
    """Return whether a column only numbers the rows of its table: 0, 1, 2... or 1, 2, 3...

    >>> counts(["1", "2", "3"]), counts(["1", "2", "4"])
    (True, False)
    """
    numbers = [int(each) if each.isdigit() else None for each in column]
    return numbers in ([*range(len(column))], [*range(1, len(column) + 1)])


def lists(text: str) -> list[Piece]:
    """Return the lists of numbers in a sentence: vectors, matrices, and shapes such as 32 × 16."""
    found: list[Piece] = []
    taken = bytearray(len(text))
    for find in (_divided, _bracketed, _shapes, _bare_lists):
        more = [each for each in find(text) if 1 not in taken[each.start : each.end]]
        for each in more:
            each.take(taken)
        found += more
    return found


def _bracketed(text: str) -> Iterator[Piece]:
    """Yield the lists in brackets and the matrices of LaTeX."""
    ends = closings(((each.start(), each[0]) for each in re.finditer(r"[\[\]()⟨⟩]", text)), _PAIRS)
    place = 0
    while found := _OPENING.search(text, place):
        start = found.start()
        bracket = found.start("call") if found["call"] else found.start("bracket")
        if bracket >= 0:
            end = ends.get(bracket, -1) + 1
        else:
            closing = found[0].replace("\\begin", "\\end", 1)
            stop = text.find(closing, found.end(), found.end() + _LONGEST)
            end = stop + len(closing) if stop >= 0 else 0
        inside = text[start:end] if start < end <= start + _LONGEST else ""
        dimensions = _dimensions(inside) if inside else 0
        if dimensions:
            shown = " ".join(inside.split()) if "\\\\" not in inside else inside
            if dimensions == 1 and (column := TRANSPOSED.match(text, end)):
                end = column.end()
            cues = result_cues(text, start, end)
            yield Piece(LISTS[dimensions], start, end, shown, OPERAND if cues is None else cues)
        place = end if dimensions else found.end()


def _divided(text: str) -> Iterator[Piece]:
    """Yield the numbers in brackets with bars between them, or with spaces if all have decimals."""
    for found in _DIVIDED.finditer(text):
        if (cues := result_cues(text, *found.span())) is not None:
            entries = re.split(r"\s*\|\s*|\s+", found["list"].strip())
            yield Piece("vector", *found.span(), f"[{'; '.join(entries)}]", cues)  # commas are decimal here


def _shapes(text: str) -> Iterator[Piece]:
    for each in _SHAPE.finditer(text):
        if not _PRODUCT.match(text, each.end()) and (cues := result_cues(text, *each.span())) is not None:
            yield Piece("shape", *each.span(), each[0], cues)


def _bare_lists(text: str) -> Iterator[Piece]:
    """Yield the numbers next to each other without brackets."""
    for each in _BARE.finditer(text):
        written = each[0].strip()
        if not _is_number(written) and (cues := result_cues(text, *each.span())) is not None:
            yield Piece("vector", *each.span(), f"[{written}]", (*cues, "bare_list"))


@lru_cache(4096)
def _is_number(text: str) -> bool:
    """Return whether a text is one number in some style: `27 648`, `2,5`, `3.762,07`."""
    text = re.sub(r",\s+(?=\d{3}(?!\d))", ",", text)
    if not _NUMERAL.fullmatch(text):
        return False
    try:
        read_numeral(re.sub(r"\s", " ", text.lstrip("-−–")), Hints(whole=False, decimal="point"))
    except UnreadableAnswer:
        return False
    return True


@lru_cache(4096)
def _dimensions(text: str) -> int:
    """Return 1 for a vector, also in a column, 2 for a matrix, 0 for anything else, such as one number in brackets."""
    if _ROUND.fullmatch(text) or GROUPED.fullmatch(text.strip("() ")):
        return 0
    for decimal in ("point", "comma"):
        try:
            shape = matrix_kind.read(text, Hints(whole=False, decimal=decimal)).shape
        except UnreadableAnswer:
            continue
        if prod(shape) == 1:
            return int(bool(shape) and "." in text)
        return 1 if 1 in shape else len(shape)
    return 0
