"""A given key."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any, TypedDict

from annotated_types import MaxLen, MinLen

from checker.engine.author_mistakes import author_sentences
from checker.engine.errors import ParameterError
from checker.engine.trace import step
from checker.notation.value import MAX_NUMBER
from checker.solvers.generic import _listed as listed

NumericRow = Annotated[list[int | float], MinLen(1), MaxLen(1000)]
NumericValue = int | float | NumericRow | Annotated[list[NumericRow], MinLen(1), MaxLen(100)]
AnswerKey = int | float | tuple[int | float, ...] | tuple[tuple[int | float, ...], ...]


class WrongValue(TypedDict):
    """A wrong answer that is known, and what to say to it."""

    answer: NumericValue
    says: listed.Text


def numeric(
    value: NumericValue,
    unit: listed.Text | None = None,
    mistakes: Annotated[list[WrongValue], MaxLen(listed.MOST)] | None = None,
) -> AnswerKey:
    """A number, a vector or a matrix that the author gives, for what no question type computes.

    Formula: the answer is `value`.
    Sizes: a number; or a list of numbers, or of rows of one length.  `unit` is what it is measured in, such as km/h,
        GB, USD or tokens/s; an answer in another unit is converted.  `mistakes` are wrong answers in the same form,
        each with what to say to it.
    Answer: what is given: a number, a vector or a matrix; whole numbers in a row are a shape, unless the problem says
        `answer: vector`.
    Source: the author of the problem.

    >>> numeric(value=42)
    42
    """
    del unit  # whoever reads an answer asks the variant for it
    wrong = mistakes or []
    listed.check([each["says"] for each in wrong])
    right: AnswerKey = _frozen(value, "value")
    answers = [_frozen(each["answer"], "mistakes") for each in wrong]
    key: AnswerKey = step("total", listed.chosen(right, answers), how="as the problem gives it")
    return key


def _frozen(value: Any, name: str) -> Any:
    """A list as a tuple.  ParameterError where it is not rectangular or not finite."""
    if not isinstance(value, list):
        if not -MAX_NUMBER <= value <= MAX_NUMBER:  # which nan is not either
            raise ParameterError(name, f"must lie within ±{MAX_NUMBER:g}")
        return value
    rows = tuple(_frozen(each, name) for each in value)
    if len({len(row) if isinstance(row, tuple) else 0 for row in rows}) > 1:
        raise ParameterError(name, "must have rows of one length")
    return rows


def explain(mistakes: list[WrongValue] | None = None, **_: Any) -> dict[str, str]:
    """What the author says to each."""
    return author_sentences([each["says"] for each in mistakes or []])


secret = ("value", "mistakes")

weights: dict[str, int] = {}

examples: list[dict[str, Any]] = [
    {"value": 9.81, "unit": "m", "mistakes": [{"answer": -9.81, "says": "Give the size, without a direction."}]},
    {"value": [1, 0, 2], "mistakes": [{"answer": [2, 0, 1], "says": "You wrote it from right to left."}]},
]


def draw(rng: Random) -> dict[str, Any]:
    """Valid random parameters."""
    value: Any = round(rng.uniform(-100, 100), rng.randint(0, 4))
    if rng.random() < 0.3:
        value = [round(rng.uniform(-10, 10), 2) for _ in range(rng.randint(2, 4))]
        return {"value": value, "mistakes": [{"answer": [-each for each in value], "says": "Check the signs."}]}
    return {"value": value, "mistakes": [{"answer": 2 * value + 1, "says": "You began one step too late."}]}
