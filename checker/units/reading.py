"""Reads the text of a unit, such as `kg m/s^2`, as a `Unit`: its words, and which of several meanings is the usual one.

`read_unit` reads what a student wrote; the unit that the question asks for decides between meanings.  `unit_of_author`
reads what an author declares.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import islice, product
from typing import Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.text import lazy_pattern
from checker.text.plain import plain
from checker.units.table import UnitReading, doubtful_units, readings, split_joined, suggestions, thing_in, unit_table
from checker.units.unit import (
    AmbiguousUnit,
    Exponent,
    Unit,
    UnitError,
    UnknownUnit,
    bridge,
    multiply_units,
    simple_exponent,
    unit_text,
)

_MAX_LENGTH: Final = 200
_MAX_FACTORS: Final = 16
_MAX_DEPTH: Final = 8
_MAX_EXPONENT: Final = 24
_CACHED: Final = 4096
_QUOTED: Final = 30

_WORD: Final = lazy_pattern(
    r"""Δ?°(?:(?:[CFK]|Ra?)(?![^\W\d_]))?|[^\W\d_]+(?:_[^\W_]+)?[$€£¥¢₹₩₽₺₪฿]?|''|["'%‰$€£¥¢₹₩₽₺₪฿″円元℔]"""
)
_POWER: Final = lazy_pattern(
    r"\s*(?:\^|\*\*)\s*(?:\(\s*([+-]?\s?\d{1,3}(?:\.\d{1,3})?)(?:\s?/\s?(\d{1,2}))?\s*\)|([+-]?\d{1,3}(?:\.\d{1,3})?))"
)
_BARE_POWER: Final = lazy_pattern(r"-?(?!0)\d{1,2}(?![\d.]*\d)")
_PER_NUMBER: Final = lazy_pattern(
    r"""(?:10\s?(?:\^|\*\*)\s?\(?(?P<power>\d{1,2})\)?|1(?P<zeros>00|(?:,?000){1,4})|1\s?(?P<letter>[kKMGB])(?=\s)
    |(?:1\s?)?(?P<word>thousand|million|billion)(?![^\W\d_]))(?![\d.,])\s*(?=[^\W\d_])""",
    re.VERBOSE,
)
"""A number below a slash, which belongs to the unit behind it: L/100 km, USD/million tokens."""
_ZEROS: Final = {"thousand": 3, "million": 6, "billion": 9, "k": 3, "K": 3, "M": 6, "G": 9, "B": 9}

_PHRASE: Final = lazy_pattern(r"(?:[^\W\d_]+)(?:(?:\.? |-)(?:[^\W\d_]+)){1,4}")
_PHRASE_BREAK: Final = lazy_pattern(r"\.? |-")
_STRAY: Final = lazy_pattern(r"[^\s()\[\]]{1,30}")

_SQUARED: Final = (
    "squared carré carrés carrée carrées cuadrado cuadrados quadrato quadrati quadro quadri quadrado quadrados"
)
_POWERS_BEFORE: Final = {"square": 2, "sq": 2, "vierkante": 2, "cubic": 3, "cu": 3, "kubieke": 3}
_POWERS_AFTER: Final = {
    **dict.fromkeys(_SQUARED.split(), 2),
    **dict.fromkeys(("cubed", "cube", "cubes", "cúbico", "cúbicos", "cubo", "cubi"), 3),
}

_DEGREE: Final = lazy_pattern(r"\^\s?\(?\s?(?:°|o(?![a-z]))\s?\)?\s?")
_SCALE: Final = lazy_pattern(
    r"(?<![^\W\d_])(?P<behind>[CF])\s?°|°\s?\(\s?(?P<inside>[CFK])\s?\)|°\s(?P<apart>[CFK])(?![^\W\d_])"
    r"|°\s?(?P<named>[CFKcfk])(?i:elsius|ahrenheit|elvin)(?![^\W\d_])"
)
_COMMANDS: Final = {
    **dict.fromkeys(("si", "SI", "unit", "qty", "text", "mathrm", "rm"), " "),
    **{
        each: each
        for each in ["kilo", "mega", "giga", "tera", "milli", "nano", "pico", "centi", "deci", "hecto", "femto"]
    },
    **dict.fromkeys(("mu", "micro"), "μ"),
    **dict.fromkeys(("Omega", "ohm"), "Ω"),
    **dict.fromkeys(("AA", "angstrom"), " Å "),
    **dict.fromkeys(("degreeCelsius", "celsius"), "°C "),
    **dict.fromkeys(("circ", "degree", "textdegree"), "°"),
    "euro": "€",
    "texteuro": "€",
    "pounds": "£",
    "textsterling": "£",
    "ell": "l",
}
"""LaTeX commands that are no words."""
_RAISED: Final = lazy_pattern(r"\s?(?:(?:\^|\*\*)\s?\(?\s?)?-?\s?\d")

_RARE_WITH_PREFIX: Final = frozenset({"annum", "gauss", "poise", "stokes", "maxwell", "octet"})
"""Units whose symbols with a prefix are most often another one in the wrong case: ma is mA, MG is mg."""


def unit_of_author(text: str) -> Unit | None:
    """Return the unit that an author declares; None if a word in it is unknown or it can be read in two ways.

    >>> unit_of_author("km/h").size, unit_of_author("quux")
    (Fraction(5, 18), None)
    """
    found = _cached_of_author(text)
    return found if isinstance(found, Unit) else None


def fault_of_author(text: str) -> UnitError | None:
    """Return the error that says why an author's unit cannot be read; None if it can.

    >>> fault_of_author("km/secnd"), fault_of_author("Gb"), fault_of_author("km/s")
    (UnknownUnit('secnd', ('second', 'seconds', 'secondo')), AmbiguousUnit('Gb', 'GB', 'Gbit'), None)
    """
    found = _cached_of_author(text)
    return found if isinstance(found, UnitError) else None


def listed_unit(text: str) -> Unit:
    """Return a unit that a file of this package lists."""
    return _usual_unit(factors_of_author(text))


def read_unit(text: str, asked: Unit | None = None) -> Unit:
    """Return the unit that a student wrote behind a number; the unit `asked` by the question decides between meanings.

    The text has gone through `checker.text.plain.plain`.
    Raises UnknownUnit with the word that is not understood, and AmbiguousUnit with both readings.

    >>> read_unit("M", unit_of_author("mol/L")) == unit_of_author("mol/L")
    True
    """
    if len(text) > _MAX_LENGTH:
        raise UnknownUnit(f"{text[:_QUOTED]}...")
    found = _cached_reading(text, asked)
    if isinstance(found, Unit):
        return found
    raise found.with_traceback(None)


@lru_cache(_CACHED)
def may_be_unit(text: str) -> bool:
    """Return whether a text can be a unit where the question asks for none.

    Words that are also usual ones, such as `in` and `as`, are none.

    >>> may_be_unit("kilometers"), may_be_unit("Gb"), may_be_unit("km h^-1"), may_be_unit("J/(mol K)")
    (True, True, True, True)
    >>> may_be_unit("in"), may_be_unit("total"), may_be_unit("km at noon")
    (False, False, False)
    """
    try:
        found = factors_of_author(text) if len(text) <= _MAX_LENGTH else []
    except (UnitError, UnreadableAnswer):
        return False
    usual = (each.doubt or any(reading.is_usual for reading in each.readings) for each in found)
    return bool(found) and all(usual) and unit_table().plain_words.isdisjoint(each.word for each in found)


class Factor(NamedTuple):
    """One word of a unit with its exponent, which may depend on how far a slash reaches.

    In `J/kg K` the exponent of K is 1 with `strict`, from left to right, and -1 with `loose`, where everything behind a
    slash is in the denominator.
    """

    word: str
    readings: tuple[UnitReading, ...]
    strict: Exponent = 1
    loose: Exponent = 1
    size: Fraction | None = None
    """A number before the word, such as 100 of L/100 km."""
    doubt: tuple[str, str] | None = None
    """Two units that people write like this."""
    is_bare: bool = False
    """True for an exponent without a sign of a power: s-1."""

    def raised(self, exponent: Exponent) -> Factor:
        """Return it with its exponent multiplied by another one.  Raise UnknownUnit if that is too large."""
        strict, loose = simple_exponent(self.strict * exponent), simple_exponent(self.loose * exponent)
        if not -_MAX_EXPONENT <= strict <= _MAX_EXPONENT:
            raise UnknownUnit(self.word)
        return self._replace(strict=strict, loose=loose)


def factors_of_author(text: str) -> list[Factor]:
    """Return the factors of an author's unit, such as m, s and s of `m/s²`, each with all that it may mean.

    A dollar is money, not the sign around mathematics.
    """
    return _factors(plain(text.replace("$", "\ue000")).replace("\ue000", "$"), None)


def _factors(text: str, asked: Unit | None) -> list[Factor]:
    return _Parser(_tidied(text), lambda word: suggestions(word, asked)).factors()


@lru_cache(_CACHED)
def _cached_of_author(text: str) -> Unit | UnitError:
    try:
        return _usual_unit(factors_of_author(text))
    except UnitError as error:
        return error.with_traceback(None)
    except UnreadableAnswer:
        return UnknownUnit(text)


@lru_cache(_CACHED)
def _cached_reading(text: str, asked: Unit | None) -> Unit | UnitError:
    """Return the unit that a text means where `asked` is asked for, or the error, since a cache keeps no exceptions."""
    found = _unit_or_error(text, asked)
    if asked is None or isinstance(found, AmbiguousUnit):
        return found
    if isinstance(found, Unit) and bridge(found.dimension, asked.dimension):
        return found
    for spaced in islice(_split_apart(_tidied(text)), 32):
        other = _unit_or_error(spaced, asked)
        if isinstance(other, Unit) and other.dimension == asked.dimension:
            return other
    return found


def _unit_or_error(text: str, asked: Unit | None) -> Unit | UnitError:
    try:
        found = _factors(text, asked)
        return _usual_unit(found) if asked is None else _settled(found, asked)
    except AmbiguousUnit as error:
        return error if error.text in text else AmbiguousUnit(text, error.one, error.other)
    except UnitError as error:
        return error


def _tidied(text: str) -> str:
    r"""Return the text without what is left of LaTeX, siunitx too, with the sign of degrees in one form.

    >>> _tidied(r"k\Omega"), _tidied(r"\metre\per\second").split()
    ('kΩ', ['metre', 'per', 'second'])
    """
    if "\\" in text or "~" in text:
        text = re.sub(r"\\([A-Za-z]+) ?|\\[,;:! ]|~", _of_command, text)
        text = re.sub(r"μ ?\(([A-Za-z]+)", r"(μ\1", text)
    text = re.sub(r"[˚º]|(?<![^\W\d_])o(?=\s[CF](?![^\W\d_]))", "°", text)
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).replace("′", "'")  # noqa: RUF001 - minutes
    if "°" in text or "^" in text:
        text = _SCALE.sub(lambda found: f"°{found[found.lastgroup or 0].upper()}", _DEGREE.sub("°", text))
    return text.strip()


def _of_command(found: re.Match[str]) -> str:
    name = found[1] or ""
    return _COMMANDS.get(name) or (name if name in unit_table().long else f"{name} ")


def _split_apart(text: str) -> Iterator[str]:
    """Yield the text with `*` between symbols that are written together, once for each way to split them.

    A word that is a unit itself is split only below a slash or before a power, where people write so:
    `ms^-1` may be m/s, but `mN` is never m N.

    >>> list(_split_apart("ms^-1")), list(_split_apart("mN"))
    (['m*s^-1'], [])
    """
    choices: list[tuple[str, ...]] = []
    end = 0
    for found in re.finditer(r"(?<![^\W\d_])[^\W\d_]{2,8}(?![^\W\d_])", text):
        is_split = "/" in text[: found.start()] or _RAISED.match(text, found.end()) is not None
        known = any(each.is_usual for each in readings(found[0]))
        split = tuple(_split(found[0])) if is_split or not known else ()
        if split:
            choices += [(text[end : found.start()],), (*split, found[0]) if known else split]
            end = found.end()
    if choices:
        yield from (made for each in product(*choices) if (made := "".join(each) + text[end:]) != text)


def _split(word: str, pieces: int = 4) -> Iterator[str]:
    """Yield the ways to split a word into symbols, each of which occurs once."""
    for length in range(min(3, len(word) - 1), 0, -1):
        first, rest = word[:length], word[length:]
        if _is_symbol(first):
            if _is_symbol(rest) and first != rest:
                yield f"{first}*{rest}"
            if pieces > 2:  # noqa: PLR2004 - the first and what is split further
                yield from (f"{first}*{more}" for more in _split(rest, pieces - 1) if first not in more.split("*"))


def _is_symbol(text: str) -> bool:
    """Return whether a text of at most three letters is the symbol of a usual unit with SI prefixes."""
    return len(text) <= 3 and any(  # noqa: PLR2004 - such as kPa, mol
        each.is_usual and "si" in each.entry.marks and any(text.endswith(symbol) for symbol in each.entry.symbols)
        for each in readings(text)
    )


def _usual_unit(found: Sequence[Factor]) -> Unit:
    """Return the unit with the usual meaning of each factor.  Raise AmbiguousUnit where there are two usual ones."""
    _refuse_doubtful(found)
    for each in found:
        if not each.readings[0].is_usual:
            raise UnknownUnit(each.word, suggestions(each.word))
    strict, *others = dict.fromkeys(_combined(found, [each.readings[0] for each in found]))
    if others:
        readings = (unit_text((each.word, power) for each, power in zip(found, powers, strict=True)).replace("*", "·")
                    for powers in ([each.strict for each in found], [each.loose for each in found]))  # fmt: skip
        raise AmbiguousUnit(" ".join(each.word for each in found), *readings)
    return strict


def _settled(found: list[Factor], asked: Unit) -> Unit:
    """Return the unit, of all that the factors may mean, that has the dimension asked for; if none has, the usual one.

    Raise a UnitError if that is unclear or unknown.
    """
    _refuse_doubtful(found)
    if asked.dimension == (("temperature", 1),) and len(found) == 1 and found[0].readings[0].entry.name == "degree":
        if asked.offset or asked.is_difference:
            return asked
        raise AmbiguousUnit(found[0].word, "°C", "K")
    if any(base == "temperature" for base, _ in asked.dimension):
        for place, each in enumerate(found):
            if each.readings[0].entry.name == "degree":  # degrees a minute may be meant where K/min is asked
                found[place] = each._replace(readings=(*each.readings, *readings("K")))
    candidates = [*_candidates(found)]
    same = next((each for each in candidates if each.dimension == asked.dimension), None)
    alike = same or next((each for each in candidates if bridge(each.dimension, asked.dimension) is not None), None)
    # 1/s stands for tokens/s, and operations for FLOP
    others = tuple(each for each in asked.dimension if each != (thing_in(asked.dimension), 1))
    operations = sorted(("operation" if base == "operation_flop" else base, power) for base, power in asked.dimension)
    uncounted = {others, tuple(operations)} - {asked.dimension, ()}
    counted = alike or next((each for each in candidates if each.dimension in uncounted), None)
    if counted is None:
        _refuse_other_case(found, asked)
        return _usual_unit(found)
    return alike or Unit(asked.dimension, counted.size)


def _refuse_other_case(found: Sequence[Factor], asked: Unit) -> None:
    """Raise UnknownUnit for a symbol that in another case would be of the asked dimension: KG, where kg is asked.

    A well-known unit stays itself: eV is an energy, also where a voltage is asked.
    """
    for place, each in enumerate(found):
        first, word = each.readings[0], each.word
        is_listed = word in first.entry.symbols and (len(word) > 1 or word.islower())
        if first.is_usual and (is_listed or not (word.isupper() or first.entry.name in _RARE_WITH_PREFIX)):
            continue  # it is well known, and not perhaps another one in capitals, as S and PA may be
        spelled = [other for other in suggestions(each.word, None, is_case_only=True) if other != each.word]
        similar = tuple(
            other
            for other in spelled
            if any(
                unit.dimension == asked.dimension
                for unit in _candidates(
                    [*found[:place], each._replace(word=other, readings=readings(other)), *found[place + 1 :]]
                )
            )
        )
        if similar:
            raise UnknownUnit(each.word, similar)


def _refuse_doubtful(found: Sequence[Factor]) -> None:
    for each in found:
        if each.doubt:
            raise AmbiguousUnit(each.word, *each.doubt)


def _candidates(found: Sequence[Factor]) -> Iterator[Unit]:
    """Yield what the factors may be, by every reading of each word and both readings of slashes, usual ones first."""
    for chosen in islice(product(*(each.readings for each in found)), 128):
        yield from _combined(found, chosen)


def _combined(found: Sequence[Factor], chosen: Sequence[UnitReading]) -> Iterator[Unit]:
    """Yield the product of chosen readings, by each reading of slashes; a unit alone keeps its zero point."""
    if len(found) == 1 and found[0].strict == 1 and found[0].size is None:
        yield chosen[0].unit
        return
    sizes = [(Unit((), each.size), 1 if each.strict > 0 else -1) for each in found if each.size is not None]
    units = [reading.unit for reading in chosen]
    yield multiply_units([*zip(units, (each.strict for each in found), strict=True), *sizes])
    if any(each.strict != each.loose for each in found):
        yield multiply_units([*zip(units, (each.loose for each in found), strict=True), *sizes])


class _Parser:
    """Parser of one text of a unit, from left to right; every step is bounded by the length of the text."""

    def __init__(self, text: str, suggest: Callable[[str], tuple[str, ...]]) -> None:
        self.text, self.suggest = text, suggest
        self.place = self.count = 0

    def factors(self) -> list[Factor]:
        found = self._sequence(0)
        if self.place < len(self.text) or not found:
            raise self._stray()
        for place, each in enumerate(found):
            if each.is_bare and each.strict < 0 and any(each.word == other.word for other in found[place + 1 :]):
                raise UnknownUnit(f"-{-each.strict}")  # a difference such as `5 m-3 m`
        return found

    def _sequence(self, depth: int) -> list[Factor]:
        """Return the factors up to a closing parenthesis or the end."""
        found: list[Factor] = []
        is_started = is_below = False
        last = 1, 1
        while True:
            sign = self._sign(is_started=is_started)
            if self._next() in ("", ")", "]"):
                if sign and not (sign == "." and is_started):  # the full stop of an abbreviation
                    raise UnknownUnit(sign)
                return found
            if found and not sign and (exponent := _POWERS_AFTER.get(self._word_here().lower())):
                self.place += len(self._word_here())
                found[-1] = found[-1].raised(exponent)
                continue
            is_below = is_below or sign == "/"
            if sign == "/":
                last = -1, -1
            elif sign != "-":  # a hyphen binds most
                last = 1, -1 if is_below else 1
            more = self._factor(depth, is_first=not is_started, is_below=sign == "/")
            found += [each._replace(strict=each.strict * last[0], loose=each.loose * last[1]) for each in more]
            is_started = True

    def _sign(self, *, is_started: bool) -> str:
        """Move behind the sign or the word `per` between two factors.

        Return the sign, "/" for the word, and an empty text if there is only a space.
        """
        self._skip()
        sign, word = self._next(), self._word_here()
        if word.lower() in {"per", "pro", "par", "por"} and not self._phrase(word):
            self.place += len(word)
            self._skip()
            return "/"
        if sign not in {*"/*×.-"}:
            return ""
        self.place += 1
        self._skip()
        if self._next() in {*"/*×.-"} or (sign != "/" and not is_started):
            raise self._stray()
        return sign

    def _factor(self, depth: int, *, is_first: bool = False, is_below: bool = False) -> list[Factor]:
        self.count += 1
        if self.count > _MAX_FACTORS or depth > _MAX_DEPTH:
            raise self._stray()
        if is_below and (number := _PER_NUMBER.match(self.text, self.place)):
            zeros = int(number["power"] or (number["zeros"] or "").count("0"))
            zeros = zeros or _ZEROS[number["word"] or number["letter"]]
            self.place = number.end()
            first, *others = self._factor(depth + 1)
            return [first._replace(size=Fraction(10) ** zeros), *others]
        sign = self._next()
        if sign in "([":
            return self._powered(self._group(depth))
        if sign.isdigit():  # the 1 in `1/s`
            if not is_first or sign != "1" or self.text[self.place + 1 : self.place + 2].isalnum():
                raise self._stray()
            self.place += 1
            return []
        if sign == "√":
            self.place += 1
            self._skip()
            return [each.raised(Fraction(1, 2)) for each in self._factor(depth + 1)]
        return self._of_word(depth)

    def _of_word(self, depth: int) -> list[Factor]:
        word = self._word_here()
        if not word:
            raise self._stray()
        self.place += len(word)
        if word in {"frac", "sqrt"}:
            top = self._group(depth)
            if word == "sqrt":
                return [each.raised(Fraction(1, 2)) for each in top]
            return [*top, *(each.raised(-1) for each in self._group(depth))]
        if exponent := _POWERS_BEFORE.get(word.lower()):
            self._skip(".")
            return [each.raised(exponent) for each in self._factor(depth + 1)]
        single = self._single(word)
        if (pieces := split_joined(word)) and self._exponent(is_bare=True):
            return [self._single(pieces[0]), *self._powered([self._single(pieces[1])], is_word=True)]
        return self._powered([single], is_word=True)

    def _group(self, depth: int) -> list[Factor]:
        self._skip()
        closing = {"(": ")", "[": "]"}.get(self._next())
        if closing is None:
            raise self._stray()
        self.place += 1
        found = self._sequence(depth + 1)
        if self._next() != closing:
            raise self._stray()
        self.place += 1
        return found

    def _exponent(self, *, is_bare: bool) -> re.Match[str] | None:
        """Return the exponent that follows; if `is_bare`, also one without a sign of a power."""
        found = _POWER.match(self.text, self.place)
        return found or (_BARE_POWER.match(self.text, self.place) if is_bare else None)

    def _powered(self, found: list[Factor], *, is_word: bool = False) -> list[Factor]:
        power = self._exponent(is_bare=is_word)
        if power is None:
            return found
        is_bare = power.re.groups == 0
        above, below = (power[0], None) if is_bare else ((power[1] or power[3]).replace(" ", ""), power[2])
        exponent: Exponent = simple_exponent(Fraction(above) / int(below or 1)) if int(below or 1) else 0
        if not exponent or not -_MAX_EXPONENT <= exponent <= _MAX_EXPONENT or exponent.denominator > _MAX_EXPONENT:
            raise UnknownUnit(power[0].strip())
        self.place = power.end()
        return [each.raised(exponent)._replace(is_bare=is_bare) for each in found]

    def _single(self, word: str) -> Factor:
        """Return the factor that a word or phrase is; a phrase is taken as a whole where it is known."""
        if phrase := self._phrase(word, -len(word)):
            self.place += len(phrase) - len(word)
            word = phrase
        name = word if word == "-" else _PHRASE_BREAK.sub(" ", word)
        if doubt := doubtful_units(name):
            return Factor(word, readings(doubt[0]), doubt=doubt)
        if found := readings(name):
            return Factor(word, found)
        for opening, exponent in {"quadrat": 2, "kubik": 3}.items():
            if name.lower().startswith(opening) and (found := readings(name[len(opening) :])):
                return Factor(word, found, exponent, exponent)
        raise UnknownUnit(word, self.suggest(word))

    def _phrase(self, word: str, offset: int = 0) -> str:
        """Return the longest known unit of several words that begins with this word, or nothing."""
        known, lower = unit_table(), word.lower()
        if lower not in known.openings and not any(
            lower[length:] in known.openings and lower[:length] in known.long for length in range(4, 7)
        ):
            return ""
        found = _PHRASE.match(self.text, self.place + offset)
        phrase = found[0] if found else ""
        while phrase and phrase != word:
            if readings(_PHRASE_BREAK.sub(" ", phrase)):
                return phrase
            phrase = phrase[: max(phrase.rfind(" "), phrase.rfind("-"))].rstrip(".")
        return ""

    def _next(self) -> str:
        return self.text[self.place : self.place + 1]

    def _word_here(self) -> str:
        found = _WORD.match(self.text, self.place)
        return found[0] if found else ""

    def _skip(self, *also: str) -> None:
        while self._next().isspace() or self._next() in also:
            self.place += 1

    def _stray(self) -> UnknownUnit:
        found = _STRAY.search(self.text, self.place) or _STRAY.search(self.text)
        return UnknownUnit(found[0] if found else self.text[self.place : self.place + _QUOTED].strip())
