"""The unit behind a number, as a student may write it: where it begins and ends, and what else stands there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import islice
from typing import Final, NamedTuple

from checker.answers.around import not_understood, without_front
from checker.engine.errors import UnreadableAnswer
from checker.notation.number import Hints
from checker.notation.numeral import NUMERAL
from checker.notation.text import brief, plain
from checker.notation.units import (
    AmbiguousUnit,
    Unit,
    UnitError,
    UnknownUnit,
    convert,
    is_counting,
    is_thing,
    is_unit_word,
    kind_of,
    read_unit,
    unit_of_author,
)
from checker.notation.vocabulary import WORD, Words, is_rate, is_understood, lexicon, unknown_word

LONGEST: Final = 100
MOST_PIECES: Final = 24

_ONE: Final = Fraction(1)
_AROUND: Final = " \t\n*×.,;:?"
_PIECE: Final = re.compile(r"\w+|\S")
_BRACKETED: Final = re.compile(r"[(\[]\s*([^()\[\]]{1,60}(?:\([^()\[\]]{1,20}\))?)\s*[)\]](?!\s?[*/^(])")
_IN: Final = re.compile(r"in\s+", re.IGNORECASE)
_LABELLED: Final = re.compile(
    r"(?:\bin\s+([^=:≈\d]{1,40}?)|(?<![^\W\d])[(\[]\s?([^=:≈()\[\]\d]{1,40}?)\s?[)\]])\s*(?=[:=≈])"
)
"""`Memory in MB = 14000`, `v (km/h) = 45`."""
_BEFORE: Final = re.compile(r"([-+]?)\s*(US\$|[€£¥₹]|[A-Za-z]{2,7}\b)\s*(?=[-+]?[.\d])")
"""Money before its number: `€25`, `USD 25`."""
_MONEY: Final = re.compile(r"[€£¥₹]|US\$|[A-Z]{3}|dollars?|euros?|pounds?|yen|francs?|rupees?")
_AMOUNT: Final = re.compile(rf"-?{NUMERAL}(?:[kKMB]\b|\s(?:{'|'.join(lexicon().scales)})\b)?", re.ASCII | re.IGNORECASE)
_LITTLE: Final = frozenset({"of", "in", "so", "is", "was", "total", "all"})
"""Fillers that are no unit in another case: `so` is never taken for So."""
_ASKING: Final = re.compile(r"\b(?:in|how many|number of|wie viele|convert\b[^.?!]{0,60}\bto)\s+(?=\D)", re.IGNORECASE)
"""What a unit stands behind in a prompt that asks for it."""
_USUAL_WORD: Final = re.compile(
    r"(?:^|(?<!\bper)\s)(?:an?|as|at|in|is|so|to|of|or|and|do|does|has|each)\s|[.?!,;:](?!\w)"
)
_PERCENT_ASKED: Final = re.compile(
    r"\b(?:in|as an?|what|which|how many)\s+(?:%|per ?cent(?:age)?\b(?!\s+points?))"
    r"|\(\s*(?:in\s+)?%\s*\)|\bpercentage of\b",
    re.IGNORECASE,
)
_BETWEEN: Final = frozenset(
    {"a", "an", "al", "all", "alla", "at", "au", "am", "as", "in", "on", "im", "so", "is", "el", "la", "le", "il", "en"}
)
"""Usual words that can be read as symbols of units."""
_LATER_WORD: Final = re.compile(r"\s([^\W\d_]+)(?![\w^])")
_PLURAL: Final = re.compile(r"(?<=[^\W\d_]{3})\(s\)")
_PER: Final = re.compile(r"per\b|/", re.IGNORECASE)
_QUOTED: Final = re.compile(r"^[\"'“”]([^\W\d_][^\"'“”]{0,30})[\"'“”]")
_PREFIX: Final = re.compile(r"([kMGTμ])\s+([^\W\d_]+)")
_RATE: Final = re.compile(r"\s?(?:/|\bper\b|\bpro\b|\bpar\b)\s?([^\W\d_]+)$")
_A_THING: Final = re.compile(r"\s*\ban?\s+([^\W\d_]+)")
_MATHS: Final = re.compile(r"\s*\$\$?[^$]*\$\$?\s*")
_DOLLAR: Final = re.compile(r"(?<![A-Za-z$])(?:US\s?)?\\?\$(?!\s?(?:[A-Z]{2}\b|\$))")
"""A dollar; not that of another country: `A$25`, `25 $ CA`."""


class FoundUnit(NamedTuple):
    """A unit that a text begins with, its name, and what stands behind it; without a unit the name is empty."""

    unit: Unit | None
    name: str
    rest: str


def unit_in(text: str, asked: Unit | None, whole: str, hints: Hints) -> FoundUnit:
    """Return the unit that a text begins with; none where the text begins with a remark.

    Raises Unreadable for what is no known unit, and for one that can be read in two ways.
    """
    text = _QUOTED.sub(r"\1", _PLURAL.sub("s", text.strip(_AROUND), count=1))
    text = text[found.end() :] if (found := _IN.match(text)) else text
    if asked is None and (length := own_unit(text, hints)):
        return FoundUnit(None, "", text[length:])
    if is_rate(text, hints.words):
        return FoundUnit(None, "", text)
    if bracketed := _BRACKETED.match(text):
        with suppress(UnitError):
            return FoundUnit(read_unit(bracketed[1], asked), bracketed[1], text[bracketed.end() :])
    try:
        found_unit = _without_rate(_longest(_joined(text, asked), asked, hints), asked, whole, hints)
    except AmbiguousUnit as ambiguous:
        if word := _usual_word(ambiguous.text):
            raise not_understood(word, whole, hints) from None
        one, two = ambiguous.one, ambiguous.other
        raise UnreadableAnswer(
            f'"{brief(whole)}" can be read with {one} or with {two}. Write {one} or {two}.'
        ) from None
    except UnknownUnit as unknown:
        if text[:1] in {"", "("} or _is_remark(text, unknown, hints):
            return FoundUnit(None, "", text)
        raise _unknown(unknown, whole, hints) from None
    if _PER.match(found_unit.name) and found_unit.unit and not are_alike(found_unit.unit, asked):
        raise not_understood(found_unit.name, whole, hints)  # `5 per token` is no unit of another dimension
    return found_unit


def _joined(text: str, asked: Unit | None) -> str:
    """The text without a space behind a prefix, where a unit of the question's dimension results: `98.5 M Hz`."""
    apart = _PREFIX.match(text)
    if not apart or asked is None:
        return text
    joined = f"{apart[1]}{apart[2]}"
    with suppress(UnitError):
        if are_alike(read_unit(joined, asked), asked):
            return f"{joined}{text[apart.end() :]}"
    return text


def _without_rate(found: FoundUnit, asked: Unit | None, whole: str, hints: Hints) -> FoundUnit:
    """What was found, without `/token` where the prompt says `per token`.

    Raises Unreadable for a rate that the question does not speak of, and for a usual word within another unit: the `a`
    of `m a second`, which is no year.
    """
    if (behind := _A_THING.match(found.rest)) and f"per {behind[1]}".casefold() not in hints.words:
        with suppress(UnitError):
            read_unit(behind[1])
            raise not_understood(behind[0].strip(), whole, hints)
    if found.unit is None or asked is None or are_alike(found.unit, asked):
        return found
    if word := _usual_word(found.name):
        raise not_understood(word, whole, hints)
    rate = _RATE.search(found.name)
    if rate is None or unknown_word(rate[1], hints.words) is not None:
        return found
    name = found.name[: rate.start()]
    try:
        unit = read_unit(name, asked)
    except UnitError:
        return found
    if not are_alike(unit, asked) or not is_thing(read_unit(rate[1])):
        return found
    if f"per {rate[1]}".casefold() not in hints.words:
        raise not_understood(rate[0].strip(), whole, hints)
    return FoundUnit(unit, name, found.rest)


def _usual_word(name: str) -> str:
    """The first word within a unit's name that is none: `a`, `al`; empty where there is none."""
    words = [found[1] for found in _LATER_WORD.finditer(name)]
    return next((word for word in words if word in _BETWEEN or word in lexicon().fillers), "")


def _longest(text: str, asked: Unit | None, hints: Hints) -> FoundUnit:
    """The longest unit that a text begins with, or a shorter one if that is what is asked and only words follow.

    In `5 m³ in total` no inches follow.  Raises UnitError where it begins with none.
    """
    longest: FoundUnit | None = None
    error = UnknownUnit(text)
    for name, rest in _beginnings(text):
        try:
            unit = read_unit(f"1{name}" if name[0] == "/" else name, asked)
        except UnknownUnit as unknown:
            error = unknown
            continue
        if are_alike(unit, asked) and unknown_word(rest, hints.words) is None:
            return FoundUnit(unit, name, rest)
        longest = longest or FoundUnit(unit, name, rest)
    if longest is None:
        raise error
    return longest


def without_unit(rest: str, whole: str, hints: Hints) -> str:
    """Return what stands behind a number without the unit that the prompt asks for; the question declares none.

    Raises Unreadable for any other unit.
    """
    text = rest.strip(_AROUND)
    text = text[found.end() :] if (found := _IN.match(text)) else text
    bracketed = _BRACKETED.match(text)
    beginnings = [(bracketed[1], text[bracketed.end() :])] if bracketed else _beginnings(text)
    name = ""
    for each, behind in beginnings:
        try:
            unit = read_unit(f"1{each}" if each[0] == "/" else each)
        except AmbiguousUnit:
            name = name or each
        except UnknownUnit:
            continue
        else:
            if unit in asked_units(hints.words) and unknown_word(behind, hints.words) is None:
                return behind
            name = name or ("" if _is_word(each, unit, hints.words) else each)
    if name and is_unit_word(re.split(r"[\s/*^(]", name.lstrip("/ ("), maxsplit=1)[0]):
        raise UnreadableAnswer(f'"{brief(whole)}" has a unit ({name}); this question has none. Write only the answer.')
    return rest


def _beginnings(text: str) -> Iterator[tuple[str, str]]:
    """Yield what a text begins with, word by word and sign by sign, the longest first, and what stands behind that."""
    for end in [piece.end() for piece in _PIECE.finditer(text[:LONGEST])][:MOST_PIECES][::-1]:
        if name := text[:end].strip(_AROUND):
            yield name, text[end:]


def asked_units(words: Words) -> set[Unit]:
    """Return the units that a prompt asks for: those behind `in`, `how many` and `number of`.

    >>> asked_units(Words("100 metres in 8 seconds. How many metres per second?")) == {read_unit("m/s")}
    True
    """
    found: set[Unit] = set()
    for place in islice(_ASKING.finditer(words.text), MOST_PIECES):
        try:
            text = plain(words.text[place.end() : place.end() + LONGEST].replace("$", " "))
        except UnreadableAnswer:
            continue
        if end := _USUAL_WORD.search(text):
            text = text[: end.start()]
        for name, _ in _beginnings(text):
            with suppress(UnitError):
                found.add(read_unit(name))
                break
    return found


def asks_for_percent(words: Words) -> bool:
    """Return whether a prompt asks for percent: `35.5%` is 35.5 there, and 0.355 elsewhere.

    >>> asks_for_percent(Words("How large is it, in percent?")), asks_for_percent(Words("10% of them. How many?"))
    (True, False)
    """
    return _PERCENT_ASKED.search(words.text) is not None


def _is_word(name: str, unit: Unit, words: Words) -> bool:
    """Whether this counts something that the prompt speaks of: weights, heads, tokens."""
    return is_thing(unit) and unknown_word(name, words) is None


def _is_remark(text: str, unknown: UnknownUnit, hints: Hints) -> bool:
    """Whether a text begins with a word that may be passed over, and that is no unit with other capitals."""
    found = re.match(WORD, text)
    first = found[0] if found else text[:1]
    is_unit = any(each.casefold() == unknown.word.casefold() for each in unknown.suggestions)
    return is_understood(first, hints.words) and (not is_unit or first.casefold() in _LITTLE)


def are_alike(unit: Unit, other: Unit | None) -> bool:
    """Return whether one unit is converted into the other."""
    return other is not None and (unit.dimension == other.dimension or convert(_ONE, unit, other) is not None)


def own_unit(text: str, hints: Hints) -> int:
    """Return how long the unit at the beginning is that only the question's author knows; 0 where it is another one."""
    own = plain(hints.unit or "").casefold()
    folded = text[: len(own) + 2].casefold()
    if not own or not folded.startswith(own.rstrip("s")):
        return 0
    length = len(own) if folded.startswith(own) else len(own.rstrip("s"))
    length += folded[length:] == "s"
    return 0 if folded[length : length + 1].isalnum() else length


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


def _unknown(unknown: UnknownUnit, whole: str, hints: Hints) -> UnreadableAnswer:
    if not unknown.suggestions:
        return not_understood(unknown.word, whole, hints)
    meant, named = " or ".join(unknown.suggestions), brief(unknown.word, 20)
    return UnreadableAnswer(f'I do not know the unit "{named}" in "{brief(whole)}". Did you mean {meant}?')
