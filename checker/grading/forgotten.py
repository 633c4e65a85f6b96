"""`Forgotten`: the students whom `checker forget` removed, known by salted hashes of their ids only."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Self

from checker.engine.errors import UserError
from checker.grading.own_files import FORGOTTEN
from checker.lms.students import key

DAMAGED: Final = (
    "{} cannot be read ({}), so nobody knows who is to be left out; put it back, or delete it and forget again"
)


@dataclass(frozen=True)
class Forgotten:
    """The forgotten students; false if there are none."""

    salt: str = ""
    students: tuple[frozenset[str], ...] = ()
    """Of each, the hashes of all ids."""
    groups: frozenset[str] = frozenset()
    """Hashes of the review groups of answers that only they gave."""

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Return the students who are forgotten in a folder of results.  Raise UserError if its file is damaged."""
        try:
            kept = json.loads((folder / FORGOTTEN).read_text(encoding="utf-8"))
            bytes.fromhex(kept["salt"])
            return cls(kept["salt"], tuple(map(frozenset, kept["students"])), frozenset(kept["groups"]))
        except (FileNotFoundError, NotADirectoryError):
            return cls()
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise UserError(DAMAGED.format(folder / FORGOTTEN, error)) from None

    def text(self) -> str:
        """Return the contents of the file."""
        return json.dumps(
            {"salt": self.salt, "students": list(map(sorted, self.students)), "groups": sorted(self.groups)}, indent=2
        )

    def __bool__(self) -> bool:
        return bool(self.students)

    def number(self, *ids: str | None) -> int | None:
        """Return the number of the forgotten student with one of these ids; None for anybody else."""
        if not self.students:
            return None
        hashes = {self._hash("student", key(each)) for each in ids if each}
        return next((number for number, known in enumerate(self.students) if not known.isdisjoint(hashes)), None)

    def has(self, *ids: str | None) -> bool:
        """Return whether one of these ids is that of a forgotten student."""
        return self.number(*ids) is not None

    def has_group(self, group: str) -> bool:
        """Return whether only forgotten students gave the answer of this review group."""
        return bool(group and self.groups) and self._hash("group", group) in self.groups

    def with_student(self, ids: Iterable[str], groups: Iterable[str] = ()) -> Forgotten:
        """Return these and one more student, with the review groups of answers that nobody else gave."""
        salted = self if self.salt else replace(self, salt=secrets.token_hex(16))
        hashes = frozenset(salted._hash("student", key(each)) for each in ids)  # noqa: SLF001 - its own class
        more = frozenset(salted._hash("group", each) for each in groups)  # noqa: SLF001
        return replace(salted, students=(*salted.students, hashes), groups=salted.groups | more)

    def without(self, id_: str) -> Forgotten:
        """Return these but for the student with this id."""
        number = self.number(id_)
        return replace(self, students=tuple(each for at, each in enumerate(self.students) if at != number))

    def _hash(self, kind: str, text: str) -> str:
        data = f"{kind}\0{text}".encode("utf-8", "surrogatepass")
        return hashlib.blake2b(data, key=bytes.fromhex(self.salt), digest_size=16).hexdigest()
