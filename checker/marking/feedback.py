"""`Feedback`: a headline, why, where, and what to do next.

Also words the headlines (`correct`, `not_correct`, `right_value`), and the feedback to blank answers, to those with too
few digits, and to those that are right given earlier ones.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Final, NamedTuple

from checker.diagnosis.wording import answers_to
from checker.kinds import Tolerance, is_blank
from checker.text.plain import brief
from checker.text.words import counted, enumerated

NO_ANSWER: Final = "No answer was given."


def no_answer(given: str) -> str:
    """Return the message for a blank answer; a sign or word that counts as blank, such as `?` or `NaN`, is named in it.

    >>> no_answer("NaN"), no_answer(" ")
    ('"NaN" counts as no answer. Write your result.', 'No answer was given.')
    """
    is_named = given.strip() and is_blank(given)
    return f'"{brief(given)}" counts as no answer. Write your result.' if is_named else NO_ANSWER


class Feedback(NamedTuple):
    """The parts of a message to a student about an answer; an empty part is not shown."""

    headline: str
    why: tuple[str, ...] = ()
    """A first line, then a line for each thing that went wrong."""
    where: str = ""
    next: str = ""
    steps: str = ""
    """The steps to go through, where the level allows no more."""

    @property
    def message(self) -> str:
        """Return all parts as one running text."""
        lines = [line.lstrip(" ·") for line in (*self.why, self.where, self.next)]
        said = [self.headline.strip(), *[f"{line[0].upper()}{line[1:]}" for line in lines if line]]
        return " ".join(filter(None, said))


def correct(shown: str) -> str:
    """Return the headline for a right answer, which `shown` repeats."""
    shown = without_digit_count(shown)
    return f"{_subject(shown)} is correct." if shown.startswith("your ") else f"Correct: {shown}."


def not_correct(shown: str, credit: float = 0, called: str = "", reason: str = "") -> str:
    """Return the headline for a wrong answer that earns a share of the points, for a `reason` or as it is `called`."""
    subject = _subject(without_digit_count(shown))
    earns = {0.0: "", 1.0: "all of the points"}.get(credit, "part of the points")
    if called.startswith("is "):
        return f"{subject} {called}, which earns {earns}."
    return f"{subject} is not correct" + (f", but earns {earns}{reason and f': {reason}'}." if earns else ".")


def right_value(shown: str, credit: float) -> str:
    """Return the headline for a right value in the wrong form, such as a missing unit."""
    earns = "it earns part of the points" if credit else "the question asks for more"
    return f"{_subject(without_digit_count(shown))} has the right value, but {earns}."


def carried_on(shown: str, since: Sequence[str], wrong: Sequence[str]) -> Feedback:
    """Return the feedback to an answer that is right given those to the parts `since`, of which some may be wrong."""
    headline = f"{_subject(shown)} is correct, given {answers_to(since)}."
    if not wrong:
        return Feedback(headline, next=f"Keep more digits of {enumerated(since)} next time.")
    return Feedback(headline, next=f"Fix {answers_to(wrong)}, then work this out again.")


def too_coarse(tolerance: Tolerance, *, whole: bool) -> Feedback:
    """Return the feedback to an answer with too few digits, which does not reveal whether those given are right."""
    rule, amount = tolerance.rule, tolerance.amount
    if rule in {"exact", "absolute", "relative"} and not (amount or whole):
        return Feedback("Write the exact value, such as a fraction or a root.")
    if rule in {"significant", "relative"} and amount:
        digits = amount if rule == "significant" else _places_within(amount)
        return Feedback(f"Give at least {counted(digits, 'significant digit')}.")
    decimals = amount if rule == "decimals" else _places_within(amount) - 1 if amount else 0
    if decimals < 0:
        return Feedback(f"Round to the nearest {10 ** -int(decimals):,}, or give every digit.")
    return Feedback(f"Give at least {counted(decimals, 'decimal')}." if decimals and not whole else "Give every digit.")


def not_judged(request: Feedback) -> Feedback:
    """Return the request for more digits in feedback that says neither whether the digits are right nor wrong.

    >>> not_judged(Feedback("Give every digit.")).headline
    'I have not judged it yet: give every digit.'
    """
    return Feedback(f"I have not judged it yet: {request.headline[:1].lower()}{request.headline[1:]}")


def _places_within(margin: Decimal) -> int:
    """Return the smallest n for which 5·10^-n is within a margin.

    With n significant digits half a unit of the last one is within a relative margin, whatever the first digit is; with
    n - 1 decimals it is within an absolute one.

    >>> _places_within(Decimal("0.001")), _places_within(Decimal("0.0005"))
    (4, 4)
    """
    return -(margin / 5).adjusted()


def without_digit_count(shown: str) -> str:
    """Return an answer as it was read, such as `0.6 (1 digit stated)`, without the remark on its digits."""
    # the count of digits in a reading of a rounded number. In a sentence it is only in the way
    return re.sub(r" \(\d+ digits? stated\)", "", shown) if shown.endswith(")") else shown


def _subject(shown: str) -> str:
    """Return an answer at the beginning of a sentence.  What the student wrote keeps its case: o(n) is not O(n)."""
    return f"Y{shown[1:]}" if shown.startswith("your ") else shown
