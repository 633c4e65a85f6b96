"""Softmax step by step, which the question types of this folder share, with its mistakes and their sentences."""

from __future__ import annotations

from typing import Any

import numpy as np

from checker.derivation.weights import COMMON, RARE
from checker.engine.trace import choose, step
from checker.solvers._arrays import Array


@np.errstate(over="raise", divide="raise", invalid="raise")
def softmax_steps(scores: Array, axis: int = -1, label: str = "logits") -> Array:
    """Return the softmax of scores along an axis, and record its steps: exponentials, sums, probabilities."""
    largest = scores.max(axis=axis, keepdims=True)
    powers = choose(
        "exponentials",
        lambda: np.exp(scores),
        left_out=scores,
        absolute=lambda: np.abs(scores),
        as_zero=lambda: np.exp(np.maximum(scores, 0.0)),
        inverted=lambda: np.exp(-scores),
        base_2=lambda: np.exp2(scores),
        base_10=lambda: 10.0**scores,
        highest_subtracted=lambda: np.exp(scores - largest),
    )
    powers = step("exponentials", powers, how=f"exp({label})", **{label: scores})
    other = {} if scores.ndim == 1 else {"other_axis": 1 - axis % 2, "everything": None}
    along: int | None = choose("sum_over", axis, **other) if other else axis
    sums = step(
        "sums",
        _number_or_array(powers.sum(axis=along)),
        how="sum(exponentials)" if scores.ndim == 1 else "the exponentials added up",
    )
    total = np.asarray(sums) if along is None else np.expand_dims(sums, along)
    probabilities = choose(
        "normalisation",
        lambda: powers / total,
        left_out=powers,
        by_the_others=lambda: powers / (total - powers),
        by_highest=lambda: powers / powers.max(axis=along, keepdims=True),
        by_number=lambda: powers / (powers.size / total.size),
        one_added=lambda: powers / (total + 1.0),
        each_alone=lambda: powers / (powers + 1.0),
        highest_only=lambda: (powers == powers.max(axis=along, keepdims=True)).astype(np.float64),
    )
    return step("total", probabilities, how="exponentials / sums")


def _number_or_array(sums: Any) -> Any:
    """Return a Python float for an array without axes, and any other array as it is."""
    return sums if sums.ndim else sums.item()


explain = {
    "exponentials.left_out": "You divided the scores by their sum. Softmax takes their exponentials first.",
    "exponentials.absolute": "You used absolute values of the scores. Softmax takes their exponentials.",
    "exponentials.as_zero": "You replaced negative scores by 0. Softmax takes negative scores as they are.",
    "exponentials.inverted": "You changed the signs of the exponents. The highest score gets the largest probability.",
    "exponentials.base_2": "You used powers of 2. Softmax uses powers of e.",
    "exponentials.base_10": "You used powers of 10. Softmax uses powers of e.",
    "exponentials.highest_subtracted": "You subtracted the highest score first, as programs do. "
    "This question asks for the exponentials of the scores themselves.",
    "sum_over.other_axis": "You summed along the other axis. Numbers that compete with each other sum to 1.",
    "sum_over.everything": "You divided by the sum over the whole matrix. The classes of each example sum to 1.",
    "normalisation.left_out": "You took exponentials but did not divide them by their sum.",
    "normalisation.by_the_others": "You divided each exponential by the sum of the others. "
    "The sum includes the exponential itself.",
    "normalisation.by_highest": "You divided by the largest exponential. Softmax divides by the sum of all.",
    "normalisation.by_number": "You divided the exponentials by their number. Softmax divides by their sum.",
    "normalisation.one_added": "You added 1 to the sum of the exponentials. "
    "The sigmoid does that, but softmax does not.",
    "normalisation.each_alone": "You took the sigmoid of each score. In softmax all scores share one sum.",
    "normalisation.highest_only": "You gave the whole probability to the highest score. "
    "Softmax gives a share to each score.",
}

weights = {
    "exponentials.left_out": COMMON,
    "exponentials.absolute": RARE,
    "exponentials.as_zero": RARE,
    "exponentials.inverted": RARE,
    "exponentials.base_10": RARE,
    "exponentials.highest_subtracted": RARE,
    "sum_over.other_axis": COMMON,
    "normalisation.left_out": COMMON,
    "normalisation.by_highest": RARE,
    "normalisation.by_number": RARE,
    "normalisation.one_added": RARE,
    "normalisation.by_the_others": RARE,
    "normalisation.highest_only": RARE,
}

may_fail = {"exponentials.left_out", "normalisation.by_the_others"}  # a sum may be 0; the others may have no share
