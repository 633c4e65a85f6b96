"""Parameters near the author's: sizes of the same order, round where they were, and numbers beside those given."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import combinations
from random import Random
from typing import Any, Final, NamedTuple

from checker.document.issues import DataPath
from checker.engine.trace import TOTAL
from checker.lint.mistake_table import MistakeTable, asking, is_complete
from checker.questions.parameters import ParameterFaults, arguments, in_file
from checker.questions.variant import Variant

SCALINGS: Final = (2, 1.5, 0.5, 0.75)
"""What a size is multiplied by, where that gives a whole number: that keeps it round, and most of its divisors."""

SHIFTS: Final = (1, 2, -1)

SMALL: Final = 12
"""Sizes up to this may also be shifted; nobody would like 257 for 256."""

MOST_ENTRIES: Final = 12
"""So many entries of an array are changed, one at a time."""

JITTERS: Final = 3
"""So many times all entries are."""

MIXED: Final = 6
"""So many times everything is changed together, to see what no parameters could tell apart."""

DRAWS: Final = 30
"""So many random questions are drawn for that."""

LONGEST: Final = 50
"""Characters of an array that a proposal writes out."""


class Change(NamedTuple):
    """Another value at one place of the parameters."""

    path: DataPath
    """The parameter's name; for an entry of a list also its number, and the name there; a symbol's name."""
    value: Any

    def on(self, exam: MistakeTable) -> MistakeTable:
        """The same questions with this value, where they share the old one with the first.  Raises ParameterFaults."""
        name, *inside = self.path
        return exam.changed(str(name), _put(exam.first.arguments[str(name)], inside, self.value))

    def words(self, exam: MistakeTable) -> str:
        """How a file would say it: `d_k = 6`, `kernel_size = 5 in entry 3 of layers`."""
        name, *inside = self.path
        if inside and isinstance(inside[0], str):
            return f"{inside[0]} = {self.value}"
        if len(inside) > 1:
            return f"{inside[1]} = {self.value} in entry {int(inside[0]) + 1} of `{in_file(str(name))}`"
        value = _put(exam.first.arguments[str(name)], inside, self.value)
        text = json.dumps(_plain(value), ensure_ascii=False)
        return f"{in_file(str(name))} = {text}" if len(text) <= LONGEST else f"other numbers in `{in_file(str(name))}`"

    def is_stated(self, exam: MistakeTable, prompt: str) -> bool:
        """Whether a prompt has the old value itself, where `{name}` would be filled in."""
        name, *inside = self.path
        old = exam.first.arguments[str(name)]
        for place in inside:
            old = old[place]
        filled = inside[0] if inside and isinstance(inside[0], str) else in_file(str(name))
        if f"{{{filled}}}" in prompt or type(old) is not int:
            return False
        return re.search(rf"(?<![\d.,]){old}(?![\d]|[.,]\d)", prompt) is not None


def changes(exam: MistakeTable) -> list[Change]:
    """All that is tried, one place each: first what keeps most divisors, of these the smaller change first."""
    sizes = _sizes(exam.first)
    found = [(_broken(sizes, path, size), Change(path, size)) for path in sizes for size in _beside(sizes[path])]
    found.sort(key=lambda pair: pair[0])  # stable: as in the file, and scalings in their order
    return [*(change for _, change in found), *_numbers(exam.first)]


def changed(exam: MistakeTable, *changes: Change) -> MistakeTable | None:
    """The same questions with all these changes; None where they do not go together."""
    try:
        for change in changes:
            exam = change.on(exam)
    except ParameterFaults:
        return None
    return exam if is_complete(exam.truth) else None


def mixed(exam: MistakeTable) -> Iterator[list[Change]]:
    """Every size and every number changed together: what is equal even then lies in the question."""
    rng = Random(0)  # noqa: S311 - no secret: the same file gives the same findings
    sizes, arrays = _sizes(exam.first), _arrays(exam.first)
    for _ in range(MIXED):
        others = [Change(path, rng.choice([size, *_beside(size)])) for path, size in sizes.items()]
        yield others + [Change((name,), _jittered(array, rng)) for name, array in arrays.items()]


def drawn(exam: MistakeTable) -> Iterator[MistakeTable]:
    """Random questions of the same kind, arrays of other shapes and networks of other layers among them."""
    rng = Random(0)  # noqa: S311 - as above
    solver, kind = exam.first.solver, _kind(exam.first)
    for _ in range(DRAWS):
        variant = Variant(solver, arguments(solver, solver.draw(rng)), exam.first.declared)
        if _kind(variant) == kind:
            yield MistakeTable([asking(variant, TOTAL)])


def pairs(found: list[Change]) -> Iterator[tuple[Change, Change]]:
    """Two places changed together."""
    return ((one, two) for one, two in combinations(found, 2) if one.path != two.path)


def _kind(variant: Variant) -> dict[str, Any]:
    """What makes it this kind of question: all parameters that are no numbers."""
    items = variant.arguments.items()
    return {name: value if isinstance(value, str | bool | None) else type(value) for name, value in items}


def _sizes(variant: Variant) -> dict[DataPath, int]:
    """The whole numbers among the parameters, in lists of numbers and of entries too, and by the names of symbols."""
    return {path: size for name, value in variant.arguments.items() for path, size in _whole((name,), value)}


def _whole(path: DataPath, value: Any) -> Iterator[tuple[DataPath, int]]:
    if type(value) is int:
        yield path, value
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from _whole((*path, key), each)
    elif isinstance(value, list | tuple) and len(path) == 1:
        for i, entry in enumerate(value):
            yield from _whole((*path, i), entry)


def _beside(size: int) -> list[int]:
    scaled = [int(size * factor) for factor in SCALINGS if size * factor == int(size * factor)]
    shifted = [size + shift for shift in SHIFTS] if size <= SMALL else []
    return [each for each in dict.fromkeys([*scaled, *shifted]) if each > 0 and each != size]


def _broken(sizes: Mapping[DataPath, int], path: DataPath, size: int) -> int:
    """How many plain parameters no longer divide one another that now do."""
    old = sizes[path]
    others = [each for other, each in sizes.items() if other != path and len(other) == 1 and each > 1]
    return sum(
        (old % each == 0 and size % each != 0) or (old > 1 and each % old == 0 and each % size != 0) for each in others
    )


def _numbers(variant: Variant) -> Iterator[Change]:
    """Arrays with one entry changed, and then with all."""
    rng = Random(0)  # noqa: S311 - as above
    arrays = _arrays(variant)
    for name, array in arrays.items():
        for index in range(min(array.size, MOST_ENTRIES)):
            changed = array.copy()
            changed.flat[index] += 1
            yield Change((name,), changed)
    for name, array in list(arrays.items()) * JITTERS:
        yield Change((name,), _jittered(array, rng))


def _arrays(variant: Variant) -> dict[str, Any]:
    items = variant.arguments.items()
    return {name: value for name, value in items if hasattr(value, "tolist") and value.dtype.kind == "f"}


def _jittered(array: Any, rng: Random) -> Any:
    """The array with other numbers: whole ones where all are whole."""
    changed = array.copy()
    is_whole = (array == array.round()).all()
    for index in range(changed.size):
        changed.flat[index] += rng.randint(-2, 2) if is_whole else round(rng.uniform(-1, 1), 2)
    return changed


def _put(old: Any, inside: list[str | int], value: Any) -> Any:
    """The old value with another one at this place in it."""
    if not inside:
        return value
    place, *rest = inside
    if isinstance(old, Mapping):
        return {**old, str(place): _put(old[str(place)], rest, value)}
    put = [_put(each, rest, value) if i == place else each for i, each in enumerate(old)]
    return type(old)(put)


def _plain(value: Any) -> Any:
    """As a file would have it: whole numbers without a point."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, float):
        return int(value) if value == int(value) else float(f"{value:.9g}")
    return value
