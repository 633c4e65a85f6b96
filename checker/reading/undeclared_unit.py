"""Units of answers where the part declares none: those that its prompt asks for, and the unit after an answer.

`asks_for_percent` tells whether the prompt asks for percent.
"""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import islice
from typing import Final

from checker.engine.errors import UnreadableAnswer
from checker.reading.unit_text import AROUND, BRACKETED, MAX_LENGTH, MAX_PIECES, beginnings, without_in
from checker.text.lazy_pattern import lazy_pattern
from checker.text.number import Hints
from checker.text.plain import brief, plain
from checker.text.vocabulary import Words, unknown_word
from checker.units import (
    AmbiguousUnit,
    Unit,
    UnitError,
    UnknownUnit,
    is_thing,
    is_unit_word,
    read_unit,
    unit_of_author,
)

_ASKING: Final = lazy_pattern(
    r"\b(?:in|how many|number of|wie viele|convert\b[^.?!]{0,60}\bto)\s+(?=\D)", re.IGNORECASE
)
"""Words in front of the unit that a prompt asks for."""
_USUAL_WORD: Final = lazy_pattern(
    r"(?:^|(?<!\bper)\s)(?:an?|as|at|in|is|so|to|of|or|and|do|does|has|each)\s|[.?!,;:](?!\w)"
)
_PERCENT_ASKED: Final = lazy_pattern(
    r"\b(?:in|as an?|what|which|how many)\s+(?:%|per ?cent(?:age)?\b(?!\s+points?))"
    r"|\(\s*(?:in\s+)?%\s*\)|\bpercentage of\b",
    re.IGNORECASE,
)


def without_prompt_unit(rest: str, whole: str, hints: Hints) -> str:
    """Return the text after a number without the unit that the prompt asks for; as it is if it begins with no unit.

    `rest` is that text, and `whole` the answer.  Raises UnreadableAnswer for any other unit.
    """
    text = without_in(rest.strip(AROUND))
    bracketed = BRACKETED.match(text)
    candidates = [(bracketed[1], text[bracketed.end() :])] if bracketed else beginnings(text)
    name = ""
    for each, after in candidates:
        try:
            unit = read_unit(f"1{each}" if each[0] == "/" else each)
        except AmbiguousUnit:
            name = name or each
        except UnknownUnit:
            continue
        else:
            if unit in prompt_units(hints.words) and unknown_word(after, hints.words) is None:
                return after
            is_counted = is_thing(unit) and unknown_word(each, hints.words) is None  # weights, heads, tokens
            name = name or ("" if is_counted else each)
    if name and is_unit_word(re.split(r"[\s/*^(]", name.lstrip("/ ("), maxsplit=1)[0]):
        raise UnreadableAnswer(
            f'"{brief(whole)}" has a unit ({name}), but this question has none. Write the answer without a unit.'
        )
    return rest


def is_other_unit(name: str, words: Words) -> bool:
    """Return whether a name is a unit that the prompt does not ask for, and no counted thing such as `tokens`."""
    if not is_unit_word(name):
        return False
    try:
        unit = read_unit(name)
    except UnitError:
        return True
    return not is_thing(unit) and unit not in prompt_units(words)


def prompt_units(words: Words) -> set[Unit]:
    """Return the units that a prompt asks for: those after `in`, `how many` and `number of`.

    >>> prompt_units(Words("100 metres in 8 seconds. How many metres per second?")) == {read_unit("m/s")}
    True
    """
    found: set[Unit] = set()
    for place in islice(_ASKING.finditer(words.text), MAX_PIECES):
        try:
            text = plain(words.text[place.end() : place.end() + MAX_LENGTH].replace("$", " "))
        except UnreadableAnswer:
            continue
        if end := _USUAL_WORD.search(text):
            text = text[: end.start()]
        for name, _ in beginnings(text):
            with suppress(UnitError):
                found.add(read_unit(name))
                break
    return found - {unit_of_author(unit) for unit in words.other_units}


def asks_for_percent(words: Words) -> bool:
    """Return whether a prompt asks for percent: `35.5%` is 35.5 there, and 0.355 elsewhere.

    >>> asks_for_percent(Words("How large is it, in percent?")), asks_for_percent(Words("10% of them. How many?"))
    (True, False)
    """
    return _PERCENT_ASKED.search(words.text) is not None
