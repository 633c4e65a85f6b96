"""Question type on probabilities from logits: its solver, the sentences about its mistakes, and examples."""

from __future__ import annotations

from math import log
from typing import Annotated, Any, Literal

import numpy as np

from checker.engine.bounds import Ge, Le
from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, reading, step, wrong
from checker.engine.weights import COMMON, RARE
from checker.solvers import _arrays as arrays
from checker.solvers._arrays import Array, Matrix, Vector
from checker.solvers.losses import _probabilities
from checker.solvers.losses._probabilities import MAX_EXPONENT

_MIN_TEMPERATURE, _MAX_TEMPERATURE = 1e-3, 1e6


def softmax(
    logits: Vector | Matrix,
    temperature: Annotated[float, Ge(_MIN_TEMPERATURE), Le(_MAX_TEMPERATURE)] | None = None,
    axis: Literal[-1, 0, 1] = -1,
) -> Array:
    """Compute the softmax of a vector or of each row of a matrix: exponentials of the logits, divided by their sum.

    Formula: exp(z_i / T) / Σ_j exp(z_j / T); with `log: taken` its natural logarithm, z_i / T - log Σ.
    Shapes: logits z (n,) or (m, n) -> the same.  The sum is along `axis`, counted from 0 as in PyTorch: of a matrix -1
        or 1 within each row (the default), 0 within each column.  T is the temperature, 1 by default.  The steps are
        `scaled_logits` (with a temperature), `exponentials`, `sums` and `probabilities`.
    Answer: a vector or a matrix, like the logits.
    Source: Goodfellow et al. 2016, section 6.2.2.3; temperature: Hinton et al. 2015.  Equal to PyTorch's F.softmax and
        F.log_probabilities.

    >>> softmax([0, 1, 2], temperature=2).round(4).tolist()
    [0.1863, 0.3072, 0.5065]
    """
    z = arrays.checked("logits", logits)
    if axis not in {-1, 0, int(z.ndim) - 1}:
        raise ParameterError("axis", "must be 0 or left out: the logits are a vector")
    if temperature is not None and not _MIN_TEMPERATURE <= temperature <= _MAX_TEMPERATURE:
        raise ParameterError("temperature", f"must be from {_MIN_TEMPERATURE:g} to {_MAX_TEMPERATURE:g}")
    if np.abs(z).max() / (temperature or 1.0) > MAX_EXPONENT:
        raise ParameterError("logits", f"must lie within ±{MAX_EXPONENT}, also after the temperature")
    scaled, label = z, "logits"
    if temperature is not None:
        of_student = choose(
            "temperature",
            lambda: z / temperature,
            multiplied=wrong(
                lambda: z * temperature, "You multiplied the logits by the temperature. Divide them by it.", COMMON
            ),
            left_out=wrong(z, "You left out the temperature. Divide the logits by it before the exponentials.", COMMON),
            afterwards=wrong(z, "You divided by the temperature after the softmax. Divide the logits by it."),
        )
        scaled, label = step("scaled_logits", of_student, how="logits / temperature"), "scaled_logits"
    probabilities = step(
        "probabilities",
        _probabilities.softmax_steps,
        scores=scaled,
        axis=axis,
        label=label,
        across="You summed along the other axis.",
        competing="With axis 0 each column sums to 1, otherwise each row.",
    )
    if temperature is not None:
        p = probabilities
        probabilities = choose("temperature", p, multiplied=p, left_out=p, afterwards=p / temperature)
    factor, has_log = choose(
        "logarithm",
        (1.0, True),
        base_2=wrong(
            (1.0 / log(2.0), True), "You used logarithms to base 2. This question uses natural logarithms.", RARE
        ),
        base_10=wrong(
            (1.0 / log(10.0), True), "You used logarithms to base 10. This question uses natural logarithms."
        ),
        sign_changed=wrong((-1.0, True), "You changed the signs. The logarithm of a probability is not positive."),
        of_sum_left_out=wrong((1.0, False), "You subtracted the sum of the exponentials. Subtract its logarithm."),
    )
    is_log = convention(
        "log",
        left_out=reading(False, "gives the probabilities themselves", COMMON),
        taken=reading(True, "gives the natural logarithms of the probabilities", COMMON),
    )
    result = convention(
        "log",
        left_out=lambda: probabilities,
        taken=lambda: factor * _logarithms(probabilities, scaled, axis, has_log=has_log),
    )
    return step("total", result, how="log probabilities" if is_log else "probabilities")


@np.errstate(over="raise", divide="raise", invalid="raise")
def _logarithms(p: Array, scaled: Array, axis: int, *, has_log: bool) -> Array:
    """Return the logarithms; or, without the logarithm of the sum, the logits minus the sum of their exponentials."""
    return _probabilities.logarithms(p) if has_log else scaled - np.exp(scaled).sum(axis=axis, keepdims=True)


examples: list[dict[str, Any]] = [
    {"logits": [2.0, 0.5, -1.0], "temperature": 2.5},
    {"logits": [[1.0, 2.5, -0.5], [0.5, -1.0, 2.0]]},
    {"logits": [[1.0, 2.5], [0.5, -1.0], [3.0, 0.0]], "axis": 0, "temperature": 0.5},
]
