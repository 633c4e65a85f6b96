"""The combinations of mistakes that imagined students make, found once for each set of mistakes that is asked for."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import groupby
from typing import Final

from checker.engine.lanes.bits import bits_of, union

_FEW: Final = 64
"""Number of students who are looked through without any preparation."""

_MANY: Final = 400
"""Number of students from which on their mistakes are kept as bytes."""

_OFTEN: Final = 2
"""How often many students are looked through before."""

_BYTE: Final = 8
_MOST: Final = 2 * _BYTE
"""Maximum number of mistakes that are looked for in bytes."""

_NOBODY: Final[AbstractSet[int]] = frozenset()


class KnownKeys:
    """The combinations of mistakes that occur among some students, found once for each set of mistakes.

    A key is such a combination, as an int with a bit for each mistake.
    """

    __slots__ = ("_bytes", "_groups", "_known", "_searches", "_single", "students")

    def __init__(self, students: Sequence[int]) -> None:
        self.students = students
        self._known: dict[int, Sequence[int]] = {}
        self._groups: dict[int, Mapping[int, KnownKeys]] = {}
        self._single: AbstractSet[int] | None = None
        """The students, where each of them makes at most one mistake; else nobody."""
        self._searches = 0
        self._bytes: Sequence[bytes] = ()
        """The mistakes as columns of bytes, each with an entry for each student."""

    def of(self, mask: int) -> Sequence[int]:
        """Return which combinations of the mistakes in `mask` (a bit for each mistake) some student makes."""
        keys = self._known.get(mask)
        if keys is None:
            keys = self._known[mask] = self._find(mask) if mask else [0]
        return keys

    def groups(self, mask: int) -> Mapping[int, KnownKeys]:
        """Return {combination: its students} for the combinations of the mistakes in `mask`."""
        groups = self._groups.get(mask)
        if groups is None:
            students: dict[int, list[int]] = {key: [] for key in self.of(mask)}
            for student in self.students:
                students[student & mask].append(student)
            groups = self._groups[mask] = {key: KnownKeys(each) for key, each in students.items()}
        return groups

    def _find(self, mask: int) -> Sequence[int]:
        """Return the keys for a mask, by the quickest way for this number of students."""
        if len(self.students) <= _FEW:
            return [*{student & mask for student in self.students}]
        if self._single is None:
            has_one = all(not student & (student - 1) for student in self.students)
            self._single = frozenset(self.students) if has_one else _NOBODY
        if self._single:
            found = [bit for bit in bits_of(mask) if bit in self._single]
            return [0, *found] if len(found) < len(self._single) else found
        larger = (keys for known, keys in self._known.items() if known & mask == mask)
        fewest = min(larger, key=len, default=self.students)
        if len(fewest) > _MANY and mask.bit_count() <= _MOST:
            self._searches += 1
            if self._searches > _OFTEN:
                return self._found_in_bytes(mask)
        return [*{student & mask for student in fewest}]

    def _found_in_bytes(self, mask: int) -> Sequence[int]:
        """Return the combinations of a few mistakes: a byte or two for each student hold theirs."""
        if not self._bytes:
            width = -(-union(self.students).bit_length() // _BYTE)
            rows = b"".join([student.to_bytes(width, "little") for student in self.students])
            self._bytes = [rows[place::width] for place in range(width)]
        chosen = [(place, bit) for place in range(len(self._bytes)) for bit in bits_of(mask >> _BYTE * place & 0xFF)]
        low, keys = self._coded(chosen[:_BYTE])
        if len(chosen) <= _BYTE:
            return [key for code, key in enumerate(keys) if code in low]
        high, others = self._coded(chosen[_BYTE:])
        both = bytearray(2 * len(low))
        both[::2], both[1::2] = low, high
        pairs = {int(code).to_bytes(2, sys.byteorder) for code in {*memoryview(both).cast("H")}}
        return [keys[one] | others[other] for one, other in pairs]

    def _coded(self, chosen: Sequence[tuple[int, int]]) -> tuple[bytes, Sequence[int]]:
        """Return a byte for each student, with a bit for each chosen mistake, and the key for each value of a byte."""
        codes, keys = 0, [0]
        for place, bits in groupby(enumerate(chosen), key=lambda each: each[1][0]):
            own = {bit: 1 << code for code, (_, bit) in bits}
            codes |= int.from_bytes(self._bytes[place].translate(_translation(*own.items())), "little")
            for bit in own:
                keys += [key | bit << _BYTE * place for key in keys]
        return codes.to_bytes(len(self.students), "little"), keys


@lru_cache(maxsize=4096)
def _translation(*codes: tuple[int, int]) -> bytes:
    """Return a table for `bytes.translate`: for each byte the sum of the codes whose bits it has."""
    of_bit = dict(codes)
    table = [0]
    for bit in (1 << place for place in range(_BYTE)):
        code = of_bit.get(bit, 0)
        table += [other | code for other in table]
    return bytes(table)
