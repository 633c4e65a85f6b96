"""Students whom `checker forget` removed: a run knows their ids only by salted hashes, and leaves them out."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from checker.lms.students import key

STUDENT: Final = b"student"
GROUP: Final = b"group"
SOURCE: Final = b"source"


@dataclass(frozen=True)
class LeftOut:
    """The forgotten students, known by salted hashes of their ids only; false if there are none."""

    salt: bytes = b""
    numbers: Mapping[bytes, int] = field(default_factory=dict)
    """By hash of an id or of a review group, the number of the student."""

    def __bool__(self) -> bool:
        return bool(self.numbers)

    def hash(self, kind: bytes, text: str) -> bytes:
        """Return the salted hash of an id or group (`kind`), from which the text cannot be found without the salt."""
        data = kind + b"\0" + text.encode("utf-8", "surrogatepass")
        return hashlib.blake2b(data, key=self.salt, digest_size=16).digest()

    def number(self, student: str | None) -> int | None:
        """Return the number that stands for a forgotten student with this id; None for anybody else."""
        return self.numbers.get(self.hash(STUDENT, key(student))) if self.numbers and student else None

    def has(self, student: str | None) -> bool:
        """Return whether this id is that of a forgotten student."""
        return self.number(student) is not None

    def has_group(self, group: str) -> bool:
        """Return whether only forgotten students gave the answer of this review group."""
        return bool(self.numbers) and self.hash(GROUP, group) in self.numbers

    def hashes(self, students: Iterable[str], groups: Iterable[str] = ()) -> list[bytes]:
        """Return the hashes by which these ids and review groups are recognised later."""
        ids = [self.hash(STUDENT, key(each)) for each in students]
        return [*ids, *(self.hash(GROUP, each) for each in groups)]
