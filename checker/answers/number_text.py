"""The general way to read one number: labels and words around it, sides of an equation, scales, arithmetic.

Every token is understood, or the text is unreadable: the number itself (`Core`), then what stands behind it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Final, NamedTuple, TypeVar

from checker.answers.around import is_formula, is_label, not_understood, refuse_unknown, without_front
from checker.answers.convert import times
from checker.errors import Unreadable
from checker.notation.numeral import MAX_EXPONENT, NUMERAL, make_number, read_numeral
from checker.notation.parser import FUNCTIONS, NAMES, WORDS, parse
from checker.notation.stated import Hints, Number
from checker.notation.text import brief
from checker.notation.value import evaluate
from checker.notation.vocabulary import LETTERS, SCALES, WORD, is_reserved, unknown_word

MAX_SIDES: Final = 20
THOUSAND: Final = 1000
LONGEST: Final = 10_000
SAME: Final = 1e-12
"""A root of a square, worked out in floating point, differs by this from the whole number that it is."""

LARGEST_SNAPPED: Final = 2.0**40
"""Beyond it a float that is worked out may be another whole number than the one that is meant."""

PERCENT: Final = frozenset({"%", "percent", "percentage", "pct", "prozent", "procent"})
SLOPPY: Final = {"m": 6, "b": 9}
"""Read as M and B right behind a count; a real number may have metres and bits."""

EQUALS: Final = re.compile(r":?={1,3}|[≈⇒→]|=>|->")
_SCALAR: Final = re.compile(
    r"(?:(?:np|numpy)\.(?:float|int|uint)\d{1,3}|(?:torch\.)?tensor|(?:np\.)?array|Array|float|int)"
    r"\(([^()\[\],]{1,200})(?:,\s*\w{1,20}\s*=[^()\[\]]{0,200})?\)"
)
_PER_CENT: Final = re.compile(r"\b(?:per|pour|por) ?(?:cent|cento|ciento)\b", re.IGNORECASE)
_MINUS: Final = re.compile(r"minus\s+(?=[\d.])", re.IGNORECASE)
_LINES: Final = re.compile(r"[\d.)%]\s*\n\s*[-+]?\s?[\d.(]")
_PLUS_MINUS: Final = re.compile(r"\+\s?/?\s?-")
_UNCERTAIN: Final = re.compile(rf"[-+]?{NUMERAL}\(\d{{1,3}}\)", re.ASCII)
"""0.609(1) is 0.609 ± 0.001 to a physicist, and a product to others."""
_HEX: Final = re.compile(r"(?<![\w.])0[xX][0-9a-fA-F]")
_BARE: Final = frozenset(
    """
    sqrt exp ln log10 log2 sin cos tan pi frac log log_2 log_10 cbrt binom
    """.split()
)
_FUNCTION: Final = "|".join(sorted(_BARE, key=len, reverse=True))
_WORDS: Final = "|".join(sorted(WORDS | {"sec"}, key=len, reverse=True))
"""Functions right before a bracket only: they are labels or units elsewhere."""
_OTHERS: Final = "|".join(sorted(FUNCTIONS - _BARE - WORDS - {"sec"}, key=len, reverse=True))
_CORE: Final = re.compile(
    rf"(?:\s*(?:{NUMERAL}|\*\*|[-+*×/^()√%π|⌈⌉⌊⌋]|(?<=[\d)])!|(?<=\d),\s?(?=\d[\d.]*\))"
    rf"|(?:{_FUNCTION})(?![A-Za-z_]|[ (]+[A-Za-zµμΩ°])|(?<![A-Za-z])e(?![A-Za-z])|(?:log_|root_)(?=\([-+.\d])"
    rf"|(?<![A-Za-z])(?:(?:{_WORDS})(?=\()|(?:{_OTHERS})(?= ?\())(?= ?\( ?[-+.\d(√π|])"
    r"|(?<=[\d) ])[xX](?=\s*[\d(.√])))+",
    re.ASCII,
)
_LIST: Final = re.compile(r"\[\s*[-+.\d(\[]")
_TIMES: Final = re.compile(r"(?<=[\d)])(\s*)[xX](?=\s*[\d(.√])")
_DANGLING: Final = " \t\n*×/(^"
_SINGLE: Final = re.compile(
    rf"([-+]?)\s?({NUMERAL})(?:\s?[*×]\s?10\s?(?:\^|\*\*)\s?(\()?\s?([-+]?\d{{1,9}})\s?(?(3)\)))?(\s?%)?", re.ASCII
)
_THOUSANDS: Final = re.compile(r"\d{1,3}(?:,\d{3}){1,300}(?:\.\d{1,300})?", re.ASCII)
_REMARK: Final = re.compile(r"([^()]*[\d.%])\s+\(([^()]*(?:\([^()]*\)[^()]*)*)\)", re.ASCII)
"""A number, a space, and brackets: `3845 (768*5 + 5)`."""
_RANGE: Final = re.compile(rf"({NUMERAL})\s?-\s?({NUMERAL})", re.ASCII)
_SCALE: Final = re.compile(rf"(\s*)(%|{WORD}\.?)(?![\w(])")


Read = TypeVar("Read")


class Core(NamedTuple):
    """One side of an equation: its number as text, and what stands behind it, which is not understood yet."""

    number: str
    tail: str


def read_number_text(text: str, hints: Hints, written: str = "") -> Number:
    """Return the one number of a text that `plain` has gone over: `d_k = 3*64 = 192`, `≈ 27.6K parameters`.

    Raises Unreadable where it is none, two, or a number that can be read in two ways, or where anything else in the
    text is not understood; with the place in what was written where that is the same text.
    """
    numbers = numeric(sides_of(text, hints), hints, lambda side: read_side(side, hints, written))
    return numbers[agreement(numbers, text)]


def sides_of(text: str, hints: Hints) -> list[str]:
    """Return the sides of an equation without its labels.  Raises Unreadable where nothing is left."""
    if _LINES.search(text):
        raise Unreadable(f'"{brief(text)}" has numbers on several lines. Write one number.')
    sides = EQUALS.split(_SCALAR.sub(r"\1", text), maxsplit=MAX_SIDES)
    found = [side for side in sides if side.strip() and not is_label(side, hints.words)]
    if not found or (len(sides) > 1 and not sides[-1].strip()):
        raise expected(text)
    return found


def numeric(sides: Sequence[str], hints: Hints, read: Callable[[str], Read]) -> list[Read]:
    """Return what is read of each side but those that are formulas in the question's symbols.  Raises Unreadable."""
    found: list[Read] = []
    stumbled: Unreadable | None = None
    for side in sides:
        try:
            found.append(read(side))
        except Unreadable as error:
            stumbled = stumbled or error
            if side is sides[-1] or not is_formula(side, hints):
                raise
    if not found and stumbled:
        raise stumbled
    return found


def agreement(sides: Sequence[Number], body: str) -> int:
    """Return which of the sides of an equation states most, the last of equals.  Raises Unreadable if they differ."""
    for one, other in pairwise(sides):
        if not _agree(one, other):
            raise Unreadable(f'The sides of "{brief(body)}" are not equal. Write one number.')
    return min(reversed(range(len(sides))), key=lambda place: sides[place].half)


def read_side(text: str, hints: Hints, written: str = "") -> Number:
    """Return the number of a text without an equals sign; words behind it must be understood."""
    core = core_of(text, hints)
    scale, rest = scale_of(core, hints)
    refuse_unit(rest, text, hints)
    refuse_unknown(rest, text, hints)
    return value_of(core.number, scale, hints, written)


def core_of(text: str, hints: Hints) -> Core:
    """Return the number of a side and what stands behind it.  Raises Unreadable where it begins with no number."""
    if len(text) > LONGEST:
        raise Unreadable(f"This is too long for one number: it has more than {LONGEST:,} characters.")
    if _HEX.search(text):
        raise Unreadable(f'I read decimal numbers, and "{brief(text)}" looks hexadecimal.')
    body = _unwrapped(without_front(_PER_CENT.sub("percent", text), hints.words), hints)
    body = _MINUS.sub("-", body, count=1) if _MINUS.match(body) else body
    if _LIST.search(body):
        raise Unreadable(f'I expected one number and read a list: "{brief(body)}".')
    found = _CORE.match(body)
    number = (found[0] if found else "").strip()
    tail = body[found.end() :] if found else body
    if tail:
        tail = number[len(number.rstrip(_DANGLING)) :].lstrip() + tail
        number = number.rstrip(_DANGLING)
    if not re.search(r"[\dπ]|(?<![A-Za-z])e(?![A-Za-z])|pi", number):
        raise not_understood(unknown_word(body, hints.words) or body, text, hints) if body else expected(text)
    return Core(number, tail)


def _unwrapped(body: str, hints: Hints) -> str:
    """Return a text without brackets around the whole of it."""
    while body[:1] == "(" and body[-1:] == ")" and "(" not in body[1:]:
        inner = body[1:-1].strip()
        if "," in inner and not _THOUSANDS.fullmatch(inner) and re.search(r"\d\s*,\s*[-+]?\d", inner):
            raise Unreadable(f'I expected one number and read a list: "{brief(inner)}".')
        body = without_front(inner, hints.words)
    return body


def scale_of(core: Core, hints: Hints, *, letters: bool = True) -> tuple[Fraction, str]:
    """Return what the words behind a number multiply it by, and what is left behind them.  Raises Unreadable.

    `letters`: K, M, G, B and T right behind the number count as well.
    """
    scale, rest = Fraction(1), core.tail
    while word := _SCALE.match(rest):
        factor = _factor(
            word[2].removesuffix("."), core, hints, apart=bool(word[1]), first=letters and rest == core.tail
        )
        if factor is None:
            break
        scale *= factor
        rest = rest[word.end() :]
    return scale, rest


def _factor(word: str, core: Core, hints: Hints, *, apart: bool, first: bool) -> Fraction | None:
    folded = word.casefold()
    if folded in SCALES and word in {folded, folded.capitalize(), folded.upper() if len(word) > 3 else ""}:  # noqa: PLR2004
        return SCALES[folded]  # mN are millinewtons, no millions
    if folded in PERCENT:
        return Fraction(1, 100)
    if not first:
        return None
    if word in {"B", "b"} and (apart or _is_large(core.number, hints)):
        number = core.number
        raise Unreadable(f'"{number} {word}" can be read as {number} billion or as {number} bytes. Write one of these.')
    power = LETTERS.get(word) or (SLOPPY.get(word) if hints.whole and not apart else None)
    return Fraction(10) ** power if power else None


def _is_large(number: str, hints: Hints) -> bool:
    """Whether a number is no plausible count of billions."""
    try:
        return abs(Fraction(value_of(number, Fraction(1), hints._replace(whole=False)).value)) >= THOUSAND
    except Unreadable:
        return False


def value_of(text: str, scale: Fraction, hints: Hints, written: str = "") -> Number:
    """Return the value of a numeral or of arithmetic, times a scale.  Raises Unreadable with the place."""
    text = _TIMES.sub(r"\1×", text)
    if _PLUS_MINUS.search(text) or _UNCERTAIN.fullmatch(text):
        raise Unreadable(f'"{brief(text)}" may be a number with its uncertainty. Write the number alone.')
    if remark := _REMARK.fullmatch(text):
        return _with_working(text, remark[1], remark[2], hints)
    _refuse_range(text, hints)
    if single := _SINGLE.fullmatch(text):
        return times(_single(single, text, hints, scaled=scale != 1), scale)
    if scale != 1:
        raise Unreadable(f'I cannot tell what "{brief(text)}" is scaled by. Write one number.')
    try:
        return Number(_snapped(evaluate(parse(text, hints)), hints), 0, None)
    except Unreadable as error:
        start = written.find(text)
        place = None if error.place is None or start < 0 else start + error.place
        raise Unreadable(error.message, place) from None


def refuse_unit(rest: str, text: str, hints: Hints) -> None:
    """Raise Unreadable for a unit where the question has none, unless the prompt names that very unit."""
    from checker.notation.units import is_unit_word  # here, because few answers have words behind the number

    word = re.match(r"[\s/(*×]*([^\W\d_]+|[°€£¥$])", rest)
    if not word or word[1] in hints.words or is_reserved(word[1]) or not is_unit_word(word[1]):
        return
    if word[1].casefold() not in hints.words or len(word[1]) <= 2:  # noqa: PLR2004 - symbols: their case counts
        raise Unreadable(f'"{brief(text)}" has a unit ({word[1]}); this question has none. Write only the answer.')


def expected(text: str) -> Unreadable:
    """The error of a text without a number."""
    shown = f' and read "{brief(text)}"' if text else ""
    return Unreadable(f"I expected one number, such as 1250 or 0.75,{shown or ' and found none'}.")


def _with_working(text: str, number: str, working: str, hints: Hints) -> Number:
    """A number with brackets behind it: its working if that gives the same, and else perhaps a product."""
    stated = read_side(number, hints)
    if _agree(stated, read_side(working, hints)._replace(half=0)):
        return stated
    raise Unreadable(f'"{brief(text)}" can be read as a product, or as a number with its working. Write one number.')


def _refuse_range(text: str, hints: Hints) -> None:
    """Raise Unreadable for two numbers with a minus between them, where the second one is the larger."""
    found = _RANGE.fullmatch(text)
    if found:
        low, high = (Fraction(_single_value(each, hints)) for each in found.groups())
        if low <= high:
            raise Unreadable(f'"{brief(text)}" can be read as a range or as a difference. Write one number.')


def _single_value(text: str, hints: Hints) -> Fraction:
    coefficient, exponent = read_numeral(text, hints)
    return coefficient * Fraction(10) ** exponent


def _single(single: re.Match[str], text: str, hints: Hints, *, scaled: bool) -> Number:
    """A numeral with its sign, its power of ten and its percent sign."""
    sign, spelling, _, power, percent = single.groups()
    if power and abs(int(power)) > MAX_EXPONENT:
        raise Unreadable(f'The exponent of "{brief(text)}" is beyond ±{MAX_EXPONENT}.')
    scaled = bool(power or percent) or scaled
    coefficient, exponent = read_numeral(spelling, hints, single.start(2), scaled=scaled)
    shift = int(power or 0) - (2 if percent else 0)
    return make_number(-coefficient if sign == "-" else coefficient, exponent + shift)


def _snapped(value: int | Fraction | float, hints: Hints) -> int | Fraction | float:
    """A float that is a whole number but for rounding, where a whole number is asked for."""
    if not hints.whole or not isinstance(value, float) or abs(value) > LARGEST_SNAPPED:
        return value
    return round(value) if math.isclose(value, round(value), rel_tol=SAME) else value


def _agree(one: Number, other: Number) -> bool:
    """Whether two sides are equal as far as their stated digits go."""
    left, right = Fraction(one.value), Fraction(other.value)
    slack = Fraction(1, 10**9) * abs(left) if isinstance(one.value, float) or isinstance(other.value, float) else 0
    apart = abs(left - right)  # 27648 and 27649 touch, and are two numbers
    return apart == 0 or apart < Fraction(one.half) + Fraction(other.half) + slack
