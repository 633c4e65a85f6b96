"""Right answers, rounded as people do it, that a tolerance does not accept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any, Final

from checker.answers import Judge, Reading, Tolerance, kind
from checker.answers.tolerance import is_money
from checker.document.issues import DataPath
from checker.lint.rounding import asked_roundings, rounded, speaks_of_precision
from checker.lint.target import LintTarget
from checker.notation.text import brief
from checker.notation.words import counted
from checker.problems import Finding, Part

KINDS: Final = frozenset({"number", "vector", "matrix"})
"""Answers that may be rounded."""

USUAL: Final = Tolerance("decimals", Decimal(3))
"""How people round where nobody says how."""

TO_THE_CENT: Final = Tolerance("decimals", Decimal(2))


def precision(subject: LintTarget) -> Iterator[Finding]:
    """Report parts whose tolerance does not accept a rounding that the prompt asks for, or else a usual one.

    Each part has at most one finding.  A tolerance that is declared is compared with the prompt's words only.
    """
    prompt = subject.problem.prompt
    asked, is_silent = asked_roundings(prompt), not speaks_of_precision(prompt)
    judges = {
        i: Judge(subject.exam.truth[i], part.tolerance)
        for i, part in enumerate(subject.problem.parts)
        if part.kind in KINDS
    }
    is_whole = all(judge.whole for judge in judges.values())
    for i, judge in judges.items():
        part, truth = subject.problem.parts[i], subject.exam.truth[i]
        if judge.whole and not is_whole:
            continue  # what a prompt says about rounding concerns the real numbers
        if asked and (answer := _refused(judge, truth, asked)):
            yield _against_the_prompt(subject, part, asked[0], answer)
        elif is_silent and part.tolerance.roundings:
            usual = (TO_THE_CENT, USUAL) if is_money(part.variant.unit_of(part.step)) else (USUAL,)
            found = ((each, _refused(judge, truth, [each])) for each in usual)
            if too_coarse := next(((each, answer) for each, answer in found if answer and _says_much(answer)), None):
                yield _by_habit(subject, part, *too_coarse)


def _refused(judge: Judge, truth: Any, roundings: Sequence[Tolerance]) -> Reading | None:
    """Return the truth rounded in the first way, if none of the ways is accepted."""
    answers = [rounded(truth, each) for each in roundings]
    return None if any(judge.verdict(answer) == "correct" for answer in answers) else answers[0]


def _says_much(answer: Reading) -> bool:
    """Return whether anybody would round like this: something has to be left."""
    return any(number.value for number in answer.numbers)


def _against_the_prompt(subject: LintTarget, part: Part, rounding: Tolerance, answer: Reading) -> Finding:
    how = _words(rounding)
    accepts = "the default (3 significant digits)" if part.tolerance.roundings else "the tolerance"
    message = (
        f"the prompt says {how}; a student who rounds like that writes {_shown(part, answer)}{_for(part)}, "
        f"which {accepts} does not accept; declare `tolerance: {{{rounding.rule}: {rounding.amount}}}`"
    )
    return subject.finding("precision", message, *subject.nearest(part, ("tolerance",)), *_places(subject, part))


def _by_habit(subject: LintTarget, part: Part, rounding: Tolerance, answer: Reading) -> Finding:
    message = (
        f"a student who rounds to {_words(rounding)} writes {_shown(part, answer)}{_for(part)}, which the default "
        "(3 significant digits) does not accept; say the precision in the prompt or declare a tolerance"
    )
    return subject.finding("precision", message, *_places(subject, part))


def _places(subject: LintTarget, part: Part) -> list[DataPath]:
    own = subject.own(part)
    return [(*own, "id"), ("prompt",)] if own else [("prompt",)]


def _words(rounding: Tolerance) -> str:
    """Return `2 decimals` or `1 significant digit`."""
    noun = "decimal" if rounding.rule == "decimals" else "significant digit"
    return counted(rounding.amount, noun)


def _shown(part: Part, answer: Reading) -> str:
    return brief(kind(part.kind).show_reading(answer))


def _for(part: Part) -> str:
    return f" for `{part.id}`" if part.id else ""
