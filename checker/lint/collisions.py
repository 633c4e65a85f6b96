"""Lint checks `alias` and `hidden`: mistakes that give the same answer, and mistakes that the tolerance accepts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, Final

from checker.diagnosis import Mistake
from checker.diagnosis.numeric_equality import identity
from checker.lint.nearby import with_other_numbers
from checker.lint.target import LintTarget, MistakeTable, shown_value
from checker.problems import Finding, Part
from checker.text.words import enumerated

MAX_NAMES: Final = 3
"""Maximum number of mistakes that a finding names; the others are counted."""

ENOUGH: Final = 0.8
"""Share of mistakes with an answer of their own from which on two with the same answer are no finding."""


def alias(target: LintTarget) -> Iterator[Finding]:
    """Yield at most one finding: that common mistakes give the same wrong answer, so that feedback cannot name one.

    It is yielded only if few mistakes have an answer of their own, and if the numbers of the question are the reason:
    with most others the two would differ.
    """
    table = target.table
    if table.is_large:
        return
    groups = [[each for each in group if table.is_common(each)] for group in collisions(table)]
    pairs = [(pair, group) for group in groups for pair in combinations(group, 2)]
    if not pairs or share_told_apart(table) >= ENOUGH:
        return
    others = list(with_other_numbers(table))
    for pair, group in pairs:
        if sum(_differ(other, pair) for other in others) > len(others) / 2:
            i = _first_wrong(table, pair[0])
            part = target.problem.parts[i]
            named = _named([f"`{mistake.id}`" for mistake in pair], len(group))
            message = (
                f"These mistakes give the same answer, {_answer(part, table.answers(pair[0])[i])}: {named}. "
                "Other numbers would tell them apart."
            )
            yield target.finding("alias", message, *target.nearest(part, ("parameters",)))
            return


def hidden(target: LintTarget) -> Iterator[Finding]:
    """Yield a finding for each part where the tolerance accepts the answers that mistakes give, common ones first."""
    table = target.table
    found: dict[int, list[Mistake]] = {}
    for mistake in table.wrong_answers:
        if table.is_effective(mistake) and not table.is_visible(mistake):
            found.setdefault(_first_wrong(table, mistake), []).append(mistake)
    for i, mistakes in found.items():
        part = target.problem.parts[i]
        mistakes.sort(key=table.weight, reverse=True)
        answers = {mistake: shown_value(part, table.answers(mistake)[i]) for mistake in mistakes[:MAX_NAMES]}
        named = _named([f"`{mistake.id}` ({answer})" for mistake, answer in answers.items()], len(mistakes))
        message = (
            f"The tolerance of {_answer(part, table.truth[i])} also accepts these mistakes: {named}. "
            "Use a narrower tolerance."
        )
        yield target.finding("hidden", message, *target.nearest(part, ("tolerance",), ("parameters",)))


def collisions(table: MistakeTable) -> list[list[Mistake]]:
    """Return groups of mistakes that give the same wrong answers to all questions of a table."""
    return [group for group in _groups(table) if len(group) > 1]


def share_told_apart(table: MistakeTable) -> float:
    """Return the share of the mistakes that change an answer whose wrong answers no other mistake gives."""
    effective = sum(map(table.is_effective, table.wrong_answers))
    return sum(len(group) == 1 for group in _groups(table)) / effective if effective else 1.0


def _groups(table: MistakeTable) -> list[list[Mistake]]:
    mistakes = filter(table.is_effective, table.wrong_answers)
    return table.grouped(filter(table.is_visible, mistakes))


def _differ(table: MistakeTable, pair: Sequence[Mistake]) -> bool:
    """Return whether two mistakes give different answers in this table, and both wrong ones."""
    return all(map(table.is_effective, pair)) and len(table.grouped(pair)) > 1


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
