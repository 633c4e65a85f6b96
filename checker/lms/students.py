"""Students and rosters.  A student is found by an id or an email address, never by a name, which is only advice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from checker.text.words import shortened


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
        """Return all ids and email addresses of the student, in the form in which `key` compares them."""
        return frozenset(map(key, (self.id, *self.other_ids, self.email))) - {""}

    @property
    def shown(self) -> str:
        """Return what messages call the student: `Ana Lee (s1042)`, or the id alone."""
        name = " ".join(self.name.split())
        return f"{shortened(name)} ({shortened(self.id)})" if name not in {"", self.id} else shortened(self.id)


def called(name: str, students: Iterable[Student]) -> list[str]:
    """Return the ids of the students who have this name, whatever the case and the order of its words.

    >>> called("lee, ana", [Student("s1", "Ana Lee"), Student("s2", "Bo Lee")])
    ['s1']
    """

    def words(text: str) -> list[str]:
        return sorted(text.casefold().replace(",", " ").split())

    return [*dict.fromkeys(each.id for each in students if words(name) and words(each.name) == words(name))]


class Submitted(NamedTuple):
    """The students who handed something in together, and when, as a file of a download says."""

    students: tuple[Student, ...]
    time: str = ""


def key(text: str) -> str:
    """Return an id in the form in which ids are compared: exact, but for outer space and the case of emails.

    >>> key(" s1042 "), key("S1042"), key("Lee@Uni.edu")
    ('s1042', 'S1042', 'lee@uni.edu')
    """
    text = text.strip()
    return text.casefold() if "@" in text else text


@dataclass(frozen=True)
class Roster:
    """The students of a course, in the order of the file."""

    students: tuple[Student, ...] = ()
    note: str = ""
    """A sentence, without its end, on an encoding of the file that was guessed."""

    @cached_property
    def _by_key(self) -> dict[str, list[Student]]:
        found: dict[str, list[Student]] = {}
        for student in self.students:
            for each in student.keys:
                found.setdefault(each, []).append(student)
        return found

    def find(self, id_: str) -> Student | None:
        """Return the student with this id, other id or email address; None if there is none or several."""
        found = self._by_key.get(key(id_), [])
        return found[0] if len(found) == 1 else None

    def ambiguous(self, id_: str) -> bool:
        """Return whether several students have this id, other id or email address."""
        return len(self._by_key.get(key(id_), [])) > 1

    def alike(self, id_: str) -> Student | None:
        """Return the student whose id differs only in case or leading zeros; None if there is none or several.

        Nobody is graded by it: it is for a person who corrects the id.
        """
        wanted = id_.strip().casefold().lstrip("0")
        found = [each for each in self.students if each.id.strip().casefold().lstrip("0") == wanted]
        return found[0] if len(found) == 1 else None
