"""Turns answers that Python programs pass (numbers, lists, arrays) into text as a student would type it.

Arrays and scalars of numpy, torch and the like are recognised by their methods, so that none is imported here.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from numbers import Real
from typing import Any, Final

from checker.formula.parser import MAX_DEPTH
from checker.text.number import Hints, TypedNumber, digits_of, typed
from checker.text.plain import MAX_ANSWER_LENGTH

EXPECTED: Final = "an answer must be a text, a number or a list of them"

MISSING: Final = "None"
"""An entry that is None or empty."""


def as_text(answer: Any) -> str:
    """Return a Python value as the text of an answer: a number, a text, or a (nested) list, tuple or array.

    None is no answer.  Raises TypeError for anything else, and for a list that holds itself.  A list that is too long
    for an answer is cut.  An entry that is missing is shown, so that the list cannot be read as a shorter one.

    >>> as_text([0.5, (1, Fraction(1, 3))])
    '[0.5, [1, 1/3]]'
    """
    if answer is None or isinstance(answer, str):
        return answer if isinstance(answer, TypedNumber) else str(answer or "")
    pieces: list[str] = []
    length = 0
    for piece in _pieces(answer, 0):
        pieces.append(piece)
        length += len(piece)
        if length > MAX_ANSWER_LENGTH:
            break
    if all(isinstance(piece, TypedNumber) or piece in ("[", "]", ", ") for piece in pieces):
        return typed("".join(pieces))
    return "".join(piece.spelled(Hints(whole=True)) if isinstance(piece, TypedNumber) else piece for piece in pieces)


def _pieces(answer: Any, depth: int) -> Iterator[str]:
    """Yield the text of an answer, piece by piece.  Raise TypeError for a list nested too deep, or another type."""
    if depth > MAX_DEPTH:
        raise TypeError(f"{EXPECTED}; this one is nested more than {MAX_DEPTH} deep, or holds itself")
    if answer is None or (isinstance(answer, str) and not answer.strip()):
        yield MISSING
    elif isinstance(answer, str):
        yield answer
    elif isinstance(answer, list | tuple) or getattr(answer, "ndim", None):
        separator = "; " if any(isinstance(entry, str) and "," in entry for entry in answer) else ", "
        yield "["
        for place, entry in enumerate(answer):
            yield separator if place else ""
            yield from _pieces(entry, depth + 1)
        yield "]"
    else:
        yield TypedNumber(_number(answer))


def _number(answer: Any) -> str:
    """Return one number as text; of an array without axes its only one.  Raise TypeError for anything else."""
    if not isinstance(answer, Real | Decimal) and hasattr(answer, "item") and getattr(answer, "ndim", None) == 0:
        answer = answer.item()
    if isinstance(answer, bool) or not isinstance(answer, Real | Decimal):
        raise TypeError(f"{EXPECTED}, not {type(answer).__name__}")
    if not isinstance(answer, int | Fraction):
        return str(answer)
    if max(answer.numerator.bit_length(), answer.denominator.bit_length()) > 4 * MAX_ANSWER_LENGTH:
        raise TypeError(f"{EXPECTED}; this number has more than {MAX_ANSWER_LENGTH:,} digits")
    return digits_of(answer)
