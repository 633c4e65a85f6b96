"""The search for what tells more mistakes: one size or number beside the author's, two of them, or steps as parts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Final, NamedTuple

from checker.diagnosis import Mistake, preceding_steps
from checker.diagnosis.numeric_equality import identity
from checker.lint.identifiability import IdentifiableShare, collisions, generic, share
from checker.lint.mistake_table import MistakeTable
from checker.lint.nearby import Change, changed, changes, pairs
from checker.notation.words import enumerated

MOST_WORK: Final = 60_000
"""A bound on the steps that are computed for changed parameters.  A count, not a time: the same on every machine."""

MOST_PARTS: Final = 3
"""So many further parts are proposed at most."""

ENOUGH: Final = 0.95
"""A share from which on nothing more is proposed."""

Tells = Callable[[MistakeTable], Any]
"""Whether an exam tells what the present one does not: anything true."""


class Proposal(NamedTuple):
    """What an author could do, in words; the exam that it would be, its share, and the parameters that change."""

    words: str
    exam: MistakeTable
    share: IdentifiableShare
    changes: tuple[Change, ...] = ()


def better_parameters(exam: MistakeTable, merged: Collection[Mistake], tells: Tells) -> Proposal | None:
    """The parameters that tell the most mistakes: one changed, or two where that tells more.  Of equals the first.

    Only such count as make none of the mistakes vanish: a padding of 0 tells nothing of paddings.
    """
    if exam.is_large:
        return None
    now, best = share(exam, merged), None
    groups = collisions(exam, merged)
    bar, most, budget = now, now.told + _tellable(exam, groups), MOST_WORK
    single = changes(exam)
    sizes = [change for change in single if isinstance(change.value, int)]
    for together in (*((change,) for change in single), *pairs(sizes)):
        if budget <= 0 or bar.told >= most or (len(together) > 1 and bar.fraction >= ENOUGH):
            break
        budget -= _work(exam) * sum(map(len, groups))
        other = changed(exam, *together)
        if other is None or not tells(other) or _at_best(other, groups, now) <= bar.fraction:
            continue
        budget -= _work(exam) * now.seen
        then = share(other, merged)
        if then.seen >= now.seen and then.fraction > bar.fraction:
            words = " and ".join(change.words(exam) for change in together)
            bar, best = then, Proposal(words, other, then, together)
    return best


def _work(exam: MistakeTable) -> int:
    return sum(len(variant.board) for variant in exam.variants)


def _tellable(exam: MistakeTable, groups: Sequence[Sequence[Mistake]]) -> int:
    """How many of these mistakes any parameters tell from the others of their group."""
    told: set[Mistake] = set()
    for other in generic(exam):
        for group in groups:
            told |= set(_alone(other, group))
        if len(told) == sum(map(len, groups)):
            break
    return len(told)


def _at_best(other: MistakeTable, groups: Sequence[Sequence[Mistake]], now: IdentifiableShare) -> float:
    """The share of another exam, were it to tell all that the present one tells."""
    alone = sum(len(_alone(other, group)) for group in groups)
    return (now.told + alone) / now.seen


def _alone(exam: MistakeTable, group: Sequence[Mistake]) -> list[Mistake]:
    """Those of a group whose answers no other of it gives."""
    answers = {mistake: exam.under(mistake) for mistake in group}
    known = {mistake: identity(taken) for mistake, taken in answers.items() if exam.is_seen(taken)}
    return [mistake for mistake, each in known.items() if list(known.values()).count(each) == 1]


def better_parts(exam: MistakeTable, merged: Collection[Mistake], tells: Tells) -> Proposal | None:
    """The steps that tell the most mistakes when they are parts too, the best first.  Of equals the nearest."""
    if exam.is_large:
        return None
    best: Proposal | None = None
    steps: list[str] = []
    for _ in range(MOST_PARTS):
        present, bar = (best.exam, best.share) if best else (exam, share(exam, merged))
        if best and bar.fraction >= ENOUGH:
            break
        groups, found = collisions(present, merged), None
        for i in _unasked(present):
            if not any(_differ(present, group, i) for group in groups):
                continue
            other = present.asking_also(i)
            then = share(other, merged)
            if then.fraction > bar.fraction and tells(other):
                bar, found = then, (other, i)
        if found is None:
            break
        other, i = found
        steps.append(f"`{other.whole.questions[i].step}`")
        best = Proposal(f"asking {enumerated(steps)} as {'a part' if len(steps) == 1 else 'parts'}", other, bar)
    return best


def _unasked(exam: MistakeTable) -> list[int]:
    """The places of the steps in the whole exam that are not asked: those that lead to the asked ones first."""
    places = {question[:2]: i for i, question in enumerate(exam.whole.questions)}
    near = [(variant, step) for variant, asked, _ in exam.questions for step in preceding_steps(variant.board, asked)]
    outer = sorted(places, key=lambda place: place[1].count("."))
    asked = {question[:2] for question in exam.questions}
    return [places[place] for place in dict.fromkeys([*near, *outer]) if place not in asked]


def _differ(exam: MistakeTable, group: Sequence[Mistake], i: int) -> bool:
    """Whether mistakes that are one in this exam differ in a step of the whole one."""
    return len({identity(exam.whole.under(mistake)[i : i + 1]) for mistake in group}) > 1
