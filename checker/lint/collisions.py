"""Lint checks `alias` and `hidden`: mistakes that give the same answer, and mistakes that the tolerance accepts.

Both propose other parameters (`better_parameters`) or further parts (`better_parts`) that tell more mistakes apart.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from checker.diagnosis import Mistake, preceding_steps
from checker.diagnosis.numeric_equality import identity
from checker.lint import nearby
from checker.lint.nearby import Changes, IdentifiableShare
from checker.lint.target import LintTarget, MistakeTable, is_complete, shown_value
from checker.notation.words import enumerated
from checker.problems import Finding, Part

MAX_NAMES: Final = 3
"""Maximum number of mistakes that a finding names; the others are counted."""

PAIR: Final = 2
"""Minimum number of mistakes that other parameters must identify in addition."""

FEW: Final = 0.5
"""Share of identified mistakes below which a further part alone is worth proposing."""


def alias(target: LintTarget) -> Iterator[Finding]:
    """Yield at most one finding: that common mistakes give the same wrong answer, so that feedback cannot name one.

    It is yielded only if other parameters would tell them apart, or if so few mistakes can be told apart that a further
    part is worth asking for.
    """
    table = target.table
    if table.is_large:
        return
    groups = [list(filter(table.is_common, group)) for group in nearby.collisions(table)]
    groups = [group for group in groups if len(group) > 1]
    if not groups:
        return
    merged = nearby.exact_aliases(table)
    now = nearby.share(table, merged)
    better, further = better_parameters(table, merged, partial(_told_apart, groups)), None
    if better and better.share.unidentified > now.unidentified - PAIR:
        better = None  # it tells these apart and makes others equal
    if better or (now.fraction < FEW and not target.problem.is_multipart):
        pair = _told_apart(groups, better.table) if better else None
        further = better_parts(table, merged, partial(_told_apart, [pair] if pair else groups))
    found = better or further
    pair = _told_apart(groups, found.table) if found else None
    if pair is None:
        return
    [group] = [group for group in groups if pair[0] in group]
    i = _first_wrong(table, pair[0])
    part = target.problem.parts[i]
    named = _named([f"`{mistake.id}`" for mistake in pair], len(group))
    given, advice = _answer(part, table.answers(pair[0])[i]), _advice(target, now, better, further)
    message = f"These mistakes give the same answer, {given}: {named}. To tell them apart, {advice}."
    yield target.finding("alias", message, *target.nearest(part, ("parameters",)))


def hidden(target: LintTarget) -> Iterator[Finding]:
    """Yield a finding for each part where the tolerance accepts the answers that mistakes give, common ones first."""
    table = target.table
    found: dict[int, list[Mistake]] = {}
    for mistake in table.wrong_answers:
        if table.is_effective(mistake) and not table.is_visible(mistake):
            found.setdefault(_first_wrong(table, mistake), []).append(mistake)
    if not found:
        return
    merged = nearby.exact_aliases(table)
    now = nearby.share(table, merged)
    for i, mistakes in found.items():
        part = target.problem.parts[i]
        mistakes.sort(key=table.weight, reverse=True)
        answers = {mistake: shown_value(part, table.answers(mistake)[i]) for mistake in mistakes[:MAX_NAMES]}
        named = _named([f"`{mistake.id}` ({answer})" for mistake, answer in answers.items()], len(mistakes))
        goal = partial(_is_visible_everywhere, mistakes[0])
        advice = _advice(target, now, *(search(table, merged, goal) for search in (better_parameters, better_parts)))
        message = (
            f"The tolerance of {_answer(part, table.truth[i])} also accepts these mistakes: {named}. "
            f"Use a narrower tolerance{f', or {advice}' if advice else ''}."
        )
        yield target.finding("hidden", message, *target.nearest(part, ("tolerance",), ("parameters",)))


def _told_apart(groups: Sequence[Sequence[Mistake]], table: MistakeTable) -> tuple[Mistake, Mistake] | None:
    """Return two mistakes of one group that give different answers in this table; None if there are none."""
    for group in groups:
        different = table.grouped(filter(table.is_effective, group))
        if len(different) > 1:
            return different[0][0], different[1][0]
    return None


def _is_visible_everywhere(mistake: Mistake, table: MistakeTable) -> bool:
    """Return whether a mistake gives every question an answer, and one of these is outside the tolerance."""
    return is_complete(table.answers(mistake)) and table.is_visible(mistake)


def _first_wrong(table: MistakeTable, mistake: Mistake) -> int:
    """Return the first question, counted from 0, whose answer a mistake changes."""
    pairs = enumerate(zip(identity(table.answers(mistake)), identity(table.truth), strict=True))
    return next(i for i, (value, truth) in pairs if value != truth)


def _named(names: Sequence[str], count: int) -> str:
    """Return the names, and how many of all mistakes are not among them."""
    others = count - len(names)
    return enumerated([*names, f"{others} more"] if others else names)


def _answer(part: Part, value: Any) -> str:
    """Return an answer in words, with the part that it is to: 32 for `a`."""
    return f"{shown_value(part, value)} for `{part.id}`" if part.id else shown_value(part, value)


def _advice(target: LintTarget, now: IdentifiableShare, *proposals: Improvement | None) -> str:
    """Return the proposals joined by "or", each with the share of identified mistakes before and after it."""
    words: list[str] = []
    for each in filter(None, proposals):
        is_stated = any(change.is_stated(target.table, target.prompt) for change in each.changes)
        prompt = ", also in the prompt" if is_stated else ""
        words.append(f"{each.words}{prompt} ({'' if words else 'mistakes told apart: '}{now} → {each.share})")
    return " or ".join(words)


MAX_WORK: Final = 60_000
"""Maximum number of steps that are computed for changed parameters.  A count, not a time: the same on every machine."""

MAX_PARTS: Final = 3
"""Maximum number of parts that are proposed."""

ENOUGH: Final = 0.95
"""Share from which on the search stops."""

Goal = Callable[[MistakeTable], Any]
"""Returns something true if a table shows what the author should see."""


class Improvement(NamedTuple):
    """What an author may change so that more mistakes can be told apart, and the table of mistakes after it."""

    words: str
    table: MistakeTable
    share: IdentifiableShare
    changes: Changes = ()


def better_parameters(table: MistakeTable, merged: Collection[Mistake], goal: Goal) -> Improvement | None:
    """Return other parameters with which the most mistakes can be told apart; None if none help.

    One parameter is changed, or two if that is better.  Every mistake must stay effective: a padding of 0 identifies no
    mistake about paddings.
    """
    if table.is_large:
        return None
    now, best = nearby.share(table, merged), None
    groups = nearby.collisions(table, merged)
    highest, most = now, now.identified + _identifiable(table, groups)
    work, budget = sum(len(variant.board) for variant in table.steps), MAX_WORK
    single = nearby.nearby(table)
    for together in (*single, *nearby.pairs(single)):
        if budget <= 0 or highest.identified >= most or (len(together) > 1 and highest.fraction >= ENOUGH):
            break
        budget -= work * sum(map(len, groups))
        other = nearby.changed(table, *together)
        if other is None or not goal(other):
            continue
        if (now.identified + len(_alone_in_group(other, groups))) / now.effective <= highest.fraction:
            continue
        budget -= work * now.effective
        then = nearby.share(other, merged)
        if then.effective >= now.effective and then.fraction > highest.fraction:
            highest, best = then, Improvement(nearby.instruction(table, together), other, then, together)
    return best


def _identifiable(table: MistakeTable, groups: Sequence[Sequence[Mistake]]) -> int:
    """Return how many of these mistakes give an answer of their own under at least one other set of parameters."""
    found: set[Mistake] = set()
    for other in nearby.generic(table):
        found.update(_alone_in_group(other, groups))
        if len(found) == sum(map(len, groups)):
            break
    return len(found)


def _alone_in_group(table: MistakeTable, groups: Sequence[Sequence[Mistake]]) -> list[Mistake]:
    """Return the mistakes whose answers no other mistake of their group gives."""
    equal = (each for group in groups for each in table.grouped(filter(table.is_effective, group)))
    return [each[0] for each in equal if len(each) == 1]


def better_parts(table: MistakeTable, merged: Collection[Mistake], goal: Goal) -> Improvement | None:
    """Return up to MAX_PARTS further steps to ask for, with the table after it; None if they do not help.

    `merged` mistakes, which equal a more common one at all parameters, never count; `goal` says whether a table is good
    enough.
    """
    if table.is_large:
        return None
    best: Improvement | None = None
    steps: list[str] = []
    for _ in range(MAX_PARTS):
        present, highest = (best.table, best.share) if best else (table, nearby.share(table, merged))
        if best and highest.fraction >= ENOUGH:
            break
        groups, found = nearby.collisions(present, merged), None
        for i in _further_steps(present):
            if any(_differ(present, group, i) for group in groups):
                other = present.with_step(i)
                then = nearby.share(other, merged)
                if then.fraction > highest.fraction and goal(other):
                    highest, found = then, (other, i)
        if found is None:
            break
        other, i = found
        steps.append(f"`{other.every_step.questions[i].step}`")
        words = f"ask for {enumerated(steps)} as {'a part' if len(steps) == 1 else 'parts'}"
        best = Improvement(words, other, highest)
    return best


def _further_steps(table: MistakeTable) -> list[int]:
    """Return the numbers of steps that the problem does not ask for, first those that lead to an asked one."""
    places = {question[:2]: i for i, question in enumerate(table.every_step.questions)}
    near = [(variant, step) for variant, asked, _ in table.questions for step in preceding_steps(variant.board, asked)]
    outer = sorted(places, key=lambda place: place[1].count("."))
    asked = {question[:2] for question in table.questions}
    return [places[place] for place in dict.fromkeys([*near, *outer]) if place not in asked]


def _differ(table: MistakeTable, group: Sequence[Mistake], i: int) -> bool:
    """Return whether these mistakes give different values of step i."""
    return len({identity(table.every_step.answers(mistake)[i : i + 1]) for mistake in group}) > 1
