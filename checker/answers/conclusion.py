"""Answers that end their working: `pOH = 5.76, so pH = 14 - 5.76 = 8.24`.

Read only where the whole is unreadable.  What stands before the end must be working that leads there: equations or
inequalities in symbols and numbers, with a word that concludes, or with a result that the end works with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final

from checker.answers.own_words import Read, read_without
from checker.answers.reading import Reading
from checker.answers.surrounding_text import is_label
from checker.engine.errors import UnreadableAnswer
from checker.notation.dialect import RESERVED_NAMES
from checker.notation.vocabulary import Words, lexicon

LONGEST: Final = 300
_MOST: Final = 6
"""Maximum number of steps before the end."""

_SO: Final = r"so|thus|hence|therefore|then|which gives|this gives|also|daher|somit|folglich|dann|donc|luego|quindi"
_BETWEEN: Final = re.compile(
    rf"[,;.]?\s+(?:and\s+)?(?P<so>(?:{_SO})\b|(?:\\Rightarrow|\\implies|\\to)(?![A-Za-z])|[⇒⟹→∴]|[=-]>)[,:\s]*|[;,.]\s+|\s*\n\s*",
    re.IGNORECASE,
)
"""What separates two steps, and whether it concludes."""
_EQUALS: Final = re.compile(r"(?<![<>≤≥:!])[=≈]|\\approx(?![A-Za-z])")
_SIGN: Final = re.compile(r"[=≈<>≤≥]|\\(?:approx|leq?|geq?)(?![A-Za-z])")
_WORD: Final = re.compile(r"(?<![\\A-Za-z])[A-Za-z\u00c0-\u024f][a-z\u00df-\u024f]+")
_NAME: Final = re.compile(r"(?<![\w\\])[^\W\d]\w*'?")
_NUMBER: Final = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)?(?!\w)")
_JOINED: Final = re.compile(r"[;\n]|,\s|\b(?:and|or|und|oder|et|ou|y|o)\b|\N{LOGICAL OR}|\N{LOGICAL AND}|±|\\pm")
"""What stands between several answers."""
_LABELLED: Final = re.compile(r"\s*\$?([^\W\d_]+)\s?(?=[=≈])")
_MEASURED: Final = re.compile(r"[-+]?\s*[\d.,]+\s*[A-Za-z°%µμΩ][\w/·*^²³°-]*")
"""A number with its unit, which the other sides have to equal."""
_SHORT: Final = 2
"""Letters of a product of two symbols: `kx`."""


def read_again(text: str, read: Read, words: Words, read_companion: Read | None = None) -> Reading | None:
    """Read an unreadable answer without the words of our messages, or only its end; None if it is unreadable still."""
    if found := read_without(text, read, read_companion):
        return found
    for end in conclusions_of(text, words):
        with suppress(UnreadableAnswer):
            return read(end)
    return None


def conclusions_of(text: str, words: Words) -> Iterator[str]:
    """Yield the ends of an answer that consists of working and an end, longer ones first.

    >>> [*conclusions_of("6x - 15 = 4x + 9, 2x = 24, x = 12", Words())]
    ['x = 12']
    >>> [*conclusions_of("84 - 12.60 = 71.40; 71.40 - 14.28 = 57.12", Words())]
    ['71.40 - 14.28 = 57.12']
    >>> [*conclusions_of("pH = pKa + log([A-]/[HA]) = 4.76 + 0.05 = 4.81", Words())]
    ['4.76 + 0.05 = 4.81']
    >>> [*conclusions_of("x = 3, y = 5", Words())], [*conclusions_of("x = 3 or x = 5, so x = 5", Words())]
    ([], [])
    """
    if len(text) > LONGEST:
        return
    end = _last_step(text, words)
    if end != text:
        yield end
    if sides := _last_sides(end, words):
        yield sides


def _last_step(text: str, words: Words) -> str:
    """Return the last of several steps, if those before lead to it; else the whole text."""
    found = [*_BETWEEN.finditer(text)]
    starts = [0, *(each.end() for each in found)]
    ends = [*(each.start() for each in found), len(text)]
    *steps, end = (text[start:stop].strip() for start, stop in zip(starts, ends, strict=True))
    end = end.rstrip(" .")
    if not steps or not end or len(steps) > _MOST or not all(_is_working(each, words) for each in steps):
        return text
    if _is_another_value(steps, end):
        return text
    return end if found[-1]["so"] or _leads_to(steps, end) else text


def _last_sides(step: str, words: Words) -> str:
    """Return the sides of an equation behind its formula in symbols; "" where it has none."""
    sides = [each.strip() for each in _EQUALS.split(step.strip(" $"))]
    if len(sides) <= _SHORT or _JOINED.search(step) or not all(sides) or not is_label(sides[0], words):
        return ""
    if not all(_is_symbolic(each, words) for each in sides[1:-1]) or any(map(_MEASURED.fullmatch, sides[1:-1])):
        return ""
    at = next((place for place in range(len(sides) - 1, 0, -1) if _names(sides[place - 1])), 0)
    return " = ".join(sides[at:]) if at else ""


def _names(text: str) -> set[str]:
    """Return the symbols in a text."""
    return {*_NAME.findall(text)} - RESERVED_NAMES


def _is_working(step: str, words: Words) -> bool:
    """Return whether a step is an equation or inequality in symbols and numbers, perhaps with a word as its label."""
    label = _LABELLED.match(step)
    body = step[label.end() :] if label and label[1].casefold() not in lexicon().reserved else step
    return bool(_SIGN.search(step)) and _SIGN.split(step)[-1].strip() != "" and _is_symbolic(body, words)


def _is_symbolic(text: str, words: Words) -> bool:
    """Return whether a text consists of symbols and numbers, with no words but the question's and functions."""
    found = [word.casefold() for word in _WORD.findall(text)]
    if not lexicon().reserved.isdisjoint(found):
        return False
    return all(len(word) <= _SHORT or word in RESERVED_NAMES or word in words for word in found)


def _label(step: str) -> str:
    return _SIGN.split(step, maxsplit=1)[0].strip(" $")


def _is_another_value(steps: Sequence[str], end: str) -> bool:
    """Return whether a step gives the quantity of the end as a number already: two answers, of which neither counts."""
    label = _label(end)
    return any(_label(each) == label and not _NAME.search(_SIGN.split(each)[-1]) for each in steps)


def _leads_to(steps: Sequence[str], end: str) -> bool:
    """Return whether each step is worked with later: its result or its name, or the name of the end stands in it."""
    texts = [*steps, end]
    for place, step in enumerate(steps):
        later = texts[place + 1 :]
        names = {_label(each) for each in later}
        result = _SIGN.split(step)[-1]
        made = {*_NUMBER.findall(result)[:1], _label(step)}
        used = {*_NUMBER.findall(" ".join(later)), *(name for each in later for name in _NAME.findall(_behind(each)))}
        if made.isdisjoint(used) and not names.intersection(_parts(step)):
            return False
    return True


def _behind(step: str) -> str:
    """Return what stands behind the first sign."""
    return "=".join(_SIGN.split(step)[1:])


def _parts(step: str) -> set[str]:
    """Return the names in a step that is no value of one name alone: x in `2x = 24`."""
    label = _label(step)
    names = {name.lstrip("0123456789").rstrip("²³⁴") for name in re.findall(r"[^\W_]+(?:_\w+)?'?", step)}
    return names - {label}
