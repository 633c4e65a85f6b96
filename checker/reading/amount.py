"""The one grammar of an amount: `[lead] [currency] arithmetic [scale] [unit] {trail} ["(" amount ")"]`.

`read_amount` reads an answer without an equals sign, an entry of a list, or an end of an interval.  What does not fit
is refused, and the message names the first piece that does not.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.formula.functions import READABLE
from checker.reading.arithmetic import value_of
from checker.reading.measure import asked, converted, is_other_unit, known_unit, like_asked, unit_behind, unit_named
from checker.reading.refusals import list_for_number, no_number, not_understood
from checker.reading.words import lead_of, refuse_unknown
from checker.text import lazy_pattern
from checker.text.number import Hints, StatedNumber
from checker.text.numeral import GROUPED, NUMERAL
from checker.text.plain import brief
from checker.text.vocabulary import SCALE_LETTERS, WORD, lexicon, unknown_word
from checker.units.kinds import is_counting
from checker.units.unit import Unit

_PERCENT: Final = frozenset({"%", "percent", "percentage", "pct", "prozent", "procent"})
_FUNCTION: Final = "|".join(sorted(READABLE, key=len, reverse=True))
_CONSTANT: Final = r"(?<![A-Za-z])(?:pi|PI|Pi|e)(?![A-Za-z])"
_ARITHMETIC: Final = lazy_pattern(
    rf"(?:\s*(?:{NUMERAL}|\*\*|[-+*×/^()\[\]√%π|⌈⌉⌊⌋!,;]|{_CONSTANT}|(?<=[\d) ])[xX](?= ?[\d(])"
    rf"|(?<![A-Za-z])(?:{_FUNCTION})(?= ?[-\d(√πp⌈⌊|^])(?![ (]*(?!{_FUNCTION}|pi|e(?![A-Za-z]))[A-Za-zµμΩ°])))+",
    re.ASCII,
)
_MONEY: Final = lazy_pattern(r"([-+]?)\s*(US\$|[€£¥₹$]|[A-Z]{3}|dollars?|euros?|pounds?)\s*(?=[-+]?[.\d])")
_MONEY_BEHIND: Final = lazy_pattern(r"\s*\(?(US\$|[€£¥₹$]|[A-Z]{3}(?![A-Za-z])|dollars?|euros?|pounds?)")
_TWO: Final = lazy_pattern(r"\d\s*[,;]\s*[-+]?\d")
_TWO_WITH_COMMAS: Final = lazy_pattern(r"\d\s*(?:;|,\s)\s*[-+]?\d")
_BITS_IN_A_BYTE: Final = 8
_THOUSAND: Final = 1000
_SCALE: Final = lazy_pattern(rf"\s*(%|{WORD})\.?(?![\w(])")

_PERCENT_ASKED: Final = lazy_pattern(
    r"\b(?:in|as an?|what|which|how many)\s+(?:%|per ?cent(?:age)?\b(?!\s+points?))"
    r"|\(\s*(?:in\s+)?%\s*\)|\bpercentage of\b",
    re.IGNORECASE,
)


class Amount(NamedTuple):
    """An amount as it was read."""

    number: StatedNumber
    """The number, in its own unit."""
    text: str
    """The number and its scale as they are written."""
    unit: Unit | None
    """None where none is written."""
    name: str
    """The unit as it is written."""

    @property
    def shown(self) -> str:
        """Return number and unit as they are written."""
        text = re.sub(r"radians\(([\d.]+)\)", r"\1°", self.text)
        return f"{brief(text)} {self.name}".rstrip()

    def in_asked(self, hints: Hints) -> StatedNumber:
        """Return the number in the unit that the question asks for, which must be alike."""
        return converted(self.number, self.unit, hints)


def read_amount(text: str, hints: Hints, written: str = "") -> Amount:
    """Return the amount that a text is, with words around it.

    Messages quote `written`, the student's whole text.  Raise UnreadableAnswer.
    """
    wanted, whole = asked(hints.unit), written or text
    rest, front = lead_of(text, hints)
    if re.match(r"-\s+[.\d]", rest) and (hints.whole or rest != text.strip()):
        unclear = f'The dash in "{brief(whole)}" could be a minus sign'
        raise UnreadableAnswer(f"{unclear}. Write a minus sign right before the number, or no dash.")
    bare = _in_brackets(rest, hints)
    if bare != rest and "(" in whole and _MONEY_BEHIND.match(hints.unit or ""):
        raise not_understood("(", whole, hints)  # in accounts, a loss
    rest = bare
    currency = _currency(rest, wanted.unit)
    if currency:
        rest = f"{currency[1]}{rest[currency.end() :]}"
    found = _ARITHMETIC.match(rest)
    number = _number_in(found[0] if found else "", rest, whole, hints)
    tail = rest[len(number) :]
    scale, tail = _scale(tail, hints)
    value_text = rest[: len(rest) - len(tail)].strip()
    if currency:
        tail = _with_currency(tail, currency[2], wanted.unit, whole, hints)
    unit, name, trail = unit_behind(tail, whole, hints)
    if front:
        before = unit_named(front, hints)
        # `EUR 25 EUR`
        if name and (before != unit or re.fullmatch(r"([^\W\d_]+)\s+[-+]?[\d.,]+\s*\1", text.strip())):
            raise not_understood(front, whole, hints)
        unit, name = before, name or front
    if unit is None and scale != 1 and wanted.multiple != 1:
        unit = wanted.unit
    _refuse_trail(trail, unit, whole, hints)
    is_whole = hints.whole and (unit is None or unit == wanted.unit)
    value = value_of(_round_brackets(number), scale, hints._replace(whole=is_whole))
    if name in {"B", "b"} and scale == 1 and unit != wanted.unit and -_THOUSAND < value.value < _THOUSAND:
        raise not_understood(name, whole, hints)  # bytes, or billions of them
    return Amount(value, value_text, unit, name)


def _number_in(arithmetic: str, text: str, whole: str, hints: Hints) -> str:
    """Return the arithmetic that a text begins with, without signs and a percent sign at its end."""
    number = arithmetic.rstrip(" \t\n*×/(^,;[")
    if not re.search(rf"[\dπ]|{_CONSTANT}", number):
        first = re.match(rf"[-+]?\s*({WORD})", text)
        piece = first[1] if first else unknown_word(text, hints.words) or text
        raise not_understood(piece, whole, hints) if text else no_number(whole)
    if number.endswith("%") and number.count("%") == 1:
        number = number[:-1].rstrip()
    behind = text[len(number) :]
    if number.endswith(".") and (behind.startswith(".") or behind[:1].isalpha()):  # 5.. and 16.sum()
        raise not_understood(f".{behind}".split(maxsplit=1)[0], whole, hints)
    return number


def _in_brackets(text: str, hints: Hints) -> str:
    """Return a text without round brackets around the whole of it.  Raise UnreadableAnswer for a list in them."""
    while text.startswith("(") and text.endswith(")") and "(" not in text[1:]:
        text = lead_of(text[1:-1], hints).rest
        two = _TWO_WITH_COMMAS if hints.decimal == "comma" else _TWO
        if two.search(text) and not GROUPED.fullmatch(text):
            raise list_for_number(text)
    return text


def _round_brackets(number: str) -> str:
    """Return arithmetic with round brackets in place of square ones.  Raise UnreadableAnswer for a list."""
    if "[" not in number and "]" not in number:
        return number
    if re.search(r"\[[^\[\]]*[,;]|^\[[^\[\]]*\]$", number):
        raise list_for_number(number)
    return number.replace("[", "(").replace("]", ")")


def _currency(text: str, wanted: Unit | None) -> re.Match[str] | None:
    """Return the sign and the currency in front of a number: `€25`."""
    found = _MONEY.match(text) if wanted is not None else None
    unit = known_unit(found[2], wanted) if found else None
    return found if unit and is_counting(unit) else None


def _with_currency(tail: str, currency: str, wanted: Unit | None, whole: str, hints: Hints) -> str:
    """Return the text behind a number with the currency that was in front of it, unless it is there: `$25 USD`."""
    again = _MONEY_BEHIND.match(tail)
    if again is None:
        return f" {currency}{tail}"
    if again[1] == currency or known_unit(again[1], wanted) != known_unit(currency, wanted):
        raise not_understood(again[1], whole, hints)
    return tail


def _scale(tail: str, hints: Hints) -> tuple[Fraction, str]:
    """Return the factor of the words behind a number, such as 1000 for `thousand`, and the text behind them."""
    scale, wanted = Fraction(1), asked(hints.unit).unit
    while word := _SCALE.match(tail):
        folded = word[1].casefold()
        is_one_case = word[1] in {folded, folded.capitalize()} or (word[1].isupper() and len(folded) > 3)  # noqa: PLR2004
        factor = lexicon().scales.get(folded) if is_one_case else None  # mN are millinewtons, no millions
        if factor is None and not hints.unit and folded in _PERCENT:
            factor = Fraction(1) if _PERCENT_ASKED.search(hints.words.text) else Fraction(1, 100)
        if factor is None:
            break
        scale, tail = scale * factor, tail[word.end() :]
    letter = re.match(r"(?:\s?([KkMGT])|B)(?![\w/^*])", tail) if scale == 1 else None
    is_plain = wanted and is_counting(wanted) and wanted.size <= _BITS_IN_A_BYTE
    if letter and (not hints.unit or (wanted and is_plain and not like_asked(letter[0].strip(), hints))):
        return Fraction(10) ** SCALE_LETTERS[letter[0].strip()], tail[letter.end() :]
    return scale, tail


def read_tail(tail: str, whole: str, hints: Hints) -> tuple[Fraction, Unit | None, str]:
    """Return the factor and the unit behind a list, and the unit as it is written.  Raise UnreadableAnswer."""
    if not tail.strip(" .,;"):
        return Fraction(1), None, ""
    scale, after = _scale(tail, hints)
    unit, name, trail = unit_behind(after, whole, hints)
    _refuse_trail(trail, unit, whole, hints)
    return scale, unit, name


def _refuse_trail(trail: str, unit: Unit | None, whole: str, hints: Hints) -> None:
    """Raise UnreadableAnswer for words behind an amount that may change it.

    Where a unit is asked for and none is written, a word of the question may be meant as one.
    """
    plain_words = lexicon().fillers | lexicon().counted
    units = [
        word
        for word in re.findall(WORD, trail)
        if is_other_unit(word)
        and not (word.casefold() in plain_words and word in {word.lower(), word.capitalize(), word.upper()})
    ]
    if units and not hints.unit and trail.lstrip(" (").startswith(units[0]):
        written = trail.lstrip(" (").split(maxsplit=1)[0].rstrip(").,;")
        said = f'"{brief(whole)}" has a unit ({written}), but this question has none'
        raise UnreadableAnswer(f"{said}. Write the answer without a unit.")
    is_number = hints.unit and unit is None
    refuse_unknown(trail, whole, hints, {each for each in hints.words.all if " " in each} if is_number else hints.words)
    if units:
        raise not_understood(units[0], whole, hints)
