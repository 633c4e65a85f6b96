"""The general way to read one number: labels and words around it, sides of an equation, remarks in brackets.

Every token is understood, or the text is unreadable.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, islice
from typing import Final, TypeVar

from checker.answers.around import is_formula, is_label, not_understood, refuse_unknown
from checker.answers.core_text import LONGEST, core_of, expected, scale_of, without_named_unit
from checker.answers.value_text import value_of
from checker.engine.errors import UnreadableAnswer
from checker.notation.number import Hints, StatedNumber
from checker.notation.text import brief

MAX_SIDES: Final = 20
FEWEST: Final = 2
"""Stated digits from which on one side may be a rounding of another: 0.33 is one of 1/3, and 0.3 another number."""

EQUALS: Final = re.compile(r":?={1,3}|[≈⇒→]|=>|->")
_SCALAR: Final = re.compile(
    r"(?:(?:np|numpy)\.float\d{1,3}|(?:torch\.)?tensor|(?:np\.)?array|Array|float|(?:(?:np|numpy)\.u?int(?:32|64)|int)"
    r"(?=\([-+]?\d+\)))\(([^()\[\],]{1,200})(?:,\s*(?:dtype|device|grad_fn|requires_grad)\s*=[^()\[\]]{0,200})?\)"
)
_UNEQUAL: Final = re.compile(r"[~!<>]=|[≠≤≥]|<(?!-)|(?<![-=])>")
_LINES: Final = re.compile(r"[\d.)%]\s*\n\s*[-+]?\s?[\d.(]")
_REMARK: Final = re.compile(r"([^()]*[^\s()*×/+^-])\s+\(([^()\d]*\d[^()]*(?:\([^()]*\)[^()]*)*|\([^()]*\)[^()]*)\)")
"""A number, a space, and brackets: `3845 (768*5 + 5)`."""

Read = TypeVar("Read")


def read_number_text(text: str, hints: Hints, written: str = "") -> StatedNumber:
    """Return the one number of a text that `plain` has gone over: `d_k = 3*64 = 192`, `≈ 27.6K parameters`.

    Raises Unreadable where it is none, two, or a number that can be read in two ways, or where anything else in the
    text is not understood; with the place in what was written where that is the same text.
    """
    sides, labelled = sides_of(text, hints)
    numbers = numeric(sides, hints, lambda side: read_side(side, hints, written), labelled=labelled)
    return numbers[agreement(numbers, text)]


def sides_of(text: str, hints: Hints) -> tuple[list[str], bool]:
    """Return the sides of an equation without its labels, and whether a label comes first.

    Raises Unreadable where no side is left.
    """
    if unequal := _UNEQUAL.search(_SCALAR.sub(r"\1", text)):
        raise not_understood(unequal[0], text, hints)
    if _LINES.search(text):
        raise UnreadableAnswer(f'"{brief(text)}" has numbers on several lines. Write one number.')
    sides = _split(_SCALAR.sub(r"\1", text))
    found = [side for side in sides if side.strip() and not is_label(side, hints.words)]
    if not found or (len(sides) > 1 and not sides[-1].strip()):
        raise expected(text)
    return found, found[0] is not next(side for side in sides if side.strip())


def _split(text: str) -> list[str]:
    """The sides of an equation; an equals sign in brackets separates nothing: `P(X = 1) = 0.5`."""
    sides, start, depth, at = [], 0, 0, 0
    for sign in islice(EQUALS.finditer(text), MAX_SIDES):
        depth += text.count("(", at, sign.start()) - text.count(")", at, sign.start())
        at = sign.start()
        if depth <= 0:
            sides.append(text[start : sign.start()])
            start = sign.end()
    return [*sides, text[start:]]


def numeric(sides: Sequence[str], hints: Hints, read: Callable[[str], Read], *, labelled: bool) -> list[Read]:
    """Return what is read of each side of an equation.  Raises Unreadable.

    `labelled`: behind a label a side may be a formula in the question's symbols: `d_k = d_model/h = 256/4 = 64`.
    """
    found: list[Read] = []
    stumbled: UnreadableAnswer | None = None
    for side in sides:
        try:
            found.append(read(side))
        except UnreadableAnswer as error:
            stumbled = stumbled or error
            if side is sides[-1] or not (labelled and is_formula(side, hints)):
                raise
    if not found and stumbled:
        raise stumbled
    return found


def agreement(sides: Sequence[StatedNumber], body: str) -> int:
    """Return which of the sides of an equation states most, the last of equals.  Raises Unreadable if they differ."""
    for one, other in combinations(sides, 2):
        if not _agree(one, other):
            raise UnreadableAnswer(f'The sides of "{brief(body)}" are not equal. Write one number.')
    return min(reversed(range(len(sides))), key=lambda place: sides[place].half)


def read_side(text: str, hints: Hints, written: str = "") -> StatedNumber:
    """Return the number of a text without an equals sign; words behind it must be understood."""
    if len(text) <= LONGEST and (remark := _REMARK.fullmatch(text.strip())):
        return _with_remark(text, remark, hints, written)
    return _read_side(text, hints, written)


def _read_side(text: str, hints: Hints, written: str = "") -> StatedNumber:
    core = core_of(text, hints)
    scale, rest = scale_of(core, hints)
    refuse_unknown(without_named_unit(rest, text, hints), text, hints)
    return value_of(core.number, scale, hints, written)


def _with_remark(text: str, remark: re.Match[str], hints: Hints, written: str) -> StatedNumber:
    """A number with brackets behind it: a remark, the same number again, or else perhaps a factor."""
    try:
        working = read_side(remark[2], hints)
    except UnreadableAnswer:
        return _read_side(text, hints, written)
    stated = read_side(remark[1], hints, written)
    if _agree(stated, working):
        return stated
    raise UnreadableAnswer(f'"{brief(text)}" can be read as a product, or as a number with a remark. Write one number.')


def _agree(one: StatedNumber, other: StatedNumber) -> bool:
    """Whether two sides are equal as far as their stated digits go."""
    left, right = Fraction(one.value), Fraction(other.value)
    coarser = max(one, other, key=lambda each: each.half)
    if left != right and (not coarser.value or (coarser.digits or FEWEST) < FEWEST):
        return False
    slack = Fraction(1, 10**9) * abs(left) if isinstance(one.value, float) or isinstance(other.value, float) else 0
    apart = abs(left - right)  # 27648 and 27649 touch, and are two numbers
    return apart == 0 or apart < Fraction(one.half) + Fraction(other.half) + slack
