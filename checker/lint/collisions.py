"""Mistakes that nobody could tell apart, or would not even notice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

from checker.diagnosis import Mistake
from checker.diagnosis.numeric_equality import Answers, identity
from checker.lint.identifiability import IdentifiableShare, collisions, exact_aliases, share
from checker.lint.mistake_table import MistakeTable, is_complete
from checker.lint.suggestions import Proposal, better_parameters, better_parts
from checker.lint.target import LintTarget, shown
from checker.notation.words import enumerated
from checker.problems import Finding, Part

NAMED: Final = 3
"""So many mistakes within the tolerance are named; the others are counted."""

RARE: Final = 1
"""The weight of mistakes that an author need not provide for."""

PAIR: Final = 2
"""So many of the mistakes that cannot be told apart must other parameters save."""

FEW: Final = 0.5
"""Where one question tells fewer of the mistakes apart than this, a further part is worth proposing by itself."""


def alias(subject: LintTarget) -> Iterator[Finding]:
    """Single mistakes, none of them rare, that are noticed but give the same answers: nobody can tell which it was.

    Told once, and only where better parameters would avoid it, or where so few mistakes can be told apart that a second
    question is worth asking.  What no parameters avoid lies in the question: in a total one of four equal matrices left
    out is as much as another.
    """
    exam = subject.exam
    if exam.is_large:
        return
    groups = [[mistake for mistake in group if exam.weight(mistake) > RARE] for group in collisions(exam)]
    groups = [group for group in groups if len(group) > 1]
    if not groups:
        return
    merged = exact_aliases(exam)
    now = share(exam, merged)
    better, further = better_parameters(exam, merged, partial(_told_apart, groups)), None
    if better and better.share.untold > now.untold - PAIR:
        better = None  # what tells these apart makes others alike
    if better or (now.fraction < FEW and not subject.problem.is_multipart):
        pair = _told_apart(groups, better.exam) if better else None
        further = better_parts(exam, merged, partial(_told_apart, [pair] if pair else groups))
    found = better or further
    pair = _told_apart(groups, found.exam) if found else None
    if pair is None:
        return
    [group] = [group for group in groups if pair[0] in group]
    i = _first_wrong(subject, exam.mistaken[pair[0]])
    part, value = subject.problem.parts[i], exam.mistaken[pair[0]][i]
    names = f"`{pair[0].id}` and `{pair[1].id}` both"
    if more := len(group) - len(pair):
        names = f"`{pair[0].id}`, `{pair[1].id}` and {more} more"
    message = f"{names} give {shown(part, value)}{_of(part)}, so nobody can tell them apart"
    yield subject.finding(
        "alias", message + _advice(subject, now, better, further), *subject.nearest(part, ("parameters",))
    )


def hidden(subject: LintTarget) -> Iterator[Finding]:
    """Single mistakes that change the answers, but nowhere beyond the tolerance: once a part, the likeliest first."""
    exam = subject.exam
    found: dict[int, list[Mistake]] = {}
    for mistake, answers in exam.mistaken.items():
        if exam.is_seen(answers) and not exam.noticed(answers):
            found.setdefault(_first_wrong(subject, answers), []).append(mistake)
    for i, mistakes in found.items():
        part = subject.problem.parts[i]
        mistakes.sort(key=lambda mistake: -exam.weight(mistake))
        given = [f"`{mistake.id}` ({shown(part, exam.mistaken[mistake][i])})" for mistake in mistakes[:NAMED]]
        if more := len(mistakes[NAMED:]):
            given.append(f"{more} more")
        lie = "lies" if len(mistakes) == 1 else "lie"
        merged, notices = exact_aliases(exam), partial(_noticed, mistakes[0])
        better, further = (search(exam, merged, notices) for search in (better_parameters, better_parts))
        advice = _advice(subject, share(exam, merged), better, further)
        near = f"within the tolerance of {shown(part, exam.truth[i])}{_of(part)}"
        message = f"{enumerated(given)} {lie} {near}, so nobody would notice"
        yield subject.finding("hidden", message + advice, *subject.nearest(part, ("tolerance",), ("parameters",)))


def _told_apart(groups: Sequence[Sequence[Mistake]], exam: MistakeTable) -> tuple[Mistake, Mistake] | None:
    """Two of a group that this exam tells apart, both of which it sees."""
    for group in groups:
        first: tuple[Mistake, Any] | None = None
        for mistake in group:
            answers = exam.under(mistake)
            if not exam.is_seen(answers):
                continue
            if first and identity(answers) != first[1]:
                return first[0], mistake
            first = first or (mistake, identity(answers))
    return None


def _noticed(mistake: Mistake, exam: MistakeTable) -> bool:
    answers = exam.under(mistake)
    return is_complete(answers) and exam.noticed(answers)


def _first_wrong(subject: LintTarget, answers: Answers) -> int:
    """The first part, counted from 0, that sees a mistake."""
    pairs = enumerate(zip(identity(answers), identity(subject.exam.truth), strict=True))
    return next(i for i, (value, truth) in pairs if value != truth)


def _of(part: Part) -> str:
    return f" for `{part.id}`" if part.id else ""


def _advice(subject: LintTarget, now: IdentifiableShare, *proposals: Proposal | None) -> str:
    """What would tell, each with the share of all single mistakes that can be told apart, now and then."""
    ways = [f"{each.words} ({now} → {each.share}{_reminder(subject, each)})" for each in proposals if each]
    return f"; {' or '.join(ways)} would tell" if ways else ""


def _reminder(subject: LintTarget, proposal: Proposal) -> str:
    """That the prompt has an old value in its own words."""
    is_stated = any(change.is_stated(subject.exam, subject.prompt) for change in proposal.changes)
    return ", to be changed in the prompt too" if is_stated else ""
