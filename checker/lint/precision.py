"""Lint check `precision`: right answers that the tolerance rejects once people round them as they usually do.

`requested_roundings` reads from a prompt how answers are to be rounded, such as to two decimals.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from checker.document.findings import DataPath
from checker.engine.values.tolerance import EXACT, as_decimal, is_money
from checker.kinds import Judge, Reading, StatedNumber, Tolerance, is_whole
from checker.lint.target import LintTarget
from checker.problems import Finding, Part
from checker.reading.show import Spelling
from checker.text.plain import brief
from checker.text.words import counted

USUAL: Final = Tolerance("decimals", Decimal(3))
"""The usual rounding where the prompt asks for none."""

TO_THE_CENT: Final = Tolerance("decimals", Decimal(2))

_WORDS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_COUNT: Final = rf"\b(\d{{1,2}}|{'|'.join(_WORDS)})[ -]"
_NEAREST: Final = {
    "whole number": 0,
    "integer": 0,
    "tenth": 1,
    "hundredth": 2,
    "cent": 2,
    "penny": 2,
    "thousandth": 3,
    "ten-thousandth": 4,
    "ten thousandth": 4,
}
_ASKED: Final = re.compile(
    rf"""
    {_COUNT}(?P<decimals>decimals?\b|d\.?p\b|(?:digits|places)\ (?:after|behind)\ the\ (?:decimal\ )?(?:point|comma))
    | {_COUNT}(?P<significant>significant|sig\b|s\.?f\b)
    | \bnearest\ (?P<nearest>{"|".join(sorted(map(re.escape, _NEAREST), key=len, reverse=True))})\b(?!\ of\ a)
    | \b(?:nearest|round(?:ed)?\ to)\ (?P<unit>0\.0{{0,20}}1)\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_PERCENT: Final = re.compile(r"%|\bper ?cent", re.IGNORECASE)
_ANY: Final = re.compile(
    r"""
    \bdecimals?\b | \bsignificant\ (?:digits?|figures?)\b | \bsig\.?\ figs?\b
    | \bround(?:ed|ing)?\ (?:it|them|off|up|down|to|your|the)\b
    | \bevery\ digit\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_EXACT: Final = re.compile(r"\bas (?:an? )?(?:\w+ )?fractions?\b|\bexact\b", re.IGNORECASE)


def precision(target: LintTarget) -> Iterator[Finding]:
    """Yield a finding for each part whose tolerance rejects a rounding that the prompt asks for, at most one each.

    Where the prompt asks for none: `exact` for an answer with endless decimals, and a default that rejects usual ones.
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
        part = target.problem.parts[i]
        if judge.whole and not are_whole:
            continue  # what a prompt says about rounding concerns the real numbers
        if requested and (answer := _refused(judge, requested)):
            yield _against_the_prompt(target, part, requested[0], answer)
        elif part.tolerance.rule == "exact" and judge.is_endless and not _asks_for_exact(prompt):
            yield _endless(target, part)
        elif is_silent and part.tolerance.roundings:
            usual = (TO_THE_CENT, USUAL) if is_money(part.variant.unit_of(part.step)) else (USUAL,)
            found = ((each, _refused(judge, [each])) for each in usual)
            if too_coarse := next(((each, answer) for each, answer in found if answer and _is_usable(answer)), None):
                yield _by_habit(target, part, *too_coarse)


def _refused(judge: Judge, roundings: Sequence[Tolerance]) -> Reading | None:
    """Return the answer rounded in the first way, if no way of rounding is accepted; None if one is."""
    answers = [rounded_reading(judge, each) for each in roundings]
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
    return target.finding("precision", message, *target.nearest(part, ("tolerance",)), *_paths_to_report(target, part))


def _by_habit(target: LintTarget, part: Part, rounding: Tolerance, answer: Reading) -> Finding:
    message = (
        f"The default tolerance (3 significant digits) does not accept {_shown(part, answer)}{_for(part)}, the right "
        f"answer rounded to {_words(rounding)}. Say the precision in the prompt, or declare a tolerance."
    )
    return target.finding("precision", message, *_paths_to_report(target, part))


def _endless(target: LintTarget, part: Part) -> Finding:
    """Return the finding that an exact tolerance accepts no decimal, since the right answer has no end."""
    message = (
        f"`tolerance: exact` accepts no decimal number{_for(part)}, because the right answer has no end. "
        'Ask for "the exact value, such as a fraction or a root" in the prompt, or declare another tolerance.'
    )
    return target.finding("precision", message, *target.nearest(part, ("tolerance",)), *_paths_to_report(target, part))


def _paths_to_report(target: LintTarget, part: Part) -> list[DataPath]:
    """Return the paths at which a finding on a part may be shown: the part's id, or else the prompt."""
    section = target.section(part)
    return [(*section, "id"), ("prompt",)] if section else [("prompt",)]


def _words(rounding: Tolerance) -> str:
    """Return `2 decimals` or `1 significant digit`."""
    noun = "decimal" if rounding.rule == "decimals" else "significant digit"
    return counted(rounding.amount, noun)


def _shown(part: Part, answer: Reading) -> str:
    return brief(part.answer_kind.show_reading(answer, Spelling(is_whole(part.truth), part.decimal)))


def _for(part: Part) -> str:
    return f" for `{part.id}`" if part.id else ""


def requested_roundings(prompt: str) -> tuple[Tolerance, ...]:
    """Return the roundings that a prompt asks for, such as two decimals, in order.

    Where it speaks of percent, decimals are left out: they may be those of the percentage or of the number itself.

    >>> requested_roundings("Round to two decimals.")
    (Tolerance(rule='decimals', amount=Decimal('2'), roundings='', at_own_digits=False),)
    """
    text = _one_line(prompt)
    found = dict.fromkeys(map(_tolerance_of, _ASKED.finditer(text)))
    return tuple(each for each in found if each.rule != "decimals" or not _PERCENT.search(text))


def without_requests(prompt: str) -> str:
    """Return a prompt without numbers of digits that it asks for, as in "3 significant digits".

    >>> without_requests("A wire of 3 m. Give 3 significant digits.")
    'A wire of 3 m. Give … digits.'
    """
    return _ASKED.sub("…", _one_line(prompt))


def speaks_of_precision(prompt: str) -> bool:
    """Return whether a prompt says anything about how an answer is to be rounded."""
    text = _one_line(prompt)
    return bool(_ASKED.search(text) or _ANY.search(text) or _EXACT.search(text))


def _asks_for_exact(prompt: str) -> bool:
    """Return whether a prompt asks for an exact value.

    >>> _asks_for_exact("Give the exact value."), _asks_for_exact("Give 3 decimals.")
    (True, False)
    """
    return _EXACT.search(_one_line(prompt)) is not None


def rounded_reading(judge: Judge, rounding: Tolerance) -> Reading:
    """Return the right answer as a student gives it who rounds every number in this way."""
    return Reading(judge.shape, tuple(_rounded(as_decimal(number), rounding) for number in judge.numbers))


def _one_line(prompt: str) -> str:
    return " ".join(prompt.split())


def _tolerance_of(found: re.Match[str]) -> Tolerance:
    """Return the rounding that a request in a prompt asks for."""
    if found["nearest"]:
        return Tolerance("decimals", Decimal(_NEAREST[found["nearest"].lower()]))
    if found["unit"]:
        return Tolerance("decimals", Decimal(len(found["unit"]) - len("0.")))
    rule, count = ("decimals", found[1]) if found["decimals"] else ("significant", found[3])
    return Tolerance(rule, Decimal(count if count.isdecimal() else _WORDS.index(count.lower()) + 1))


def _rounded(truth: Decimal, rounding: Tolerance) -> StatedNumber:
    amount = int(rounding.amount)
    last = -amount if rounding.rule == "decimals" else truth.adjusted() - amount + 1
    value = truth.quantize(Decimal(1).scaleb(last), ROUND_HALF_UP, EXACT)
    if last >= 0:
        value = Decimal(int(value))  # 27,600 and not 2.76E+4
    return StatedNumber(value or abs(value), Decimal(5).scaleb(last - 1), max(1, value.adjusted() - last + 1))
