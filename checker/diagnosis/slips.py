"""Catalogue of slips, the small errors that students make in any question, such as swapped digits.

It has their weights, the sentences about them, and groups, such as those that give the truth away; other modules find
them in answers.  An answer may have one slip, made on the truth or on top of one mistake.
"""

from __future__ import annotations

from typing import Final

PRIOR: Final = 0.25
"""Share of slips among all errors."""

ON_THE_TRUTH: Final = 0.7
"""Share of slips that are made without a mistake."""

WEIGHTS: Final = {
    "another_part": 3,
    "intermediate": 2.5,
    "another_step": 2,
    "repeated": 2,
    "neighbour": 2,
    "product_sign": 1,
    "exponents": 4,
    "unit": 8,
    "conversion": 4,
    "calculation": 8,
    "miscopied": 6,
    "unit_prefix": 4,
    "truncated": 4,
    "rounded_early": 4,
    "power_of_ten": 2,
    "complement": 2,
    "sign": 2,
    "order": 2,
    "transposed": 2,
    "reciprocal": 1,
    "factor_two": 1,
    "off_by_one": 1,
    "digits_swapped": 3,
    "digit_wrong": 0.5,
    "digit_missing": 0.5,
    "digit_extra": 0.5,
}

SENTENCES: Final = {
    "miscopied": "You may have copied {detail}.",
    "calculation": "Check your arithmetic, then what you counted.",
    "another_part": "This answers another part of the question: {detail}.",
    "copied": "You already gave this number for {detail}. This part asks for something else.",
    "intermediate": "This is {detail}, an intermediate step; the question asks for more.",
    "another_step": "This is {detail}; the question asks for another step.",
    "given": "You gave a number that the question starts from, not the answer to it.",
    "repeated": "You also multiplied by {detail}; the question asks for less.",
    "product_sign": "Check the signs of the products.",
    "exponents": "Check the exponents: those of {detail} may be exchanged.",
    "neighbour": "Two of these numbers next to each other are the same: check your copy.",
    "unit": "Your {detail}.",
    "conversion": "From {detail}.",
    "unit_prefix": "Check the prefix: thousand, million or billion.",
    "truncated": "Round to the nearest value; do not cut off digits.",
    "rounded_early": "You rounded too early; keep more digits until the end.",
    "power_of_ten": "Check the decimal point and the zeros.",
    "complement": "Check whether the question asks for this number or for 1 minus it.",
    "sign": "Check the sign.",
    "order": "Check the order of the numbers.",
    "transposed": "Check whether you swapped rows and columns.",
    "reciprocal": "Check which number you divided by which.",
    "factor_two": "Check for a missing or extra factor of two.",
    "off_by_one": "Check where the count starts and ends.",
    "digits_swapped": "Check your typing: two neighbouring digits may be swapped.",
    "digit_wrong": "Check your typing, digit by digit.",
    "digit_missing": "Check your typing, digit by digit.",
    "digit_extra": "Check your typing, digit by digit.",
}
"""Sentences for students.  A student who knows the slip could undo it, so they ask to check and confirm no digits."""

IN_ENTRIES: Final = {
    "sign": "Check the sign of {detail}.",
    "power_of_ten": "Check the decimal point of {detail}.",
    "order": "Check the order: {detail} may be exchanged.",
    "truncated": "Round {detail} to the nearest value; do not cut off digits.",
    "digits_swapped": "Check your typing in {detail}: two neighbouring digits may be swapped.",
    "digit_wrong": "Check your typing in {detail}, digit by digit.",
    "digit_missing": "Check your typing in {detail}, digit by digit.",
    "digit_extra": "Check your typing in {detail}, digit by digit.",
    "calculation": "Check the arithmetic of {detail}; the rest is right.",
    "product_sign": "Check the signs of the products in {detail}.",
    "neighbour": "Check {detail}: you may have written a number next to it twice.",
}
"""Sentences about slips in some entries of a vector or matrix."""

COPIED: Final = "copied"
"""A wrong answer copied from an earlier part: as likely as the answer to another part."""

GIVEN: Final = "given"
"""A number of the question as the answer, where nothing else explains it."""

UNIT: Final = "unit"
"""A number that is right in another unit than the question's, or than the one written behind it."""

CONVERSION: Final = "conversion"
"""A number that is off by a wrong conversion to the question's unit."""

CALCULATION: Final = "calculation"
"""A slip in the arithmetic of a step, seen from the answer alone: an estimate, so it never earns points."""

OTHER_QUESTIONS: Final = ("another_step", "repeated")
"""Slips that answer another question, tried where nothing else explains an answer well."""

ANSWERED_OTHERWISE: Final = ("intermediate", "another_part", *OTHER_QUESTIONS)
"""Slips that answer another question: "you left out the rest" says less."""

FACTOR_TWO: Final = "factor_two"
"""A number that is twice or half as large, which says little of why."""

NEIGHBOUR: Final = "neighbour"
"""An entry with the number of the one next to it."""

PRODUCT_SIGN: Final = "product_sign"
"""A sign that is lost in one of the products that an entry adds up."""

OF_ARRAYS: Final = (NEIGHBOUR, PRODUCT_SIGN)
"""Slips that only vectors and matrices have."""

EXPONENTS: Final = "exponents"
"""The exponents of two letters of an order of growth, each with the other letter."""

REARRANGED: Final = ("order", "transposed")
"""Slips that move every entry."""

DIGIT_SLIPS: Final = frozenset({"digits_swapped", "digit_wrong", "digit_missing", "digit_extra"})
"""Typing errors."""

WRITING_SLIPS: Final = frozenset({"sign", "power_of_ten", "unit_prefix", "truncated", *DIGIT_SLIPS, *REARRANGED})
"""Errors in writing a known answer down; the other slips answer something else, or are errors in the calculation."""

FROM_THE_VALUE: Final = frozenset(
    {
        UNIT,
        CONVERSION,
        "unit_prefix",
        "power_of_ten",
        "complement",
        "sign",
        "reciprocal",
        "factor_two",
        "off_by_one",
        *REARRANGED,
    }
)
"""Slips that yield to a mistake of the same value, which says more: see `without_redundant_slips`."""

MISCOPIED: Final = "miscopied"
"""A number of the question that was copied wrongly; everything after it is right."""

OF_THE_PEN: Final = DIGIT_SLIPS | {CALCULATION}
"""Slips that leave a number close to the value it stands for."""

CONFIRMING: Final = (FROM_THE_VALUE - {UNIT, CONVERSION}) | DIGIT_SLIPS | {CALCULATION, EXPONENTS, *OF_ARRAYS}
"""Slips that can be undone once they are named.  Made on the truth, they give the answer away.

A wrong unit is named all the same: the number itself shows its unit, and the unit is what there is to learn.
"""

FACTORS: Final = {
    "unit_prefix": (1e3, 1e-3, 1e6, 1e-6, 1e9, 1e-9),
    "power_of_ten": (10, 0.1, 100, 0.01),
    "factor_two": (2, 0.5),
    "sign": (-1,),
}

SCALING: Final = frozenset({*FACTORS, UNIT, CONVERSION})
"""Slips that multiply by a factor; an answer of 0 has none of them."""

_TOTAL = sum(
    weight
    for slip, weight in WEIGHTS.items()
    if slip not in {UNIT, CONVERSION, CALCULATION, MISCOPIED, EXPONENTS, *OF_ARRAYS, *OTHER_QUESTIONS}
)
"""Total weight without slips that only some answers can have: they make no other slip less likely."""


def prior(slip: str, ways: int = 1) -> float:
    """Return the probability, among all slips, of one of several `ways` to make this slip."""
    return float(WEIGHTS[slip] / _TOTAL / ways)
