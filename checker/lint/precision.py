"""Lint check `precision`: right answers that the tolerance rejects once people round them as they usually do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from checker.engine.values.tolerance import EXACT, as_decimal, is_money
from checker.kinds import Judge, Reading, StatedNumber, Tolerance, is_whole
from checker.lint.linted import LintedProblem
from checker.problems import Finding, Part
from checker.reading.show import Spelling
from checker.text.plain import brief
from checker.text.words import counted

_WORDS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_DECIMALS: Final = {
    **dict.fromkeys(("whole number", "integer"), 0),
    **dict.fromkeys(("tenth", "0.1"), 1),
    **dict.fromkeys(("hundredth", "cent", "penny", "0.01"), 2),
    **dict.fromkeys(("thousandth", "0.001"), 3),
    **dict.fromkeys(("ten-thousandth", "0.0001"), 4),
}
"""Numbers of decimals by what an answer is rounded to the nearest of."""

_ASKED: Final = re.compile(
    rf"""
    \b(?P<count>\d{{1,2}}|{"|".join(_WORDS)})[ -](?:(?P<significant>significant|sig\b|s\.?f\b)
        |decimals?\b|d\.?p\b|(?:digits|places)\ (?:after|behind)\ the\ (?:decimal\ )?(?:point|comma))
    | \b(?:nearest|rounded\ to|round\ to)\ (?P<nearest>{"|".join(map(re.escape, _DECIMALS))})\b(?!\ of\ a)
    """,
    re.IGNORECASE | re.VERBOSE,
)
_ROUNDING: Final = re.compile(
    r"\bdecimals?\b|\bsignificant (?:digits?|figures?)\b|\bround(?:ed|ing)? (?:it|them|off|up|down|to|your|the)\b"
    r"|\bevery digit\b",
    re.IGNORECASE,
)
_EXACT: Final = re.compile(r"\bas (?:an? )?(?:\w+ )?fractions?\b|\bexact\b", re.IGNORECASE)


def precision(problem: LintedProblem) -> Iterator[Finding]:
    """Yield at most one finding for each part: that its tolerance rejects a rounding that is asked for or usual."""
    prompt = problem.prompt
    asked = requested_roundings(prompt)
    measured = [i for i, question in enumerate(problem.questions) if question.kind.may_have_unit]
    are_whole = all(problem.questions[i].judge.whole for i in measured)
    for i in measured:
        part, judge = problem.parts[i], problem.questions[i].judge
        if judge.whole and not are_whole:
            continue  # what a prompt says about rounding concerns the real numbers
        default, is_default, message = "default tolerance (3 significant digits)", bool(part.tolerance.roundings), ""
        if asked and (answer := _refused(judge, asked)):
            message = (
                f"The prompt asks for {_words(asked[0])}, but the {default if is_default else 'tolerance'} does not "
                f"accept {_shown(part, answer)}{problem.for_part(i)}. "
                f"Declare `tolerance: {{{asked[0].rule}: {asked[0].amount}}}`."
            )
        elif part.tolerance.rule == "exact" and judge.is_endless and not _EXACT.search(prompt):
            message = (
                f"`tolerance: exact` accepts no decimal number{problem.for_part(i)}, because the right answer has no "
                'end. Ask for "the exact value, such as a fraction or a root" in the prompt, or declare another '
                "tolerance."
            )
        elif is_default and not speaks_of_precision(prompt):
            for decimals in (2, 3) if is_money(part.variant.unit_of(part.step)) else (3,):
                usual = Tolerance("decimals", Decimal(decimals))
                answer = _refused(judge, [usual])
                if answer and any(number.value for number in answer.numbers):  # nobody answers 0.000
                    message = (
                        f"The {default} does not accept {_shown(part, answer)}{problem.for_part(i)}, the right "
                        f"answer rounded to {_words(usual)}. Say the precision in the prompt, or declare a tolerance."
                    )
                    break
        if message:
            own = [("parts", i, "id")] if problem.problem.is_multipart else []
            yield problem.finding("precision", message, *problem.nearest(i, ("tolerance",)), *own, ("prompt",))


def _refused(judge: Judge, roundings: Sequence[Tolerance]) -> Reading | None:
    """Return the answer rounded in the first way, if no way of rounding is accepted; None if one is."""
    numbers = [*map(as_decimal, judge.numbers)]
    answers = [Reading(judge.shape, tuple(_rounded(number, each) for number in numbers)) for each in roundings]
    return None if any(judge.verdict(answer) == "correct" for answer in answers) else answers[0]


def _shown(part: Part, answer: Reading) -> str:
    return brief(part.answer_kind.show_reading(answer, Spelling(is_whole(part.truth), part.decimal)))


def _words(rounding: Tolerance) -> str:
    return counted(rounding.amount, "decimal" if rounding.rule == "decimals" else "significant digit")


def requested_roundings(prompt: str) -> tuple[Tolerance, ...]:
    """Return the roundings that a prompt asks for; decimals next to percent may be those of the percentage."""
    found: dict[Tolerance, None] = {}
    for asked in _ASKED.finditer(prompt):
        if asked["nearest"]:
            found[Tolerance("decimals", Decimal(_DECIMALS[asked["nearest"].lower()]))] = None
        else:
            rule, count = "significant" if asked["significant"] else "decimals", asked["count"].lower()
            found[Tolerance(rule, Decimal(count if count.isdecimal() else _WORDS.index(count) + 1))] = None
    is_share = re.search(r"%|\bper ?cent", prompt, re.IGNORECASE)
    return tuple(each for each in found if each.rule != "decimals" or not is_share)


def without_requests(prompt: str) -> str:
    """Return a prompt without numbers of digits that it asks for, as in "3 significant digits".

    >>> without_requests("A wire of 3 m. Give 3 significant digits.")
    'A wire of 3 m. Give … digits.'
    """
    return _ASKED.sub("…", prompt)


def speaks_of_precision(prompt: str) -> bool:
    """Return whether a prompt says how an answer is to be rounded."""
    return any(form.search(prompt) for form in (_ASKED, _ROUNDING, _EXACT))


def _rounded(truth: Decimal, rounding: Tolerance) -> StatedNumber:
    amount = int(rounding.amount)
    last = -amount if rounding.rule == "decimals" else truth.adjusted() - amount + 1
    value = truth.quantize(Decimal(1).scaleb(last), ROUND_HALF_UP, EXACT)
    if last >= 0:
        value = Decimal(int(value))  # 27,600 and not 2.76E+4
    return StatedNumber(value or abs(value), Decimal(5).scaleb(last - 1), max(1, value.adjusted() - last + 1))
