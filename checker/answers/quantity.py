"""A number with a unit, as a student may write it where the question has one: `44 MB`, `2·7·10^9 bytes = 14 GB`."""

from __future__ import annotations

import re
from decimal import Context, Decimal, Inexact
from fractions import Fraction
from typing import Final, NamedTuple

from checker.answers.reading import Reading
from checker.answers.show import show_stated
from checker.answers.statement import LETTERS, THOUSAND, agreement, are_plain, is_scale, read_side, sides_of
from checker.answers.tolerance import EXACT
from checker.answers.units import MEMORY, OPERATIONS, doubtful, factor, is_strange, meant, unit
from checker.errors import Unreadable
from checker.notation.nodes import simple
from checker.notation.stated import Hints, Number
from checker.notation.text import brief, plain

_WORD: Final = re.compile(r"(?<=[\d.])[eE](?=[+-]?\d)|([^\W\d_]+|%)")
_LAST_WORD: Final = re.compile(r"([^\W\d_]+|%)$")
_PER_CENT: Final = re.compile(r"\b(?:per|pour|por) ?(?:cent|ciento)\b", re.IGNORECASE)
BRACKETED: Final = re.compile(r"[(\[] ?([^\W\d_]+|%) ?[)\]]")
"""`14 (GB)`, as LaTeX's \\text{GB} becomes."""
_TWICE: Final = re.compile(r"([^()]*[^\W\d_%]) \(([^()]*\d[^()]*)\)")
"""`15032385536 bytes (15.03 GB)`."""
LABELLED: Final = re.compile(r"(?:\bin |[(\[] ?)([^\W\d_]+|%) ?[)\]]? ?[:=≈]")
"""`Memory in MB = 14000`."""

SMALL: Final = {"B": "bytes", "b": "bits", "m": "metres"}
"""Letters that are units only where the question is of their kind, since they also stand for billions and millions."""

_RATES: Final = frozenset({"per", "a", "an", "each", "every", "pro", "par"})
_IN: Final = re.compile(r" in$")
_DIGIT: Final = re.compile(r"\d")
_LONGEST_END: Final = 40
"""So far back is looked for the number that a unit belongs to."""

_THOUSANDS: Final = frozenset("kKMGT")
_DIGITS: Final = 6
_HALF: Final = Decimal("0.5")
_BYTE: Final = 8


class _Side(NamedTuple):
    """What stands on one side of an equals sign: a number, and its unit if one is written."""

    text: str
    unit: str


def read_quantity(text: str, hints: Hints, written: str = "") -> Reading:
    """One number of a text that `plain` has gone over, in the question's unit.

    A unit of the same kind is converted, and one of another kind refuses the answer; without one the number is in the
    question's unit, and in an equation in that of the side after it.  Raises Unreadable as `read_statement` does.
    """
    asked = hints.unit or ""
    body, texts = sides_of(text)
    sides = [_side(part.strip(), asked) for side in texts for part in _twice(side.strip())]
    label = LABELLED.search(text.removesuffix(body))
    if label and label[1] != asked:
        refuse(label[1], asked, text)
    default = label[1] if label and unit(label[1]) else asked
    units = [next((later.unit for later in sides[i:] if later.unit), default) for i in range(len(sides))]
    stated = [
        _number(side, hints if factor(name, asked) == 1 else hints._replace(whole=False), written)
        for side, name in zip(sides, units, strict=True)
    ]
    common = units[-1] if factor(units[-1], asked) is None else asked
    numbers = []
    for number, name in zip(stated, units, strict=True):
        ratio = factor(name, common)
        if ratio is None:
            raise Unreadable(f'"{brief(body)}" has units of two kinds. Write one number, in {asked}.')
        numbers.append(times(number, ratio))
    best = agreement(numbers, body)
    if common != asked:
        return _of_another_kind(numbers[best], common, asked)
    if factor(units[best], asked) == 1:
        return Reading((), (numbers[best],))
    given = f"{brief(sides[best].text)} {units[best]}"
    return Reading((), (numbers[best],), f"{given}, read as {legible(numbers[best])} {asked}", shown=given)


def _of_another_kind(number: Number, name: str, asked: str) -> Reading:
    return Reading((), (number,), shown=f"{legible(number)} {name}", refused=refusal(name, asked))


def refusal(name: str, asked: str) -> str:
    """What to say of a unit of another kind."""
    of, wanted = unit(name), unit(asked)
    answer = wanted.dimension if wanted else f"in {asked}"
    return f"That is {of.dimension if of else name}; the answer is {answer}. Give it in {asked}."


def legible(number: Number) -> str:
    """A number without a remark on its digits, and without the tail that a conversion gives it."""
    value, _, digits = number
    if isinstance(value, Decimal) and digits:
        value = Context(prec=max(digits + 1, _DIGITS)).plus(value)
    return show_stated(Number(value, 0, digits))


def _twice(text: str) -> tuple[str, ...]:
    """The number, and what stands in brackets behind it if that is the same in another unit."""
    twice = _TWICE.fullmatch(text)
    words = twice and (_LAST_WORD.search(twice[1]), _LAST_WORD.search(twice[2]))
    if twice and words and all(word and unit(word[1]) for word in words):
        return twice[1], twice[2]
    return (text,)


def _side(text: str, asked: str) -> _Side:
    """The text before a unit, and the unit; what stands behind it must be plain words."""
    text = _PER_CENT.sub("percent", BRACKETED.sub(unbracketed, text))
    if text[:1] == "(" and text[-1:] == ")" and "(" not in text[1:]:
        text = text[1:-1].strip()
    wanted = unit(asked)
    if not wanted and (bare := without_own(text, asked)) != text:
        return _Side(bare, "")
    number = _DIGIT.search(text)
    for match in _WORD.finditer(text, number.start() if number else len(text)):
        word, found = match[1], unit(match[1] or "")
        if word and not found and not is_scale(word) and _ends_in_a_number(_IN.sub("", text[: match.start()].rstrip())):
            refuse(word, asked, text)
        if not found or (word in SMALL and not (wanted and wanted.dimension == found.dimension)):
            continue
        front, tail = text[: match.start()].rstrip(), text[match.end() :].strip(" .;,")
        is_behind = _ends_in_a_number(front)
        if is_behind:
            if not is_remark(tail):
                raise Unreadable(f'I cannot read "{brief(text)}": after the unit I found "{brief(tail, 30)}".')
            return _Side(front, word)
        if wanted and wanted.dimension == found.dimension and wanted.size != found.size:
            raise Unreadable(f'I cannot read "{brief(text)}": write the unit right behind the number.')
    if wanted and wanted.dimension in {MEMORY, OPERATIONS} and wanted.size > _BYTE and _ends_in_a_letter(text):
        raise Unreadable(f'I do not know what "{brief(text)}" is in {asked}. Write the unit behind it.')
    return _Side(text, "")


def without_own(text: str, asked: str) -> str:
    """The text without the unit at its end that only the question's author knows; `kV` leaves a thousand."""
    bare = text.removesuffix(plain(asked))
    word = _LAST_WORD.search(bare)
    return text if word and word[1] not in _THOUSANDS else bare.rstrip()


def refuse(word: str, asked: str, text: str) -> None:
    """Raise Unreadable for what looks like a unit and is none, unless the question itself is in it."""
    if not unit(asked) and word.lower().rstrip("s") == asked.lower().rstrip("s"):
        return
    if either := doubtful(word):
        one, two = either
        raise Unreadable(f'"{brief(text)}" can be read as {one} (bytes) or as {two} (bits). Write {one} or {two}.')
    if symbols := meant(word):
        units = " or ".join(symbols)
        raise Unreadable(
            f'In "{brief(text)}" I do not know "{word}". The case of letters counts: did you mean {units}?'
        )
    if is_strange(word):
        raise Unreadable(f'In "{brief(text)}" I do not know the unit "{brief(word, 20)}". Give the number in {asked}.')


def unbracketed(bracketed: re.Match[str]) -> str:
    """A unit without the brackets around it."""
    word = bracketed[1]
    return f" {word}" if unit(word) or doubtful(word) or meant(word) or is_strange(word) else bracketed[0]


def _ends_in_a_number(text: str) -> bool:
    """Whether a number ends here, perhaps with a scale such as `million`."""
    text = text[-_LONGEST_END:]
    word = _LAST_WORD.search(text)
    if word and is_scale(word[1]):
        text = text[: word.start()].rstrip()
    return text[-1:].isdigit() or text[-1:] in {".", ")"}


def _ends_in_a_letter(text: str) -> bool:
    """Whether a number ends in a lone prefix: `14 G`."""
    text = text[-_LONGEST_END:]
    word = _LAST_WORD.search(text)
    return bool(word and word[1] in LETTERS and text[: word.start()].rstrip()[-1:].isdigit())


def is_remark(tail: str) -> bool:
    """Whether what stands behind a unit changes nothing about it: nothing per second, no further number."""
    words = tail.split()
    if words and words[0] in _RATES:
        words = words[1:]
    is_rate = bool(words) and unit(words[0].strip("()")) is not None  # a day, watt hours
    return are_plain(tail) and not is_rate


def _number(side: _Side, hints: Hints, written: str) -> Number:
    """The number of a side.  Raises Unreadable for `7 B`, which may be bytes or billions."""
    number = read_side(side.text, hints, written)
    if side.unit in {"B", "b"} and side.text[-1:].isdigit() and -THOUSAND < number.value < THOUSAND:
        one, two = f"{side.text} billion", f"{side.text} {SMALL[side.unit]}"
        raise Unreadable(f'"{brief(side.text)} {side.unit}" can be read as {one} or as {two}. Write one of these.')
    return number


def times(number: Number, ratio: Fraction) -> Number:
    """The number in another unit: exact, with the digits that were stated."""
    value, half, digits = number
    if ratio == 1:
        return number
    if isinstance(value, float):
        return Number(value * float(ratio), 0, None)
    if digits is None or isinstance(value, Fraction) or isinstance(half, Fraction):
        return Number(simple(Fraction(value) * ratio), 0, None)
    context = EXACT.copy()
    context.clear_flags()
    by = context.divide(Decimal(ratio.numerator), Decimal(ratio.denominator))
    if context.flags[Inexact]:  # seconds in minutes need not end
        return Number(simple(Fraction(value) * ratio), Fraction(half) * ratio, None)
    reach, product = context.multiply(Decimal(half), by), context.multiply(Decimal(value), by)
    is_whole = reach >= _HALF and product == product.to_integral_value()
    return Number(int(product) if is_whole else _without_tail(product, digits), reach, digits)


def _without_tail(value: Decimal, digits: int) -> Decimal:
    """The value without zeros that nobody stated: 0.179 m are 17.9 cm, not 17.900 cm."""
    last = Decimal(0).scaleb(value.adjusted() - digits + 1)
    return EXACT.add(value.normalize(EXACT), last)  # a sum has all places of both
