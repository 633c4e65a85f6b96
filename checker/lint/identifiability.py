"""Share of the single mistakes that the answers identify: what `lint` improves and the benchmark counts."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from checker.diagnosis import Mistake
from checker.lint.mistake_table import MistakeTable
from checker.lint.nearby import changed, mixed_changes, nearby, random_tables


class IdentifiableShare(NamedTuple):
    """How many mistakes change an answer, and how many of these the answer tells from all others."""

    identified: int
    effective: int

    @property
    def fraction(self) -> float:
        """Return the share between 0 and 1; 1 where no mistake is effective."""
        return self.identified / self.effective if self.effective else 1.0

    @property
    def unidentified(self) -> int:
        """Return the number of mistakes that cannot be named."""
        return self.effective - self.identified

    def __str__(self) -> str:
        return f"{int(100 * self.fraction)}%"  # never 100% where one is missing


def share(table: MistakeTable, merged: Container[Mistake] = ()) -> IdentifiableShare:
    """Return the share of a table; `merged` mistakes do not count, as each always equals another one."""
    effective = _effective(table, merged)
    groups = table.grouped(filter(table.is_visible, effective))
    return IdentifiableShare(sum(len(group) == 1 for group in groups), len(effective))


def collisions(table: MistakeTable, merged: Container[Mistake] = ()) -> list[list[Mistake]]:
    """Return the groups of visible mistakes that give the same answers."""
    return _equal_in(table, [list(filter(table.is_visible, _effective(table, merged)))])


def exact_aliases(table: MistakeTable) -> dict[Mistake, Mistake]:
    """Return the mistakes that equal a more common one in every step at all parameters, each with that one.

    LayerNorms without their biases count as much as one LayerNorm of two, whatever d_model is.
    """
    groups = [sorted(group, key=table.weight, reverse=True) for group in collisions(table)]
    for other in chain([table], generic(table), random_tables(table)):
        if not groups:
            break
        groups = _equal_in(other.every_step, groups)
    return {mistake: group[0] for group in groups for mistake in group[1:]}


def generic(table: MistakeTable) -> Iterator[MistakeTable]:
    """Yield the same questions with other parameters: what is equal there, too, lies in the question."""
    if table.is_large:
        return
    for together in (*mixed_changes(table), *nearby(table)):
        if other := changed(table, *together):
            yield other


def _effective(table: MistakeTable, merged: Container[Mistake]) -> list[Mistake]:
    return [each for each in table.wrong_answers if each not in merged and table.is_effective(each)]


def _equal_in(table: MistakeTable, groups: Iterable[Sequence[Mistake]]) -> list[list[Mistake]]:
    """Return the groups, divided into those that are equal in this table."""
    return [equal for group in groups for equal in table.grouped(group) if len(equal) > 1]
