"""Splits a text into the number at its beginning (`core_of`), a scale such as `million` (`scale_of`), and the rest.

The number stays a text here; `arithmetic.value_of` gives its value.  Lists and numbers in another base are refused.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.formula.functions import FUNCTION_NAMES, FUNCTION_WORDS
from checker.reading.arithmetic import value_of
from checker.reading.surrounding_text import not_understood, unclear_dash, without_front
from checker.text.lazy_pattern import lazy_pattern
from checker.text.number import Hints
from checker.text.numeral import NUMERAL
from checker.text.plain import brief
from checker.text.vocabulary import SCALE_LETTERS, WORD, is_understood, lexicon, unknown_word

MAX_LENGTH: Final = 10_000
THOUSAND: Final = 1000
MAX_SCALE_WORDS: Final = 3
"""Maximum number of words in a row: a hundred thousand million."""

PERCENT: Final = frozenset({"%", "percent", "percentage", "pct", "prozent", "procent"})
SYMBOL_LENGTH: Final = 3
"""Maximum length of a word that may be the symbol of a unit."""

SMALL_LETTERS: Final = {"m": 6, "b": 9}
"""Letters read as M and B right after a count; a real number may have metres and bits."""

_PER_CENT: Final = lazy_pattern(r"\b(?:per|pour|por) ?(?:cent|cento|ciento)\b", re.IGNORECASE)
_PLURAL: Final = lazy_pattern(r"(?<=[^\W\d_]{2})\(e?s\)")
"""metre(s)"""
_MINUS: Final = lazy_pattern(r"minus\s+(?=[\d.])", re.IGNORECASE)
_HEX: Final = lazy_pattern(r"(?<![\w.])0[xXbBoO][0-9a-fA-F]")
_BARE: Final = frozenset(
    [
        *("sqrt", "exp", "ln", "log10", "log2", "sin", "cos", "tan", "sinh", "cosh", "tanh"),
        *("pi", "frac", "log", "log_2", "log_10", "cbrt", "binom"),
    ]
)
_FUNCTION: Final = "|".join(sorted(_BARE, key=len, reverse=True))
_WORD_FUNCTIONS: Final = "|".join(sorted(FUNCTION_WORDS | {"sec"}, key=len, reverse=True))
"""Functions only right before a bracket; elsewhere they are labels or units."""
_OTHER_FUNCTIONS: Final = "|".join(sorted(FUNCTION_NAMES - _BARE - FUNCTION_WORDS - {"sec"}, key=len, reverse=True))
_KNOWN: Final = (
    rf"(?:(?:{_FUNCTION}|e)(?![A-Za-z_])|(?:log_|root_|{_WORD_FUNCTIONS})(?=\()|(?:{_OTHER_FUNCTIONS})(?= ?\())"
)
"""A function or a constant."""
_CORE: Final = lazy_pattern(
    rf"(?:\s*(?:{NUMERAL}|\*\*|[-+*×/^()√%π|⌈⌉⌊⌋]|(?<=[\d)])!|(?<=[\d)πie])[,;]\s?(?=[-\d.,; πpie]{{1,200}}\))"
    rf"|pi(?![A-Za-z_])|(?:{_FUNCTION})(?![A-Za-z_]|[ (]+(?!{_KNOWN})[A-Za-zµμΩ°])|(?<![A-Za-z])e(?![A-Za-z])"
    rf"|(?:log_|root_)(?=\( ?(?:[-+.\d]|{_KNOWN}))"
    rf"|(?<![A-Za-z])(?:(?:{_WORD_FUNCTIONS})(?=\()|(?:{_OTHER_FUNCTIONS})(?= ?(?:\^ ?\(?-?\d\)? ?)?\())"
    rf"(?= ?(?:\^ ?\(?-?\d\)? ?)?\( ?(?:[-+.\d(√π|⌈⌊]|{_KNOWN}))"
    r"|(?<=[\d) ])[xX](?=\s*[\d(.√])))+",
    re.ASCII,
)
_PI: Final = lazy_pattern(r"(?<=[\d*×/ (])P[Ii](?![A-Za-z_(])")
_SPACED_DECIMALS: Final = lazy_pattern(r"(?<![\d.,])0[.,]\d{3}(?: \d{3})+(?!\d)", re.ASCII)
"""0.000 000 954"""
_GOES_ON: Final = lazy_pattern(r"([.,]\d{3,60}) ?(?:\.{3}|…)(?= ?$)")
"""1.666..., with digits enough to be read as they are."""
_LIST: Final = lazy_pattern(r"\[\s*[-+.\d(\[]")
_DANGLING: Final = " \t\n*×/(^"
_THOUSANDS: Final = lazy_pattern(r"\d{1,3}(?:,\d{3}){1,300}(?:\.\d{1,300})?", re.ASCII)
_TWO: Final = lazy_pattern(r"\d\s*,\s*[-+]?\d")
_TWO_WITH_COMMAS: Final = lazy_pattern(r"\d\s*(?:;\s*|,\s+)[-+]?\d")
"""Two numbers, where a comma may also be a decimal sign."""
_SCALE: Final = lazy_pattern(rf"(\s*)(%|{WORD}\.?)(?![\w(])")


class Core(NamedTuple):
    """One side of an answer: the text of its number, and the text after it."""

    number: str
    tail: str


def core_of(text: str, hints: Hints) -> Core:
    """Return the text of the number that a text begins with, and the text after it; words in front are left out.

    Raise UnreadableAnswer without a number, for a list, and for a number in another base.
    """
    if len(text) > MAX_LENGTH:
        raise UnreadableAnswer(f"This is too long: it has more than {MAX_LENGTH:,} characters. Write only one number.")
    if _HEX.search(text):
        raise UnreadableAnswer(f'"{brief(text)}" looks like a number in another base. Write it in base ten.')
    text = _respelled(text, hints)
    body = _unwrapped(without_front(text, hints.words), hints)
    body = _MINUS.sub("-", body, count=1) if _MINUS.match(body) else body
    if hints.whole and body.startswith("- "):
        raise unclear_dash(text)
    if "[" in body and _LIST.search(body):
        raise _list_for_number(body)
    found = _CORE.match(body)
    number = (found[0] if found else "").strip()
    tail = body[found.end() :] if found else body
    if tail:
        tail = number[len(number.rstrip(_DANGLING)) :].lstrip() + tail
        number = number.rstrip(_DANGLING)
    if number.endswith("%") and not hints.unit and _percent(hints) == 1:
        number = number.removesuffix("%").rstrip()
    if number.endswith(".") and tail[:1].isalpha():  # a method: `16.sum()`
        number, tail = number.removesuffix("."), f".{tail}"
    if not re.search(r"[\dπ]|(?<![A-Za-z])e(?![A-Za-z])|pi", number):
        raise not_understood(_first_unknown(body, hints), text, hints) if body else no_number(text)
    return Core(number, tail)


def _respelled(text: str, hints: Hints) -> str:
    """Return a text with `pi`, `percent` and `metres` for `PI`, `per cent` and `metre(s)`.

    `0.000 000 954` loses its spaces, and `1.666...` its dots unless whole numbers are asked for.
    """
    if "P" in text:
        text = _PI.sub("pi", text)
    if "ent" in text.lower():
        text = _PER_CENT.sub("percent", text)
    if "s)" in text:
        text = _PLURAL.sub("s", text)
    if " " in text:
        text = _SPACED_DECIMALS.sub(lambda spaced: spaced[0].replace(" ", ""), text)
    if not hints.whole and ("..." in text or "…" in text):
        text = _GOES_ON.sub(r"\1", text)
    return text


def _first_unknown(body: str, hints: Hints) -> str:
    """Return the word that a text begins with in place of a number."""
    first = re.match(WORD, body)
    is_unit = first is not None and len(first[0]) > 1 and is_understood(first[0], hints.words)
    return first[0] if first and is_unit else unknown_word(body, hints.words) or body


def _unwrapped(body: str, hints: Hints) -> str:
    """Return a text without brackets around the whole of it.  Raise UnreadableAnswer for a list in them."""
    while body[:1] == "(" and body[-1:] == ")" and "(" not in body[1:]:
        inner = body[1:-1].strip()
        two = _TWO_WITH_COMMAS if hints.decimal == "comma" else _TWO
        if "," in inner and not _THOUSANDS.fullmatch(inner) and two.search(inner):
            raise _list_for_number(inner)
        body = without_front(inner, hints.words)
    return body


def scale_of(core: Core, hints: Hints, *, letters: bool = True) -> tuple[Fraction, str]:
    """Return the factor that the words after a number mean, such as 1000 for `thousand`, and the text after them.

    Raises UnreadableAnswer.  `letters`: K, M, G, B and T right after the number count as well.
    """
    scale, rest = Fraction(1), core.tail
    for place in range(MAX_SCALE_WORDS):
        word = _SCALE.match(rest)
        is_first = letters and place == 0
        factor = _factor(word[2].rstrip("."), core, hints, apart=bool(word[1]), first=is_first) if word else None
        if word is None or factor is None:
            break
        if word[2] == "%" and rest[word.end() :].lstrip().startswith("%"):
            raise not_understood("%%", f"{core.number}{core.tail}", hints)
        scale *= factor
        rest = rest[word.end() :]
    return scale, rest


def _factor(word: str, core: Core, hints: Hints, *, apart: bool, first: bool) -> Fraction | None:
    """Return the factor of the word after a number, such as 1000 for `thousand`; None if it is no scale.

    `apart`: a space is before it; `first`: single letters such as K count, too.  Raise UnreadableAnswer for a B that
    may mean bytes.
    """
    folded = word.casefold()
    is_one_case = word in {folded, folded.capitalize()} or (word.isupper() and len(word) > SYMBOL_LENGTH)
    if is_one_case and (scale := lexicon().scales.get(folded)):  # mN are millinewtons, no millions
        return scale
    if folded in PERCENT:
        return _percent(hints)
    if not first:
        return None
    if word in {"B", "b"} and (apart or _is_large(core.number, hints)):
        raise could_be_two(f"{core.number} {word}", f"{core.number} billion", f"{core.number} bytes")
    power = SCALE_LETTERS.get(word) or (SMALL_LETTERS.get(word) if hints.whole and not apart else None)
    return Fraction(10) ** power if power else None


def _percent(hints: Hints) -> Fraction:
    """Return the value of a percent sign: a hundredth, or one where the question asks for percent."""
    if "%" not in hints.words.text and "ercent" not in hints.words.text:
        return Fraction(1, 100)
    from checker.reading.undeclared_unit import asks_for_percent  # here, because few questions speak of percent

    return Fraction(1) if asks_for_percent(hints.words) else Fraction(1, 100)


def _is_large(number: str, hints: Hints) -> bool:
    """Return whether a number is too large to be a count of billions."""
    try:
        return abs(Fraction(value_of(number, Fraction(1), hints._replace(whole=False)).value)) >= THOUSAND
    except UnreadableAnswer:
        return False


def without_named_unit(rest: str, text: str, hints: Hints) -> str:
    """Return the text after a number without the unit that the prompt names, where the part declares no unit.

    `rest` is that text, and `text` the whole answer.  Raises UnreadableAnswer for any other unit.
    """
    if re.match(r"[\s:,;]*\d", rest):
        return rest
    words = re.findall(r"\w+|[°%€£¥$]", rest)
    compound = hints.words.compound if words else ()
    if all(_is_plain(word) and word not in compound and is_understood(word, hints.words) for word in words):
        return rest
    from checker.reading.undeclared_unit import without_prompt_unit  # here, because few answers have such words

    return without_prompt_unit(rest, text, hints)


def _is_plain(word: str) -> bool:
    """Return whether a word is surely no unit: a filler, or something that questions count."""
    return len(word) > SYMBOL_LENGTH and word.casefold() in lexicon().fillers | lexicon().counted


def no_number(text: str) -> UnreadableAnswer:
    """Return the error to raise for a text without a number."""
    where = f' in "{brief(text)}"' if text else ""
    return UnreadableAnswer(f"I found no number{where}. Write one number.")


def could_be_two(written: str, one: str, other: str) -> UnreadableAnswer:
    """Return the error to raise for a number that can be read in two ways, `one` or `other`."""
    return UnreadableAnswer(f'"{written}" could mean {one} or {other}. Write one of these.')


def _list_for_number(text: str) -> UnreadableAnswer:
    """Return the error to raise for a list where one number is wanted."""
    return UnreadableAnswer(f'"{brief(text)}" is a list. Write only one number.')
