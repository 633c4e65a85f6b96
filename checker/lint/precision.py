"""Right answers that a tolerance does not accept once people round them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any, Final

from checker.answers import Judge, Reading, Tolerance, is_whole
from checker.answers.show import Spelling
from checker.answers.tolerance import is_money
from checker.document.issues import DataPath
from checker.lint.rounding import asks_for_exact, requested_roundings, rounded_reading, speaks_of_precision
from checker.lint.target import LintTarget
from checker.notation.text import brief
from checker.notation.words import counted
from checker.problems import Finding, Part

USUAL: Final = Tolerance("decimals", Decimal(3))
"""The usual rounding where the prompt asks for none."""

TO_THE_CENT: Final = Tolerance("decimals", Decimal(2))


def precision(target: LintTarget) -> Iterator[Finding]:
    """Report parts whose tolerance does not accept a rounding that the prompt asks for, or else a usual or any one.

    Each part has at most one finding.  A tolerance that is declared is compared with the prompt's words only.
    """
    prompt = target.problem.prompt
    requested, is_silent = requested_roundings(prompt), not speaks_of_precision(prompt)
    judges = {
        i: part.answer_kind.judge(target.table.truth[i], part.tolerance)
        for i, part in enumerate(target.problem.parts)
        if part.answer_kind.may_have_unit
    }
    are_whole = all(judge.whole for judge in judges.values())
    for i, judge in judges.items():
        part, truth = target.problem.parts[i], target.table.truth[i]
        if judge.whole and not are_whole:
            continue  # what a prompt says about rounding concerns the real numbers
        if requested and (answer := _refused(judge, truth, requested)):
            yield _against_the_prompt(target, part, requested[0], answer)
        elif part.tolerance.rule == "exact" and judge.is_endless and not asks_for_exact(prompt):
            yield _endless(target, part)
        elif is_silent and part.tolerance.roundings:
            usual = (TO_THE_CENT, USUAL) if is_money(part.variant.unit_of(part.step)) else (USUAL,)
            found = ((each, _refused(judge, truth, [each])) for each in usual)
            if too_coarse := next(((each, answer) for each, answer in found if answer and _is_usable(answer)), None):
                yield _by_habit(target, part, *too_coarse)


def _refused(judge: Judge, truth: Any, roundings: Sequence[Tolerance]) -> Reading | None:
    """Return the truth rounded in the first way, if none of the ways is accepted."""
    answers = [rounded_reading(truth, each) for each in roundings]
    return None if any(judge.verdict(answer) == "correct" for answer in answers) else answers[0]


def _is_usable(answer: Reading) -> bool:
    """Return whether a rounded answer is usable: not all of it is 0."""
    return any(number.value for number in answer.numbers)


def _against_the_prompt(target: LintTarget, part: Part, rounding: Tolerance, answer: Reading) -> Finding:
    how = _words(rounding)
    accepts = "the default tolerance (3 significant digits)" if part.tolerance.roundings else "the tolerance"
    message = (
        f"The prompt asks for {how}, but {accepts} does not accept {_shown(part, answer)}{_for(part)}. "
        f"Declare `tolerance: {{{rounding.rule}: {rounding.amount}}}`."
    )
    return target.finding("precision", message, *target.nearest(part, ("tolerance",)), *_places(target, part))


def _by_habit(target: LintTarget, part: Part, rounding: Tolerance, answer: Reading) -> Finding:
    message = (
        f"The default tolerance (3 significant digits) does not accept {_shown(part, answer)}{_for(part)}, the right "
        f"answer rounded to {_words(rounding)}. Say the precision in the prompt, or declare a tolerance."
    )
    return target.finding("precision", message, *_places(target, part))


def _endless(target: LintTarget, part: Part) -> Finding:
    message = (
        f"`tolerance: exact` accepts no decimal number{_for(part)}, because the right answer has no end. "
        'Ask for "the exact value, such as a fraction or a root" in the prompt, or declare another tolerance.'
    )
    return target.finding("precision", message, *target.nearest(part, ("tolerance",)), *_places(target, part))


def _places(target: LintTarget, part: Part) -> list[DataPath]:
    section = target.section(part)
    return [(*section, "id"), ("prompt",)] if section else [("prompt",)]


def _words(rounding: Tolerance) -> str:
    """Return `2 decimals` or `1 significant digit`."""
    noun = "decimal" if rounding.rule == "decimals" else "significant digit"
    return counted(rounding.amount, noun)


def _shown(part: Part, answer: Reading) -> str:
    return brief(
        part.answer_kind.show_reading(answer, Spelling(is_whole(part.variant.board[part.step].value), part.decimal))
    )


def _for(part: Part) -> str:
    return f" for `{part.id}`" if part.id else ""
