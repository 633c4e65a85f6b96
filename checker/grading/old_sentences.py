"""Sentences that earlier versions hashed into the ids of review groups.

Reviewers' files may name groups by such ids.  The sentences are data that nobody reads: never reword them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SENTENCES: Final[Mapping[str, str]] = {
    "essay": "A person reads this text and decides.",
    "several_parts": "Problem {} has several parts, and got one answer; its parts are {}",
    "one_answer": "Problem {} has one answer, and got one to a part {}",
    "too_many": "More than 1,000 answers beside it belong nowhere: one of them may be meant for this problem",
    "worker_ended": (
        "A fault of checker, not of this answer: the process that marked this submission was ended, twice. "
        "Please report it."
    ),
}
"""By the code of a reason."""

UNREADABLE: Final = (
    '"{}" adds units of two kinds. Write one number.',
    '"{}" can be read as a product, or as a number with a remark. Write one number.',
    '"{}" can be read as a range or as a difference. Write one number.',
    '"{}" can be read as a sum or as a product. Write + or *.',
    '"{}" can be read as one number or as two. Write (a, b) or leave the comma out.',
    '"{}" can be read in two ways. Write 10^-3 for a power of ten.',
    '"{}" can be read in two ways. Write brackets around what is below the slash.',
    '"{}" can be read in two ways. Write brackets or + or *.',
    '"{}" can be read in two ways. Write brackets.',
    '"{}" has numbers on several lines. Write one number.',
    '"{}" is no order of growth: it is not positive.',
    '"{}" is struck out. Write only what counts.',
    '"{}" is two numbers. Write one.',
    '"{}" looks like a number in another base. Write it in base ten.',
    '"{}" may be a number with its uncertainty. Write the number alone.',
    '"{}" may change what "{}" says. Write only the answer.',
    "% can be read as percent or as a remainder. Write /100.",
    'A bracket does not match in "{}".',
    'A bracket is not closed in "{}".',
    "A negative number has no real power like this.",
    'A shape has whole numbers that are not negative, and I read "{}".',
    "An entry is missing between two commas.",
    "An exponent is beyond ±400.",
    'I cannot read "{}".',
    'I cannot read "{}": I stumbled at "{}".',
    'I cannot read "{}": an exponent has a unit.',
    'I cannot read "{}": it ends too early.',
    'I cannot read the number "{}": its digits are not grouped in threes.',
    'I cannot read the power of a unit in "{}".',
    'I cannot read the units in "{}". Write one unit, behind the list.',
    'I cannot tell what "{}" is scaled by. Write one number.',
    'I cannot tell what all entries of "{}" are scaled by. Write brackets.',
    'I do not know "{}".',
    'I do not know which logarithm "log" is. Write ln, log2 or log10.',
    'I do not understand "{}" in "{}". Write only the answer.',
    "I expected a list of numbers and found an empty one.",
    "I expected a list of numbers, such as [0.25, 0.75], and found none.",
    "I expected a shape, such as (3, 4), and found none.",
    'I expected one number and read a list: "{}".',
    "I expected one number, such as 1250 or 0.75, and found none.",
    'I expected one number, such as 1250 or 0.75, and read "{}".',
    'I expected one shape, such as (3, 4), and read "{}".',
    'I read "{}", with a $ left over. If you typed it in a shell, put the answer in single quotes.',
    'I read decimal numbers, and "{}" is written in another base.',
    'I read sizes with names in "{}". Write rows × columns, such as 3 × 4.',
    'The dash in "{}" may be a minus. Write it right before the number, or no dash.',
    'The dashes in "{}" may be minuses. Write one list, such as [0.25, 0.75].',
    'The exponent of "{}" is beyond ±400.',
    'The sides of "{}" are not equal for all values. Write one formula.',
    'The sides of "{}" are not equal. Write one number.',
    "There is nothing in the brackets behind the O.",
    "This answer is longer than 100 kB.",
    "This divides by zero.",
    "This has more than 10,000 entries.",
    "This has more than 100 axes.",
    "This has more than 2000 numbers and signs.",
    "This has no real value.",
    "This has three levels of brackets. A matrix has two, a vector one.",
    "This is nested more than 50 deep.",
    "This is too long for one number: it has more than 10,000 characters.",
    "This number has more than 1000 digits.",
    "This number is too large.",
)
"""Sentences about answers that cannot be read.  `{}` stands for a piece of the answer, which the sentence quotes."""
