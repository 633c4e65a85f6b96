"""Mistakes that give the same answer, and mistakes that the tolerance accepts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from checker.diagnosis import Mistake
from checker.diagnosis.numeric_equality import identity
from checker.lint.identifiability import IdentifiableShare, collisions, exact_aliases, share
from checker.lint.mistake_table import MistakeTable, is_complete
from checker.lint.suggestions import Proposal, better_parameters, better_parts
from checker.lint.target import LintTarget, shown_value
from checker.notation.words import enumerated
from checker.problems import Finding

MAX_NAMES: Final = 3
"""Maximum number of mistakes that a finding names; the others are counted."""

RARE: Final = 1
"""Weight of mistakes that an author need not provide for."""

PAIR: Final = 2
"""Minimum number of mistakes that other parameters must identify in addition."""

FEW: Final = 0.5
"""Share of identified mistakes below which a further part alone is worth proposing."""


def alias(target: LintTarget) -> Iterator[Finding]:
    """Report common mistakes that are visible but give the same answers.

    They are reported once, and only where better parameters avoid it, or where so few mistakes are identified that a
    second question is worth asking.  What no parameters avoid lies in the question: in a total, one of four equal
    matrices left out counts as much as another.
    """
    table = target.table
    if table.is_large:
        return
    groups = [[mistake for mistake in group if table.weight(mistake) > RARE] for group in collisions(table)]
    groups = [group for group in groups if len(group) > 1]
    if not groups:
        return
    merged = exact_aliases(table)
    now = share(table, merged)
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
    named = [f"`{mistake.id}`" for mistake in pair]
    if more := len(group) - len(pair):
        named.append(f"{more} more")
    given = f"{shown_value(part, table.answers(pair[0])[i])}{f' for `{part.id}`' if part.id else ''}"
    advice = _advice(target, now, better, further)
    message = f"These mistakes give the same answer, {given}: {enumerated(named)}. To tell them apart, {advice}."
    yield target.finding("alias", message, *target.nearest(part, ("parameters",)))


def hidden(target: LintTarget) -> Iterator[Finding]:
    """Report mistakes that change answers only within the tolerance: once a part, the most common first."""
    table = target.table
    found: dict[int, list[Mistake]] = {}
    for mistake in table.wrong_answers:
        if table.is_effective(mistake) and not table.is_visible(mistake):
            found.setdefault(_first_wrong(table, mistake), []).append(mistake)
    merged = exact_aliases(table) if found else {}
    for i, mistakes in found.items():
        part = target.problem.parts[i]
        mistakes.sort(key=table.weight, reverse=True)
        named = [f"`{mistake.id}` ({shown_value(part, table.answers(mistake)[i])})" for mistake in mistakes[:MAX_NAMES]]
        if more := len(mistakes[MAX_NAMES:]):
            named.append(f"{more} more")
        goal = partial(_shows, mistakes[0])
        advice = _advice(
            target,
            share(table, merged),
            better_parameters(table, merged, goal),
            better_parts(table, merged, goal),
        )
        right = f"{shown_value(part, table.truth[i])}{f' for `{part.id}`' if part.id else ''}"
        message = (
            f"The tolerance of {right} also accepts these mistakes: {enumerated(named)}. "
            f"Use a narrower tolerance{f', or {advice}' if advice else ''}."
        )
        yield target.finding("hidden", message, *target.nearest(part, ("tolerance",), ("parameters",)))


def _told_apart(groups: Sequence[Sequence[Mistake]], table: MistakeTable) -> tuple[Mistake, Mistake] | None:
    """Return two mistakes of a group that this table tells apart, both of them effective."""
    for group in groups:
        different = table.grouped(filter(table.is_effective, group))
        if len(different) > 1:
            return different[0][0], different[1][0]
    return None


def _shows(mistake: Mistake, table: MistakeTable) -> bool:
    return is_complete(table.answers(mistake)) and table.is_visible(mistake)


def _first_wrong(table: MistakeTable, mistake: Mistake) -> int:
    """Return the first question, counted from 0, whose answer a mistake changes."""
    pairs = enumerate(zip(identity(table.answers(mistake)), identity(table.truth), strict=True))
    return next(i for i, (value, truth) in pairs if value != truth)


def _advice(target: LintTarget, now: IdentifiableShare, *proposals: Proposal | None) -> str:
    """Return the proposals, each with the share of identified mistakes now and then."""
    words: list[str] = []
    for each in filter(None, proposals):
        is_stated = any(change.is_stated(target.table, target.prompt) for change in each.changes)
        prompt = ", also in the prompt" if is_stated else ""
        words.append(f"{each.words}{prompt} ({'' if words else 'mistakes told apart: '}{now} → {each.share})")
    return " or ".join(words)
