"""Finds what the signs around a result say against it: `≠ 5`, `5 ± 1`, `1,536 or 1,538`, `1,536 – 1,538`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import pairwise, product
from typing import Final

from checker.engine.errors import UnreadableAnswer
from checker.kinds.matrix import kind as matrix
from checker.reading.arithmetic import read_single
from checker.reading.sides import agree
from checker.text.number import Hints, StatedNumber
from checker.text.plain import plain
from checker.writeups.results.numbers import Piece

DOUBTS: Final = frozenset({"denial", "doubt", "quotation", "retraction", "corrected", "earlier", "part"})
"""Cues of results that only a person can accept: the kinds of doubt in doubt.txt."""

_OPENED: Final = r"[\s*_$(\[]*"
"""Signs right before a result."""
_BEFORE: Final = re.compile(
    rf"(?:≠|!=|\\neq?\b|(?<![\s<>=-])\s*(?:[<>]=?|[≤≥⩽⩾])|\\[lg]eq?\b|\\[lg]t\b){_OPENED}$"
    r"|[^\W\d_]\($|(?<![\d\\\s])\s*%\s*=\s*$"
)
_AFTER: Final = re.compile(
    r"[\s)\]*_$]*(?:≠|!=|\\neq?\b|[✗✘❌]|(?:[^\W\d_]{1,5}\s*)?(?:±|\+/-|\\pm\b))"
    r"|\s+(?:[<>]=?|[≤≥⩽⩾])\s+[^\W\d]|\s*(?:\.{2,3}|…)\s?\d"
    r"|\s*\(\s*[×x·*/]\s*\d|\s*=\s*\d+\s?%"
)
_REACH: Final = 40
"""Characters before a result that are looked at."""
_OR: Final = re.compile(
    r"(?:\s+[^\W\d]+){0,2}?[\s()\],;:/*_$]*\b(?:or|oder|ou|oppure|soit|(?<!, )(?<!; )[ou]|или|vs|versus)\b"
    r"[^.;\d]{0,20}",
    re.IGNORECASE,
)
"""Between two results of which one may be the answer."""
_TO: Final = re.compile(
    r"(?:\s*[^\W\d_]{1,12})?[\s$)\]\\]*(?<!\w)(?:to|and|bis|und|à|a|et|hasta|y|e|en|i|tot)(?!\w)[\s$(\[\\]*"
)
_FROM: Final = re.compile(r"\b(?:between|from|zwischen|von|entre|de|tussen|tra|fra)\s*$", re.IGNORECASE)
"""Before the first end of a range."""
_EQUALS: Final = re.compile(r"(?:\^\(?T\)?|ᵀ)?[^\S\n]*(?P<unit>[^\W\d]{0,3}|[€$£])[^\S\n]*[=≈][^\S\n]*")
_GOES_ON: Final = re.compile(r"[^\W\d]{1,3}(?![^\W\d])|[%€$£+−*/×·^-]")
"""Behind a number with a unit that the other side lacks, or that is not all of its side: `90 = 1.5 h`, `10 = 2 · 5`."""
_ARRAYS: Final = frozenset({"vector", "matrix"})
_FEWEST_DIGITS: Final = 3
"""Signs of the ends of a range, so that `3 – 4` may be anything."""


def with_doubts(text: str, found: Sequence[Piece]) -> list[Piece]:
    """Return the results of a sentence, each with a cue where the signs around it speak against it."""
    pairs = pairwise([piece for piece in found if "stacked" not in piece.cues])  # it is made of the others
    either = {piece for pair in pairs if _are_alternatives(text, *pair) for piece in pair}
    either |= {piece for pair in pairwise(found) if _is_unequal(text, *pair) for piece in pair}
    return [piece.with_cues("doubt") if piece in either or _is_against(text, piece) else piece for piece in found]


def _is_against(text: str, piece: Piece) -> bool:
    """Return whether a sign next to a result makes it a bound, or says that it is none."""
    before = text[max(0, piece.start - _REACH) : piece.start]
    is_argument = before[-1:].isalpha() and text[piece.start] == "("
    is_share = piece.kind in _ARRAYS and text[piece.end :].lstrip().startswith("%")
    return is_argument or is_share or bool(_BEFORE.search(before) or _AFTER.match(text, piece.end))


def _are_alternatives(text: str, first: Piece, second: Piece) -> bool:
    """Return whether what is between two pieces offers a choice, or makes them the ends of a range."""
    link = text[first.end : second.start]
    if _OR.fullmatch(link):
        return True
    lengths = len(first.text), len(second.text)
    if re.fullmatch(r"\s*(?:\.{2,3}|…|[–—])\s*", link):
        return min(lengths) >= _FEWEST_DIGITS
    before = text[max(0, first.start - _REACH) : first.start]
    return max(lengths) >= _FEWEST_DIGITS and bool(_TO.fullmatch(link) and _FROM.search(before))


def _is_unequal(text: str, first: Piece, second: Piece) -> bool:
    """Return whether two results are the sides of an equation, and neither is the other one rounded."""
    link = _EQUALS.fullmatch(text, first.end, second.start)
    after = text[second.end :].lstrip()
    is_other = first.kind != second.kind and not {first.kind, second.kind} <= _ARRAYS
    if not link or is_other or min(len(first.text), len(second.text)) <= 1:
        return False  # `3 = 40` may be the third answer
    before = text[max(0, first.start - _REACH) : first.start]
    # before what is not all of its side of an equation: `2 · 5 = 10`, `x5 = 10`, the mean of `(1, 2), (3, 4)`
    if re.search(r"[-+−–*/×·^√]\s*$|\w$", before) or (first.kind in _ARRAYS and re.search(r"[\d)\]}],? $", before)):
        return False
    if link["unit"] and not re.match(rf"{re.escape(link['unit'])}(?![^\W\d_])", after):
        return False
    if not link["unit"] and _GOES_ON.match(after):
        return False
    readings = product(_readings(first.text), _readings(second.text))
    alike = [all(map(agree, one, other)) for one, other in readings if len(one) == len(other)]
    return bool(alike) and not any(alike)


def _readings(text: str) -> Iterator[tuple[StatedNumber, ...]]:
    """Yield the numbers of a result, with decimal points and with decimal commas."""
    for decimal in ("point", "comma"):
        hints = Hints(whole=False, decimal=decimal)
        with suppress(UnreadableAnswer):
            number = re.fullmatch(r"[-−]?\d+(?:[.,]\d+)*", text) and read_single(plain(text), hints)
            found = (number,) if number else matrix.read(text, hints).numbers
            yield tuple(each._replace(half=each.half * 10**each.zeros) for each in found)
