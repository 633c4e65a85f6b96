"""Questions with parameters near the author's (`changed`), and how many mistakes their answers tell apart (`share`).

`collisions` groups the mistakes that give the same answers, and `exact_aliases` finds those that always do.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain, combinations
from operator import getitem
from random import Random
from typing import Any, Final, NamedTuple

from checker.diagnosis import Mistake
from checker.document.issues import DataPath
from checker.engine.trace import TOTAL
from checker.lint.target import MistakeTable, is_complete, question_of
from checker.notation.words import enumerated
from checker.problems.prompt import parameter_text
from checker.questions.parameters import ParameterFaults, arguments, in_file
from checker.questions.variant import Variant

SCALINGS: Final = (2, 1.5, 0.5, 0.75)
"""Factors for a size, used where they give a whole number: it stays round and keeps most of its divisors."""

SHIFTS: Final = (1, 2, -1)

SMALL: Final = 12
"""Largest size that may also be shifted: 257 would be odd for 256."""

MAX_ENTRIES: Final = 12
"""Maximum number of entries of an array that are changed, one at a time."""

JITTERS: Final = 3
"""Number of times that all entries of an array are changed."""

MIXES: Final = 6
"""Number of tables with every parameter changed, to see what no parameters can tell apart."""

DRAWS: Final = 30
"""Number of random questions for the same purpose."""

MAX_LENGTH: Final = 50
"""Maximum length of an array that a proposal writes out."""


class ParameterChange(NamedTuple):
    """A change of one number among the author's parameters."""

    path: DataPath
    """The parameter's name, then the place in it: an entry's number and its key, or a symbol's name."""
    value: float

    @property
    def filled_name(self) -> str:
        """Return the name by which a prompt fills in the number: that of the symbol or the parameter."""
        return next(str(name) for name in (*self.path[1:2], self.path[0]) if isinstance(name, str))

    def words(self, new: Any) -> str:
        """Return the change in words, after "set": `kernel_size` in entry 3 of `layers` to 5.

        `new` is the whole parameter after all changes; a change of one entry or symbol is shown by itself.
        """
        name, *inside = self.path
        if len(inside) > 1 and isinstance(inside[0], int) and isinstance(inside[1], str):
            return f"`{inside[1]}` in entry {inside[0] + 1} of `{name}` to {self.value}"
        text = parameter_text(new if self.filled_name == name else self.value)
        return f"`{self.filled_name}` to {text if len(text) <= MAX_LENGTH else 'other numbers'}"

    def is_stated(self, table: MistakeTable, prompt: str) -> bool:
        """Return whether the prompt states the old number, so that the author would have to edit it, too."""
        parameters: Any = file_parameters(table.first_variant)
        old = reduce(getitem, self.path, parameters)
        if f"{{{self.filled_name}}}" in prompt or type(old) is not int:
            return False
        return re.search(rf"(?<![\d.,]){old}(?![\d]|[.,]\d)", prompt) is not None


Changes = tuple[ParameterChange, ...]


def changed(table: MistakeTable, *changes: ParameterChange) -> MistakeTable | None:
    """Return the table with these changes in the first question, and in each other one that has the same value.

    Return None if the values are impossible.
    """
    old, new = file_parameters(table.first_variant), _new_values(table, changes)
    try:
        other = table.on({variant: _with_values(variant, old, new) for variant in table.steps})
    except ParameterFaults:
        return None
    return other if is_complete(other.truth) else None


def instruction(table: MistakeTable, changes: Iterable[ParameterChange]) -> str:
    """Return the changes as an instruction to the author: set `d_k` to 6 and `d_ff` to 80."""
    new = _new_values(table, changes)
    return f"set {enumerated(dict.fromkeys(change.words(new[str(change.path[0])]) for change in changes))}"


def nearby(table: MistakeTable) -> list[Changes]:
    """Return the changes to try: one size each, those that divide best first, then all numbers of an array a little."""
    sizes = _sizes(table.first_variant)
    found = [ParameterChange(path, size) for path in sizes for size in _near(sizes[path])]
    found.sort(key=lambda change: _lost_divisors(sizes, change))  # stable: as in the file, scalings in their order
    rng = Random(0)  # noqa: S311 - not secret: the same file gives the same findings
    arrays = _arrays(table.first_variant)
    entries = [ParameterChange(path, value + 1) for array in arrays for path, value in array[:MAX_ENTRIES]]
    return [*((change,) for change in (*found, *entries)), *(_jittered(array, rng) for array in arrays * JITTERS)]


def pairs(changes: Iterable[Changes]) -> Iterator[Changes]:
    """Yield every pair of single changes that concern different sizes."""
    sizes = (change for change, *others in changes if not others and isinstance(change.value, int))
    return ((one, two) for one, two in combinations(sizes, 2) if one.path != two.path)


def mixed_changes(table: MistakeTable) -> Iterator[Changes]:
    """Yield changes of all sizes and numbers together; mistakes that are equal even then always are."""
    rng = Random(0)  # noqa: S311 - as above
    sizes, arrays = _sizes(table.first_variant), _arrays(table.first_variant)
    for _ in range(MIXES):
        others = [ParameterChange(path, rng.choice([size, *_near(size)])) for path, size in sizes.items()]
        yield (*others, *(change for array in arrays for change in _jittered(array, rng)))


def random_tables(table: MistakeTable) -> Iterator[MistakeTable]:
    """Yield tables for random questions of the same type, with other shapes and other layers."""
    rng = Random(0)  # noqa: S311 - as above
    first = table.first_variant
    for _ in range(DRAWS):
        variant = Variant(first.solver, arguments(first.solver, first.solver.draw(rng)), first.declared)
        if _kind(variant) == _kind(first):
            yield MistakeTable([question_of(variant, TOTAL)])


def file_parameters(variant: Variant) -> dict[str, Any]:
    """Return the parameters of a variant as a file would write them."""
    return {in_file(name): _plain(value) for name, value in variant.arguments.items() if value is not None}


def _plain(value: Any) -> Any:
    value = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value


def _new_values(table: MistakeTable, changes: Iterable[ParameterChange]) -> dict[str, Any]:
    """Return the new values of the parameters that change."""
    new: Any = file_parameters(table.first_variant)
    for (*outer, last), value in changes:
        reduce(getitem, outer, new)[last] = value
    return {str(path[0]): new[str(path[0])] for path, _ in changes}


def _with_values(variant: Variant, old: Mapping[str, Any], new: Mapping[str, Any]) -> Variant:
    """Return the variant with the new values where it has the old ones.  Raises ParameterFaults as for a file."""
    given = file_parameters(variant)
    shared = {name: value for name, value in new.items() if given[name] == old[name]}
    return Variant(variant.solver, arguments(variant.solver, given | shared), variant.declared) if shared else variant


def _kind(variant: Variant) -> dict[str, Any]:
    """Return what two questions have to share to be alike: the value of texts and flags, and the type of all else."""
    items = variant.arguments.items()
    return {name: value if isinstance(value, str | bool | None) else type(value) for name, value in items}


def _numbers(value: Any, path: DataPath = ()) -> Iterator[tuple[DataPath, Any]]:
    """Yield the numbers in a value, with their paths."""
    if type(value) in (int, float):
        yield path, value
    elif isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _numbers(each, (*path, key))


def _sizes(variant: Variant) -> dict[DataPath, int]:
    """Return the whole numbers among the parameters, in lists, entries and symbols, but in no lists inside these."""
    found = _numbers(file_parameters(variant))
    return {path: n for path, n in found if type(n) is int and all(isinstance(name, str) for name in path[2:])}


def _arrays(variant: Variant) -> list[list[tuple[DataPath, float]]]:
    """Return the numbers of each array, with their paths."""
    items = variant.arguments.items()
    arrays = [name for name, value in items if hasattr(value, "tolist") and value.dtype.kind == "f"]
    return [list(_numbers(variant.arguments[name].tolist(), (in_file(name),))) for name in arrays]


def _near(size: int) -> list[int]:
    """Return sizes near a size: scaled to whole numbers, and shifted if it is small."""
    scaled = [int(size * factor) for factor in SCALINGS if size * factor == int(size * factor)]
    shifted = [size + shift for shift in SHIFTS] if size <= SMALL else []
    return [each for each in dict.fromkeys([*scaled, *shifted]) if each > 0 and each != size]


def _jittered(array: list[tuple[DataPath, float]], rng: Random) -> Changes:
    """Return changes of all numbers of an array; whole ones stay whole."""
    is_whole = all(value == round(value) for _, value in array)
    jitters = (rng.randint(-2, 2) if is_whole else round(rng.uniform(-1, 1), 2) for _ in array)
    return tuple(ParameterChange(path, value + jitter) for (path, value), jitter in zip(array, jitters, strict=True))


def _lost_divisors(sizes: Mapping[DataPath, int], change: ParameterChange) -> int:
    """Return how many plain parameters divide the size or are divided by it now, and no longer after the change."""
    old, new = sizes[change.path], change.value
    others = [each for path, each in sizes.items() if path != change.path and len(path) == 1 and each > 1]
    return sum(
        (old % each == 0 and new % each != 0) or (old > 1 and each % old == 0 and each % new != 0) for each in others
    )


class IdentifiableShare(NamedTuple):
    """How many mistakes change an answer, and how many of these give an answer that no other gives."""

    identified: int
    effective: int

    @property
    def fraction(self) -> float:
        """Return the share between 0 and 1; 1 where no mistake is effective."""
        return self.identified / self.effective if self.effective else 1.0

    @property
    def unidentified(self) -> int:
        """Return the number of mistakes that give the same answer as another one."""
        return self.effective - self.identified

    def __str__(self) -> str:
        return f"{int(100 * self.fraction)}%"  # never 100% where one is missing


def share(table: MistakeTable, merged: Container[Mistake] = ()) -> IdentifiableShare:
    """Return how many of a table's mistakes can be told apart.

    `merged` mistakes, which always equal another one, do not count.
    """
    effective = _effective(table, merged)
    groups = table.grouped(filter(table.is_visible, effective))
    return IdentifiableShare(sum(len(group) == 1 for group in groups), len(effective))


def collisions(table: MistakeTable, merged: Container[Mistake] = ()) -> list[list[Mistake]]:
    """Return groups of mistakes that give the same wrong answers to all questions of a table."""
    return _equal_in(table, [list(filter(table.is_visible, _effective(table, merged)))])


def exact_aliases(table: MistakeTable) -> dict[Mistake, Mistake]:
    """Return {mistake: more common mistake} for mistakes that equal it in every step at all parameters that were tried.

    LayerNorms without their biases count as much as one LayerNorm of two, whatever d_model is.
    """
    groups = [sorted(group, key=table.weight, reverse=True) for group in collisions(table)]
    for other in chain([table], generic(table), random_tables(table)):
        if not groups:
            break
        groups = _equal_in(other.every_step, groups)
    return {mistake: group[0] for group in groups for mistake in group[1:]}


def generic(table: MistakeTable) -> Iterator[MistakeTable]:
    """Yield the table with other parameters; mistakes that are equal in all these tables count as always equal."""
    if table.is_large:
        return
    for together in (*mixed_changes(table), *nearby(table)):
        if other := changed(table, *together):
            yield other


def _effective(table: MistakeTable, merged: Container[Mistake]) -> list[Mistake]:
    return [each for each in table.wrong_answers if each not in merged and table.is_effective(each)]


def _equal_in(table: MistakeTable, groups: Iterable[Sequence[Mistake]]) -> list[list[Mistake]]:
    """Return the parts of the groups whose mistakes are equal in this table, too, without mistakes alone in a part."""
    return [equal for group in groups for equal in table.grouped(group) if len(equal) > 1]
