"""Question type whose right answer the author writes: a number, vector, matrix, interval or complex number.

Holds the solver, the author's wrong answers, and examples, and reads values that are written as text, such as
`sqrt(2)/2`.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Final, TypedDict

from checker.derivation import arithmetic
from checker.derivation.arithmetic import NoValue
from checker.derivation.evaluate import IMAGINARY, evaluate
from checker.derivation.symbols import Formula, read_formula
from checker.engine.bounds import MaxLen, MinLen
from checker.engine.errors import ParameterError
from checker.engine.trace import step
from checker.engine.values import Typed
from checker.formula.nodes import Literal, Minus, names_in
from checker.formula.value import CONSTANTS, MAX_NUMBER
from checker.solvers.generic import _author_answers as author_answers
from checker.text.words import shortened

_NumericRow = Annotated[list[int | float], MinLen(1), MaxLen(1000)]
_NumericValue = int | float | author_answers.Text | _NumericRow | Annotated[list[_NumericRow], MinLen(1), MaxLen(100)]


class WrongValue(TypedDict):
    """A wrong answer that an author lists, and its sentence for students."""

    answer: _NumericValue
    says: author_answers.Text


def numeric(
    value: _NumericValue,
    unit: author_answers.Text | None = None,
    mistakes: Annotated[list[WrongValue], MaxLen(author_answers.MAX_LISTED)] | None = None,
) -> int | float | tuple[int | float, ...] | tuple[tuple[int | float, ...], ...]:
    """Return a number, a vector or a matrix that the author gives, for questions that no other type computes.

    Formula: the answer is `value`.
    Sizes: a number; or a list of numbers, or of rows of one length; or a text: an interval "[0, 5)", a complex number
        "3 + 4i", exact arithmetic "sqrt(2)/2".  `unit` is what it is measured in, such as km/h,
        GB, USD or tokens/s; an answer in another unit is converted.  `mistakes` are wrong answers in the same form,
        each with a sentence for the student.
    Answer: the given value: a number, a vector or a matrix; whole numbers in a row are a shape, unless the problem says
        `answer: vector`.
    Source: the author of the problem.

    >>> numeric(value=42)
    42
    """
    del unit  # the variant gives it to those who read answers
    wrong = mistakes or []
    right = _frozen(value, "value")
    answers = [_frozen(each["answer"], "mistakes") for each in wrong]
    return step("total", author_answers.choose_answer(right, answers, wrong), how="as the problem gives it")


def _frozen(value: Any, name: str) -> Any:
    """Return a value from a file in a form that cannot change: lists as tuples, texts as the values they stand for.

    Raise ParameterError for rows of unequal length or numbers out of range.
    """
    if isinstance(value, str):
        value = _read_written(value, name)
        if isinstance(value, tuple):
            return value
    if not isinstance(value, list):
        if not -MAX_NUMBER <= value <= MAX_NUMBER:  # nan fails as well
            raise ParameterError(name, f"must lie within ±{MAX_NUMBER:g}")
        return Typed(value) if isinstance(value, float) else value
    rows = tuple(_frozen(each, name) for each in value)
    if len({len(row) if isinstance(row, tuple) else 0 for row in rows}) > 1:
        raise ParameterError(name, "must have rows of one length")
    return rows


secret = ("value", "mistakes")

examples: list[dict[str, Any]] = [
    {"value": 9.81, "unit": "m", "mistakes": [{"answer": -9.81, "says": "Give the size, without a direction."}]},
    {"value": [1, 0, 2], "mistakes": [{"answer": [2, 0, 1], "says": "You wrote it from right to left."}]},
]


_THOUSANDS: Final = re.compile(r"(?<![\d.\[(,])\d{1,3}(?:,\d{3})+(?![\d,])")
_INTERVAL: Final = re.compile(r"[\[(\]]([^\[\]]+)[\])\[]")


def _read_written(text: str, name: str) -> Any:
    """Return the value of a text in a problem file: the ends of `[0, 5)`, the parts of `3 + 4i`, a number.

    Raise ParameterError for anything else.
    """
    body = text.strip()
    if (interval := _INTERVAL.fullmatch(body)) and len(ends := re.split(r"\s*[,;]\s+|;", interval[1])) > 1:
        return tuple(_arithmetic_value(end, name) for end in ends)
    value = _arithmetic_value(body, name)
    return value if isinstance(value, int | float | tuple) else tuple(map(float, value))


def _arithmetic_value(text: str, name: str) -> Any:
    """Return the value of arithmetic in a text, as a number or a complex number.

    Raise ParameterError for unknown words or separators of thousands.
    """
    if _THOUSANDS.search(text):
        raise ParameterError(name, f"has a comma in {shortened(text)}; write digits without commas between them")
    formula: Formula = read_formula(text, name, (name,))
    for word in names_in(formula.tree):
        if word not in CONSTANTS and word not in IMAGINARY:
            raise ParameterError(name, f"has {shortened(word)}, which is no number; write a unit as `unit`, next to it")
    try:
        value = arithmetic.as_answer(evaluate(formula.tree, IMAGINARY), real=False)
    except NoValue as error:
        raise ParameterError(name, str(error)) from None
    tree = formula.tree.operand if isinstance(formula.tree, Minus) else formula.tree
    return Typed(value) if isinstance(tree, Literal) and isinstance(value, float) else value
