"""Chains of equations: `1,538 ≈ 1.5K` states one value twice, and `1,536 = 1,538` cannot be true."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Final, NamedTuple

from checker.answers import Hints, kind
from checker.engine.errors import UnreadableAnswer
from checker.writeups.language.phrases import one_of
from checker.writeups.results.pieces import Piece

_LINK: Final = re.compile(
    rf"[*)]*\s*(?P<word>[^\W\d_]{{1,12}}\s*)?(?P<sign>≈|≃|~=|=~|=|~)\s*(?:{one_of('hedges')}\s*)*[(*]*", re.IGNORECASE
)
"""What is between two sides of an equation: a sign, perhaps after the noun of the first side."""
_MEASURED: Final = re.compile(r"\s*(?!of\b|von\b|de\b)[^\W\d_]+")
"""What follows a number with a unit or a noun."""
_EXACT: Final = "="
_FEWEST_DIGITS: Final = 2
"""Digits of a number that restates another after an equals sign."""
_LEAST: Final = 100
"""A number below it before an equals sign may be a name: `2 = 1,538`, in a list of results."""
_ENTRY: Final = re.compile(r"\d")
_LARGE: Final = Decimal(10) ** 30


class _Value(NamedTuple):
    """A value as it is written."""

    value: Decimal
    unit: Decimal
    """The place value of its last digit that is not 0."""
    digits: int
    """The number of digits up to that one."""


def without_restatements(text: str, found: Iterable[Piece]) -> list[Piece]:
    """Return the pieces of a statement without those that restate the one before, rounded: `1.5K` in `1,538 ≈ 1.5K`.

    The pieces on both sides of an equation that is false get a cue.
    """
    kept: list[Piece] = []
    end = 0
    for piece in found:
        link = _LINK.fullmatch(text, end, piece.found.start) if kept and end else None
        end = piece.found.end
        if link and kept[-1].kind == piece.kind == "number":
            last = kept[-1]
            if _is_rounded(last.found.text, piece.found.text, link["sign"]):
                kept[-1] = _ending_as(last, piece)
                continue
            measured = _MEASURED.match(text, end)
            units = (link["word"] or "").strip(), measured[0].strip() if measured else ""
            if units[0] == units[1] and _is_false(last.found.text, piece.found.text):
                kept[-1:] = [_with_cue(last, "unequal"), _with_cue(piece, "unequal")]
                continue
        kept.append(piece)
    return kept


def _ending_as(first: Piece, second: Piece) -> Piece:
    """Return the first side of an equation, whose chain goes on only where that of the second does."""
    cues: Sequence[str] = [cue for cue in first.found.cues if cue != "goes_on"]
    if "goes_on" in second.found.cues:
        cues = [*cues, "goes_on"]
    return first._replace(found=first.found._replace(cues=tuple(cues)))


def _with_cue(piece: Piece, cue: str) -> Piece:
    return piece._replace(found=piece.found._replace(cues=(*piece.found.cues, cue)))


def _is_rounded(first: str, second: str, sign: str) -> bool:
    """Return whether the second number is the first with fewer digits."""
    one, other = _value(first), _value(second)
    if one is None or other is None or other.digits >= one.digits:
        return False
    if sign == _EXACT and other.digits < _FEWEST_DIGITS:
        return False
    return abs(one.value - other.value) <= other.unit / 2


def _is_false(first: str, second: str) -> bool:
    """Return whether two numbers that are said to be equal differ, also if one of them is cut off."""
    one, other = _value(first), _value(second)
    if one is None or other is None or abs(one.value) < _LEAST:
        return False
    return abs(one.value - other.value) >= max(one.unit if one.digits < other.digits else 0, other.unit)


@lru_cache(1_000)
def _value(text: str) -> _Value | None:
    """Return the value of a number without a fraction; None where it is no single one."""
    if "/" in text or not _ENTRY.search(text):
        return None
    for hints in (Hints(whole=True), Hints(whole=False)):
        try:
            (number,) = kind("number").read(text, hints).numbers
        except (UnreadableAnswer, ValueError):
            continue
        value = Decimal(number.value if isinstance(number.value, int | Decimal) else str(float(number.value)))
        if not value or abs(value) > _LARGE:
            return None
        digits = value.normalize().as_tuple()
        return _Value(value, Decimal(10) ** int(digits.exponent), len(digits.digits))
    return None
