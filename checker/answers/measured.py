"""A list or a table with units: `[1.5, 2.5] GB`, `[1500 MB, 2500 MB]`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from checker.answers.quantity import (
    BRACKETED,
    LABELLED,
    SMALL,
    is_remark,
    legible,
    refusal,
    refuse,
    times,
    unbracketed,
    without_own,
)
from checker.answers.reading import Reading
from checker.answers.show import bracketed, nest
from checker.answers.statement import is_scale
from checker.answers.units import factor, unit
from checker.errors import Unreadable
from checker.notation.stated import Hints
from checker.notation.text import brief

_BEHIND: Final = re.compile(r"(?<=[\d.)\]])( {0,2}(?:in )?)(?![eE][+-]?\d)([^\W\d_]+|%)(?![\w.(])")
"""A word behind a number or a bracket."""
_WORD: Final = re.compile(r"[^\W\d_]+|%")


def read_measured(text: str, hints: Hints, read: Callable[[str, Hints], Reading]) -> Reading:
    """Read a text that `plain` has gone over, with one unit behind it or behind every entry.

    `read` reads it without.  Raises Unreadable as `read` does, and for units that differ or stand elsewhere.
    """
    asked = hints.unit or ""
    text, after = _unlabelled(text, asked)
    places = [match for match in _BEHIND.finditer(text) if _is_read(match, asked, text)]
    others = _WORD.findall(_BEHIND.sub("", after))
    if any(_is_unit(word, asked) and factor(word, asked) not in (None, 1) for word in others):
        raise _elsewhere(text)
    if not places:
        return read(text, hints)
    name, behind = places[0][2], text[places[-1].end() :].strip(" .;,])")
    if not is_remark(behind):
        raise Unreadable(f'I cannot read "{brief(text)}": after the unit I found "{brief(behind, 30)}".')
    starts = {match.start() for match in places}
    bare = _BEHIND.sub(lambda match: " " if match.start() in starts else match[0], text).strip()
    ratio = factor(name, asked)
    reading = read(bare, hints if ratio == 1 else hints._replace(whole=False))
    if any(factor(match[2], name) != 1 for match in places) or len(places) not in {1, len(reading.numbers)}:
        raise _elsewhere(text)
    if ratio is None:
        shown = nest(reading.shape, [legible(number) for number in reading.numbers], bracketed)
        return reading._replace(refused=refusal(name, asked), shown=f"{shown} {name}")
    if ratio == 1:
        return reading
    return reading._replace(numbers=tuple(times(number, ratio) for number in reading.numbers), note=f"read from {name}")


def _unlabelled(text: str, asked: str) -> tuple[str, str]:
    """The text without brackets around units, and what of it stands behind a label such as `x in GB =`."""
    label = LABELLED.search(text)
    after = text[label.end() :] if label else text
    if label and not _is_unit(label[1], asked):
        refuse(label[1], asked, text)
    elif label and factor(label[1], asked) != 1:
        raise _elsewhere(text)
    text = BRACKETED.sub(unbracketed, text)
    return text if unit(asked) else without_own(text, asked), after


def _is_read(match: re.Match[str], asked: str, text: str) -> bool:
    """Whether a word behind a number is a unit.  Raises Unreadable for what only looks like one."""
    word = match[2]
    if _is_unit(word, asked):
        if word in {"B", "b"}:
            raise Unreadable(f'"{brief(text)}" can be read as billions or as {SMALL[word]}. Write one of these.')
        return True
    if not is_scale(word):
        refuse(word, asked, text)
    elif text[match.start() - 1] in ")]":
        raise Unreadable(f'I cannot read "{brief(text)}": write "{word}" behind every number.')
    return False


def _is_unit(word: str, asked: str) -> bool:
    """Whether a word is a unit here: `m` and `B` are only where such are asked."""
    found, wanted = unit(word), unit(asked)
    return found is not None and (word not in SMALL or (wanted is not None and wanted.dimension == found.dimension))


def _elsewhere(text: str) -> Unreadable:
    return Unreadable(f'I cannot read the unit in "{brief(text)}". Write one unit, right behind the list.')
