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

HIGHEST = 300
"""Exponents stay so small that exponentials, and their sums, are finite."""

BASES: dict[str, Any] = {"e": e, "2": 2.0}


def given(name: str, values: Any) -> Array:
    """A parameter as an array of one axis or two."""
    is_matrix = isinstance(values[0], (list, tuple, np.ndarray)) if len(values) else False
    array = arrays.checked(name, values, 2 if is_matrix else 1)
    if array.size > arrays.MAX_SCORES:
        raise ParameterError(name, f"hold more than {arrays.MAX_SCORES:,} numbers to write out")
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
    minus = choose("sign", -1.0, kept=1.0)
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
    "exponentials.left_out": "You divided the scores by their sum; softmax takes their exponentials first.",
    "exponentials.absolute": "You took absolute values of the scores; softmax takes their exponentials.",
    "exponentials.as_zero": "You took the negative scores as 0; softmax takes them as they are.",
    "exponentials.inverted": "You changed the signs of the exponents; the highest score gets the largest share.",
    "exponentials.base_2": "You took powers of 2; softmax takes powers of e.",
    "exponentials.base_10": "You took powers of 10; softmax takes powers of e.",
    "exponentials.highest_subtracted": "You subtracted the highest score first, as programs do. "
    "The softmax stays the same, but here the exponentials of the scores themselves are asked for.",
    "sum_over.other_axis": "You divided by the sums along the other axis; "
    "those numbers are to sum to 1 that compete with each other.",
    "sum_over.everything": "You divided by the sum over the whole matrix; the classes of each example sum to 1.",
    "normalisation.left_out": "You took exponentials, but did not divide them by their sum.",
    "normalisation.by_the_others": "You divided each exponential by the sum of the others; its own is part of the sum.",
    "normalisation.by_highest": "You divided by the largest exponential; softmax divides by the sum of all.",
    "normalisation.by_number": "You divided the exponentials by how many there are; softmax divides by their sum.",
    "normalisation.one_added": "You added 1 to the sum of the exponentials; only the sigmoid has such a 1.",
    "normalisation.each_alone": "You took the sigmoid of each score on its own; in softmax all scores share one sum.",
    "normalisation.highest_only": "You gave everything to the highest score; softmax leaves each score a share.",
}

weights_shares = {
    "exponentials.left_out": 4,
    "exponentials.absolute": 1,
    "exponentials.as_zero": 1,
    "exponentials.inverted": 1,
    "exponentials.base_10": 1,
    "exponentials.highest_subtracted": 1,
    "sum_over.other_axis": 4,
    "normalisation.left_out": 4,
    "normalisation.by_highest": 1,
    "normalisation.by_number": 1,
    "normalisation.one_added": 1,
    "normalisation.by_the_others": 1,
    "normalisation.highest_only": 1,
}

may_fail_shares = {"exponentials.left_out", "normalisation.by_the_others"}  # a sum may be 0, and one share all of it

explain_surprise = {
    "log_base.e": "takes natural logarithms",
    "log_base.2": "takes logarithms to base 2",
    "sign.kept": "You left the minus sign out; the loss is the opposite of the logarithm.",
    "logarithm.base_10": "You took logarithms to base 10.",
    "logarithm.of_complement": "You took the logarithm of 1 - p; it is the logarithm of p that counts.",
    "logarithm.one_minus_p": "You took 1 - p; the loss is minus the logarithm of p.",
}

weights_surprise = {"log_base": 4, "sign": 4, "logarithm.of_complement": 1, "logarithm.one_minus_p": 1}
