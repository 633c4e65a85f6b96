"""Reads answers that students copied from our own messages: `I read: 27,600 (3 digits stated)`.

Only these words are dropped.  What is left has to be understood like any other answer.  `as_equation` puts an equals
sign into a right answer that was copied: `2·d + f, here 36,184`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Final

from checker.answers.reading import Reading
from checker.answers.unit_text import is_unit
from checker.engine.errors import UnreadableAnswer
from checker.notation.number import StatedNumber

MAX_LENGTH: Final = 1000

_LEAD: Final = re.compile(r"\s*(?:I read:|Expected:?|(Correct):)\s+(?=\S)")
"""The words before an answer on the screen, in lines of text and in messages."""
_DIGITS: Final = re.compile(r"(?<=\d) \(([1-9]\d{0,2}) digits? stated\)")
_BETWEEN: Final = re.compile(r"[,;] ")
_NOTES: Final = (
    "a number, read as a vector of one",
    "a list, read as the only row",
    "a row, read as a vector",
    "a column, read as a vector",
    "the 0 in front read as the letter O",
    "transposed",
)
_NOTE: Final = f"(?:{'|'.join(_NOTES)})"
_REMARK: Final = re.compile(rf"\s\((?:{_NOTE}(?:, {_NOTE}){{0,2}}|(?:{_NOTE}, ){{0,2}}read from ([^,;]{{1,40}}))\)$")
_OTHER_UNIT: Final = ", read as "
HERE: Final = ", here "
_HERE: Final = re.compile(rf"(?:\s*Expected:?\s)?(.+){HERE}([^=≈]{{1,100}})", re.DOTALL)
"""A formula and its value, as the right answer is shown."""

Read = Callable[[str], Reading]
"""How an answer is read.  Raises UnreadableAnswer."""


def read_without(text: str, read: Read) -> Reading | None:
    """Return the reading of an answer without the words of our messages; None if it has none of them.

    Also None if it is unreadable still.
    """
    if len(text) > MAX_LENGTH:
        return None
    bare = _without_our_words(text)
    if bare == text and not (_OTHER_UNIT in text or _DIGITS.search(text)):
        return None
    try:
        return _read_bare(bare, read)
    except UnreadableAnswer:
        return None


def as_equation(text: str) -> str:
    """Return a formula and its value, copied from where we show the right answer, with an equals sign between them.

    >>> as_equation("Expected  2·d + f, here 36,184")
    '2·d + f = 36,184'
    """
    copied = _HERE.fullmatch(text) if len(text) <= MAX_LENGTH else None
    return f"{copied[1].strip()} = {copied[2]}" if copied else text


def _without_our_words(text: str) -> str:
    """Return the text without the words before the answer, and without remarks in brackets behind it."""
    lead = _LEAD.match(text)
    bare = (text[lead.end() :] if lead else text).rstrip()
    if lead and lead[1]:
        bare = bare.removesuffix(".")
        return bare[1:-1] if bare[:1] == "“" and bare.find("”") == len(bare) - 1 else bare
    remark = _REMARK.search(bare)
    if remark is None or (remark[1] and not is_unit(remark[1])):
        return bare
    return bare[: remark.start()]


def _read_bare(text: str, read: Read) -> Reading | None:
    """Read an answer without our words in front, as far as the digits go that we said were stated."""
    if _OTHER_UNIT in text:
        reading = read(text.partition(_OTHER_UNIT)[0])
        return reading if reading.note == text else None  # only what we say of it ourselves
    stated = [*_DIGITS.finditer(text)]
    reading = read(_DIGITS.sub("", text))
    found = list(reading.numbers)
    for each in stated:
        place = len(_BETWEEN.findall(text, 0, each.start()))  # the entry of a list
        coarser = _coarser(found[place], int(each[1])) if place < len(found) else None
        if coarser is None:
            return None
        found[place] = coarser
    return reading._replace(numbers=tuple(found)) if stated else reading


def _coarser(number: StatedNumber, digits: int) -> StatedNumber | None:
    """Return a whole number with only this many digits stated; None if no screen would show it so."""
    if not number.value or not isinstance(number.value, int):
        return None
    half = Decimal(f"5e{Decimal(number.value).adjusted() - digits}")
    return number._replace(half=half, digits=digits, zeros=0, written=None) if half > number.half else None
