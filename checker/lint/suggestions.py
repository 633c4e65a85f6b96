"""Search for parameters and parts that identify more mistakes: one or two other values, or steps as parts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Final, NamedTuple

from checker.diagnosis import Mistake, preceding_steps
from checker.diagnosis.numeric_equality import identity
from checker.lint.identifiability import IdentifiableShare, collisions, generic, share
from checker.lint.mistake_table import MistakeTable
from checker.lint.nearby import Changes, changed, instruction, nearby, pairs
from checker.notation.words import enumerated

MAX_WORK: Final = 60_000
"""Maximum number of steps that are computed for changed parameters.  A count, not a time: the same on every machine."""

MAX_PARTS: Final = 3
"""Maximum number of parts that are proposed."""

ENOUGH: Final = 0.95
"""Share from which on the search stops."""

Goal = Callable[[MistakeTable], Any]
"""Returns something true if a table shows what the author should see."""


class Proposal(NamedTuple):
    """What an author may change so that more mistakes are identified, and the table of mistakes after it."""

    words: str
    table: MistakeTable
    share: IdentifiableShare
    changes: Changes = ()


def better_parameters(table: MistakeTable, merged: Collection[Mistake], goal: Goal) -> Proposal | None:
    """Return the parameters that identify the most mistakes: one change, or two if that is better.

    Every mistake must stay effective: a padding of 0 identifies no mistake about paddings.
    """
    if table.is_large:
        return None
    now, best = share(table, merged), None
    groups = collisions(table, merged)
    highest, most = now, now.identified + _identifiable(table, groups)
    work, budget = sum(len(variant.board) for variant in table.steps), MAX_WORK
    single = nearby(table)
    for together in (*single, *pairs(single)):
        if budget <= 0 or highest.identified >= most or (len(together) > 1 and highest.fraction >= ENOUGH):
            break
        budget -= work * sum(map(len, groups))
        other = changed(table, *together)
        if other is None or not goal(other):
            continue
        if (now.identified + len(_told_apart(other, groups))) / now.effective <= highest.fraction:
            continue
        budget -= work * now.effective
        then = share(other, merged)
        if then.effective >= now.effective and then.fraction > highest.fraction:
            highest, best = then, Proposal(instruction(table, together), other, then, together)
    return best


def _identifiable(table: MistakeTable, groups: Sequence[Sequence[Mistake]]) -> int:
    """Return how many of these mistakes any parameters tell apart from the others of their group."""
    found: set[Mistake] = set()
    for other in generic(table):
        found.update(_told_apart(other, groups))
        if len(found) == sum(map(len, groups)):
            break
    return len(found)


def _told_apart(table: MistakeTable, groups: Sequence[Sequence[Mistake]]) -> list[Mistake]:
    """Return the mistakes whose answers no other mistake of their group gives."""
    equal = (each for group in groups for each in table.grouped(filter(table.is_effective, group)))
    return [each[0] for each in equal if len(each) == 1]


def better_parts(table: MistakeTable, merged: Collection[Mistake], goal: Goal) -> Proposal | None:
    """Return the steps that identify the most mistakes as further parts, the best first; of equals the nearest."""
    if table.is_large:
        return None
    best: Proposal | None = None
    steps: list[str] = []
    for _ in range(MAX_PARTS):
        present, highest = (best.table, best.share) if best else (table, share(table, merged))
        if best and highest.fraction >= ENOUGH:
            break
        groups, found = collisions(present, merged), None
        for i in _further_steps(present):
            if any(_differ(present, group, i) for group in groups):
                other = present.with_step(i)
                then = share(other, merged)
                if then.fraction > highest.fraction and goal(other):
                    highest, found = then, (other, i)
        if found is None:
            break
        other, i = found
        steps.append(f"`{other.every_step.questions[i].step}`")
        words = f"ask for {enumerated(steps)} as {'a part' if len(steps) == 1 else 'parts'}"
        best = Proposal(words, other, highest)
    return best


def _further_steps(table: MistakeTable) -> list[int]:
    """Return the places in `every_step` of steps that are no question yet: first those that lead to a question."""
    places = {question[:2]: i for i, question in enumerate(table.every_step.questions)}
    near = [(variant, step) for variant, asked, _ in table.questions for step in preceding_steps(variant.board, asked)]
    outer = sorted(places, key=lambda place: place[1].count("."))
    asked = {question[:2] for question in table.questions}
    return [places[place] for place in dict.fromkeys([*near, *outer]) if place not in asked]


def _differ(table: MistakeTable, group: Sequence[Mistake], i: int) -> bool:
    """Return whether these mistakes give different values of step i."""
    return len({identity(table.every_step.answers(mistake)[i : i + 1]) for mistake in group}) > 1
