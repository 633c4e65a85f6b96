"""`Who`: what students are called in a report."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from secrets import SystemRandom
from typing import Final, Literal

from checker.lms.students import Student

Naming = Literal["ids", "names", "anonymous"]

QUOTES: Final = frozenset('"“”„«»')


class Who:
    """What the students of a class are called in a report: by id, with names, or by anonymous numbers.

    Ids and names are never searched for in sentences of checker, because a student may be called `7` or `Norm`.
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
            telling = [word for word in words if " " in word.strip() or "@" in word]  # one word may be an ordinary one
            self._hidden = sorted(telling, key=len, reverse=True)

    def place(self, student: str) -> int:
        """Return the number by which to order a student in an anonymous report; 0 in other reports."""
        return self._numbers.get(student, 0)

    def id_of(self, student: str) -> str:
        """Return the id, or the anonymous name, by which the report calls a student."""
        if self.naming != "anonymous":
            return student
        return f"student {self._numbers[student]}" if student in self._numbers else "a student"

    def name_of(self, student: str) -> str:
        """Return a student's name; empty where the report does not show names."""
        return self._names.get(student, "") if self.naming == "names" else ""

    def told(self, student: str) -> str:
        """Return what the report calls a student: the id with the name, as far as they are shown."""
        name = self.name_of(student)
        return f"{self.id_of(student)} {name}" if name and name != student else self.id_of(student)

    def in_order(self, students: Iterable[str]) -> list[str]:
        """Return these students in the order in which the report lists them."""
        return sorted(students, key=self.place)

    def without_names(self, text: str) -> str:
        """Return a text without the names of students: empty in an anonymous report, and as it is in one with names.

        In a report with ids, full names and email addresses become `…`.
        """
        if self.naming == "anonymous":
            return ""
        for word in self._hidden:
            if word in text:
                text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", "…", text)
        return text

    def reason(self, text: str) -> str:
        """Return why an answer needs a person.

        In an anonymous report it is a general sentence if the reason has quotes, which may be from what the student
        wrote.
        """
        if self.naming == "anonymous" and not QUOTES.isdisjoint(text):
            return "It could not be read."
        return self.without_names(text) or text
