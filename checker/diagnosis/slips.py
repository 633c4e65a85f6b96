"""Catalogue of slips: the edits of an answer, or of a number that was copied, that students make in any question.

An answer may have one slip, made on the truth or on top of one mistake.
"""

from __future__ import annotations

from typing import Final, NamedTuple

PRIOR, ON_THE_TRUTH = 0.25, 0.7
"""Share of slips among all errors, and of those without a mistake among slips."""

ALONE: Final = PRIOR * ON_THE_TRUTH
"""The prior of a slip without a mistake."""


class _Slip(NamedTuple):
    """A kind of slip: its share of all slips, and the sentence for students, which confirms no digits.

    `in_entries` is the sentence about some entries of a list; `factors` are those by which a number is multiplied.
    """

    weight: float
    says: str
    in_entries: str = ""
    factors: tuple[float, ...] = ()


COPIED: Final = "copied"
"""A wrong answer copied from an earlier part: as likely as the answer to another part."""

UNIT: Final = "unit"
"""A number that is right in another unit than the question's, or than the one written behind it."""

CONVERSION: Final = "conversion"
"""A number that is off by a wrong conversion to the question's unit."""

MISCOPIED: Final = "miscopied"
"""A number of the question that was copied wrongly, or another one in its place; everything after it is right."""

FACTOR_TWO: Final = "factor_two"
"""A number that is twice or half as large, which says little of why."""

SLIPS: Final = {
    "another_part": _Slip(3, "This answers another part of the question: {detail}."),
    COPIED: _Slip(3, "You already gave this number for {detail}. This part asks for something else."),
    "intermediate": _Slip(2.5, "This is {detail}, an intermediate step; the question asks for more."),
    "another_step": _Slip(2, "This is {detail}; the question asks for another step."),
    "repeated": _Slip(2, "You also multiplied by {detail}; the question asks for less."),
    UNIT: _Slip(8, "Your {detail}."),
    CONVERSION: _Slip(4, "From {detail}."),
    MISCOPIED: _Slip(6, "You may have {detail}."),
    "unit_prefix": _Slip(
        4, "Check the prefix: thousand, million or billion.", factors=(1e3, 1e-3, 1e6, 1e-6, 1e9, 1e-9)
    ),
    "power_of_ten": _Slip(
        2, "Check the decimal point and the zeros.", "Check the decimal point of {detail}.", (10, 0.1, 100, 0.01)
    ),
    FACTOR_TWO: _Slip(1, "Check for a missing or extra factor of two.", factors=(2, 0.5)),
    "sign": _Slip(2, "Check the sign.", "Check the sign of {detail}.", (-1,)),
    "complement": _Slip(2, "Check whether the question asks for this number or for 1 minus it."),
    "reciprocal": _Slip(1, "Check which number you divided by which."),
    "off_by_one": _Slip(1, "Check where the count starts and ends."),
    "order": _Slip(2, "Check the order of the numbers.", "Check the order: {detail} may be exchanged."),
    "transposed": _Slip(2, "Check whether you swapped rows and columns."),
    "truncated": _Slip(
        4,
        "Round to the nearest value; do not cut off digits.",
        "Round {detail} to the nearest value; do not cut off digits.",
    ),
    "digits_swapped": _Slip(
        3,
        "Check your typing: two neighbouring digits may be swapped.",
        "Check your typing in {detail}: two neighbouring digits may be swapped.",
    ),
    "digit_missing": _Slip(0.5, "Check your typing, digit by digit.", "Check your typing in {detail}, digit by digit."),
}

ANSWERED_OTHERWISE: Final = ("intermediate", "another_part", "another_step", "repeated")
"""Slips that answer another question: "you left out the rest" says less."""

REARRANGED: Final = ("order", "transposed")
"""Slips that move every entry."""

DIGIT_SLIPS: Final = frozenset({"digits_swapped", "digit_missing"})
"""Typing errors, which leave a number close to the value that it stands for."""

WRITING_SLIPS: Final = frozenset({"sign", "power_of_ten", "unit_prefix", "truncated", *DIGIT_SLIPS, *REARRANGED})
"""Errors in writing a known answer down; the other slips answer something else, or are errors in the calculation."""

SCALING: Final = frozenset({*(name for name, slip in SLIPS.items() if slip.factors), UNIT, CONVERSION})
"""Slips that multiply by a factor; an answer of 0 has none of them."""

FROM_THE_VALUE: Final = SCALING | {"complement", "reciprocal", "off_by_one", *REARRANGED}
"""Slips that yield to a mistake of the same value, which says more."""

CONFIRMING: Final = (FROM_THE_VALUE - {UNIT, CONVERSION}) | DIGIT_SLIPS
"""Slips that can be undone once they are named.  Made on the truth, they give the answer away.

A wrong unit is named all the same: the number itself shows its unit, and the unit is what there is to learn.
"""


def prior(slip: str, ways: int = 1) -> float:
    """Return the probability, among all slips, of one of several `ways` to make this slip."""
    return SLIPS[slip].weight / 35 / ways  # 35 is the weight of all slips, also of those that have no name
