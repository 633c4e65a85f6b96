"""Softmax step by step, and surprisal of probabilities, -log p, which the types here share."""

from __future__ import annotations

from math import e
from typing import Any

import numpy as np
from numpy.typing import NDArray

from checker.engine.trace import choose, convention, reading, step, wrong
from checker.engine.weights import COMMON, RARE
from checker.solvers._arrays import Array

MAX_EXPONENT = 300
"""Maximum exponent: exponentials, and their sums, stay finite."""
BASES: dict[str, Any] = {
    "e": reading(e, "takes natural logarithms", COMMON),
    "2": reading(2.0, "takes logarithms to base 2", COMMON),
}


def logarithms(p: Array) -> Array:
    """Return natural logarithms of probabilities.

    A probability of 0 is taken as the smallest positive float, so no logarithm is -inf.
    """
    logs: Array = np.log(np.where(p == 0.0, np.finfo(float).tiny, p))
    return np.where(logs == 0.0, 0.0, logs)  # no -0


@np.errstate(over="raise", divide="raise", invalid="raise")
def surprisal(probabilities: Array, counted: NDArray[np.bool_] | None = None) -> Array:
    """Return -log p in the base of the question, right or as the student of this run has it.

    It is 0 where `counted` is False; with None all count.
    """
    counts = np.ones(probabilities.shape, dtype=bool) if counted is None else counted
    base = convention("log_base", **BASES)
    p = np.where(counts, probabilities, 1.0)
    minus = choose(
        "sign", -1.0, left_out=wrong(1.0, "You left out the minus sign. The loss is minus the logarithm.", COMMON)
    )
    logs = choose(
        "logarithm",
        lambda: minus * logarithms(p) / np.log(base),
        base_10=wrong(
            lambda: minus * logarithms(p) / np.log(10.0),
            "You used logarithms to base 10. This question uses another base.",
        ),
        of_complement=wrong(
            lambda: minus * logarithms(np.where(counts, 1.0 - p, 1.0)) / np.log(base),
            "You took the logarithm of 1 - p. Take the logarithm of p.",
            RARE,
        ),
        one_minus_p=wrong(1.0 - p, "You used 1 - p. The loss is minus the logarithm of p.", RARE),
    )
    return np.where(logs == 0.0, 0.0, logs)  # no -0


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
    sums = powers.sum(axis=along)
    how = "sum(exponentials)" if scores.ndim == 1 else "the exponentials added up"
    sums = step("sums", sums if sums.ndim else sums.item(), how)
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
