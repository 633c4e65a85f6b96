"""Tries again to read an answer that is unreadable as a whole: `pOH = 5.76, so pH = 14 - 5.76 = 8.24` is 8.24.

First the words of our own messages are left out, then only the end is read.  The text before the end must be working
that leads there: equations or inequalities in symbols and numbers, whose results or names the next ones use.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from checker.answers.own_words import Read, read_without
from checker.answers.reading import Reading
from checker.answers.surrounding_text import is_label, joins
from checker.engine.errors import UnreadableAnswer
from checker.notation.functions import RESERVED_NAMES
from checker.notation.units import is_unit_word
from checker.notation.vocabulary import Words, lexicon

LONGEST: Final = 300
_MOST: Final = 6
"""Maximum number of steps before the end."""

_SO: Final = r"so|thus|hence|therefore|then|which gives|this gives|also|daher|somit|folglich|dann|donc|luego|quindi"
_BETWEEN: Final = re.compile(
    rf"[,;.]?\s+(?:and\s+)?(?:(?:{_SO})\b|(?:\\Rightarrow|\\implies|\\to)(?![A-Za-z])|[⇒⟹→∴]|[=-]>)[,:\s]*|[;,.]\s+|\s+and\s+(?=\S)|\s*\n\s*",
    re.IGNORECASE,
)
"""The words and signs between two steps of working: `so`, `⇒`, `;`."""
_EQUALS: Final = re.compile(r"(?<![<>≤≥:!])[=≈]|\\approx(?![A-Za-z])")
_SIGN: Final = re.compile(r"[=≈<>≤≥]|\\(?:approx|leq?|geq?)(?![A-Za-z])")
_LESS: Final = re.compile(r"[<>≤≥]=?|\\(?:leq?|geq?)(?![A-Za-z])")
_WORD: Final = re.compile(r"(?<![\\A-Za-z])[A-Za-z\u00c0-\u024f][a-z\u00df-\u024f]+")
_VALUE: Final = re.compile(r"[\s$(+-]*\d")
_NAME: Final = re.compile(r"(?<![\w\\])[^\W\d]\w*'?")
_TOKEN: Final = re.compile(r"[^\W_]+(?:_\w+)?'?")
_NUMBER: Final = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)?(?!\w)")
_FACTOR: Final = re.compile(r"(?<![\w.])(\d+(?:[.,]\d+)?)(?=[A-Za-z](?![A-Za-z]))")
"""A number before a letter: 2 in `2x`."""
_JOINED: Final = re.compile(
    r"[;\n]|,\s|\b(?:and|or|und|oder|et|ou|y|o)\b|\N{LOGICAL OR}|\N{LOGICAL AND}|[±|&→⇒<>≤≥]"
    r"|\\(?:pm|lor|vee|land|wedge|to)(?![A-Za-z])"
)
"""The words and signs between two answers: `or`, `;`."""
_LABELLED: Final = re.compile(r"\s*\$?([^\W\d_]+)\s?(?=[=≈])")
_LATEX: Final = re.compile(r"\\(?:math|text)\w*|[\\{}$^]")
_HALF_LIFE: Final = re.compile(r"[tT]_?\(?(?:1/2|½|12)\)?")
_HALF_LIFE_ASKED: Final = r"half-?\s?li(?:fe|ves)|Halbwertszeit"
_WITH_FORMULA: Final = 3
"""Fewest sides of an equation with a label, a formula in symbols and a number."""
_UNITS_TOO: Final = frozenset({"min"})
"""Units that are words too."""
_SHORT: Final = 2
"""Letters of a product of two symbols: `kx`."""


_AFTER_SYMBOL: Final = r"and|or|of|is|in|for|if|when|such|so|from|to|at|und|oder"
"""Words that follow a symbol, but not an article."""
_NATURAL: Final[tuple[tuple[str, str], ...]] = (
    (r"speed|velocity|how fast|geschwindigkeit", "v u v_f v_0"),
    (r"\btime\b|how long|duration|\bzeit", "t T"),
    (r"\bmass\b|how heavy|\bmasse", "m M"),
    (r"distance|how far|abstand", "d s x r"),
    (r"acceleration|beschleunigung", "a"),
    (r"\bforce\b|\bkraft", "F"),
    (r"energy|energie|\bwork\b", "E W"),
    (r"pressure|\bdruck", "p P"),
    (r"\bvolume\b|volumen", "V"),
    (r"height|how high|höhe", "h y"),
    (r"\blength\b|länge", "l L"),
    (r"\bcurrent\b|stromst", "I i"),
    (r"voltage|spannung", "U V"),
    (r"temperature", "T"),
)
"""Usual names of quantities."""


class Working(NamedTuple):
    """An answer split into the steps of its working and the result at its end."""

    steps: Sequence[str]
    end: str


def read_again(text: str, read: Read, words: Words | None) -> Reading | None:
    """Try again to read an answer: without words of our own messages, or only the result at the end of its working.

    Return None if that fails.  The end counts if its name is in the question.  Else no step may be an answer, too, and
    the steps must be other quantities or be used later.  Without `words` only the first is tried.
    """
    if (found := read_without(text, read)) or words is None:
        return found
    working = working_of(text, words)
    if working is None:
        return _read_last_sides(text, read, words)
    try:
        found = read(working.end)
    except UnreadableAnswer:
        found = _read_last_sides(working.end, read, words)
    if found is None or found.refused:
        return None
    if _is_asked_for(working, words):
        return found
    steps = [_read_or_none(step, read) for step in working.steps]
    if any(each and not each.refused and (each.unit or not found.unit) for each in steps):
        return None
    are_other_quantities = all(each and each.refused for each in steps)
    return found if are_other_quantities or _are_steps_used(working) else None


def _is_asked_for(working: Working, words: Words) -> bool:
    """Return whether the end has a name that the question uses, as in `r = 0.978, so r² = 0.957`.

    Return False if a step has such a name as well, or the usual name of the asked quantity.
    """
    if not _EQUALS.search(working.end):
        return False
    asked = _spelled(words.text)
    end, *steps = (_spelled(_label(each)) for each in (working.end, *working.steps))
    known = _HALF_LIFE_ASKED if _HALF_LIFE.fullmatch(end) else rf"(?<!\w){re.escape(end)}(?!\w)" if end else r"(?!)"
    if _is_article(end, words) or any(_is_natural(each, words) for each in steps):
        return False
    if not end[:1].isalpha() or not all(each[:1].isalpha() or each[:1] == "[" for each in steps):
        return False
    if any(re.search(rf"(?<!\w){re.escape(end)}(?!\w)", _spelled(each)) for each in working.steps):
        return False
    is_given = {end, *steps} & {*map(_spelled, words.others)}
    is_in_prompt = [re.search(rf"(?<!\w){re.escape(each)}(?!\w)", asked) for each in steps]
    return bool(re.search(known, asked)) and not any(is_in_prompt) and end not in steps and not is_given


def _is_article(name: str, words: Words) -> bool:
    """Return whether a letter is only a word of the question: `a car`, `I have`."""
    if name.casefold() not in {"a", "i"} or name in words.others:
        return False
    return not re.search(rf"\${name}\$|(?<!\w){name}(?!\w)(?!\s+(?!(?:{_AFTER_SYMBOL})\b)[^\W\d_])", words.text)


def _is_natural(name: str, words: Words) -> bool:
    """Return whether this is what the asked quantity is usually called: v for a speed."""
    return any(name in names.split() and re.search(asked, words.asked, re.IGNORECASE) for asked, names in _NATURAL)


def _spelled(text: str) -> str:
    """Return a text without LaTeX signs and with 2 for ²."""
    return _LATEX.sub("", text).replace("²", "2")


def working_of(text: str, words: Words) -> Working | None:
    """Return the steps and the result of an answer; None without steps, or where a step is no equation or inequality.

    Nor may a step give the result another value: `x = 3, x = 5`.

    >>> working_of("6x - 15 = 4x + 9, 2x = 24, x = 12", Words())
    Working(steps=['6x - 15 = 4x + 9', '2x = 24'], end='x = 12')
    >>> working_of("x = 3 or y = 4, x = 5", Words()) is working_of("{7} = {5, -5}", Words()) is None
    True
    """
    found = [*_BETWEEN.finditer(text)] if len(text) <= LONGEST else []
    found = [each for each in found if each[0].strip() != "and" or _joins_chains(text, each)]
    starts = [0, *(each.end() for each in found)]
    ends = [*(each.start() for each in found), len(text)]
    *steps, end = (text[start:stop].strip() for start, stop in zip(starts, ends, strict=True))
    end = end.rstrip(" .")
    if not steps or not end or len(steps) > _MOST or not all(_is_working(each, words) for each in steps):
        return None
    if _is_another_value(steps, end) or not all(map(_has_pairs, (*steps, end))):
        return None
    return Working(steps, end)


def _joins_chains(text: str, joint: re.Match[str]) -> bool:
    """Return whether both inequalities around a word have two ends: `-7 ≤ 3x ≤ 15 and -7/3 ≤ x ≤ 5`."""
    before, after = re.split(r"[,;]|\bso\b", text[: joint.start()])[-1], text[joint.end() :]
    return all(len(_LESS.findall(each)) == _SHORT for each in (before, after))


def _has_pairs(text: str) -> bool:
    """Return whether a text has as many closing brackets as opening ones: `5}` is a piece of something."""
    return all(text.count(opening) == text.count(closing) for opening, closing in ("()", "[]", "{}"))


def _read_or_none(step: str, read: Read) -> Reading | None:
    """Return the reading of a step; None if it is unreadable."""
    try:
        return read(step)
    except UnreadableAnswer:
        return None


def _read_last_sides(step: str, read: Read, words: Words) -> Reading | None:
    """Read the sides of `label = formula = calculation = result` after the last formula in symbols.

    Return None if there is no label or formula, or the sides are unreadable.
    """
    sides = [each.strip() for each in _EQUALS.split(step.strip(" $"))] if len(step) <= LONGEST else []
    if len(sides) < _WITH_FORMULA or _JOINED.search(step) or not all(sides) or not is_label(sides[0], words):
        return None
    formulas = sides[1:-1]
    if any(map(_has_units, formulas)) or any(sides[0] in _names(each) for each in formulas):
        return None
    at = next((place for place in range(len(sides) - 1, 0, -1) if _names(sides[place - 1])), 0)
    return (
        _read_or_none(" = ".join(sides[at:]), read)
        if at and all(_is_symbolic(each, words) for each in formulas)
        else None
    )


def _names(text: str) -> set[str]:
    """Return the symbols in a text."""
    return {*_NAME.findall(text)} - RESERVED_NAMES - {"lg"}


def _has_units(text: str) -> bool:
    """Return whether all names of a side are units: such a side is a calculation, which has to equal the others."""
    return bool(names := _names(text)) and all(map(is_unit_word, names))


def _is_working(step: str, words: Words) -> bool:
    """Return whether a step is an equation or inequality in symbols and numbers, perhaps with a word as its label."""
    label = _LABELLED.match(step)
    body = step[label.end() :] if label and label[1].casefold() not in lexicon().reserved else step
    return bool(_SIGN.search(step)) and _SIGN.split(step)[-1].strip() != "" and _is_symbolic(body, words)


def _is_symbolic(text: str, words: Words) -> bool:
    """Return whether a text consists of symbols and numbers, with no words but the question's and functions."""
    return all(
        (not joins(word) or word in _UNITS_TOO)
        and (len(word) <= _SHORT or word.casefold() in RESERVED_NAMES or word.casefold() in words or is_unit_word(word))
        for word in _WORD.findall(text)
    )


def _label(step: str) -> str:
    """Return the text before the first sign of a step: `x` in `x = 3`."""
    return _SIGN.split(step, maxsplit=1)[0].strip(" $")


def _is_another_value(steps: Sequence[str], end: str) -> bool:
    """Return whether a step gives the quantity of the end as a number already: two answers, of which neither counts."""
    label = _label(end)
    return any(_label(each) == label and _VALUE.match(_SIGN.split(each)[-1]) for each in steps)


def _are_steps_used(working: Working) -> bool:
    """Return whether every step is used in a later step or in the end.

    That has the step's result or its name, or is named by a symbol in the step: `2x = 24, x = 12`.
    """
    texts = [*working.steps, working.end]
    for place, step in enumerate(working.steps):
        later = texts[place + 1 :]
        names = {_label(each) for each in later}
        result = _SIGN.split(step)[-1]
        is_chain = len(_LESS.findall(step)) == _SHORT
        made = {*(_NUMBER.findall(result)[:1] if _VALUE.match(result) else ()), _label(step)}
        made |= {name for name in _parts(step) if is_chain and name.isalpha()}
        names_used = (name for each in later for name in (*_NAME.findall(_behind(each)), *_parts(each)))
        used = {*_NUMBER.findall(" ".join(later)), *_FACTOR.findall(" ".join(later)), *names_used}
        if made.isdisjoint(used) and not names.intersection(_parts(step)):
            return False
    return True


def _behind(step: str) -> str:
    """Return the text after the first sign of a step."""
    return "=".join(_SIGN.split(step)[1:])


def _parts(step: str) -> set[str]:
    """Return the names in a step other than its label, and the letters of short products: x in `2x`, v in `mv²`."""
    names = {name.lstrip("0123456789½¼").rstrip("²³⁴") for name in _TOKEN.findall(step)}
    letters = {letter for name in names if name.isalpha() and len(name) <= _SHORT for letter in name}
    return (names | letters) - {_label(step)}
