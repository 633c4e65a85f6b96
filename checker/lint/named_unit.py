"""Units that a prompt names as those of the answer: "in km/h", "(in metres)", "how many seconds"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from checker.notation.units import Unit, is_counting, is_unit_word, unit_of_author

MOST_WORDS: Final = 5
LONGEST: Final = 100

_SENTENCE: Final = re.compile(r"(?<=[.?!:])\s+(?=[^\W\d_]|[-*•(\[])")
_ASKS: Final = re.compile(
    r"\?\s*$|\b(?:give|state|compute|calculate|find|express|determine|write|answer|report|estimate|convert|enter"
    r"|work (?:it )?out|how (?:much|many|far|long|fast)|what)\b",
    re.IGNORECASE,
)
_IN: Final = re.compile(r"\b(in|nearest)\s+(?:units? of\s+)?(?=[^\s])", re.IGNORECASE)
_HOW_MANY: Final = re.compile(r"\bhow many\s+(?!degrees? of freedom)(?=[^\W\d_])", re.IGNORECASE)
_MATHS: Final = re.compile(r"\$[^$]{1,200}\$|`[^`]{1,200}`")
_WORD: Final = re.compile(r"[^\W\d_]+")
_CLOSING: Final = ".,;:?!)]"
_REMARK: Final = re.compile(r"\w \(")
"""Brackets that repeat the unit: "in newtons (N)"."""
_NEXT: Final = re.compile(
    r"(?:to|with|and|rounded|does|do|did|is|are|was|will|would|can|has|have|must|if|when|that|by|on|at|from|for|of"
    r"|between|after|before)(?!\w)"
)
"""Words that may follow a unit; before other words it is part of a name, as in "in bit order"."""

_JOINING: Final = frozenset(
    {"per", "square", "squared", "cubic", "cubed", "of", "degrees", "degree", "million", "thousand"}
)
_EVERYDAY: Final = frozenset({"turn", "gray", "stone", "bar", "foot", "grain", "barrel", "cycle", "cup"})
"""Words that mean something else in a prompt: "in turn", "in gray"."""

_THINGS: Final = re.compile(
    r"(?:turn|revolution|rev|cycle|tour|bar|cup|stone|grain|barrel|knot|yard|mole|slug|barn)s|feet|cents?|penny|pennies|pence"
)
"""Words that are rarely units after "how many" and "nearest": "how many turns", "to the nearest cent"."""


class NamedUnit(NamedTuple):
    """A unit in a prompt."""

    text: str
    unit: Unit
    is_rounding: bool
    """The prompt names it only to say how to round: "to the nearest metre"."""

    @property
    def quoted(self) -> str:
        """The unit as a YAML value."""
        return self.text if re.fullmatch(r"[^\W\d_][\w/^*·² ³-]*", self.text) else f'"{self.text}"'


def named_units(prompt: str, names: Collection[str] = ()) -> Iterator[NamedUnit]:
    """Yield the units that a prompt names for its answer, each where it asks for something.

    `names` are symbols of the question; a letter among them is not a unit.

    >>> [each.text for each in named_units("A car drives 90 km/h. How far does it get (in metres)?")]
    ['metres']
    >>> [each.text for each in named_units("The speed is given in km/h. How many minutes does it take in turn?")]
    ['minutes']
    """
    sentences = _SENTENCE.split(" ".join(_MATHS.sub("…", prompt).split()))
    for sentence in sentences:
        if len(sentences) == 1 or _ASKS.search(sentence):
            yield from _in_sentence(sentence, names)


def _in_sentence(sentence: str, names: Collection[str]) -> Iterator[NamedUnit]:
    places = [(found.end(), found[1].lower()) for found in _IN.finditer(sentence)]
    places += [(found.end(), "how many") for found in _HOW_MANY.finditer(sentence)]
    for place, lead in places:
        if found := _unit_at(sentence[place : place + LONGEST], names, is_counted=lead == "how many"):
            text, unit = found
            if text != "second" if lead == "in" else not _THINGS.fullmatch(text.casefold()):  # who comes in second
                yield NamedUnit(text, unit, is_rounding=lead == "nearest")


def _unit_at(text: str, names: Collection[str], *, is_counted: bool) -> tuple[str, Unit] | None:
    """Return the longest unit at the beginning of a text; unless units are counted, no other noun may follow."""
    words = text.split(maxsplit=MOST_WORDS)[:MOST_WORDS]
    for count in range(len(words), 0, -1):
        name = _without_closing(" ".join(words[:count]))
        rest = text[len(name) :].lstrip()
        is_end = not rest or rest[0] in f"{_CLOSING}(" or ((len(name) > 1 or not name.isalpha()) and _NEXT.match(rest))
        if not (is_end or is_counted) or _REMARK.search(name) or not _is_of_an_answer(name, names):
            continue
        if (unit := unit_of_author(name)) and _is_measured(unit):
            return name, unit
    return None


def _without_closing(written: str) -> str:
    """Return the text without punctuation at its end; a bracket that it opens itself stays."""
    while written and written[-1] in _CLOSING and not (written[-1] == ")" and written.count("(") >= written.count(")")):
        written = written[:-1]
    return written


def _is_of_an_answer(name: str, names: Collection[str]) -> bool:
    """Return whether every word is one of a unit, and none is a symbol of the question or an everyday word."""
    words = _WORD.findall(name)
    if not words:
        return name in {"%", "°", "€", "£", "¥", "$"}
    return all(
        (word in _JOINING or is_unit_word(word)) and word.casefold() not in _EVERYDAY and word not in names
        for word in words
    )


def _is_measured(unit: Unit) -> bool:
    """Return whether a unit is more than a name of what is counted, such as layers or tokens."""
    if not is_counting(unit) or len(unit.dimension) > 1:
        return True
    base = unit.dimension[0][0]
    return base == "data" or base.startswith("operation_") or base.isupper()  # the capitals are those of money
