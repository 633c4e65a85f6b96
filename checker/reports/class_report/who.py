"""Names of students in the report: by id, with their names, or by nothing that tells who they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from secrets import SystemRandom
from typing import Final, Literal

from checker.lms.students import Student

Naming = Literal["ids", "names", "anonymous"]

QUOTES: Final = frozenset('"“”„«»')


class Who:
    """The students of a class, and what to call them.

    Nothing is looked for in sentences of checker: a student may be called `7` or `Norm`.
    """

    def __init__(self, students: Sequence[Student], naming: Naming) -> None:
        self.naming = naming
        self._names = {each.id: each.name for each in students}
        self._numbers: dict[str, int] = {}
        self._hidden: list[str] = []
        if naming == "anonymous":
            ids = list(self._names)
            SystemRandom().shuffle(ids)  # an order that can be worked out again would tell who is who
            self._numbers = {id_: number for number, id_ in enumerate(ids, 1)}
        elif naming == "ids":
            words = {word for each in students for word in (each.name, each.email) if word != each.id}
            self._hidden = sorted(filter(_is_telling, words), key=len, reverse=True)

    def place(self, student: str) -> int:
        """Return a student's number in the report; all have the same where numbers would tell nothing."""
        return self._numbers.get(student, 0)

    def id_of(self, student: str) -> str:
        """Return what a student is called."""
        if self.naming != "anonymous":
            return student
        return f"student {self._numbers[student]}" if student in self._numbers else "a student"

    def name_of(self, student: str) -> str:
        """Return a student's name; empty where it is not shown."""
        return self._names.get(student, "") if self.naming == "names" else ""

    def told(self, student: str) -> str:
        """Return the id with the name, as far as they are shown."""
        name = self.name_of(student)
        return f"{self.id_of(student)} {name}" if name and name != student else self.id_of(student)

    def in_order(self, students: Iterable[str]) -> list[str]:
        """Return the students in the order of the report."""
        return sorted(students, key=self.place)

    def written(self, text: str) -> str:
        """Return what a student wrote, without full names and addresses; nothing in an anonymous report."""
        if self.naming == "anonymous":
            return ""
        for word in self._hidden:
            if word in text:
                text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", "…", text)
        return text

    def reason(self, text: str) -> str:
        """Return why an answer needs a person, if it may be shown: it may quote what the student wrote."""
        if self.naming == "anonymous" and not QUOTES.isdisjoint(text):
            return "It could not be read."
        return self.written(text) or text


def _is_telling(word: str) -> bool:
    """Return whether a word is a name in several words, or an address: single names are words of the language, too."""
    return " " in word.strip() or "@" in word
