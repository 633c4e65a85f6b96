"""How many of the single mistakes that change an answer its answers tell: what `lint` and the benchmark count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from checker.diagnosis import Mistake
from checker.diagnosis.numeric_equality import identity
from checker.lint.mistake_table import MistakeTable
from checker.lint.nearby import changed, changes, drawn, mixed


class IdentifiableShare(NamedTuple):
    """Of the single mistakes that change an answer, those that are noticed and give answers that no other gives."""

    told: int
    seen: int

    @property
    def fraction(self) -> float:
        """Between 0 and 1; 1 where no mistake changes anything."""
        return self.told / self.seen if self.seen else 1.0

    @property
    def untold(self) -> int:
        """How many nobody could name."""
        return self.seen - self.told

    def __str__(self) -> str:
        return f"{int(100 * self.fraction)}%"  # never 100% where one is missing


def share(exam: MistakeTable, merged: Container[Mistake] = ()) -> IdentifiableShare:
    """The share of an exam.  The `merged` mistakes are told with those that they always equal."""
    answers = [taken for mistake, taken in exam.mistaken.items() if mistake not in merged and exam.is_seen(taken)]
    counts = Counter(identity(taken) for taken in answers if exam.noticed(taken))
    return IdentifiableShare(sum(count == 1 for count in counts.values()), len(answers))


def collisions(exam: MistakeTable, merged: Container[Mistake] = ()) -> list[list[Mistake]]:
    """The mistakes that are noticed and share their answers with others."""
    groups: dict[Any, list[Mistake]] = {}
    for mistake, taken in exam.mistaken.items():
        if mistake not in merged and exam.is_seen(taken) and exam.noticed(taken):
            groups.setdefault(identity(taken), []).append(mistake)
    return [group for group in groups.values() if len(group) > 1]


def exact_aliases(exam: MistakeTable) -> dict[Mistake, Mistake]:
    """The mistakes that equal a likelier one in every step, whatever the parameters, each with that one.

    LayerNorms without their biases count as much as one LayerNorm of two, whatever d_model is.
    """
    heaviest_first = [sorted(group, key=lambda mistake: -exam.weight(mistake)) for group in collisions(exam)]
    groups = list(_equal(exam.whole, heaviest_first))
    for other in chain(generic(exam), drawn(exam)):
        if not groups:
            break
        groups = list(_equal(other.whole, groups))
    return {mistake: group[0] for group in groups for mistake in group[1:]}


def generic(exam: MistakeTable) -> Iterator[MistakeTable]:
    """The same questions with other parameters, those that go together: everything changed at once, or one thing."""
    if exam.is_large:
        return
    for together in (*mixed(exam), *([change] for change in changes(exam))):
        if other := changed(exam, *together):
            yield other


def _equal(exam: MistakeTable, groups: Iterable[Sequence[Mistake]]) -> Iterator[list[Mistake]]:
    """The groups, divided into those that are equal in this exam."""
    for group in groups:
        parted: dict[Any, list[Mistake]] = {}
        for mistake in group:
            parted.setdefault(identity(exam.under(mistake)), []).append(mistake)
        yield from (each for each in parted.values() if len(each) > 1)
