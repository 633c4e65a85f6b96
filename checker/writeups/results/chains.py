"""Chains of equals signs: leaves out a number that repeats the one before, rounded, and marks false equations.

`1,538 ≈ 1.5K` states one value twice, and `1,536 = 1,538` is false; so is `[1, 2] = [3, 4]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from checker.answers import Hints, kind
from checker.engine.errors import UnreadableAnswer
from checker.notation.units import is_unit_word
from checker.working.meaning import may_be_converted
from checker.writeups.language.phrases import one_of
from checker.writeups.results.pieces import Piece

_LINK: Final = re.compile(
    rf"[*)]*\s*(?P<word>(?:[^\W\d_]{{1,12}}|[€£¥$])\s*)?[)]*\s*(?P<sign>≈|≃|~=|=~|=|~)\s*(?:{one_of('hedges')}\s*)*[(*]*",
    re.IGNORECASE,
)
_TYPESETTING: Final = re.compile(r"\\(?:mathrm|text|mbox|[,;:! ()\[\]])|[${}]|\s+(?=\s)")
"""What mathematics has around its signs and units."""
_NEW: Final = re.compile(r"[^\S\n]{3,}[^\W\d_]+\s*=|\s*\n\s*[^\W\d_]")
"""A new equation in the same line, or on the next: `-1.5   P = 0.07`."""
_LONGEST_LINK: Final = 80
"""What is between two sides of an equation: a sign, perhaps after the noun of the first side."""
_MEASURED: Final = re.compile(r"\s*(?!of\b|von\b|de\b)[^\W\d_]+")
"""What follows a number with a unit or a noun."""
_EXACT: Final = "="
_FEWEST_DIGITS: Final = 2
"""Digits of a number that restates another after an equals sign."""
_LEAST, _LEAST_ALONE = 100, 32
"""A whole number below it before an equals sign may be a name, as in a list of results: `2 = 1,538`.  The second one is
for a number that is a whole side; elsewhere it may be an argument: `tanh(1.1) = 0.8`."""
_LISTS: Final = frozenset({"vector", "matrix"})
_SIDE_BEGINS: Final = re.compile(r"(?:^|[=:\n])\s*$")
"""Before a number or a list that is a side of an equation, not a factor in it."""
_OPERAND: Final = re.compile(r"[×·*/^+√(}{]\s*$|\d\s?(?:[^\W\d_]{1,5}|[€£¥$%°])?(?:\s*[-−–]\s*|\s+:\s+)$")
"""Before a number that is only a factor, a term or the denominator of a fraction."""
_GLUED: Final = re.compile(r"(?:^|[\s:])(?P<number>\d[\d.,]*)(?P<unit>[^\W\d_⁰¹²³⁴-⁹]{1,4})\s*=\s*$")
"""Before a number: another one with its unit, without a space between them."""
LIST: Final = r"[(\[⟨<]\s*[-−]?\d[\d.,]*(?:\s*[,;|\s]\s*[-−]?\d[\d.,]*)+\s*[)\]⟩>](?:\s*\^\s*\{?T\}?)?"
"""A list of numbers, in any brackets and with any signs between them."""
_LISTED: Final = re.compile(rf"(?:^|[=:\n])\s*(?P<list>{LIST})\s*=\s*$")
_NUMBER: Final = re.compile(r"\d[\d.,]*\d|\d")
_ENTRY: Final = re.compile(r"\d")
_LARGE: Final = Decimal(10) ** 30


_Entries = list[tuple[Fraction, Fraction]]
"""Numbers, each with half a unit of its last digit."""


class _Value(NamedTuple):
    """A value as it is written."""

    value: Decimal
    unit: Decimal
    """The place value of its last digit that is not 0."""
    digits: int
    """The number of digits up to that one."""


def without_restatements(text: str, found: Iterable[Piece]) -> list[Piece]:
    """Return the results of a sentence without those that repeat the one before, rounded: `1,538 ≈ 1.5K`.

    The pieces on both sides of an equation that is false get a cue.
    """
    kept: list[Piece] = []
    end = 0
    for piece in found:
        between = text[end : piece.start] if kept and end and piece.start - end <= _LONGEST_LINK else ""
        link = _LINK.fullmatch(_TYPESETTING.sub("", between)) if between and not _NEW.match(between) else None
        end = piece.end
        if link and kept[-1].kind == piece.kind == "number":
            last = kept[-1]
            if _is_rounded(last.text, piece.text, link["sign"]):
                kept[-1] = _merged(last, piece)
                continue
            measured = _MEASURED.match(_TYPESETTING.sub("", text[end : end + _LONGEST_LINK]))
            units = (link["word"] or "").strip(), measured[0].strip() if measured else ""
            is_measured = units[0] == units[1] or (not all(units) and is_unit_word("".join(units)))
            before = text[: last.start]
            is_side, is_operand = bool(_SIDE_BEGINS.search(before)), bool(_OPERAND.search(before[-_LONGEST_LINK:]))
            if is_measured and not is_operand and _is_false(last.text, piece.text, *units, is_side=is_side):
                kept[-1:] = [last.with_cues("unequal"), piece.with_cues("unequal")]
                continue
        elif link and link["sign"] == _EXACT and _is_other_list(text, kept[-1], piece):
            kept[-1:] = [kept[-1].with_cues("unequal"), piece.with_cues("unequal")]
            continue
        is_false = _is_unequal_to_glued(text, piece) or _is_unequal_to_listed(text, piece, kept)
        kept.append(piece.with_cues("unequal") if is_false else piece)
    return kept


def _merged(first: Piece, second: Piece) -> Piece:
    """Return the first of two equal numbers for both; it has the cue `goes_on` only if the second one has it."""
    cues: Sequence[str] = [cue for cue in first.cues if cue != "goes_on"]
    if "goes_on" in second.cues:
        cues = [*cues, "goes_on"]
    return first._replace(cues=tuple(cues))


def _is_rounded(first: str, second: str, sign: str) -> bool:
    """Return whether the second number is the first with fewer digits."""
    one, other = _value(first), _value(second)
    if one is None or other is None or other.digits >= one.digits:
        return False
    if sign == _EXACT and other.digits < _FEWEST_DIGITS:
        return False
    return abs(one.value - other.value) <= other.unit / 2


def _is_false(first: str, second: str, unit: str, other_unit: str, *, is_side: bool = True) -> bool:
    """Return whether two numbers that are said to be equal differ, also if one of them is cut off.

    A number without a unit may be the other one in another unit.  `is_side`: the first number is a whole side.
    """
    one, other = _value(first), _value(second)
    if one is None or other is None:
        return False
    may_be_name = abs(one.value) < _LEAST and not (is_side and (one.unit < 1 or abs(one.value) >= _LEAST_ALONE))
    if may_be_name and not is_unit_word(unit):
        return False
    if bool(unit) != bool(other_unit) and may_be_converted(Fraction(one.value), Fraction(other.value)):
        return False
    return abs(one.value - other.value) >= max(one.unit if one.digits < other.digits else 0, other.unit)


def _is_unequal_to_glued(text: str, piece: Piece) -> bool:
    """Return whether a piece is said to equal a number right before its unit, and differs: `9.2kWh = 3.68kWh`."""
    start = piece.start
    glued = _GLUED.search(text[max(0, start - _LONGEST_LINK) : start])
    number = _NUMBER.match(text, start) if glued and piece.kind in {"number", "formula"} else None
    if not glued or not number:
        return False
    measured = _MEASURED.match(text, number.end())
    unit = measured[0].strip() if measured else ""
    is_short = len(glued["unit"]) == 1 or number.end() < piece.end  # 2N may be a product
    return (unit == glued["unit"] or (not unit and not is_short)) and _is_false(
        glued["number"], number[0], glued["unit"], unit
    )


def _is_unequal_to_listed(text: str, piece: Piece, kept: Sequence[Piece]) -> bool:
    """Return whether a list in signs that are not read here is said to be equal: `(1 | 2) = [3, 4]`."""
    if piece.kind not in _LISTS or (kept and kept[-1].kind == piece.kind):
        return False
    start = piece.start
    listed = _LISTED.search(text[max(0, start - _LONGEST_LINK) : start])
    return listed is not None and _differ(_entries("vector", listed["list"]), _entries(piece.kind, piece.text))


def _is_other_list(text: str, first: Piece, second: Piece) -> bool:
    """Return whether two lists that are said to be equal have other numbers; the first one is a whole side."""
    if not {first.kind, second.kind} <= _LISTS or not _SIDE_BEGINS.search(text[: first.start]):
        return False
    one, other = (_entries(each.kind, each.text) for each in (first, second))
    if _MEASURED.match(_TYPESETTING.sub("", text[second.end :])) and _are_converted(one, other):
        return False
    return one is not None and other is not None and len(one) == len(other) and _differ(one, other)


def _are_converted(one: _Entries | None, other: _Entries | None) -> bool:
    """Return whether two lists may be the same in two units."""
    if not one or not other or len(one) != len(other):
        return False
    return all(may_be_converted(mine, its) for (mine, _), (its, _) in zip(one, other, strict=True))


def _differ(one: _Entries | None, other: _Entries | None) -> bool:
    """Return whether two lists have other numbers, or one of them cannot be read."""
    if one is None or other is None or len(one) != len(other):
        return True
    return any(abs(mine - its) > max(half, its_half) for (mine, half), (its, its_half) in zip(one, other, strict=True))


def _entries(sort: str, text: str) -> _Entries | None:
    """Return the numbers of a list, each with half a unit of its last digit; None where it is no list of numbers."""
    try:
        numbers = kind(sort).read(text, Hints(whole=False)).numbers
        return [(Fraction(each.value), Fraction(each.half)) for each in numbers]
    except (UnreadableAnswer, ValueError, TypeError):
        return None


def value_of(text: str) -> Fraction | None:
    """Return the exact value of a text that is one number; None for anything else, for a fraction, and for 0."""
    found = _value(text)
    return Fraction(found.value) if found else None


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
