"""Students and rosters.  A student is found by an id or an email address, never by a name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from checker.notation.words import shortened


class Student(NamedTuple):
    """A student of a course."""

    id: str
    name: str = ""
    email: str = ""
    section: str = ""
    other_ids: tuple[str, ...] = ()
    """Other ids of this student: SIS ids, a login, the number of a participant in Moodle."""

    @property
    def keys(self) -> frozenset[str]:
        """Return everything that identifies this student, as `key` compares it."""
        return frozenset(map(key, (self.id, *self.other_ids, self.email))) - {""}

    @property
    def shown(self) -> str:
        """Return the student as messages name people: `Ana Lee (s1042)`."""
        return shown(self.id, self.name)


def shown(id_: str, name: str = "") -> str:
    """Return a person as messages name people."""
    name = " ".join(name.split())
    return f"{shortened(name)} ({shortened(id_)})" if name and name != id_ else shortened(id_)


def key(text: str) -> str:
    """Return an id as it is compared: exactly, except for space around it and for the case of email addresses.

    >>> key(" s1042 "), key("S1042"), key("Lee@Uni.edu")
    ('s1042', 'S1042', 'lee@uni.edu')
    """
    text = text.strip()
    return text.casefold() if "@" in text else text


def _loose(id_: str) -> str:
    return id_.strip().casefold().lstrip("0")


@dataclass(frozen=True)
class Roster:
    """The students of a course, in the order of the file."""

    students: tuple[Student, ...] = ()

    @cached_property
    def _by_key(self) -> dict[str, list[Student]]:
        return by_key(self.students)

    def find(self, id_: str) -> Student | None:
        """Return the only student with this id, other id or email address; None if there are none or several."""
        found = self._by_key.get(key(id_), [])
        return found[0] if len(found) == 1 else None

    def alike(self, id_: str) -> Student | None:
        """Return the only student whose id differs in case or in leading zeros only; None if there are none or several.

        Nobody is graded by it: it is for a person who corrects the id.
        """
        found = [each for each in self.students if _loose(each.id) == _loose(id_)]
        return found[0] if len(found) == 1 else None

    def ambiguous(self, id_: str) -> bool:
        """Return whether several students have this id, other id or email address."""
        return len(self._by_key.get(key(id_), [])) > 1


def by_key(students: Iterable[Student]) -> dict[str, list[Student]]:
    """Return the students with each key."""
    found: dict[str, list[Student]] = {}
    for student in students:
        for each in student.keys:
            found.setdefault(each, []).append(student)
    return found
