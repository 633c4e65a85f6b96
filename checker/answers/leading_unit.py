"""The unit before a number: in a label such as `Memory in MB =`, or alone, as in `ms 1.85` and `bytes: 13.4`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from checker.answers.surrounding_text import not_understood
from checker.answers.unit_text import AROUND, are_alike, authors_unit, either_unit
from checker.notation.number import Hints
from checker.notation.units import AmbiguousUnit, Unit, UnitError, read_unit
from checker.notation.vocabulary import lexicon, unknown_word

_LABELLED: Final = re.compile(
    r"(?:\bin\s+([^=:≈\d]{1,40}?)"
    r"|(?<![^\W\d])(?<![√*×/^+-])(?<!sqrt )[(\[]\s?([^=:≈()\[\]\d]{1,40}?)\s?[)\]])\s*(?=[:=≈])"
)
"""`Memory in MB = 14000`, `v (km/h) = 45`."""
_OF_UNIT: Final = re.compile(r"[^\W\d]\w{0,20}\s?\(([^()\d]{1,20})\)")
"""`t(min)`"""
_FRONT: Final = re.compile(r"[^\d(\[√π]{2,80}(?=[(\[√π\d])")
"""The text before the number."""
_NAME: Final = re.compile(r"[^\W\d_]\S*(?:\s?[/·*]\s?\S+)*")
_QUANTITY: Final = re.compile(r"[A-Z][a-z]")
"""A quantity before an equals sign, such as Ts or Fg, which could also be read as a unit."""
_LAST_WORD: Final = re.compile(r" ([^\W\d_]+)$")
_SIGNS: Final = f"{AROUND}=≈+-"


def without_label(text: str, wanted: Unit | None, hints: Hints) -> tuple[str, str]:
    """Return the text without the unit before its number, and that unit's name; an empty name where there is none.

    Raises UnreadableAnswer for an unknown unit, and for one that can be read in two ways.
    """
    label = _LABELLED.search(text)
    name = ((label[1] or label[2]) if label else "").strip()
    if not label or not name:
        return _without_front_unit(text, wanted, hints)
    try:
        read_unit(name, wanted)
    except UnitError:
        if authors_unit(name, hints) or unknown_word(name, hints.words) is None:
            return text, ""
        raise not_understood(name, text, hints) from None
    return f"{text[: label.start()]} = {text[label.end() :].lstrip(' :=≈')}", name


def refuse_unit_labels(labels: Iterable[str], wanted: Unit | None, whole: str, hints: Hints) -> None:
    """Raise UnreadableAnswer for a label that may be the unit of the number: `12.5 = MB`, `t(min) = 12.5`.

    One letter is a symbol rather than a unit, such as m for a mass, unless it measures what is asked for, as in
    `h = 12.5` for a time.  A symbol of the question is no unit.
    """
    for label in labels:
        of = _OF_UNIT.fullmatch(label.strip())
        name = (of[1] if of else label).strip()
        if not name or name in hints.words or (_QUANTITY.fullmatch(name) and not of):
            continue
        try:
            unit = read_unit(name, wanted)
        except UnitError:
            continue
        is_alike = are_alike(unit, wanted)
        if unit != wanted and (is_alike or not (of or len(name) == 1)):
            raise not_understood(name, whole, hints)


def _without_front_unit(text: str, wanted: Unit | None, hints: Hints) -> tuple[str, str]:
    """Return the text without the unit right before its number: `ms 1.85`, `bytes: 13.4`, `GB = 13.4`."""
    front = _FRONT.match(text)
    if front is None or wanted is None:
        return text, ""
    words = front[0].rstrip(_SIGNS)
    while (last := _LAST_WORD.search(words)) and last[1].casefold() in lexicon().fillers:
        words = words[: last.start()].rstrip(_SIGNS)
    for found in _NAME.finditer(words):
        name = words[found.start() :]
        is_quantity = _QUANTITY.fullmatch(name) and "=" in front[0]
        is_symbol = len(name) < 2 and (name != hints.unit or name in hints.words.symbols)  # noqa: PLR2004 - a letter
        is_formula = name != hints.unit and hints.words.product(name)
        if is_symbol or is_quantity or is_formula or name.casefold() in lexicon().fillers:
            continue
        try:
            unit = read_unit(name, wanted)
        except AmbiguousUnit as ambiguous:
            raise either_unit(ambiguous, text) from None
        except UnitError:
            continue
        if are_alike(unit, wanted):
            return f"{words[: found.start()]} {text[len(words) :].lstrip(' :=≈')}", name
    return text, ""
