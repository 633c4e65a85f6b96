"""Softmax step by step, and logarithms of probabilities: what the types of this topic share."""

from __future__ import annotations

from math import e
from typing import Any

import numpy as np
from numpy.typing import NDArray

from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, step
from checker.solvers._shared import arrays
from checker.solvers._shared.maths import Array
from checker.solvers._shared.weights import COMMON, RARE

HIGHEST = 300
"""Exponents stay so small that exponentials, and their sums, are finite."""

BASES: dict[str, Any] = {"e": e, "2": 2.0}


def given(name: str, values: Any) -> Array:
    """A parameter as an array of one axis or two."""
    is_matrix = isinstance(values[0], (list, tuple, np.ndarray)) if len(values) else False
    array = arrays.checked(name, values, 2 if is_matrix else 1)
    if array.size > arrays.MOST:
        raise ParameterError(name, f"hold more than {arrays.MOST:,} numbers to write out")
    return array


@np.errstate(over="raise", divide="raise", invalid="raise")
def shares(scores: Array, axis: int = -1, label: str = "logits") -> Array:
    """Exponentials over their sum along the axis."""
    highest = scores.max(axis=axis, keepdims=True)
    powers = choose(
        "exponentials",
        lambda: np.exp(scores),
        left_out=scores,
        absolute=lambda: np.abs(scores),
        as_zero=lambda: np.exp(np.maximum(scores, 0.0)),
        inverted=lambda: np.exp(-scores),
        base_2=lambda: np.exp2(scores),
        base_10=lambda: 10.0**scores,
        highest_subtracted=lambda: np.exp(scores - highest),
    )
    powers = step("exponentials", powers, how=f"exp({label})")
    other = {} if scores.ndim == 1 else {"other_axis": 1 - axis % 2, "everything": None}
    along: int | None = choose("sum_over", axis, **other) if other else axis
    sums = step("sums", _plain(powers.sum(axis=along)), how="the exponentials added up")
    total = np.asarray(sums) if along is None else np.expand_dims(sums, along)
    made = choose(
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
    return step("total", made, how="exponentials / sums")


def logarithms(p: Array) -> Array:
    """Natural logarithms; of a probability that was rounded to 0 that of the smallest there is."""
    logs: Array = np.log(np.where(p == 0.0, np.finfo(float).tiny, p))
    return np.where(logs == 0.0, 0.0, logs)  # no -0


@np.errstate(over="raise", divide="raise", invalid="raise")
def surprise(probabilities: Array, counted: NDArray[np.bool_] | None = None) -> Array:
    """-log p, in the declared base; 0 where it does not count."""
    counts = np.ones(probabilities.shape, dtype=bool) if counted is None else counted
    base = convention("log_base", **BASES)
    p = np.where(counts, probabilities, 1.0)
    minus = choose("sign", -1.0, left_out=1.0)
    logs: Array = choose(
        "logarithm",
        lambda: minus * logarithms(p) / np.log(base),
        base_10=lambda: minus * logarithms(p) / np.log(10.0),
        of_complement=lambda: minus * logarithms(np.where(counts, 1.0 - p, 1.0)) / np.log(base),
        one_minus_p=1.0 - p,
    )
    return np.where(logs == 0.0, 0.0, logs)  # no -0


def _plain(sums: Any) -> Any:
    """A single number as such."""
    return sums if sums.ndim else sums.item()


explain_shares = {
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
    "normalisation.one_added": "You added 1 to the sum of the exponentials. Only the sigmoid has such a 1.",
    "normalisation.each_alone": "You took the sigmoid of each score. In softmax all scores share one sum.",
    "normalisation.highest_only": "You gave the whole probability to the highest score. "
    "Softmax gives a share to each score.",
}

weights_shares = {
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

may_fail_shares = {"exponentials.left_out", "normalisation.by_the_others"}  # a sum may be 0, and one share all of it

explain_surprise = {
    "log_base.e": "takes natural logarithms",
    "log_base.2": "takes logarithms to base 2",
    "sign.left_out": "You left out the minus sign. The loss is minus the logarithm.",
    "logarithm.base_10": "You used logarithms to base 10.",
    "logarithm.of_complement": "You took the logarithm of 1 - p. Take the logarithm of p.",
    "logarithm.one_minus_p": "You used 1 - p. The loss is minus the logarithm of p.",
}

weights_surprise = {"log_base": COMMON, "sign": COMMON, "logarithm.of_complement": RARE, "logarithm.one_minus_p": RARE}
