"""Feedback to a wrong answer that no known mistake explains: what differs, and where to look.

It is worded for numbers, for wrong shapes and for choices.  Also lists wrong entries, and the steps to check.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from decimal import Decimal
from typing import Final

from checker.diagnosis import Diagnosis, WrongAnswerIndex
from checker.diagnosis.wording import may_be_mentioned, named_in
from checker.engine.trace import TOTAL
from checker.kinds import Reading
from checker.marking.feedback import Feedback
from checker.text.words import as_sentence, counted, enumerated

MOST_ENTRIES: Final = 6
"""Maximum number of wrong entries of a vector or matrix that are named."""

HALF_OF_ONE: Final = Decimal("0.5")
"""Half a unit of a whole number, which has no more digits to give."""

SEVERAL: Final = 2

ONCE_MORE: Final = "Read the question again and think it through."
"""Advice if nothing was computed."""

ARITHMETIC_FIRST: Final = "Check your arithmetic first."

SLIP: Final = "It may be a slip: check the sign, the decimal point and your typing."
SLIPS: Final = "It may be a slip: check the signs, the order of the numbers and your typing."
"""The advice on every number that is not explained, whether a slip gives it or not."""


def unexplained(  # noqa: PLR0913 - all that is known of the answer
    index: WrongAnswerIndex,
    diagnosis: Diagnosis,
    reading: Reading,
    noun: str,
    differing: Sequence[int] = (),
    *,
    may_be_slip: bool = False,
) -> Feedback:
    """Return the feedback to a wrong number that no known mistake explains.

    `noun`: what to call the answer.  `may_be_slip`: also ask the student to look for a slip, without saying whether
    there is one.
    """
    is_one = len(reading.numbers) == 1
    why = f"I can't tell from this {noun} what went wrong."
    plain = sum(1 for mistakes, slip in diagnosis.ways if mistakes and not slip) if diagnosis.silenced else 0
    if plain >= SEVERAL and is_one and 0 < reading.numbers[0].half != HALF_OF_ONE:
        why = "These digits fit several mistakes. Give one digit more."
    steps = index.once(step_by_step)
    if is_foreign(index, reading):
        why += " It is not a product of this question's sizes."
        steps = ARITHMETIC_FIRST if steps == index.without_steps else f"{ARITHMETIC_FIRST} {steps}"
    if not is_one and len(differing) == 1:
        return Feedback("", (why,), next="Only one entry is wrong, so check that one first.", steps=steps)
    lines = (why, SLIP if is_one else SLIPS) if may_be_slip else (why,)
    return Feedback("", lines, next=steps, steps=steps)


def step_by_step(index: WrongAnswerIndex) -> str:
    """Return advice on which steps of the solution to check, such as "Check it step by step: queries, scores"."""
    if index.is_coded:
        return ONCE_MORE
    if len(index.nonzero_steps) > 1:
        told = (step for step in index.nonzero_steps if may_be_mentioned(index.variant, step))
        steps = (named_in(index.variant, step, is_listed=True) for step in told)
        return f"Check it step by step: {', '.join(steps)}."
    return index.without_steps


def wrong_option(difference: str) -> Feedback:
    """Return the feedback to a wrong answer that is no number, such as a choice; `difference` says what is wrong."""
    return Feedback("", (difference,) if difference else (), next=ONCE_MORE, steps=ONCE_MORE)


def wrong_shape(reading: Reading, *, is_shape: bool = False) -> Feedback:
    """Return the feedback to an answer with a wrong number of entries.

    `is_shape`: the answer is itself a shape, and has too many or too few sizes.
    """
    if is_shape:
        size = counted(math.prod(reading.shape), "size")
        return Feedback(
            "", (f"You gave {size}, but the shape has another number of sizes.",), next="Count the axes first."
        )
    size = counted(math.prod(reading.shape), "number")
    if len(reading.shape) > 1:
        size = f"{' × '.join(map(str, reading.shape))} numbers"
    return Feedback("", (f"You gave {size}, but the answer has another shape.",), next="Check the sizes first.")


def differing_entries(
    shape: tuple[int, ...], differing: Sequence[int], not_judged: Collection[int] = frozenset()
) -> str:
    """Return the sentence that lists the wrong entries of an answer, and those with too few digits, counted from 1."""
    number = math.prod(shape)
    if len(differing) == number:
        return "No entry is correct."
    if len(not_judged) == number:
        return "No entry has enough digits to tell which are wrong."
    said = [_entries(shape, differing, "is wrong", "are wrong")] if differing else []
    if not_judged:
        few = "too few digits to tell"
        said.append(_entries(shape, sorted(not_judged), f"has {few}", f"have {few}"))
    if len(differing) + len(not_judged) < number:
        said.append("the others are correct")
    return as_sentence("; ".join(said))


def _entries(shape: tuple[int, ...], indexes: Sequence[int], one: str, several: str) -> str:
    """Return `entry 2 is wrong`, or `entries 2 and 3 are wrong`."""
    places = [_place(shape, index) for index in indexes[:MOST_ENTRIES]]
    if len(places) == 1:
        return f"entry {places[0]} {one}"
    more = len(indexes) - len(places)
    named = f"{', '.join(places)} and {more} more" if more else enumerated(places)
    return f"entries {named} {several}"


def _place(shape: tuple[int, ...], index: int) -> str:
    """Return the place of an entry, counted from 1: `3`, or `(2, 1)` in a matrix."""
    if len(shape) == 1:
        return str(index + 1)
    row, column = divmod(index, shape[1])
    return f"({row + 1}, {column + 1})"


def is_foreign(index: WrongAnswerIndex, reading: Reading) -> bool:
    """Return whether this number has a prime factor that the right answer cannot have.

    That is one of neither the question's sizes nor 2 and 3.  False if the right answer is no product of only these.
    """
    variant = index.variant
    sizes = [size for size in variant.arguments.values() if type(size) is int and size > 1]
    if reading.shape or not index.whole or not sizes or index.step == TOTAL:
        return False
    terms = set(variant.board[index.step].formula.split(" + "))
    is_product = len(terms) == 1 and _without_factors(index.numbers[0], [*sizes, 2, 3]) == 1
    number = reading.numbers[0].value
    return is_product and isinstance(number, int) and _without_factors(number, [*sizes, 2, 3]) > 1


def _without_factors(number: int, sizes: Sequence[int]) -> int:
    """Return what is left of a number when all prime factors of the sizes are divided out."""
    number = abs(number)
    for size in sizes:
        while number and (common := math.gcd(number, size)) > 1:
            number //= common
    return number
