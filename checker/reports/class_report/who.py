"""How students are called in the report: by id, with their names, or by nothing that tells who they are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from secrets import SystemRandom
from typing import Final, Literal

from checker.lms.students import Student

Naming = Literal["ids", "names", "anonymous"]

QUOTED: Final = re.compile(r'"[^"]*"|“[^”]*”')

SHORTEST: Final = 3
"""Minimum length of a word that is found within others: `7` and `Li` are replaced as whole words only."""


class Who:
    """The students of a class, and what to call them."""

    def __init__(self, students: Sequence[Student], naming: Naming) -> None:
        self.naming = naming
        self._names = {each.id: each.name for each in students}
        self._pseudonyms: dict[str, str] = {}
        if naming == "anonymous":
            ids = list(self._names)
            SystemRandom().shuffle(ids)  # an order that can be worked out again would tell who is who
            self._pseudonyms = {id_: f"student {number}" for number, id_ in enumerate(ids, 1)}
        self._hidden = self._hidden_words(students)

    def id_of(self, student: str) -> str:
        """Return what a student is called."""
        return self._pseudonyms.get(student, "a student") if self.naming == "anonymous" else student

    def name_of(self, student: str) -> str:
        """Return a student's name; empty where it is not shown."""
        return self._names.get(student, "") if self.naming == "names" else ""

    def told(self, student: str) -> str:
        """Return the id with the name, as far as they are shown."""
        name = self.name_of(student)
        return f"{self.id_of(student)} {name}" if name and name != student else self.id_of(student)

    def text(self, text: str) -> str:
        """Return a text without the words that are not to be shown."""
        for word, instead in self._hidden:
            if word in text:
                text = _replaced(text, word, instead)
        return text

    def reason(self, text: str) -> str:
        """Return why an answer needs a person; in an anonymous report it quotes nothing that a student wrote."""
        return QUOTED.sub("“…”", self.text(text)) if self.naming == "anonymous" else self.text(text)

    def _hidden_words(self, students: Sequence[Student]) -> list[tuple[str, str]]:
        """Return the names and addresses, and in an anonymous report the ids, each with what stands instead."""
        if self.naming == "names":
            return []
        found: dict[str, str] = {}
        for each in students:
            hidden = (each.id, *each.other_ids) if self.naming == "anonymous" else ()
            for word in (each.name, each.email, *hidden):
                if word and (self.naming == "anonymous" or word != each.id):
                    found[word] = self.id_of(each.id)
        return sorted(found.items(), key=lambda item: -len(item[0]))


def _replaced(text: str, word: str, instead: str) -> str:
    """Return a text with a word replaced; a short one only where it stands alone."""
    if len(word) >= SHORTEST:
        return text.replace(word, instead)
    return re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", lambda _: instead, text)
