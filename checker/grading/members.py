"""Who is of a class: `Members` finds the student on the roster whose a submission is, or says why that is not clear.

`Forgotten` knows the students whom `checker forget` removed, by salted hashes of their ids only.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Final, Self

from checker.document.nodes import quote
from checker.engine.errors import UserError
from checker.grading.model import Answers
from checker.grading.own_files import FORGOTTEN
from checker.lms.students import Roster, Student, called, key
from checker.text.words import enumerated


class Members:
    """The students on the roster of a course, if there is one."""

    def __init__(self, roster: Roster | None = None) -> None:
        self.roster = roster
        self._places = {each.id: place for place, each in enumerate(roster.students if roster else ())}

    def of(self, answers: Answers) -> Student:
        """Return the student that a submission belongs to: the one on the roster, or else whom it names."""
        who, found = answers.who, self._named(*answers.ids)
        if len(found) == 1:
            return found[0]._replace(name=found[0].name or who.name, email=found[0].email or who.email)
        return who

    def owner(self, *ids: str) -> str:
        """Return the roster's id of the one student whom these ids name; the first id if it is nobody, or several."""
        found = self._named(*ids)
        return found[0].id if len(found) == 1 else ids[0]

    def is_known(self, student: str) -> bool:
        """Return whether a student is on the roster, or there is none."""
        return self.roster is None or self.roster.find(student) is not None

    def doubt(self, answers: Answers) -> str:
        """Return why it is not clear which student a submission belongs to; empty where it is clear."""
        id_, found = answers.who.id, self._named(*answers.ids)
        if self.roster is None or len(found) == 1:
            return ""
        if found:
            meant = " or ".join(quote(each.id) for each in found)
            return f"the name of this file may mean {meant}; put it into a folder with the right id"
        if together := self.together(id_):
            students = enumerated(map(quote, together))
            return (
                f"{quote(id_)} names several students on the roster, {students}; hand in a file for each, with one id"
            )
        why = "correct the id, or add the student to the roster"
        if self.roster.ambiguous(id_):
            why = "two students there have this id; correct the roster"
        elif named := called(id_, self.roster.students):
            why = f"did you mean {' or '.join(map(quote, named))}? This is a name there; correct the id"
        elif alike := self.may_be(id_):
            differs = "It differs only in upper and lower case, or in zeros in front"
            why = f"did you mean {quote(alike[0])}? {differs}; correct the id"
        return f"{quote(id_)} is not on the roster: {why}"

    def together(self, id_: str) -> list[str]:
        """Return the ids of several students whom one id names together, such as `cday and bcole`; else nothing."""
        ids = re.split(r"\s*[,;&+/\n]\s*|\s+(?:and|und|et|y|e|en)\s+|\s+", id_)
        found = [self.roster and self.roster.find(each) for each in ids]
        return [each.id for each in found if each] if len(found) > 1 and all(found) else []

    def may_be(self, id_: str) -> list[str]:
        """Return the ids that an unknown id may mean: several together, one in another case, or one with this name."""
        alike = self.roster and not self.roster.ambiguous(id_) and self.roster.alike(id_)
        named = called(id_, self.roster.students) if self.roster else []
        return self.together(id_) or ([alike.id] if alike else named)

    def contradicted(self, answers: Answers) -> list[str]:
        """Return the ids on the roster of a file's name and of its `student:` key, if the two are different students.

        A learning management system names its students itself.
        """
        path = PurePosixPath(answers.file)
        named = next((each for name in (path.stem, path.parent.name) for each in self._named(name)), None)
        theirs = [each.id for each in self._named(*answers.ids)] or self.may_be(answers.who.id)
        is_other = named and not answers.delivery.files and named.id not in theirs
        return [named.id, *theirs] if named and is_other else []

    def _named(self, *ids: str) -> list[Student]:
        found = (self.roster.find(id_) for id_ in ids) if self.roster else ()
        return list(dict.fromkeys(filter(None, found)))

    def place(self, student: str) -> int:
        """Return a student's place on the roster; those who are not on it come last."""
        return self._places.get(student, len(self._places))

    def absent(self, students: Collection[str]) -> Iterator[Student]:
        """Yield the students on the roster who are not among `students`, those who handed something in."""
        return (each for each in (self.roster.students if self.roster else ()) if each.id not in students)


NOBODY: Final = Members()
"""Those of a course without a roster."""

_DAMAGED: Final = (
    "{} cannot be read ({}), so nobody knows who is to be left out; put it back, or delete it and forget again"
)


@dataclass(frozen=True)
class Forgotten:
    """The forgotten students; false if there are none."""

    salt: str = ""
    students: tuple[frozenset[str], ...] = ()
    """Of each, the hashes of all ids."""

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Return the students who are forgotten in a folder of results.  Raise UserError if its file is damaged."""
        try:
            kept = json.loads((folder / FORGOTTEN).read_text(encoding="utf-8"))
            bytes.fromhex(kept["salt"])
            return cls(kept["salt"], tuple(map(frozenset, kept["students"])))
        except (FileNotFoundError, NotADirectoryError):
            return cls()
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise UserError(_DAMAGED.format(folder / FORGOTTEN, error)) from None

    def text(self) -> str:
        """Return the contents of the file."""
        return json.dumps({"salt": self.salt, "students": list(map(sorted, self.students))}, indent=2)

    def __bool__(self) -> bool:
        return bool(self.students)

    def number(self, *ids: str | None) -> int | None:
        """Return the number of the forgotten student with one of these ids; None for anybody else."""
        if not self.students:
            return None
        hashes = {self._hash(each) for each in ids if each}
        return next((number for number, known in enumerate(self.students) if not known.isdisjoint(hashes)), None)

    def has(self, *ids: str | None) -> bool:
        """Return whether one of these ids is that of a forgotten student."""
        return self.number(*ids) is not None

    def with_student(self, ids: Iterable[str]) -> Forgotten:
        """Return these and one more student."""
        salted = self if self.salt else replace(self, salt=secrets.token_hex(16))
        hashes = frozenset(map(salted._hash, ids))  # noqa: SLF001 - its own class
        return replace(salted, students=(*salted.students, hashes))

    def without(self, id_: str) -> Forgotten:
        """Return these but for the student with this id."""
        number = self.number(id_)
        return replace(self, students=tuple(each for at, each in enumerate(self.students) if at != number))

    def _hash(self, id_: str) -> str:
        data = f"student\0{key(id_)}".encode("utf-8", "surrogatepass")  # as it is in files that were written before
        return hashlib.blake2b(data, key=bytes.fromhex(self.salt), digest_size=16).hexdigest()
