"""Splits the text of a unit, such as `kg m/s^2`, into its factors: words with their meanings and exponents."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Final

from checker.text.lazy_pattern import lazy_pattern
from checker.units.lookup import (
    MAX_UNIT_EXPONENT,
    Factor,
    doubtful_units,
    raise_factor,
    readings,
    split_joined,
)
from checker.units.table import unit_table
from checker.units.unit import Exponent, UnknownUnit

MAX_UNIT_LENGTH: Final = 200

_MAX_FACTORS: Final = 16
_MAX_DEPTH: Final = 8
_QUOTED: Final = 30

Suggest = Callable[[str], tuple[str, ...]]

_UNIT_WORD: Final = lazy_pattern(
    r"""Δ?°(?:(?:[CFK]|Ra?)(?![^\W\d_]))?|[^\W\d_]+(?:_[^\W_]+)?[$€£¥¢₹₩₽₺₪฿]?|''|["'%‰$€£¥¢₹₩₽₺₪฿″円元℔]"""
)

_UNIT_POWER: Final = lazy_pattern(
    r"\s*(?:\^|\*\*)\s*(?:\(\s*([+-]?\s?\d{1,3}(?:\.\d{1,3})?)(?:\s?/\s?(\d{1,2}))?\s*\)|([+-]?\d{1,3}(?:\.\d{1,3})?))"
)

_BARE_POWER: Final = lazy_pattern(r"-?\d{1,2}(?![\d.]*\d)")

_PER_NUMBER: Final = lazy_pattern(
    r"""(?:10\s?(?:\^|\*\*)\s?\(?(?P<power>\d{1,2})\)?|1(?P<zeros>00|(?:,?000){1,4})|1\s?(?P<letter>[kKMGB])(?=\s)
    |(?:1\s?)?(?P<word>thousand|million|billion)(?![^\W\d_]))(?![\d.,])\s*(?=[^\W\d_])""",
    re.VERBOSE,
)
"""A number below a slash, which belongs to the unit behind it: L/100 km, USD/million tokens."""

_ZEROS: Final = {"thousand": 3, "million": 6, "billion": 9, "k": 3, "K": 3, "M": 6, "G": 9, "B": 9}

_UNIT_PHRASE: Final = lazy_pattern(r"(?:[^\W\d_]+)(?:(?:\.? |-)(?:[^\W\d_]+)){1,4}")

_NEXT_WORD: Final = lazy_pattern(r"\s+([^\W\d_]+)")

_PHRASE_BREAK: Final = lazy_pattern(r"\.? |-")

_STRAY: Final = lazy_pattern(r"[^\s()\[\]]{1,30}")

_PER_WORDS: Final = frozenset({"per", "pro", "par", "por"})

_POWERS_BEFORE: Final = {
    **dict.fromkeys(("square", "sq", "vierkante"), 2),
    **dict.fromkeys(("cubic", "cu", "kubieke"), 3),
}

_SQUARED: Final = """
    squared carré carrés carrée carrées cuadrado cuadrados quadrato quadrati quadro quadri quadrado quadrados
"""
_CUBED: Final = "cubed cube cubes cúbico cúbicos cubo cubi"

_POWERS_AFTER: Final = {**dict.fromkeys(_SQUARED.split(), 2), **dict.fromkeys(_CUBED.split(), 3)}

_POWERS_GLUED: Final = {"quadrat": 2, "kubik": 3}


class Parser:
    """Parser of one text of a unit, from left to right; every step is bounded by the length of the text."""

    def __init__(self, text: str, suggest: Suggest) -> None:
        self.text = text
        self.place = 0
        self.count = 0
        self.word_place, self.word = -1, ""
        self.suggest = suggest

    def factors(self) -> list[Factor]:
        """Return the factors of the whole text, or raise UnknownUnit for what is not understood."""
        if len(self.text) > MAX_UNIT_LENGTH:
            raise UnknownUnit(f"{self.text[:_QUOTED]}...")
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
            operator = self._operator(is_started=is_started)
            if self.place >= len(self.text) or self.text[self.place] in ")]":
                if operator and not (operator == "." and is_started):  # the full stop of an abbreviation
                    raise UnknownUnit(operator)
                return found
            if found and not operator and (exponent := self._power_behind()):
                found[-1] = raise_factor(found[-1], exponent)
                continue
            is_below = is_below or operator == "/"
            if operator == "/":
                last = -1, -1
            elif operator != "-":  # a hyphen binds most
                last = 1, -1 if is_below else 1
            more = self._factor(depth, is_first=not is_started, is_below=operator == "/")
            if last != (1, 1):
                more = [each._replace(strict=each.strict * last[0], loose=each.loose * last[1]) for each in more]
            found += more
            is_started = True

    def _operator(self, *, is_started: bool) -> str:
        """Move behind the sign or the word `per` between two factors.

        Return the sign, "/" for the word, and an empty text if there is only a space.
        """
        self._skip()
        sign = self.text[self.place : self.place + 1]
        if sign and sign in "/*×.-":
            if not is_started and sign != "/":
                raise self._stray()
            self.place += 1
            self._skip()
            if self.text[self.place : self.place + 1] in {*"/*×.-"}:
                raise self._stray()
            return sign
        mark = self.place
        word = self._word()
        if word.lower() in _PER_WORDS and not self._phrase(word):
            self._skip()
            return "/"
        self.place = mark
        return ""

    def _power_behind(self) -> int | None:
        """Return the power that a word such as `squared` means, and move behind it."""
        mark = self.place
        exponent = _POWERS_AFTER.get(self._word().lower())
        if exponent is None:
            self.place = mark
        return exponent

    def _factor(self, depth: int, *, is_first: bool, is_below: bool) -> list[Factor]:
        """Return the factors of one word, group, fraction or root with its power."""
        self.count += 1
        if self.count > _MAX_FACTORS or depth > _MAX_DEPTH:
            raise self._stray()
        if is_below and (number := _PER_NUMBER.match(self.text, self.place)):
            return self._with_number(depth, number)
        sign = self.text[self.place]
        if sign in "([":
            return self._powered(self._group(depth))
        if sign.isdigit():
            return self._one_above_slash(is_first=is_first)
        if sign == "√":
            self.place += 1
            self._skip()
            return [raise_factor(each, Fraction(1, 2)) for each in self._operand_of_word(depth)]
        return self._factors_of_word(depth)

    def _factors_of_word(self, depth: int) -> list[Factor]:
        """Return the factors of a word, or of what a word such as `square` belongs to."""
        word = self._word()
        if not word:
            raise self._stray()
        if word in {"frac", "sqrt"}:
            top = self._argument(depth)
            if word == "sqrt":
                return [raise_factor(each, Fraction(1, 2)) for each in top]
            return [*top, *(raise_factor(each, -1) for each in self._argument(depth))]
        if exponent := _POWERS_BEFORE.get(word.lower()):
            self._skip(".")
            return [raise_factor(each, exponent) for each in self._operand_of_word(depth)]
        single = self._single(word)
        if (pieces := split_joined(word)) and self._is_before_power():
            return [self._single(pieces[0]), *self._powered([self._single(pieces[1])], is_word=True)]
        return self._powered([single], is_word=True)

    def _is_before_power(self) -> bool:
        """Return whether an exponent follows."""
        return bool(_UNIT_POWER.match(self.text, self.place) or _BARE_POWER.match(self.text, self.place))

    def _single(self, word: str) -> Factor:
        """Return the factor that a word or phrase is; a phrase is taken as a whole where it is known."""
        if phrase := self._phrase(word):
            self.place += len(phrase) - len(word)
            word = phrase
        name = word if word == "-" else _PHRASE_BREAK.sub(" ", word)
        if doubt := doubtful_units(name):
            return Factor(word, readings(doubt[0]), 1, 1, doubt=doubt)
        if found := readings(name):
            return Factor(word, found, 1, 1)
        for opening, exponent in _POWERS_GLUED.items():
            if name.lower().startswith(opening) and (found := readings(name[len(opening) :])):
                return Factor(word, found, exponent, exponent)
        apart = _NEXT_WORD.match(self.text, self.place) if name in unit_table().short else None
        if apart and (found := readings(name + apart[1])):  # da m
            self.place = apart.end()
            return Factor(name + apart[1], found, 1, 1)
        raise UnknownUnit(word, self.suggest(word))

    def _phrase(self, word: str) -> str:
        """Return the longest known unit of several words that begins with the word just read, or nothing."""
        known = unit_table()
        lower = word.lower()
        if lower not in known.openings and not any(
            lower[length:] in known.openings and lower[:length] in known.long for length in range(4, 7)
        ):
            return ""
        found = _UNIT_PHRASE.match(self.text, self.place - len(word))
        phrase = found[0] if found else ""
        while phrase and phrase != word:
            if readings(_PHRASE_BREAK.sub(" ", phrase)):
                return phrase
            phrase = phrase[: max(phrase.rfind(" "), phrase.rfind("-"))].rstrip(".")
        return ""

    def _one_above_slash(self, *, is_first: bool) -> list[Factor]:
        """Return no factors for the 1 in `1/s`.  Raise a UnitError for any other number."""
        after = self.place + 1
        if is_first and self.text[self.place] == "1" and not self.text[after : after + 1].isalnum():
            self.place = after
            return []
        raise self._stray()

    def _with_number(self, depth: int, number: re.Match[str]) -> list[Factor]:
        """Return the factors behind a number below a slash, as in L/100 km; the first of them has the number."""
        if number["power"] or number["zeros"]:
            zeros = int(number["power"] or number["zeros"].count("0"))
        else:
            zeros = _ZEROS[number["word"] or number["letter"]]
        self.place = number.end()
        first, *others = self._operand_of_word(depth)
        return [first._replace(size=Fraction(10) ** zeros), *others]

    def _operand_of_word(self, depth: int) -> list[Factor]:
        """Return the factors that a root or `square` belongs to."""
        if self.place >= len(self.text) or self.text[self.place] in ")]/*×-":
            raise self._stray()
        return self._factor(depth + 1, is_first=False, is_below=False)

    def _argument(self, depth: int) -> list[Factor]:
        """Return the factors within the parentheses that follow."""
        self._skip()
        if self.text[self.place : self.place + 1] != "(":
            raise self._stray()
        return self._group(depth)

    def _group(self, depth: int) -> list[Factor]:
        """Return the factors in the parentheses that begin here, and move behind them."""
        closing = ")" if self.text[self.place] == "(" else "]"
        self.place += 1
        found = self._sequence(depth + 1)
        if self.text[self.place : self.place + 1] != closing:
            raise self._stray()
        self.place += 1
        return found

    def _powered(self, found: list[Factor], *, is_word: bool = False) -> list[Factor]:
        """Return the factors with the power that follows."""
        if power := _UNIT_POWER.match(self.text, self.place):
            exponent = _exponent((power[1] or power[3]).replace(" ", ""), power[2])
            if (
                not -MAX_UNIT_EXPONENT <= exponent <= MAX_UNIT_EXPONENT
                or exponent.denominator > MAX_UNIT_EXPONENT
                or not exponent
            ):
                raise UnknownUnit(power[0].strip())
            self.place = power.end()
            return [raise_factor(each, exponent) for each in found]
        if is_word and (power := _BARE_POWER.match(self.text, self.place)) and int(power[0]):
            self.place = power.end()
            return [raise_factor(each, int(power[0]))._replace(is_bare=True) for each in found]
        return found

    def _word(self) -> str:
        """Return the word here and move behind it; nothing where there is none."""
        if self.place != self.word_place:
            found = _UNIT_WORD.match(self.text, self.place)
            self.word_place, self.word = self.place, found[0] if found else ""
        self.place += len(self.word)
        return self.word

    def _skip(self, *also: str) -> None:
        """Move behind white space and these other signs."""
        text, place = self.text, self.place
        while text[place : place + 1].isspace() or text[place : place + 1] in also:
            place += 1
        self.place = place

    def _stray(self) -> UnknownUnit:
        """Return the error that names what is not understood here."""
        found = _STRAY.search(self.text, self.place) or _STRAY.search(self.text)
        return UnknownUnit(found[0] if found else self.text[self.place : self.place + _QUOTED].strip())


def _exponent(above: str, below: str | None) -> Exponent:
    """Return the exponent that is written; one over 0 is as impossible as 0."""
    if below is None and "." not in above:
        return int(above)
    return Fraction(above) / int(below or 1) if int(below or 1) else 0
