"""The unit of an amount: found behind a number, compared with the one that is asked for, converted to it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.engine.values.tolerance import EXACT
from checker.reading.arithmetic import SAME, multiply
from checker.reading.refusals import not_understood
from checker.text import lazy_pattern
from checker.text.number import Hints, StatedNumber, Written, digits_of
from checker.text.plain import brief, plain
from checker.text.vocabulary import SCALE_LETTERS, WORD, Words, is_rate, is_understood, lexicon, unknown_word
from checker.units.kinds import base_units, is_counting, is_thing, kind_of
from checker.units.reading import may_be_unit, read_unit, unit_of_author
from checker.units.unit import AmbiguousUnit, Unit, UnitError, UnknownUnit, convert, ratio

_LONGEST: Final = 80
_MOST_NAMES: Final = 8
_PLURAL: Final = lazy_pattern(r"(?<=[^\W\d_]{2})\(e?s\)")
_LAST_SYMBOL: Final = lazy_pattern(r"(?:\s*\(|\s)\s*([A-Z])\s*\)?\s*")
_ASKING: Final = lazy_pattern(
    r"\b(?:in|how many|number of|wie viele|convert\b[^.?!]{0,60}\bto)\s+(?=\D)", re.IGNORECASE
)
"""Words in front of the unit that a prompt asks for."""
_USUAL: Final = lazy_pattern(
    r"(?:^|(?<!\bper)\s)(?:an?|are|as|at|in|is|so|to|of|or|and|do|does|has|each)\s|[.?!,;:](?!\w)"
)
_QUANTITY: Final = "a quantity in "


class Measure(NamedTuple):
    """The unit that an answer is asked in."""

    unit: Unit | None
    """None where no unit is asked for, or only its author knows it."""
    multiple: Fraction
    """1, or the word of number in a unit such as `billion EUR`."""


@lru_cache(256)
def asked(text: str | None) -> Measure:
    """Return the unit that a question asks for.

    >>> asked("billion EUR").multiple, asked(None).unit is None
    (Fraction(1000000000, 1), True)
    """
    first, _, rest = (text or "").partition(" ")
    scale = lexicon().scales.get(first.casefold()) if rest else None
    return Measure(unit_of_author(rest if scale else text or ""), scale or Fraction(1))


def like_asked(name: str, hints: Hints) -> bool:
    """Return whether a name is a unit like the one that is asked for."""
    wanted = asked(hints.unit).unit
    if wanted is None or name == hints.unit:
        return bool(name) and name == hints.unit
    return are_alike(known_unit(name, wanted), wanted)


def known_unit(name: str, wanted: Unit | None = None) -> Unit | None:
    """Return the unit with a name, where `wanted` is asked for; None for one that is unknown or unclear."""
    try:
        return read_unit(name, wanted)
    except UnitError:
        return None


def unit_named(name: str, hints: Hints) -> Unit | None:
    """Return the unit with a name that is like the one asked for; None if only the author knows it."""
    wanted = asked(hints.unit).unit
    return None if wanted is None else read_unit(name, wanted)


def is_unit(name: str) -> bool:
    """Return whether a name is a known unit."""
    return known_unit(name) is not None


def is_other_unit(word: str) -> bool:
    """Return whether a word is a unit that measures something, and does not count things such as tokens."""
    unit = known_unit(word)
    return may_be_unit(word) and (unit is None or not is_thing(unit))


class FoundUnit(NamedTuple):
    """The unit at the beginning of a text, its name, and the rest of the text; the name is empty without a unit."""

    unit: Unit | None
    name: str
    rest: str


def unit_behind(tail: str, whole: str, hints: Hints) -> FoundUnit:
    """Return the longest unit at the beginning of the text behind a number.

    Raise UnreadableAnswer for one that is unclear or misspelt, and for what is no unit of anything.
    """
    wanted = asked(hints.unit).unit
    text = _PLURAL.sub("s", tail[re.match(r"[\s*×]*(?:(?:in|of|de)\s+|d')?", tail).end() :])  # type: ignore[union-attr]
    if wanted is None:
        return FoundUnit(None, "", _without_plain_unit(text, tail, hints))
    if is_rate(text, hints.words):
        return FoundUnit(None, "", tail)
    text = _plainly(_without_substance(text, hints.words), hints)
    longest: FoundUnit | None = None
    doubt: UnitError | None = None
    for name, after in beginnings(text):
        try:
            unit = read_unit(f"1{name}" if name[:1] == "/" else name, wanted)
        except UnitError as error:
            doubt = error
            continue
        rest = re.sub(r"^\s*/\s*", " per ", after)
        longest = longest or FoundUnit(unit, name, after)
        words = re.findall(WORD, name)
        if is_thing(wanted) and len(set(words)) < len(words):
            raise not_understood(name, whole, hints)
        if are_alike(unit, wanted) and name != longest.name and (symbol := _LAST_SYMBOL.fullmatch(rest)):
            raise not_understood(symbol[1], whole, hints)
        if are_alike(unit, wanted) and unknown_word(rest, hints.words) is None:
            return FoundUnit(unit, name, rest)
    if longest is None:
        _refuse_misspelt(doubt, text, whole, hints)
        return FoundUnit(None, "", tail)
    if longest.unit and not are_alike(longest.unit, wanted):
        _refuse_odd(longest.name, longest.unit, wanted, whole, hints)
    return longest


def _plainly(text: str, hints: Hints) -> str:
    """Return a text that begins with a unit, which is not in brackets, and has no space behind its prefix."""
    if bracketed := re.match(r"[(\[]\s*([^()\[\]]{1,60}(?:\([^()\[\]]{1,20}\))?)\s*[)\]](?!\s?[*/^(])", text):
        return f"{bracketed[1]}{text[bracketed.end() :]}"
    # `98.5 M Hz`
    apart = re.match(r"([kMGTμ])\s+([^\W\d_]+)", text)
    if apart and like_asked(f"{apart[1]}{apart[2]}", hints):
        return f"{apart[1]}{text[apart.start(2) :]}"
    return text


def _refuse_misspelt(doubt: UnitError | None, text: str, whole: str, hints: Hints) -> None:
    """Raise UnreadableAnswer for a word that may be two units, or one that is misspelt."""
    if isinstance(doubt, AmbiguousUnit):
        either = f"{doubt.one} or {doubt.other}"
        raise UnreadableAnswer(f'"{brief(whole)}" could mean {either}. Write {either}.')
    if not isinstance(doubt, UnknownUnit) or not doubt.suggestions:
        return
    is_other_case = any(each.casefold() == doubt.word.casefold() for each in doubt.suggestions)
    if is_other_case or not is_understood(text.split(maxsplit=1)[0], hints.words):
        meant, named = " or ".join(doubt.suggestions), brief(doubt.word, 20)
        raise UnreadableAnswer(f'I do not know the unit "{named}" in "{brief(whole)}". Did you mean {meant}?')


def _refuse_odd(name: str, unit: Unit, wanted: Unit, whole: str, hints: Hints) -> None:
    """Raise UnreadableAnswer for a name that can be read as a unit of another kind, but is hardly meant as one.

    It may be two amounts (`h5min`), a unit written twice, a counted thing, a rate of what counts, or have a usual word.
    """
    usual = next((each for each in re.findall(WORD, name)[1:] if each in lexicon().fillers), "")
    rate = re.search(r"(?:/ ?|(?<!\w)(?:per|an?) )([^\W\d_]+)$", name, flags=re.IGNORECASE)
    is_odd = (
        re.search(r"sqrt|[\"']|[^\W\d_]\d+[^\W\d_]|[^\W\d_](?:[4-9]|\d\d)", name)
        or name in SCALE_LETTERS
        or len(hints.words.product(name)) > 1
        or ((wanted**2).dimension == unit.dimension and not re.search(r"[*^/·]|\d", name))
        or (is_thing(unit) and not is_thing(wanted) and all(power > 0 for _, power in unit.dimension))
    )
    is_rate = rate is not None and _is_unclear_rate(rate[1], wanted, hints)
    odd = usual or (name if is_odd else rate[0] if rate and is_rate else "")
    if odd:
        raise not_understood(odd, whole, hints)


def _is_unclear_rate(of: str, wanted: Unit, hints: Hints) -> bool:
    """Return whether an amount of each `token` or `month` may be what is asked for, or another one."""
    # `5 EUR per month`, which may be the payment of each month that is asked for, or another amount
    if time := re.match(r"(day|week|month|quarter|year)s?$", of, flags=re.IGNORECASE):
        is_of_each = re.search(rf"(?:each|every) {time[1]}|{time[1]}ly", hints.words.text)
        return bool(is_of_each) if is_counting(wanted) else not wanted.dimension
    unit = known_unit(of)
    return len(wanted.dimension) <= 1 and not is_thing(wanted) and unit is not None and is_thing(unit)


def _without_plain_unit(text: str, tail: str, hints: Hints) -> str:
    """Return the text behind a number without a unit that need not be converted.

    It is the one that the question asks for in words, or one that only its author knows.
    """
    if hints.unit:
        word = plain(hints.unit).casefold()
        found = re.match(rf"{re.escape(word.rstrip('s'))}s?(?!\w)", text.casefold())
        return text[found.end() :] if found else tail
    if not re.match(r"[^\W\d_°%€£¥$(/]", text) and not re.match(r"[°€£¥$(/]", text):
        return tail
    units = prompt_units(hints.words.text).keys() - {unit_of_author(each) for each in hints.words.other_units}
    for name, rest in beginnings(_plainly(text, hints)) if units else ():
        if known_unit(f"1{name}" if name[:1] == "/" else name) in units:
            return rest
    return tail


def beginnings(text: str) -> list[tuple[str, str]]:
    """Return each way to cut a text behind a word or sign, as (beginning, rest), the longest beginning first."""
    pieces = [*re.finditer(r"[\w°%€£¥₹$]+|\S", text[:_LONGEST])]
    names = [piece.start() for piece in pieces if piece[0] not in "^()[]-+*/×·.,\\"]
    longest = names[_MOST_NAMES] if len(names) > _MOST_NAMES else len(text)
    ends = [piece.end() for piece in pieces if piece.start() < longest]
    return [(text[:end].strip(" \t\n*×.,;:?"), text[end:]) for end in reversed(ends)]


@lru_cache(64)
def prompt_units(text: str) -> Mapping[Unit, str]:
    """Return the units that a prompt asks for, as it writes them: those behind `in`, `how many` and `number of`.

    >>> prompt_units("100 metres in 8 seconds. How many metres per second?") == {read_unit("m/s"): "metres per second"}
    True
    """
    found: dict[Unit, str] = {}
    for place in islice(_ASKING.finditer(text), _MOST_NAMES):
        try:
            asked_for = plain(text[place.end() : place.end() + _LONGEST].replace("$", " "))
        except UnreadableAnswer:
            continue
        for name, _ in beginnings(_USUAL.split(asked_for, maxsplit=1)[0]):
            if unit := known_unit(name):
                found.setdefault(unit, name)
                break
    return found


def are_alike(unit: Unit | None, other: Unit | None) -> bool:
    """Return whether amounts in one unit can be converted into the other."""
    if unit is None or other is None:
        return False
    return unit.dimension == other.dimension or convert(Fraction(1), unit, other) is not None


def converted(number: StatedNumber, of: Unit | None, hints: Hints) -> StatedNumber:
    """Return a number in the unit that is asked for; the units must be alike."""
    wanted, multiple = asked(hints.unit)
    if of is None or wanted is None:
        return number
    by = ratio(of, wanted)
    if by is not None:
        moved = multiply(number, by / multiple)
        real = Fraction(moved.value)
        is_near_whole = not moved.half and abs(real - round(real)) <= SAME * abs(real)  # π/6 rad in degrees
        if hints.whole and is_near_whole:
            moved = moved._replace(value=round(real))
        is_shift = digits_of(max(by, 1 / by)).rstrip("0") == "1"
        return moved if is_shift else moved._replace(written=Written(number, by, Fraction(0)))
    value, half, digits, zeros, _ = number
    zero, one = (convert(Fraction(each), of, wanted) or Fraction(0) for each in (0, 1))
    by = one - zero
    value, half = Fraction(value) * by + zero, Fraction(half) * by
    exact, reach = _decimal(value), _decimal(half)
    written = Written(number, by, zero)
    if digits is None or exact is None or reach is None:
        return StatedNumber(value, half, None, written=written)
    return StatedNumber(exact, reach, digits, zeros, written)


def _decimal(number: Fraction) -> Decimal | None:
    """Return a fraction as a decimal number, if it ends."""
    decimal = EXACT.divide(Decimal(number.numerator), Decimal(number.denominator))
    return decimal if Fraction(decimal) == number else None


def wrong_dimension(unit: Unit, name: str, hints: Hints) -> str:
    """Return the sentence about a unit that measures something else than the question asks for."""
    wanted = asked(hints.unit).unit
    given = kind_of(unit)
    if given.startswith(_QUANTITY) and unit != base_units(unit):  # EUR/year, and not EUR/s
        given = f"{_QUANTITY}{brief(name)}"
    expected = kind_of(wanted) if wanted else f"an answer in {hints.unit}"
    powers: dict[int | Fraction, str] = {
        2: "This is the square of it: did you leave out a root?",
        Fraction(1, 2): "This is the root of it: did you leave out a square?",
        -1: "This is 1 over it: did you divide the wrong way round?",
    }
    near = (said for power, said in powers.items() if wanted and (wanted**power).dimension == unit.dimension)
    advice = next(near, f"Write it in {hints.unit}.")
    return f"Your answer is {given}, but the question asks for {expected}. {advice}"


_SYMBOL: Final = lazy_pattern(r"[A-Z][a-z]?")
_ELEMENTS: Final = frozenset(
    _SYMBOL.findall(
        "HHeLiBeBCNOFNeNaMgAlSiPSClArKCaScTiVCrMnFeCoNiCuZnGaGeAsSeBrKrRbSrYZrNbMoTcRuRhPdAgCdInSnSbTeIXeCsBaLaCePrNd"
        "PmSmEuGdTbDyHoErTmYbLuHfTaWReOsIrPtAuHgTlPbBiPoAtRnFrRaAcThPaUNpPuAmCmBkCfEsFmMdNoLrDT"
    )
)
_INDEX: Final = r"(?:_?\d{1,3}|_\(\d{1,3}\))?"
_FORMULA: Final = rf"((?:[(\[]?[A-Z][a-z]?{_INDEX}(?:[)\]]{_INDEX})?){{1,12}}(?:\^?\(?\d?[+-]\)?)?)"
_BEHIND: Final = lazy_pattern(
    rf"\s+(?:(?:of|von|de)\s+)?(?:\\ce\s?\()?(?P<name>{_FORMULA})\)?(?:\s?\((?:s|l|g|aq)\))?\s*\.?$"
)
_ASKS: Final = lazy_pattern(
    r"\b(?:[Ww]hat|[Ww]hich|[Hh]ow|[Ff]ind|[Gg]ive|[Cc]alculate|[Dd]etermine|[Ww]ie|[Ww]elche\w*|[Gg]ib)\b"
)
_NAMED: Final = lazy_pattern(rf"(?<!\w){_FORMULA}(?![a-z\d])")
_MOLECULE: Final = lazy_pattern(r"\d|[A-Z].*[A-Z]")
"""Signs of a formula of chemistry, which no symbol of a unit has."""
_STATE: Final = lazy_pattern(r"\((?:s|l|g|aq)\)")
_PLAIN: Final = str.maketrans("₀₁₂₃₄₅₆₇₈₉⁺⁻", "0123456789+-", "_{}()$^")


def _without_substance(text: str, words: Words) -> str:
    """Return a text without the substance at its end: ` g` for ` g of CO2`.

    It is the first one behind the word that asks, or the only one in the question.
    """
    found = _BEHIND.search(text)
    name = _STATE.sub(" ", found["name"]).translate(_PLAIN) if found else ""
    if found is None or not found.start() or not _MOLECULE.search(name):
        return text
    asked = (each for piece in _ASKS.split(words.asked)[1:] for each in _formulas(piece))
    is_asked = name == next(asked, "") or {each for each in _formulas(words.text) if _MOLECULE.search(each)} == {name}
    return text[: found.start()] if is_asked else text


def _formulas(text: str) -> list[str]:
    """Return the formulas of chemistry in a text: `CO2` for `CO₂`."""
    found = [each[1] for each in _NAMED.finditer(_STATE.sub(" ", text).translate(_PLAIN))]
    return [each for each in found if all(symbol in _ELEMENTS for symbol in _SYMBOL.findall(each))]
