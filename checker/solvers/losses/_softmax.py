"""Softmax step by step, which the question types of this folder share."""

from __future__ import annotations

from typing import Any

import numpy as np

from checker.engine.trace import choose, step, wrong
from checker.engine.weights import COMMON, RARE
from checker.solvers._arrays import Array


@np.errstate(over="raise", divide="raise", invalid="raise")
def softmax_steps(scores: Array, across: str, competing: str, axis: int = -1, label: str = "logits") -> Array:
    """Return the softmax of scores along an axis, and record its steps: exponentials, sums, probabilities.

    `across` says that a student took the other axis, `competing` what sums to 1.
    """
    largest = scores.max(axis=axis, keepdims=True)
    powers = choose(
        "exponentials",
        lambda: np.exp(scores),
        left_out=wrong(scores, "You divided the scores by their sum. Softmax takes their exponentials first.", COMMON),
        absolute=wrong(
            lambda: np.abs(scores), "You used absolute values of the scores. Softmax takes their exponentials.", RARE
        ),
        as_zero=wrong(
            lambda: np.exp(np.maximum(scores, 0.0)),
            "You replaced negative scores by 0. Softmax takes negative scores as they are.",
            RARE,
        ),
        inverted=wrong(
            lambda: np.exp(-scores),
            "You changed the signs of the exponents. The highest score gets the largest probability.",
            RARE,
        ),
        base_2=wrong(lambda: np.exp2(scores), "You used powers of 2. Softmax uses powers of e."),
        base_10=wrong(lambda: 10.0**scores, "You used powers of 10. Softmax uses powers of e.", RARE),
        highest_subtracted=wrong(
            lambda: np.exp(scores - largest),
            "You subtracted the highest score first, as programs do. "
            "This question asks for the exponentials of the scores themselves.",
            RARE,
        ),
    )
    powers = step("exponentials", powers, how=f"exp({label})", **{label: scores})
    along: int | None = axis
    if scores.ndim > 1:
        along = choose(
            "sum_over",
            axis,
            other_axis=wrong(1 - axis % 2, f"{across} {competing}", COMMON),
            everything=wrong(None, f"You divided by the sum over the whole matrix. {competing}"),
        )
    sums = step(
        "sums",
        _number_or_array(powers.sum(axis=along)),
        how="sum(exponentials)" if scores.ndim == 1 else "the exponentials added up",
    )
    total = np.asarray(sums) if along is None else np.expand_dims(sums, along)
    probabilities = choose(
        "normalisation",
        lambda: powers / total,
        left_out=wrong(powers, "You took exponentials but did not divide them by their sum.", COMMON),
        by_the_others=wrong(
            lambda: powers / (total - powers),
            "You divided each exponential by the sum of the others. The sum includes the exponential itself.",
            RARE,
        ),
        by_highest=wrong(
            lambda: powers / powers.max(axis=along, keepdims=True),
            "You divided by the largest exponential. Softmax divides by the sum of all.",
            RARE,
        ),
        by_number=wrong(
            lambda: powers / (powers.size / total.size),
            "You divided the exponentials by their number. Softmax divides by their sum.",
            RARE,
        ),
        one_added=wrong(
            lambda: powers / (total + 1.0),
            "You added 1 to the sum of the exponentials. The sigmoid does that, but softmax does not.",
            RARE,
        ),
        each_alone=wrong(
            lambda: powers / (powers + 1.0), "You took the sigmoid of each score. In softmax all scores share one sum."
        ),
        highest_only=wrong(
            lambda: (powers == powers.max(axis=along, keepdims=True)).astype(np.float64),
            "You gave the whole probability to the highest score. Softmax gives a share to each score.",
            RARE,
        ),
    )
    return step("total", probabilities, how="exponentials / sums")


def _number_or_array(sums: Any) -> Any:
    """Return a Python float for an array without axes, and any other array as it is."""
    return sums if sums.ndim else sums.item()
