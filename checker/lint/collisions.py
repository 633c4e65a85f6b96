"""Mistakes that nobody could tell apart, or would not even notice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

from checker.answers import Judge, Tolerance, flatten
from checker.diagnose import Mistake, steps_of
from checker.lint.exam import Answers, Exam, agrees, identity, is_complete
from checker.lint.search import better_parameters
from checker.lint.subject import Subject, shown
from checker.problem import Finding, Part
from checker.problem.wording import listed
from checker.variant import FAILURES, Variant

NAMED: Final = 3
"""So many mistakes within the tolerance are named; the others are counted."""

RARE: Final = 1
"""The weight of mistakes that an author need not provide for."""


def alias(subject: Subject) -> Iterator[Finding]:
    """Single mistakes, none of them rare, that are noticed but give the same answers: nobody can tell which it was.

    Told only where better parameters would avoid it: another size or other numbers near those given, or else random
    ones of the same kind of question.  What is equal for all of them lies in the question, not in its parameters:
    LayerNorms without their biases count as much as one LayerNorm of two, whatever d_model is.
    """
    exam = subject.exam
    groups: dict[Any, list[Mistake]] = {}
    for mistake, answers in exam.mistaken.items():
        if exam.is_seen(answers) and exam.noticed(answers) and _weight(subject, mistake) > RARE:
            groups.setdefault(identity(answers), []).append(mistake)
    for group in groups.values():
        if len(group) > 1 and (found := better_parameters(exam, partial(_told_apart, group))):
            proposal, (one, two) = found
            i = _first_wrong(subject, exam.mistaken[one])
            part, value = subject.problem.parts[i], exam.mistaken[one][i]
            names = f"`{one.id}` and `{two.id}` both"
            if more := len(group) - 2:
                names = f"`{one.id}`, `{two.id}` and {more} more"
            message = f"{names} give {shown(part, value)}{_of(part)}, so nobody can tell them apart"
            advice = _advice(proposal, _telling_step(subject, one, two))
            yield subject.finding("alias", message + advice, *subject.nearest(part, ("parameters",)))


def hidden(subject: Subject) -> Iterator[Finding]:
    """Single mistakes that change the answers, but nowhere beyond the tolerance: once a part, the likeliest first."""
    exam = subject.exam
    found: dict[int, list[Mistake]] = {}
    for mistake, answers in exam.mistaken.items():
        if exam.is_seen(answers) and not exam.noticed(answers):
            found.setdefault(_first_wrong(subject, answers), []).append(mistake)
    for i, mistakes in found.items():
        part = subject.problem.parts[i]
        mistakes.sort(key=lambda mistake: -_weight(subject, mistake))
        given = [f"`{mistake.id}` ({shown(part, exam.mistaken[mistake][i])})" for mistake in mistakes[:NAMED]]
        if more := len(mistakes[NAMED:]):
            given.append(f"{more} more")
        lie = "lies" if len(mistakes) == 1 else "lie"
        better = better_parameters(exam, partial(_noticed, mistakes[0]))
        advice = _advice(better[0] if better else "", _noticing_step(part, mistakes[0]))
        near = f"within the tolerance of {shown(part, exam.truth[i])}{_of(part)}"
        message = f"{listed(given)} {lie} {near}, so nobody would notice"
        yield subject.finding("hidden", message + advice, *subject.nearest(part, ("tolerance",), ("parameters",)))


def _weight(subject: Subject, mistake: Mistake) -> int:
    return subject.problem.parts[0].variant.weight(mistake.point, mistake.option)


def _told_apart(group: Sequence[Mistake], exam: Exam) -> tuple[Mistake, Mistake] | None:
    """Two of the group that this exam tells apart, both of which it sees."""
    first: tuple[Mistake, Any] | None = None
    for mistake in group:
        answers = exam.under(mistake)
        if not exam.is_seen(answers):
            continue
        if first and identity(answers) != first[1]:
            return first[0], mistake
        first = first or (mistake, identity(answers))
    return None


def _noticed(mistake: Mistake, exam: Exam) -> Mistake | None:
    answers = exam.under(mistake)
    return mistake if is_complete(answers) and exam.noticed(answers) else None


def _first_wrong(subject: Subject, answers: Answers) -> int:
    """The first part, counted from 0, that sees a mistake."""
    pairs = enumerate(zip(identity(answers), identity(subject.exam.truth), strict=True))
    return next(i for i, (value, truth) in pairs if value != truth)


def _telling_step(subject: Subject, one: Mistake, two: Mistake) -> str:
    """A step that would tell two mistakes apart, one near the asked ones if there is such."""
    for part in subject.problem.parts:
        boards = [_board(part.variant, mistake) for mistake in (one, two)]
        for step in _steps(part):
            if identity((boards[0].get(step),)) != identity((boards[1].get(step),)):
                return step
    return ""


def _noticing_step(part: Part, mistake: Mistake) -> str:
    """A step in which a mistake would be noticed."""
    board = _board(part.variant, mistake)
    for step in _steps(part):
        truth = part.variant.board[step].value
        whole = all(isinstance(number, int) for number in flatten(truth)[1])
        if not agrees(Judge(truth, Tolerance.default(whole=whole)), board.get(step)):
            return step
    return ""


def _steps(part: Part) -> list[str]:
    """The steps that lead to the asked one, then all others, the outer ones first."""
    board = part.variant.board
    others = sorted(board, key=lambda path: path.count("."))
    return [step for step in dict.fromkeys([*steps_of(board, part.step), *others]) if step != part.step]


def _board(variant: Variant, mistake: Mistake) -> dict[str, Any]:
    try:
        return {path: step.value for path, step in variant.survey({mistake.point: mistake.option}).board.items()}
    except FAILURES:
        return {}


def _of(part: Part) -> str:
    return f" for `{part.id}`" if part.id else ""


def _advice(proposal: str, step: str) -> str:
    ways = [proposal] * bool(proposal) + [f"asking `{step}` as a part"] * bool(step)
    return f"; {' or '.join(ways)} would tell" if ways else ""
