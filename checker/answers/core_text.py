"""The number at the beginning of a text, and what stands behind it: words that scale it, a unit where none is asked."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final, NamedTuple

from checker.answers.around import not_understood, without_front
from checker.answers.value_text import value_of
from checker.engine.errors import UnreadableAnswer
from checker.notation.dialect import FUNCTION_NAMES, FUNCTION_WORDS
from checker.notation.number import Hints
from checker.notation.numeral import NUMERAL
from checker.notation.text import brief
from checker.notation.vocabulary import SCALE_LETTERS, WORD, is_understood, lexicon, unknown_word

LONGEST: Final = 10_000
THOUSAND: Final = 1000
MOST_SCALES: Final = 3
"""Words in a row: a hundred thousand million."""

PERCENT: Final = frozenset({"%", "percent", "percentage", "pct", "prozent", "procent"})
SHORT: Final = 3
"""Letters of words that are taken for symbols of units."""

SLOPPY: Final = {"m": 6, "b": 9}
"""Read as M and B right behind a count; a real number may have metres and bits."""

_PER_CENT: Final = re.compile(r"\b(?:per|pour|por) ?(?:cent|cento|ciento)\b", re.IGNORECASE)
_PLURAL: Final = re.compile(r"(?<=[^\W\d_]{2})\(e?s\)")
"""metre(s)"""
_MINUS: Final = re.compile(r"minus\s+(?=[\d.])", re.IGNORECASE)
_HEX: Final = re.compile(r"(?<![\w.])0[xXbBoO][0-9a-fA-F]")
_BARE: Final = frozenset(
    ["sqrt", "exp", "ln", "log10", "log2", "sin", "cos", "tan", "pi", "frac", "log", "log_2", "log_10", "cbrt", "binom"]
)
_FUNCTION: Final = "|".join(sorted(_BARE, key=len, reverse=True))
_WORDS: Final = "|".join(sorted(FUNCTION_WORDS | {"sec"}, key=len, reverse=True))
"""Functions right before a bracket only: they are labels or units elsewhere."""
_OTHERS: Final = "|".join(sorted(FUNCTION_NAMES - _BARE - FUNCTION_WORDS - {"sec"}, key=len, reverse=True))
_CORE: Final = re.compile(
    rf"(?:\s*(?:{NUMERAL}|\*\*|[-+*×/^()√%π|⌈⌉⌊⌋]|(?<=[\d)])!|(?<=\d),\s?(?=\d[\d.]*\))"
    rf"|(?:{_FUNCTION})(?![A-Za-z_]|[ (]+[A-Za-zµμΩ°])|(?<![A-Za-z])e(?![A-Za-z])|(?:log_|root_)(?=\([-+.\d])"
    rf"|(?<![A-Za-z])(?:(?:{_WORDS})(?=\()|(?:{_OTHERS})(?= ?\())(?= ?\( ?[-+.\d(√π|])"
    r"|(?<=[\d) ])[xX](?=\s*[\d(.√])))+",
    re.ASCII,
)
_LIST: Final = re.compile(r"\[\s*[-+.\d(\[]")
_DANGLING: Final = " \t\n*×/(^"
_THOUSANDS: Final = re.compile(r"\d{1,3}(?:,\d{3}){1,300}(?:\.\d{1,300})?", re.ASCII)
_SCALE: Final = re.compile(rf"(\s*)(%|{WORD}\.?)(?![\w(])")


class Core(NamedTuple):
    """One side of an equation: its number as text, and what stands behind it, which is not understood yet."""

    number: str
    tail: str


def core_of(text: str, hints: Hints) -> Core:
    """Return the number of a side and what stands behind it.  Raises Unreadable where it begins with no number."""
    if len(text) > LONGEST:
        raise UnreadableAnswer(f"This is too long for one number: it has more than {LONGEST:,} characters.")
    if _HEX.search(text):
        raise UnreadableAnswer(f'I read decimal numbers, and "{brief(text)}" is written in another base.')
    text = _PLURAL.sub("s", _PER_CENT.sub("percent", text))
    body = _unwrapped(without_front(text, hints.words), hints)
    body = _MINUS.sub("-", body, count=1) if _MINUS.match(body) else body
    if hints.whole and body.startswith("- "):
        raise UnreadableAnswer(
            f'The dash in "{brief(text)}" may be a minus. Write it right before the number, or no dash.'
        )
    if _LIST.search(body):
        raise UnreadableAnswer(f'I expected one number and read a list: "{brief(body)}".')
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
        raise not_understood(unknown_word(body, hints.words) or body, text, hints) if body else expected(text)
    return Core(number, tail)


def _unwrapped(body: str, hints: Hints) -> str:
    """Return a text without brackets around the whole of it."""
    while body[:1] == "(" and body[-1:] == ")" and "(" not in body[1:]:
        inner = body[1:-1].strip()
        if "," in inner and not _THOUSANDS.fullmatch(inner) and re.search(r"\d\s*,\s*[-+]?\d", inner):
            raise UnreadableAnswer(f'I expected one number and read a list: "{brief(inner)}".')
        body = without_front(inner, hints.words)
    return body


def scale_of(core: Core, hints: Hints, *, letters: bool = True) -> tuple[Fraction, str]:
    """Return what the words behind a number multiply it by, and what is left behind them.  Raises Unreadable.

    `letters`: K, M, G, B and T right behind the number count as well.
    """
    scale, rest = Fraction(1), core.tail
    for place in range(MOST_SCALES):
        word = _SCALE.match(rest)
        is_first = letters and place == 0
        factor = _factor(word[2].rstrip("."), core, hints, apart=bool(word[1]), first=is_first) if word else None
        if word is None or factor is None:
            break
        scale *= factor
        rest = rest[word.end() :]
    return scale, rest


def _factor(word: str, core: Core, hints: Hints, *, apart: bool, first: bool) -> Fraction | None:
    folded = word.casefold()
    is_one_case = word in {folded, folded.capitalize()} or (word.isupper() and len(word) > SHORT)
    if is_one_case and (scale := lexicon().scales.get(folded)):  # mN are millinewtons, no millions
        return scale
    if folded in PERCENT:
        return _percent(hints)
    if not first:
        return None
    if word in {"B", "b"} and (apart or _is_large(core.number, hints)):
        number = core.number
        raise UnreadableAnswer(
            f'"{number} {word}" can be read as {number} billion or as {number} bytes. Write one of these.'
        )
    power = SCALE_LETTERS.get(word) or (SLOPPY.get(word) if hints.whole and not apart else None)
    return Fraction(10) ** power if power else None


def _percent(hints: Hints) -> Fraction:
    """What a percent sign stands for: a hundredth, and nothing where the question asks for percent."""
    if "%" not in hints.words.text and "ercent" not in hints.words.text:
        return Fraction(1, 100)
    from checker.answers.unit_text import asks_for_percent  # here, because few questions speak of percent

    return Fraction(1) if asks_for_percent(hints.words) else Fraction(1, 100)


def _is_large(number: str, hints: Hints) -> bool:
    """Whether a number is no plausible count of billions."""
    try:
        return abs(Fraction(value_of(number, Fraction(1), hints._replace(whole=False)).value)) >= THOUSAND
    except UnreadableAnswer:
        return False


def without_named_unit(rest: str, text: str, hints: Hints) -> str:
    """Return what stands behind a number without the unit that the prompt names, where the question declares none.

    Raises Unreadable for any other unit.
    """
    if re.match(r"[\s:,;]*\d", rest):
        return rest
    words = re.findall(r"\w+|[°%€£¥$]", rest)
    compound = hints.words.compound if words else ()
    if all(_is_plain(word) and word not in compound and is_understood(word, hints.words) for word in words):
        return rest
    from checker.answers.unit_text import without_unit  # here, because few answers have such words behind the number

    return without_unit(rest, text, hints)


def _is_plain(word: str) -> bool:
    """Whether a word is no unit for sure: a filler, or something that questions count."""
    return len(word) > SHORT and word.casefold() in lexicon().fillers | lexicon().counted


def expected(text: str) -> UnreadableAnswer:
    """The error of a text without a number."""
    shown = f' and read "{brief(text)}"' if text else ""
    return UnreadableAnswer(f"I expected one number, such as 1250 or 0.75,{shown or ' and found none'}.")
