"""Parameters near the author's: sizes of the same order that stay round, and other numbers in arrays."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from random import Random
from typing import Any, Final, NamedTuple

from checker.document.issues import DataPath
from checker.engine.trace import TOTAL
from checker.lint.mistake_table import MistakeTable, is_complete, question_of
from checker.notation.words import enumerated
from checker.problems.prompt import legible
from checker.questions.parameters import ParameterFaults, arguments, in_file
from checker.questions.variant import Variant

SCALINGS: Final = (2, 1.5, 0.5, 0.75)
"""Factors for a size, used where they give a whole number: it stays round and keeps most of its divisors."""

SHIFTS: Final = (1, 2, -1)

SMALL: Final = 12
"""Largest size that may also be shifted; nobody would like 257 for 256."""

MAX_ENTRIES: Final = 12
"""Maximum number of entries of an array that are changed, one at a time."""

JITTERS: Final = 3
"""Number of times that all entries of an array are changed."""

MIXES: Final = 6
"""Number of tables with every parameter changed, to see what no parameters can tell apart."""

DRAWS: Final = 30
"""Number of questions drawn at random for the same purpose."""

MAX_LENGTH: Final = 50
"""Maximum length of an array that a proposal writes out."""


class Change(NamedTuple):
    """Another value at one place of the parameters."""

    path: DataPath
    """The parameter's name, then the place in it: an entry's number and its key, or a symbol's name."""
    value: Any

    @property
    def parameter(self) -> str:
        """Return the name of the parameter."""
        return str(self.path[0])

    @property
    def filled_name(self) -> str:
        """Return the name that a prompt fills in: the parameter's, or the symbol's."""
        inside = self.path[1:2]
        return inside[0] if inside and isinstance(inside[0], str) else in_file(self.parameter)

    def words(self, new: Any) -> str:
        """Return the change in words, with the parameter's new value: `kernel_size` in entry 3 of `layers` to 5."""
        inside = self.path[1:]
        if len(inside) > 1 and isinstance(inside[0], int):
            return f"`{inside[1]}` in entry {inside[0] + 1} of `{self.filled_name}` to {self.value}"
        text = legible(self.value if inside and isinstance(inside[0], str) else new)
        return f"`{self.filled_name}` to {text if len(text) <= MAX_LENGTH else 'other numbers'}"

    def is_stated(self, table: MistakeTable, prompt: str) -> bool:
        """Return whether a prompt holds the old value itself, where `{name}` would be filled in."""
        old = table.first_variant.arguments[self.parameter]
        for place in self.path[1:]:
            old = old[place]
        if f"{{{self.filled_name}}}" in prompt or type(old) is not int:
            return False
        return re.search(rf"(?<![\d.,]){old}(?![\d]|[.,]\d)", prompt) is not None


def changed(table: MistakeTable, *changes: Change) -> MistakeTable | None:
    """Return the same questions with all these changes; None where the values do not go together.

    A variant changes with the first one in the parameters that it shares with it.
    """
    old, new = table.first_variant.arguments, _new_values(table, changes)
    try:
        other = table.on({variant: _with_values(variant, old, new) for variant in table.steps})
    except ParameterFaults:
        return None
    return other if is_complete(other.truth) else None


def instruction(table: MistakeTable, changes: Iterable[Change]) -> str:
    """Return the changes as an instruction to the author: set `d_k` to 6 and `d_ff` to 80."""
    new = _new_values(table, changes)
    return f"set {enumerated(dict.fromkeys(change.words(new[change.parameter]) for change in changes))}"


def _new_values(table: MistakeTable, changes: Iterable[Change]) -> dict[str, Any]:
    """Return the new values of the parameters that change."""
    new: dict[str, Any] = {}
    for change in changes:
        name = change.parameter
        new[name] = _replaced(new.get(name, table.first_variant.arguments[name]), change.path[1:], change.value)
    return new


def changes(table: MistakeTable) -> list[Change]:
    """Return all changes of one place: sizes first, those that keep most divisors before others, then arrays."""
    sizes = _sizes(table.first_variant)
    found = [Change(path, size) for path in sizes for size in _near(sizes[path])]
    found.sort(key=lambda change: _lost_divisors(sizes, change))  # stable: as in the file, scalings in their order
    return [*found, *_array_changes(table.first_variant)]


def mixed(table: MistakeTable) -> Iterator[list[Change]]:
    """Yield changes of every size and every number together: what is equal even then lies in the question."""
    rng = Random(0)  # noqa: S311 - not secret: the same file gives the same findings
    sizes, arrays = _sizes(table.first_variant), _arrays(table.first_variant)
    for _ in range(MIXES):
        others = [Change(path, rng.choice([size, *_near(size)])) for path, size in sizes.items()]
        yield others + [Change((name,), _jittered(array, rng)) for name, array in arrays.items()]


def drawn(table: MistakeTable) -> Iterator[MistakeTable]:
    """Yield random questions of the same kind, with arrays of other shapes and networks of other layers."""
    rng = Random(0)  # noqa: S311 - as above
    first = table.first_variant
    for _ in range(DRAWS):
        variant = Variant(first.solver, arguments(first.solver, first.solver.draw(rng)), first.declared)
        if _kind(variant) == _kind(first):
            yield MistakeTable([question_of(variant, TOTAL)])


def pairs(changes: list[Change]) -> Iterator[tuple[Change, Change]]:
    """Yield every two changes of different sizes."""
    sizes = [change for change in changes if isinstance(change.value, int)]
    return ((one, two) for one, two in combinations(sizes, 2) if one.path != two.path)


def _kind(variant: Variant) -> dict[str, Any]:
    """Return the parameters that make it this kind of question; of numbers and arrays only the type."""
    items = variant.arguments.items()
    return {name: value if isinstance(value, str | bool | None) else type(value) for name, value in items}


def _sizes(variant: Variant) -> dict[DataPath, int]:
    """Return the whole numbers among the parameters, also in lists, in their entries and in symbols."""
    return {path: size for name, value in variant.arguments.items() for path, size in _whole_numbers((name,), value)}


def _whole_numbers(path: DataPath, value: Any) -> Iterator[tuple[DataPath, int]]:
    if type(value) is int:
        yield path, value
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from _whole_numbers((*path, key), each)
    elif isinstance(value, list | tuple) and len(path) == 1:
        for i, entry in enumerate(value):
            yield from _whole_numbers((*path, i), entry)


def _near(size: int) -> list[int]:
    scaled = [int(size * factor) for factor in SCALINGS if size * factor == int(size * factor)]
    shifted = [size + shift for shift in SHIFTS] if size <= SMALL else []
    return [each for each in dict.fromkeys([*scaled, *shifted]) if each > 0 and each != size]


def _lost_divisors(sizes: Mapping[DataPath, int], change: Change) -> int:
    """Return how many plain parameters divide the size or are divided by it now, and no longer after the change."""
    old, new = sizes[change.path], change.value
    others = [each for path, each in sizes.items() if path != change.path and len(path) == 1 and each > 1]
    return sum(
        (old % each == 0 and new % each != 0) or (old > 1 and each % old == 0 and each % new != 0) for each in others
    )


def _array_changes(variant: Variant) -> Iterator[Change]:
    """Yield changes of arrays: one entry, then all."""
    rng = Random(0)  # noqa: S311 - as above
    arrays = _arrays(variant)
    for name, array in arrays.items():
        for index in range(min(array.size, MAX_ENTRIES)):
            other = array.copy()
            other.flat[index] += 1
            yield Change((name,), other)
    for name, array in list(arrays.items()) * JITTERS:
        yield Change((name,), _jittered(array, rng))


def _arrays(variant: Variant) -> dict[str, Any]:
    items = variant.arguments.items()
    return {name: value for name, value in items if hasattr(value, "tolist") and value.dtype.kind == "f"}


def _jittered(array: Any, rng: Random) -> Any:
    """Return an array with other numbers; whole ones where all are whole."""
    other = array.copy()
    is_whole = (array == array.round()).all()
    for index in range(other.size):
        other.flat[index] += rng.randint(-2, 2) if is_whole else round(rng.uniform(-1, 1), 2)
    return other


def _replaced(old: Any, inside: DataPath, value: Any) -> Any:
    """Return the old value with another one at a place inside it."""
    if not inside:
        return value
    place, *rest = inside
    if isinstance(old, Mapping):
        return {**old, str(place): _replaced(old[str(place)], tuple(rest), value)}
    return type(old)(_replaced(each, tuple(rest), value) if i == place else each for i, each in enumerate(old))


def _with_values(variant: Variant, old: Mapping[str, Any], new: Mapping[str, Any]) -> Variant:
    """Return the variant with the new values where it has the old ones.  Raises ParameterFaults as for a file."""
    given = {name: _as_list(value) for name, value in variant.arguments.items()}
    shared = {name: _as_list(value) for name, value in new.items() if given[name] == _as_list(old[name])}
    if not shared:
        return variant
    written = {in_file(name): value for name, value in (given | shared).items() if value is not None}
    return Variant(variant.solver, arguments(variant.solver, written), variant.declared)


def _as_list(argument: Any) -> Any:
    return argument.tolist() if hasattr(argument, "tolist") else argument
