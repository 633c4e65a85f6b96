"""Finds the unit after a number in a student's answer, or before it: `Memory in MB =`, `ms 1.85`, `bytes: 13.4`.

Also compares units (`is_unit`, `are_alike`, `is_wanted_unit`), and words the messages about wrong and unclear ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.reading.surrounding_text import not_understood
from checker.text.lazy_pattern import lazy_pattern
from checker.text.number import Hints
from checker.text.plain import brief, plain
from checker.text.vocabulary import WORD, is_rate, is_understood, lexicon, unknown_word
from checker.units import (
    AmbiguousUnit,
    Unit,
    UnitError,
    UnknownUnit,
    base_units,
    convert,
    is_thing,
    kind_of,
    read_unit,
)

MAX_LENGTH: Final = 100
MAX_PIECES: Final = 24

LONGEST_FILLER: Final = 3
"""Maximum length of a word that is not taken for a noun."""

AROUND: Final = " \t\n*×.,;:?"
"""Signs around a unit that say nothing."""
BRACKETED: Final = lazy_pattern(r"[(\[]\s*([^()\[\]]{1,60}(?:\([^()\[\]]{1,20}\))?)\s*[)\]](?!\s?[*/^(])")

_PIECE: Final = lazy_pattern(r"\w+|\S")
_IN: Final = lazy_pattern(r"in\s+", re.IGNORECASE)
_LITTLE_WORDS: Final = frozenset({"of", "in", "so", "is", "was", "total", "all"})
"""Fillers that are no unit in another case: `so` is never taken for So."""
_UNIT_LIKE_WORDS: Final = frozenset(
    {"a", "an", "al", "all", "alla", "at", "au", "am", "as", "in", "on", "im", "so", "is", "el", "la", "le", "il", "en"}
)
"""Usual words that can be read as symbols of units."""
_LATER_WORD: Final = lazy_pattern(r"\s([^\W\d_]+)(?![\w^])")
_PLURAL: Final = lazy_pattern(r"(?<=[^\W\d_]{3})\(s\)")
_PER: Final = lazy_pattern(r"per\b|/", re.IGNORECASE)
_QUOTED: Final = lazy_pattern(r"^[\"'“”]([^\W\d_][^\"'“”]{0,30})[\"'“”]")
_PREFIX: Final = lazy_pattern(r"([kMGTμ])\s+([^\W\d_]+)")
_RATE: Final = lazy_pattern(r"\s?(?:/|\bper\b|\bpro\b|\bpar\b)\s?([^\W\d_]+)$")
_TWICE: Final = lazy_pattern(r"([^\W\d_]+|[€£¥₹])[ (]*((?<![^\W\d_])[^\W\d_]+|[€£¥₹])\)?")
"""`cm cm`, `m metres` and `€ (EUR)`, which are more likely a unit written twice than an area."""
_TWO_AMOUNTS: Final = lazy_pattern(r"([^\W\d_]+)(\d+)([^\W\d_]*)")
"""`h5min` after 2: hours and minutes, or a power."""
_LARGEST_POWER: Final = 3
_A_THING: Final = lazy_pattern(r"\s*\ban?\s+([^\W\d_]+)")
_LABELLED: Final = lazy_pattern(
    r"(?:\bin\s+([^=:≈\d]{1,40}?)"
    r"|(?<![^\W\d])(?<![√*×/^+-])(?<!sqrt )[(\[]\s?([^=:≈()\[\]\d]{1,40}?)\s?[)\]])\s*(?=[:=≈])"
)
"""`Memory in MB = 14000`, `v (km/h) = 45`."""
_OF_UNIT: Final = lazy_pattern(r"[^\W\d]\w{0,20}\s?\(([^()\d]{1,20})\)")
"""`t(min)`"""
_FRONT: Final = lazy_pattern(r"[^\d(\[√π]{2,80}(?=[(\[√π\d])")
"""The text before the number."""
_NAME: Final = lazy_pattern(r"[^\W\d_]\S*(?:\s?[/·*]\s?\S+)*")
_QUANTITY: Final = lazy_pattern(r"[A-Z][a-z]")
"""A quantity before an equals sign, such as Ts or Fg, which could also be read as a unit."""
_LAST_WORD: Final = lazy_pattern(r" ([^\W\d_]+)$")
_SIGNS: Final = f"{AROUND}=≈+-"


class FoundUnit(NamedTuple):
    """The unit at the beginning of a text, its name, and the rest of the text; the name is empty without a unit."""

    unit: Unit | None
    name: str
    rest: str


def unit_in(text: str, wanted: Unit | None, whole: str, hints: Hints) -> FoundUnit:
    """Return the unit at the beginning of a text, with an empty name if there is none.

    A word that only the author uses as a unit is skipped.  Raise UnreadableAnswer for an unknown or ambiguous unit.
    """
    is_apart = text.lstrip()[:1] in {",", ";", ":"}
    text = without_in(_QUOTED.sub(r"\1", _PLURAL.sub("s", text.strip(AROUND), count=1)))
    if wanted is None and (length := authors_unit_length(text, hints)):
        return FoundUnit(None, "", text[length:])
    if is_rate(text, hints.words):
        return FoundUnit(None, "", text)
    if bracketed := BRACKETED.match(text):
        with suppress(UnitError):
            return FoundUnit(read_unit(bracketed[1], wanted), bracketed[1], text[bracketed.end() :])
    try:
        found = _without_rate(_longest(_joined(text, wanted), wanted, hints), wanted, whole, hints)
    except AmbiguousUnit as ambiguous:
        if word := _usual_word(ambiguous.text):
            raise not_understood(word, whole, hints) from None
        raise either_unit(ambiguous, whole) from None
    except UnknownUnit as unknown:
        if text[:1] in {"", "("} or _is_remark(text, unknown, wanted, hints, is_apart=is_apart):
            return FoundUnit(None, "", text)
        raise _unknown(unknown, whole, hints) from None
    if (twice := _TWICE.fullmatch(found.name)) and are_same_unit(twice[1], twice[2]):
        raise not_understood(twice[2], whole, hints)
    if found.unit and not are_alike(found.unit, wanted) and _is_no_unit(found, wanted):
        raise not_understood(found.name, whole, hints)
    return found


def _is_no_unit(found: FoundUnit, wanted: Unit | None) -> bool:
    """Return whether what was read as a unit of another dimension is no unit: `per token`, `h5min`.

    Nor is a counted thing one if the question counts nothing.
    """
    is_counted = found.unit is not None and wanted is not None and is_thing(found.unit) and not is_thing(wanted)
    is_rate = found.unit is not None and any(exponent < 0 for _, exponent in found.unit.dimension)
    if (is_counted and not is_rate) or _PER.match(found.name):
        return True
    two = _TWO_AMOUNTS.fullmatch(found.name)
    if two is None or (not two[3] and len(two[2]) == 1 and int(two[2]) <= _LARGEST_POWER):
        return False
    return is_wanted_unit(two[1], wanted) or is_wanted_unit(two[3], wanted)


def without_in(text: str) -> str:
    """Return a text without the word `in` at its beginning: `in kg` becomes `kg`."""
    return text[found.end() :] if (found := _IN.match(text)) else text


def beginnings(text: str) -> Iterator[tuple[str, str]]:
    """Yield each way to cut a text after a whole word or sign, as (beginning, rest), the longest beginning first."""
    for end in [piece.end() for piece in _PIECE.finditer(text[:MAX_LENGTH])][:MAX_PIECES][::-1]:
        if name := text[:end].strip(AROUND):
            yield name, text[end:]


def are_alike(unit: Unit, other: Unit | None) -> bool:
    """Return whether amounts in one unit can be converted into the other."""
    return other is not None and (unit.dimension == other.dimension or convert(Fraction(1), unit, other) is not None)


def is_unit(name: str) -> bool:
    """Return whether a name is a known unit."""
    try:
        read_unit(name)
    except UnitError:
        return False
    return True


def are_same_unit(one: str, other: str, wanted: Unit | None = None) -> bool:
    """Return whether two names mean the same unit, as `€` and `EUR`; `wanted` decides between several meanings."""
    try:
        return read_unit(one, wanted) == read_unit(other, wanted)
    except UnitError:
        return False


def is_wanted_unit(name: str, wanted: Unit | None) -> bool:
    """Return whether a name can be a unit of the kind that the question asks for: K for a temperature."""
    try:
        return are_alike(read_unit(name, wanted), wanted)
    except UnitError:
        return False


def authors_unit_length(text: str, hints: Hints) -> int:
    """Return the length of the question's own unit at the beginning of a text; 0 if it is not there.

    That may be a word that only its author knows as a unit.
    """
    known = plain(hints.unit or "").casefold()
    folded = text[: len(known) + 2].casefold()
    if not known or not folded.startswith(known.rstrip("s")):
        return 0
    length = len(known) if folded.startswith(known) else len(known.rstrip("s"))
    length += folded[length:] == "s"
    return 0 if folded[length : length + 1].isalnum() else length


def either_unit(ambiguous: AmbiguousUnit, whole: str) -> UnreadableAnswer:
    """Return the error to raise for a unit that can be read in two ways."""
    either = f"{ambiguous.one} or {ambiguous.other}"
    return UnreadableAnswer(f'"{brief(whole)}" could mean {either}. Write {either}.')


_A_QUANTITY: Final = "a quantity in "


def wrong_dimension(name: str, unit: Unit | None, wanted: Unit | None, hints: Hints) -> str:
    """Return the message about a unit that measures something else than the question asks for."""
    given = kind_of(unit) if unit else f"in {name}"
    if unit and given.startswith(_A_QUANTITY) and unit != base_units(unit):  # EUR/year, and not EUR/s
        given = f"{_A_QUANTITY}{brief(name)}"
    expected = kind_of(wanted) if wanted else f"an answer in {hints.unit}"
    advice = (unit and wanted and _related(unit, wanted)) or f"Write it in {hints.unit}."
    return f"Your answer is {given}, but the question asks for {expected}. {advice}"


def _related(unit: Unit, wanted: Unit) -> str:
    """Return what may have been left out where a unit is a power of the one that is asked for; else an empty text."""
    powers: dict[int | Fraction, str] = {
        2: "This is the square of it: did you leave out a root?",
        Fraction(1, 2): "This is the root of it: did you leave out a square?",
        -1: "This is 1 over it: did you divide the wrong way round?",
    }
    return next((said for power, said in powers.items() if (wanted**power).dimension == unit.dimension), "")


def unclear_letter(shown: str, hints: Hints, place: str = "number") -> UnreadableAnswer:
    """Return the error to raise for a letter after a number that is neither a fitting unit nor a scale such as K."""
    return UnreadableAnswer(
        f'I cannot tell what "{brief(shown)}" means in {hints.unit}. Write the whole unit after the {place}.'
    )


def _longest(text: str, wanted: Unit | None, hints: Hints) -> FoundUnit:
    """Return the longest unit that a text begins with, or a shorter one of the question's if only words follow.

    In `5 m³ in total` no inches follow.  Raises UnitError where the text begins with no unit.
    """
    longest: FoundUnit | None = None
    error = UnknownUnit(text)
    for name, rest in beginnings(text):
        try:
            unit = read_unit(f"1{name}" if name[0] == "/" else name, wanted)
        except UnknownUnit as unknown:
            error = unknown
            continue
        if are_alike(unit, wanted) and unknown_word(rest, hints.words) is None and not _begins_with_a_unit(rest, name):
            return FoundUnit(unit, name, rest)
        longest = longest or FoundUnit(unit, name, rest)
    if longest is None:
        raise error
    return longest


def _begins_with_a_unit(text: str, before: str) -> bool:
    """Return whether another unit follows, and no usual word but the unit before it: `12 cm cm`, `12 mA mA`."""
    word = re.match(rf"\s*({WORD})", text)
    if word is not None and word[1] == before:
        return True
    return word is not None and word[1].casefold() not in lexicon().fillers | _UNIT_LIKE_WORDS and is_unit(word[1])


def _joined(text: str, wanted: Unit | None) -> str:
    """Return the text without a space after a prefix, where a unit of the question's dimension results: `98.5 M Hz`."""
    apart = _PREFIX.match(text)
    joined = f"{apart[1]}{apart[2]}" if apart else ""
    return f"{joined}{text[apart.end() :]}" if apart and wanted and is_wanted_unit(joined, wanted) else text


def _without_rate(found: FoundUnit, wanted: Unit | None, whole: str, hints: Hints) -> FoundUnit:
    """Return the unit without `/token` where the prompt says `per token`.

    Raises UnreadableAnswer for a rate that the question does not mention, and for a usual word within another unit: the
    `a` of `m a second`, which is no year.
    """
    after = _A_THING.match(found.rest)
    if after and f"per {after[1]}".casefold() not in hints.words and is_unit(after[1]):
        raise not_understood(after[0].strip(), whole, hints)
    if found.unit is None or wanted is None or are_alike(found.unit, wanted):
        return found
    if word := _usual_word(found.name):
        raise not_understood(word, whole, hints)
    rate = _RATE.search(found.name)
    name = found.name[: rate.start()] if rate else ""
    if rate is None or unknown_word(rate[1], hints.words) is not None or not is_wanted_unit(name, wanted):
        return found
    if not is_thing(read_unit(rate[1])):
        return found
    if f"per {rate[1]}".casefold() not in hints.words:
        raise not_understood(rate[0].strip(), whole, hints)
    return FoundUnit(read_unit(name, wanted), name, found.rest)


def _usual_word(name: str) -> str:
    """Return the first usual word within a unit's name, such as `a` or `al`; empty where there is none."""
    words = [found[1] for found in _LATER_WORD.finditer(name)]
    return next((word for word in words if word in _UNIT_LIKE_WORDS or word in lexicon().fillers), "")


def _is_remark(text: str, unknown: UnknownUnit, wanted: Unit | None, hints: Hints, *, is_apart: bool) -> bool:
    """Return whether the first word of a text may be passed over: it is known, and no unit in the wrong case.

    A thing that is counted may not: `497759232 floats` is no answer in bytes.
    """
    found = re.match(WORD, text)
    first = found[0] if found else text[:1]
    if found and wanted is not None and not is_apart and _is_counted(first.casefold(), hints):
        return False
    is_misspelt = any(each.casefold() == unknown.word.casefold() for each in unknown.suggestions)
    return is_understood(first, hints.words) and (not is_misspelt or first.casefold() in _LITTLE_WORDS)


def _is_counted(word: str, hints: Hints) -> bool:
    """Return whether a word is a noun in the plural, or has one in the question."""
    is_filler = len(word) <= LONGEST_FILLER or word in lexicon().fillers
    return not is_filler and (word.endswith("s") or f"{word}s" in hints.words or word in lexicon().counted)


def _unknown(unknown: UnknownUnit, whole: str, hints: Hints) -> UnreadableAnswer:
    """Return the error to raise for an unknown unit, with those that may be meant."""
    if not unknown.suggestions:
        return not_understood(unknown.word, whole, hints)
    meant, named = " or ".join(unknown.suggestions), brief(unknown.word, 20)
    return UnreadableAnswer(f'I do not know the unit "{named}" in "{brief(whole)}". Did you mean {meant}?')


def without_label(text: str, wanted: Unit | None, hints: Hints) -> tuple[str, str]:
    """Return the text without a unit written before its number, and that unit's name; empty if there is none.

    Raises UnreadableAnswer for an unknown unit, and for one that can be read in two ways.
    """
    label = _LABELLED.search(text)
    name = ((label[1] or label[2]) if label else "").strip()
    if not label or not name:
        return _without_front_unit(text, wanted, hints)
    try:
        read_unit(name, wanted)
    except UnitError:
        if authors_unit_length(name, hints) or unknown_word(name, hints.words) is None:
            return text, ""
        raise not_understood(name, text, hints) from None
    return f"{text[: label.start()]} = {text[label.end() :].lstrip(' :=≈')}", name


def refuse_unit_labels(labels: Iterable[str], wanted: Unit | None, whole: str, hints: Hints) -> None:
    """Raise UnreadableAnswer for a label that may be the unit of the number: `12.5 = MB`, `t(min) = 12.5`.

    One letter is a symbol rather than a unit, such as m for a mass, unless it measures what is asked for, as in
    `h = 12.5` for a time.  A symbol of the question is no unit.
    """
    for label in labels:
        of = _OF_UNIT.fullmatch(label.strip())
        name = (of[1] if of else label).strip()
        if not name or name in hints.words or (_QUANTITY.fullmatch(name) and not of):
            continue
        try:
            unit = read_unit(name, wanted)
        except UnitError:
            continue
        is_alike = are_alike(unit, wanted)
        if unit != wanted and (is_alike or not (of or len(name) == 1)):
            raise not_understood(name, whole, hints)


def _without_front_unit(text: str, wanted: Unit | None, hints: Hints) -> tuple[str, str]:
    """Return the text without the unit right before its number, and the unit's name; empty if there is none.

    So `ms 1.85`, `bytes: 13.4` and `GB = 13.4` are read, if the unit can be converted to the question's.
    """
    front = _FRONT.match(text)
    if front is None or wanted is None:
        return text, ""
    words = front[0].rstrip(_SIGNS)
    while (last := _LAST_WORD.search(words)) and last[1].casefold() in lexicon().fillers:
        words = words[: last.start()].rstrip(_SIGNS)
    for found in _NAME.finditer(words):
        name = words[found.start() :]
        is_quantity = _QUANTITY.fullmatch(name) and "=" in front[0]
        is_symbol = len(name) < 2 and (name != hints.unit or name in hints.words.symbols)  # noqa: PLR2004 - a letter
        is_formula = name != hints.unit and hints.words.product(name)
        if is_symbol or is_quantity or is_formula or name.casefold() in lexicon().fillers:
            continue
        try:
            unit = read_unit(name, wanted)
        except AmbiguousUnit as ambiguous:
            raise either_unit(ambiguous, text) from None
        except UnitError:
            continue
        if are_alike(unit, wanted):
            return f"{words[: found.start()]} {text[len(words) :].lstrip(' :=≈')}", name
    return text, ""
