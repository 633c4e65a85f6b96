"""The general way to read one number: lead-ins, `name =`, sides of an equation, scales, trailing words, arithmetic."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

from checker.errors import Unreadable
from checker.notation.numeral import MAX_EXPONENT, NUMERAL, make_number, read_numeral
from checker.notation.parser import NAMES, parse
from checker.notation.stated import Hints, Number
from checker.notation.text import brief
from checker.notation.value import evaluate

MAX_SIDES: Final = 20
MAX_LABEL: Final = 3
"""Words before a colon; more of them are a sentence."""
THOUSAND: Final = 1000
LONGEST: Final = 10_000

SCALES: Final = {
    "%": -2, "percent": -2, "prozent": -2, "pct": -2, "hundred": 2,
    "k": 3, "thousand": 3, "tausend": 3, "mn": 6, "mio": 6, "million": 6, "millions": 6, "millionen": 6,
    "g": 9, "bn": 9, "mrd": 9, "billion": 9, "billions": 9, "milliarden": 9, "milliards": 9,
    "t": 12, "trillion": 12, "trillions": 12,
}  # fmt: skip
LETTERS: Final = {"K": 3, "M": 6, "G": 9, "B": 9, "T": 12, "k": 3}
SLOPPY: Final = {"m": 6, "b": 9}  # read as M and B where a count is asked; a real number may have metres and bits

_JOINING: Final = frozenset({"or", "and", "to", "vs", "und", "oder", "bis", "et", "ou", "y", "o", "og", "eller", "e"})
_REFUSED: Final = frozenset(
    {
        "or",
        "oder",
        "ou",
        "eller",
        "not",
        "nicht",
        "pas",
        "squared",
        "cubed",
        "factorial",
        "half",
        "twice",
        "times",
        "plus",
    }
    | {"minus", "over", "less", "more", "divided", "multiplied"}
)
_LEAD: Final = re.compile(
    r"(?:(?:the|my|final|answer|ans|result|total|sum|value|of|approximately|approx|about|circa|ca|roughly|around"
    r"|exactly|so|is|are|it|equals|therefore|thus|hence|antwort|ergebnis|lösung|insgesamt|gesamt|etwa|rund|ungefähr|ist"
    r"|réponse|résultat|environ|est|respuesta|resultado)\b[.]?|[~≈=:∴⇒→]|=>|->)\s*",
    re.IGNORECASE,
)
_SCALAR: Final = re.compile(
    r"(?:(?:np|numpy)\.(?:float|int|uint)\d{1,3}|(?:torch\.)?tensor|(?:np\.)?array|Array|float|int)"
    r"\(([^()\[\],]{1,200})(?:,[^()\[\]]{0,200})?\)"
)
_WORD: Final = re.compile(r"(?<=[\d.])[eE](?=[+-]?\d)|([^\W\d_]+)")
_TIMES: Final = re.compile(r"(?<=[\d)])(\s*)[xX](?=\s*[\d(.√])")
_PER_CENT: Final = re.compile(r"\b(?:per|pour|por) ?(?:cent|ciento)\b", re.IGNORECASE)
_FACTOR: Final = re.compile(r"\s?[\d(.√]")
_MEMORY: Final = re.compile(r"\d\s?([kKMGT]i?B|(?:[kKMGT]i?)?(?:[bB]ytes?|[bB]its?))(?![A-Za-z])")
_HEX: Final = re.compile(r"(?<![\w.])0[xX][0-9a-fA-F]")
_SINGLE: Final = re.compile(
    rf"([-+]?)\s?({NUMERAL})(?:\s?[*×]\s?10\s?(?:\^|\*\*)\s?(\()?\s?([-+]?\d{{1,9}})\s?(?(3)\)))?(\s?)(%|[A-Za-z]+)?",
    re.ASCII,
)
_THOUSANDS: Final = re.compile(r"\d{1,3}(?:,\d{3}){1,300}(?:\.\d{1,300})?", re.ASCII)
_REMARK: Final = re.compile(rf"({NUMERAL})\s+\(([^()]*(?:\([^()]*\)[^()]*)*)\)", re.ASCII)
"""A number, a space, and brackets: `3845 (768*5 + 5)`."""
_RANGE: Final = re.compile(rf"{NUMERAL}\s?-\s?{NUMERAL}", re.ASCII)


def read_statement(text: str, hints: Hints, written: str = "") -> Number:
    """One number of a text that `plain` has gone over: `d_k = 3*64 = 192`, `≈ 27.6K parameters`.

    Raises Unreadable where it is none, two, or a number that can be read in two ways, with the place in what was
    written where that is the same text.
    """
    body, texts = sides_of(text)
    sides = [read_side(side.strip(), hints, written) for side in texts]
    return sides[agreement(sides, body)]


def sides_of(text: str) -> tuple[str, list[str]]:
    """The text without what leads up to it, and its sides around `=` and `≈`."""
    body = without_lead(_SCALAR.sub(r"\1", text).replace(":=", "=").replace("==", "="))
    if not body:
        raise expected(text)
    if "[" in body:
        raise Unreadable(f'I expected one number and read a list: "{brief(body)}".')
    return body, re.split("[=≈]", body, maxsplit=MAX_SIDES)


def agreement(sides: Sequence[Number], body: str) -> int:
    """Which of the sides of an equation states most, the last of equals; Unreadable if they are not equal."""
    for one, other in pairwise(sides):
        if not _agree(one, other):
            raise Unreadable(f'The sides of "{brief(body)}" are not equal. Write one number.')
    return min(reversed(range(len(sides))), key=lambda place: sides[place].half)


def read_side(text: str, hints: Hints, written: str = "") -> Number:
    """One number without an equals sign: a numeral with its scale, or arithmetic; plain words behind it are ignored."""
    if len(text) > LONGEST:
        raise Unreadable(f"This is too long for one number: it has more than {LONGEST:,} characters.")
    _refuse(text)
    text = _TIMES.sub(r"\1×", _without_words(_PER_CENT.sub("percent", text)))
    if text[:1] == "(" and text[-1:] == ")" and "(" not in text[1:]:
        text = text[1:-1].strip()
        if "," in text and not _THOUSANDS.fullmatch(text):
            raise Unreadable(f'I expected one number and read a list: "{brief(text)}".')
    if remark := _REMARK.fullmatch(text):
        return _with_working(text, remark[1], remark[2], hints)
    if _RANGE.fullmatch(text):
        raise Unreadable(f'"{brief(text)}" can be read as a range or as a difference. Write one number.')
    if not text:
        raise expected(text)
    single = _SINGLE.fullmatch(text)
    try:
        if single and single[6] not in NAMES:
            return _single(single, text, hints)
        return Number(evaluate(parse(text, hints)), 0, None)
    except Unreadable as error:
        start = written.find(text)
        place = None if error.place is None or start < 0 else start + error.place
        raise Unreadable(error.message, place) from None


def _refuse(text: str) -> None:
    """Raise Unreadable for what is no plain number: memory, hexadecimals."""
    if memory := _MEMORY.search(text):
        raise Unreadable(f'"{brief(text)}" is an amount of memory ({memory[1]}). Write the number alone.')
    if _HEX.search(text):
        raise Unreadable(f'I read decimal numbers, and "{brief(text)}" looks hexadecimal.')


def _with_working(text: str, number: str, working: str, hints: Hints) -> Number:
    """A number with brackets behind it: its working if that gives the same, and else perhaps a product."""
    stated = read_side(number, hints)
    if _agree(stated, read_side(working, hints)._replace(half=0)):
        return stated
    raise Unreadable(f'"{brief(text)}" can be read as a product, or as a number with its working. Write one number.')


def without_lead(text: str) -> str:
    """The text without `answer:`, `about`, `≈`, `=` and names such as `d_k =` in front."""
    for _ in range(8):
        lead = _LEAD.match(text)
        if lead:
            text = text[lead.end() :]
            continue
        sign = re.search("[=≈:]", text[:100])
        if not sign or not _is_name(text[: sign.start()], sign[0]):
            break
        text = text[sign.end() :].lstrip()
    return text.strip()


def expected(text: str) -> Unreadable:
    """The error of a text without a number."""
    shown = f' and read "{brief(text)}"' if text else ""
    return Unreadable(f"I expected one number, such as 1250 or 0.75,{shown or ' and found none'}.")


def _is_name(left: str, sign: str) -> bool:
    """Whether what stands before an equals sign only names the number."""
    left = re.sub(r"_\(\w{1,20}\)", "", left)
    words = re.findall(r"\w+", left)
    if not words or re.search(r"[^\w\s.()|']", left) or any(word.lower() in _REFUSED for word in words):
        return False
    return not any(word[0].isdigit() for word in words) and (sign != ":" or len(words) <= MAX_LABEL)


def _without_words(text: str) -> str:
    """The text without the plain words behind its number.  A word with digits or signs is not plain."""
    for match in _WORD.finditer(text):
        word = match[1]
        before = text[max(0, match.start() - 2) : match.start()].rstrip()[-1:]
        if not word or word in NAMES or (is_scale(word) and before and before in "0123456789.)"):
            continue
        if word in "xX" and before and _FACTOR.match(text, match.end()):
            continue
        tail, front = text[match.start() :], text[: match.start()].rstrip(" (,")
        words = [each.lower() for each in re.findall(r"\w+", tail[:1000])]
        if front and _JOINING & set(words) and re.search(r"\d", tail):
            raise Unreadable(f'"{brief(text)}" is two numbers. Write one.')
        if not front or len(word) == 1:
            raise expected(text)
        if not are_plain(tail):
            raise Unreadable(f'I cannot read "{brief(text)}": after the number I found "{brief(tail, 30)}".')
        return front
    return re.sub(r"(?<=\d)[.;]$", "", text)


def are_plain(words: str) -> bool:
    """Whether words behind a number change nothing about it: no digits or signs among them, no `or`, no `squared`."""
    return not re.search(r"[]\d=+*/^<>√×%±!?_&|[]", words) and not _REFUSED & set(
        re.findall(r"[^\W\d_]+", words.lower())
    )


def is_scale(word: str) -> bool:
    """Whether a word multiplies the number before it."""
    return word in LETTERS or word in SLOPPY or (len(word) > 1 and word.lower() in SCALES)


def _single(single: re.Match[str], text: str, hints: Hints) -> Number:
    """A numeral with its sign, its power of ten and its scale."""
    sign, spelling, _, power, space, word = single.groups()
    scale = _scale(word, space, text, hints) if word else 0
    if power and abs(int(power)) > MAX_EXPONENT:
        raise Unreadable(f'The exponent of "{brief(text)}" is beyond ±{MAX_EXPONENT}.')
    coefficient, exponent = read_numeral(spelling, hints, single.start(2), scaled=bool(power or word))
    if word in ("B", "b") and (space or coefficient * Fraction(10) ** exponent >= THOUSAND):
        number = text[: single.end(2)]
        raise Unreadable(f'"{brief(text)}" can be read as {number} billion or as {number} bytes. Write one of these.')
    return make_number(-coefficient if sign == "-" else coefficient, exponent + int(power or 0) + scale)


def _scale(word: str, space: str, text: str, hints: Hints) -> int:
    """The power of ten of a word behind a numeral; Unreadable if it has none."""
    if word in LETTERS:
        return LETTERS[word]
    if word in SLOPPY and hints.whole and not space:
        return SLOPPY[word]
    if word == "%" or (len(word) > 1 and word.lower() in SCALES):
        return SCALES[word.lower()]
    raise Unreadable(f'I cannot read "{brief(text)}": I do not know what "{brief(word, 20)}" means here.')


def _agree(one: Number, other: Number) -> bool:
    """Whether two sides are equal as far as their stated digits go."""
    left, right = Fraction(one.value), Fraction(other.value)
    slack = Fraction(1, 10**9) * abs(left) if isinstance(one.value, float) or isinstance(other.value, float) else 0
    return abs(left - right) <= Fraction(one.half) + Fraction(other.half) + slack
