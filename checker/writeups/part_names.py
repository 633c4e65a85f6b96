"""Names of parts as students write them: `small-bert.total`, `Small BERT, total`, `Q1, total`."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from checker.notation.words import MEANT, did_you_mean, either, shortened
from checker.writeups.sheets import AskedQuestion, PartKey, Sheet

MOST_LOOKUPS: Final = 50
"""Maximum number of unknown names of one student for which similar ones are searched."""

_SIGNS: Final = re.compile(r"[\W_]+")
_QUESTION: Final = re.compile(
    r"(?:question|problem|aufgabe|frage|exerci[cz][a-z]+|ejercicio|pregunta|no|nr|q)-?0*(?=\d)"
)
_LABEL: Final = re.compile(r"[a-z]+-?\d.*")
_ID: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\.[a-z0-9-]+")
_WORD: Final = re.compile(r"[a-z]{3}")


class UnknownPart(NamedTuple):
    """A name that no part has."""

    message: str
    """What is wrong and what to do; empty if it is not meant as the name of a part."""
    meant: tuple[PartKey, ...] = ()
    """The parts that may be meant."""


class PartNames:
    """The parts of some sheets, by all their names."""

    def __init__(self, sheets: Iterable[Sheet]) -> None:
        questions = [question for sheet in sheets for question in sheet.questions]
        self.parts = {part.key: part for question in questions for part in question.parts}
        self._ids = tuple(dict.fromkeys(str(key) for key in self.parts))
        self._problems = tuple(question.problem for question in questions if len(question.parts) > 1)
        self._questions = {_plain(question.problem): question for question in questions}
        self._numbers = {question.label: question for question in questions if question.label.isdigit()}
        names = [pair for question in questions for pair in _names(question)]
        owners = Counter(name for name, _ in dict.fromkeys(names))
        self._keys = {name: key for name, key in names if owners[name] == 1}
        self._keys |= {_plain(str(key)): key for key in self.parts}

    def find(self, name: str) -> PartKey | None:
        """Return the part with this name, in any case and with any signs between the words; None if there is none.

        A label counts only if no other question of the sheets has it, and a bare number is no label.
        """
        plain = _plain(name)
        return self._keys.get(plain) or self._keys.get(_QUESTION.sub("q", plain))

    def unknown(self, name: str) -> UnknownPart:
        """Return what to say about a name that is probably a misspelt id; nothing if it is none, such as `in MB`."""
        if question := self._questions.get(_plain(name)):
            keys = tuple(part.key for part in question.parts)
            message = (
                f"{question.problem} has several parts; write one of them in the brackets: {either(map(str, keys))}"
            )
            return UnknownPart(message, keys)
        if question := self._numbers.get(name.strip()):
            keys = tuple(part.key for part in question.parts)
            message = (
                f"({name.strip()}) may be a question or a part; write the id in the brackets: {either(map(str, keys))}"
            )
            return UnknownPart(message, keys)
        word = name.strip().lower()
        if not _WORD.search(word):
            return UnknownPart("")
        advice = did_you_mean(word, (*self._ids, *self._problems))
        if not advice.startswith(MEANT):
            if not _ID.fullmatch(word):
                return UnknownPart("")
            advice = did_you_mean(word, self._ids)
        meant = advice.removeprefix(MEANT).removesuffix("?") if advice.startswith(MEANT) else word
        message = f"{shortened(name.strip())} is not a question of this assignment{advice}"
        return UnknownPart(message, self._keys_of(meant))

    def _keys_of(self, id_: str) -> tuple[PartKey, ...]:
        """Return the part with an id, or else all parts of its problem; none if there is no such problem."""
        if id_ in self._ids:
            return (self._keys[_plain(id_)],)
        question = self._questions.get(_plain(id_)) or self._questions.get(_plain(id_.partition(".")[0]))
        return tuple(part.key for part in question.parts) if question else ()


class UnknownNames:
    """The unknown names of one student.  Similar names are searched for a limited number of them."""

    def __init__(self, names: PartNames) -> None:
        self._names = names
        self._found: dict[str, UnknownPart] = {}

    def find(self, name: str) -> UnknownPart:
        """Return what to say about a name; nothing if it is no id, or if there were too many others."""
        if name not in self._found and len(self._found) < MOST_LOOKUPS:
            self._found[name] = self._names.unknown(name)
        return self._found.get(name, UnknownPart(""))


@lru_cache(64)
def part_names(sheets: tuple[Sheet, ...]) -> PartNames:
    """Return the names of the parts of some sheets."""
    return PartNames(sheets)


def _names(question: AskedQuestion) -> Iterator[tuple[str, PartKey]]:
    """Yield the names of the parts of a question: by its id, and by its label."""
    label = _plain(question.label)
    number = _QUESTION.sub("q", label)
    numbered = f"q{number}" if number[:1].isdigit() else number
    for part in question.parts:
        suffix = f"-{_plain(part.key.part)}" if part.key.part else ""
        names = {f"{label}{suffix}", f"{number}{suffix}", f"{numbered}{suffix}"}
        yield from ((name, part.key) for name in names if suffix or _LABEL.fullmatch(name))
        if len(question.parts) == 1:
            yield from ((name, part.key) for name in (_plain(question.problem), numbered))


def _plain(name: str) -> str:
    """Return a name in lower case with a hyphen between its words."""
    return _SIGNS.sub("-", unicodedata.normalize("NFKC", name).casefold()).strip("-")
