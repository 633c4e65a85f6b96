"""Question type on the perplexity of a language model: its solver, the sentences about its mistakes, and examples."""

from __future__ import annotations

from math import e, log
from typing import Annotated, Any

import numpy as np

from checker.engine.bounds import Ge, Le
from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, step, wrong
from checker.engine.weights import COMMON, RARE
from checker.solvers import _arrays as arrays
from checker.solvers._arrays import Vector
from checker.solvers.losses import _probabilities
from checker.solvers.losses._probabilities import MAX_EXPONENT


def perplexity(
    probabilities: Vector | None = None,
    mean_cross_entropy: Annotated[float, Ge(0), Le(MAX_EXPONENT)] | None = None,
) -> float:
    """Compute perplexity: the (geometric) average number of equally likely tokens among which a model hesitates.

    Formula: base^H, with the mean cross-entropy H = -1/N Σ log p_i, its logarithm to the same base (convention
        log_base): e^H of an H in nats, 2^H of one in bits.
    Shapes: probabilities p (N,) that the model gave to the actual tokens -> a number; or H itself.  The
        steps are `losses` (N,) and `mean_cross_entropy`, where probabilities are given.
    Answer: a number, 1 or more.
    Source: Jelinek et al. 1977; Jurafsky and Martin, Speech and Language Processing, section 3.3.

    >>> round(perplexity(probabilities=[0.5, 0.125]), 4), round(perplexity(mean_cross_entropy=2), 4)
    (4.0, 7.3891)
    """
    if probabilities is None and mean_cross_entropy is None:
        raise ParameterError("probabilities", "or mean_cross_entropy must be given")
    if probabilities is not None and mean_cross_entropy is not None:
        raise ParameterError("mean_cross_entropy", "and probabilities are given; one of the two is enough")
    base = convention("log_base", **_probabilities.BASES)
    entropy, other = float(mean_cross_entropy or 0.0), dict[str, Any]()
    if probabilities is not None:
        entropy = _mean_cross_entropy(probabilities, base)
        other["other_base"] = wrong(
            lambda: (2.0 if base != 2.0 else e) ** entropy,
            "You used one base for the power and another for the logarithms. Use the same base.",
            COMMON,
        )
    result = choose(
        "power",
        lambda: base**entropy,
        left_out=wrong(entropy, "You gave the cross-entropy itself. Perplexity is its exponential.", COMMON),
        inverted=wrong(lambda: base**-entropy, "You gave the reciprocal. A perplexity is never below 1."),
        base_10=wrong(
            lambda: 10.0**entropy, "You raised 10 to the cross-entropy. Its logarithms have another base.", RARE
        ),
        logarithm=wrong(
            lambda: log(entropy), "You took the logarithm of the cross-entropy. Perplexity is its exponential.", RARE
        ),
        **other,
    )
    return step("total", result, how="2^mean_cross_entropy" if base == 2.0 else "e^mean_cross_entropy")


@np.errstate(over="raise", divide="raise", invalid="raise")
def _mean_cross_entropy(probabilities: Any, base: float) -> float:
    """Return the mean cross-entropy of the tokens, right or as the student of this run has it; record its steps.

    Raise ParameterError for numbers that are no probabilities above 0.
    """
    p = arrays.checked("probabilities", probabilities)
    if p.ndim != 1 or (p <= 0.0).any() or (p > 1.0).any():
        raise ParameterError("probabilities", "must be above 0 and at most 1")
    losses = step("losses", _probabilities.surprisal(p), how="-log2(p)" if base == 2.0 else "-ln(p)", p=p)
    number = len(losses)
    mean = choose(
        "average",
        lambda: losses.sum() / number,
        left_out=wrong(losses.sum(), "You added the cross-entropy of the tokens. Perplexity uses their mean.", COMMON),
        one_token_less=wrong(
            lambda: losses.sum() / (number - 1.0), "You divided by one less than the number of tokens."
        ),
        one_token_more=wrong(
            lambda: losses.sum() / (number + 1.0), "You divided by one more than the number of tokens.", RARE
        ),
        of_probabilities=wrong(
            lambda: -np.log(p.mean()) / np.log(base),
            "You averaged the probabilities themselves. Average their logarithms.",
        ),
        of_reciprocals=wrong(
            lambda: np.log((1.0 / p).mean()) / np.log(base),
            "You averaged the reciprocals of the probabilities. Average the logarithms.",
            RARE,
        ),
    )
    return step("mean_cross_entropy", float(mean), how="sum(losses) / N", N=number)


examples: list[dict[str, Any]] = [
    {"probabilities": [0.5, 0.1, 0.25, 0.4]},
    {"mean_cross_entropy": 3.2},
    {"probabilities": [0.3, 0.05, 0.6]},
]
