"""One or several of the options of a question: by letter, by number, or as they are written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_uppercase
from typing import Any, Final

from checker.answers.reading import Hints, Number, Reading
from checker.answers.show import Shown
from checker.answers.text import brief
from checker.chosen import Chosen
from checker.errors import Unreadable

LONGEST: Final = 10_000

_LEAD: Final = re.compile(r"(?:(?:my |the )?answers?(?: is| are)?|options?|choices?)\s*[:=]?\s+", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"\s*[,;&+\n]\s*(?:and\s+)?|\s+and\s+", re.IGNORECASE)
_AROUND: Final = " \t\n.()[]{}\"'`*$\\"


class ChoiceKind(Shown):
    """Some of the options."""

    name = "choice"

    def read(self, text: str, hints: Hints) -> Reading:
        """Read which options are chosen.  Raises Unreadable for what is none of them."""
        options: Sequence[str] = hints.language
        if len(text) > LONGEST:
            raise Unreadable(f"This is too long: I expected one of the options, in at most {LONGEST:,} characters.")
        names = _names(options)
        body = text.strip()
        if _key(body) not in names:
            body = _LEAD.sub("", body, count=1)
        pieces = [body] if _key(body) in names else [piece for piece in _BETWEEN.split(body) if _key(piece)]
        unknown = next((piece for piece in pieces if _key(piece) not in names), None if pieces else body)
        if unknown is not None:
            raise Unreadable(f'"{brief(unknown)}" is none of the options. Write {lettered(options)}.')
        chosen = Chosen(tuple(options), {names[_key(piece)] for piece in pieces})
        shape, marks = chosen.code
        return Reading(shape, tuple(Number(mark, 0, None) for mark in marks), shown=str(chosen))

    def fits(self, value: Any) -> bool:
        """Whether a truth is a choice."""
        return isinstance(value, Chosen)

    def difference(self, reading: Reading, truth: Chosen) -> str:
        """What is wrong with the set, where several options are right."""
        if len(truth.places) == 1:
            return "Only one option is right." if sum(bool(each.value) for each in reading.numbers) > 1 else ""
        pairs = list(zip(reading.numbers, truth.code[1], strict=True))
        too_many = any(number.value and not right for number, right in pairs)
        too_few = any(right and not number.value for number, right in pairs)
        return " ".join(["Not all that you chose belong there."] * too_many + ["Something is missing."] * too_few)


def lettered(options: Sequence[str]) -> str:
    """`A (the keys), B (the values) or C (the queries)`; options that are short enough to be written need no letter."""
    named = [option if len(option) == 1 else f"{letter} ({option})" for letter, option in _labels(options)]
    return f"{', '.join(named[:-1])} or {named[-1]}" if len(named) > 1 else named[0]


def _labels(options: Sequence[str]) -> list[tuple[str, str]]:
    return [
        (ascii_uppercase[place] if place < len(ascii_uppercase) else str(place + 1), option)
        for place, option in enumerate(options)
    ]


def _names(options: Sequence[str]) -> dict[str, int]:
    """What each option may be called: by its own words, or else by its letter or number."""
    names = {_key(option): place for place, option in enumerate(options)}
    if not any(len(name) == 1 for name in names):  # else a letter could be an option as well as the place of one
        for place, (letter, _) in enumerate(_labels(options)):
            names.setdefault(letter.lower(), place)
            names.setdefault(str(place + 1), place)
    return names


def _key(text: str) -> str:
    """A text in the form in which it is compared."""
    return " ".join(text.casefold().split()).strip(_AROUND)


kind: Final = ChoiceKind()
