"""The unit behind a number, as a student may write it: where it begins and ends, and what else stands there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Final

from checker.answers.around import not_understood, without_front
from checker.errors import Unreadable
from checker.notation.numeral import NUMERAL
from checker.notation.stated import Hints
from checker.notation.text import brief, plain
from checker.notation.units import AmbiguousUnit, Unit, UnitError, UnknownUnit, convert, is_counting, kind_of, read_unit
from checker.notation.units import unit_of_author as unit_of_author
from checker.notation.vocabulary import FILLERS, SCALES, is_rate, is_understood, unknown_word

LONGEST: Final = 100
MOST_PIECES: Final = 24

_AROUND: Final = " \t\n*×.,;:?"
_PIECE: Final = re.compile(r"\w+|\S")
_BRACKETED: Final = re.compile(r"[(\[]\s*([^()\[\]]{1,60}(?:\([^()\[\]]{1,20}\))?)\s*[)\]](?!\s?[*/^(])")
_IN: Final = re.compile(r"in\s+", re.IGNORECASE)
_LABELLED: Final = re.compile(r"(?:\bin\s+([^=:≈\d]{1,40}?)|[(\[]\s?([^=:≈()\[\]\d]{1,40}?)\s?[)\]])\s*(?=[:=≈])")
"""`Memory in MB = 14000`, `v (km/h) = 45`."""
_BEFORE: Final = re.compile(r"([-+]?)\s*(US\$|[€£¥₹]|[A-Za-z]{2,7}\b)\s*(?=[-+]?[.\d])")
"""Money before its number: `€25`, `USD 25`."""
_MONEY: Final = re.compile(r"[€£¥₹]|US\$|[A-Z]{3}|dollars?|euros?|pounds?|yen|francs?|rupees?")
_AMOUNT: Final = re.compile(rf"-?{NUMERAL}(?:[kKMB]\b|\s(?:{'|'.join(SCALES)})\b)?", re.ASCII | re.IGNORECASE)
_MATHS: Final = re.compile(r"\s*\$\$?[^$]*\$\$?\s*")
_DOLLAR: Final = re.compile(r"(?:US)?\\?\$")


def unit_in(text: str, asked: Unit | None, whole: str, hints: Hints) -> tuple[Unit | None, str, str]:
    """Return the unit that a text begins with, its name, and the rest; no unit where the text begins with a remark.

    Raises Unreadable for what is no known unit, and for one that can be read in two ways.
    """
    text = text.strip(_AROUND)
    text = text[found.end() :] if (found := _IN.match(text)) else text
    if asked is None and (length := own_unit(text, hints)):
        return None, "", text[length:]
    if is_rate(text, hints.words):
        return None, "", text
    if bracketed := _BRACKETED.match(text):
        with suppress(UnitError):
            return read_unit(bracketed[1], asked), bracketed[1], text[bracketed.end() :]
    error: UnitError | None = None
    longest: tuple[Unit, str, str] | None = None
    for end in _ends(text):
        name, rest = text[:end].rstrip(_AROUND), text[end:]
        try:
            unit = read_unit(f"1{name}" if name[0] == "/" else name, asked)
            if are_alike(unit, asked) and unknown_word(rest, hints.words) is None:
                return unit, name, rest  # in `5 m³ in total` no inches follow
            longest = longest or (unit, name, rest)
        except AmbiguousUnit as ambiguous:
            raise Unreadable(_two_readings(ambiguous, whole)) from None
        except UnitError as unknown:
            error = unknown
    if longest:
        return longest
    first = re.match(r"\w+|\S", text)
    if first and first[0] != "(":
        is_near = _is_miscased(error) and first[0].casefold() not in FILLERS
        if is_near or not is_understood(first[0], hints.words):
            raise _unknown(error, first[0], whole, hints)
    return None, "", text


def _is_miscased(error: UnitError | None) -> bool:
    """Whether a word would be a unit with other capitals."""
    return isinstance(error, UnknownUnit) and any(
        each.casefold() == error.word.casefold() for each in error.suggestions
    )


def are_alike(unit: Unit, other: Unit | None) -> bool:
    """Return whether one unit is converted into the other."""
    return other is not None and convert(Fraction(1), unit, other) is not None


def own_unit(text: str, hints: Hints) -> int:
    """Return how long the unit at the beginning is that only the question's author knows; 0 where it is another one."""
    own = plain(hints.unit or "").casefold()
    folded = text[: len(own) + 2].casefold()
    if not own or not folded.startswith(own.rstrip("s")):
        return 0
    length = len(own) if folded.startswith(own) else len(own.rstrip("s"))
    length += folded[length:] == "s"
    return 0 if folded[length : length + 1].isalnum() else length


def _ends(text: str) -> Iterator[int]:
    """Where a unit may end: behind a word or a sign, the farthest first."""
    ends = [piece.end() for piece in _PIECE.finditer(text[:LONGEST])][:MOST_PIECES]
    return reversed(ends)


def money_behind(side: str, asked: Unit | None, hints: Hints) -> str:
    """Return the side with the name of money behind its number: `€25` becomes `25 €`."""
    side = without_front(side, hints.words)
    found = _BEFORE.match(side)
    if not found or not _MONEY.fullmatch(found[2]):
        return side
    try:
        is_money = is_counting(read_unit(found[2], asked))
    except UnitError:
        return side
    rest = side[found.end() :]
    amount = _AMOUNT.match(rest)
    end = amount.end() if amount else len(rest)
    return f"{found[1]}{rest[:end]} {found[2]}{rest[end:]}" if is_money else side


def dollars(text: str, hints: Hints) -> str:
    """Return the text with `$` as a word where money is asked, and where it is not the sign around mathematics."""
    asked = unit_of_author(hints.unit or "") if "$" in text else None
    if asked is None or not is_counting(asked) or _MATHS.fullmatch(text):
        return text
    return _DOLLAR.sub(" dollars ", text)


def without_label(text: str, asked: Unit | None, hints: Hints) -> tuple[str, str]:
    """Return the text without the unit in a label such as `Memory in MB =`, and that unit's name.

    Raises Unreadable for what is no known unit.
    """
    label = _LABELLED.search(text)
    name = ((label[1] or label[2]) if label else "").strip()
    if not label or not name:
        return text, ""
    try:
        read_unit(name, asked)
    except UnitError:
        if own_unit(name, hints) or unknown_word(name, hints.words) is None:
            return text, ""
        raise not_understood(name, text, hints) from None
    return f"{text[: label.start()]} = {text[label.end() :].lstrip(' :=≈')}", name


def refusal(name: str, unit: Unit | None, asked: Unit | None, hints: Hints) -> str:
    """Return what to say of a unit of another dimension."""
    wanted = kind_of(asked) if asked else f"in {hints.unit}"
    return f"That is {kind_of(unit) if unit else name}; the answer is {wanted}. Give it in {hints.unit}."


def _unknown(error: UnitError | None, word: str, whole: str, hints: Hints) -> Unreadable:
    if isinstance(error, UnknownUnit) and error.suggestions:
        meant = " or ".join(error.suggestions)
        return Unreadable(f'I do not know the unit "{brief(error.word, 20)}" in "{brief(whole)}". Did you mean {meant}?')
    return not_understood(error.word if isinstance(error, UnknownUnit) else word, whole, hints)


def _two_readings(error: AmbiguousUnit, whole: str) -> str:
    return f'"{brief(whole)}" can be read with {error.one} or with {error.other}. Write {error.one} or {error.other}.'
