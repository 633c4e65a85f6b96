"""Question type on the cross-entropy of predictions and targets: its solver, sentences on mistakes, and examples.

`_read_scores` and `_read_targets` check the parameters and bring targets into one form.
"""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np

from checker.engine.bounds import Ge, Le
from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, reading, step, wrong
from checker.engine.weights import COMMON, RARE
from checker.solvers import _arrays as arrays
from checker.solvers._arrays import Array, Matrix, Vector
from checker.solvers._arrays import softmax as softmax_of
from checker.solvers._sizes import SizeOrNone
from checker.solvers.losses import _probabilities
from checker.solvers.losses._probabilities import MAX_EXPONENT


def cross_entropy(
    targets: SizeOrNone | Vector | Matrix,
    logits: Vector | Matrix | None = None,
    probabilities: Vector | Matrix | None = None,
    label_smoothing: Annotated[float, Ge(0), Le(1)] = 0.0,
) -> float:
    """Compute the cross-entropy loss, minus the logarithm of the true class's probability, of one or several examples.

    Formula: -Σ_c t_c log p_c, the mean over the examples; p = softmax(logits), if these are given; t is 1 for the true
        class and 0 for the others, or a distribution; with label smoothing ε it is (1 - ε) t_c + ε / C.
    Shapes: logits or probabilities (C,) of one example or (N, C); targets one class or (N,) of them, counted from 0
        or 1 (by the convention first_class, where the numbers leave it open), or rows (C,) or (N, C) of ones and zeros
        or of probabilities -> a number.  The steps are `probabilities` (from logits), `smoothed_targets` (N, C) and, of
        several examples, `losses` (N,).
    Answer: a number.
    Source: Goodfellow et al. 2016, section 6.2.2; label smoothing: Szegedy et al. 2016, section 7.  Equal to PyTorch's
        F.cross_entropy.

    >>> round(cross_entropy(logits=[[1, 2, 0], [0, 0, 3]], targets=[0, 2]), 4)
    0.7513
    """
    scores = _read_scores(logits, probabilities)
    given_targets = _read_targets(targets, scores)
    is_soft = bool((given_targets % 1.0).any())
    has_several = is_soft or label_smoothing > 0.0
    if probabilities is not None and (scores[given_targets + label_smoothing > 0.0] == 0.0).any():
        raise ParameterError("probabilities", "must be positive where the target is: the logarithm of 0 is not finite")
    twice = "You took the softmax of probabilities. Use the probabilities as they are."
    if probabilities is None:
        p = step(
            "probabilities",
            _probabilities.softmax_steps,
            scores=scores,
            across="You took the softmax over the examples.",
            competing="The classes of each example sum to 1.",
        )
        p = choose(
            "softmax",
            p,
            left_out=wrong(
                scores, "You took logarithms of the logits themselves. Softmax makes them probabilities first.", COMMON
            ),
            twice=wrong(lambda: softmax_of(p, axis=-1), twice),
        )
    else:
        p = choose("softmax", scores, twice=wrong(lambda: softmax_of(scores, axis=-1), twice))

    if p.ndim > 1 and p.shape[0] == p.shape[1]:
        p = choose("table", p, columns=wrong(p.T, "You read the table by its columns. Each example is a row."))
    every_time = wrong(
        lambda: np.eye(p.shape[-1])[np.full(p.shape[:-1], -1)],
        "You used the probability of the last class every time. Use that of the true class.",
        RARE,
    )
    t = choose(
        "target_class",
        given_targets,
        likeliest=wrong(
            lambda: (p == p.max(axis=-1, keepdims=True)).astype(np.float64),
            "You used the predicted class. All classes count, weighted by their targets."
            if is_soft
            else "You used the predicted class instead of the true one."
            if label_smoothing
            else "You used the predicted class. Use the true class.",
            COMMON,
        ),
        all_classes=wrong(
            lambda: np.ones_like(given_targets),
            "You counted the logarithms of all classes in full. Weight each class by its target."
            if has_several
            else "You added the logarithms of all classes. Only the logarithm of the target counts.",
            RARE,
        ),
        **({"last_class": every_time} if p.ndim > 1 else {}),
    )
    if label_smoothing:
        t = step(
            "smoothed_targets",
            _smoothed(t, label_smoothing, is_soft=is_soft),
            how="(1 - ε) · t + ε / C",
            t=t,
            ε=label_smoothing,
            C=t.shape[-1],
        )
    losses = _losses(p, t, is_soft=is_soft, has_several=has_several)
    if losses.ndim:
        losses = step("losses", losses, how="-Σ t · log p")
    return _reduced(losses, (t * p).sum(axis=-1), scores.shape[-1], is_soft=is_soft)


def _smoothed(t: Array, smoothing: float, *, is_soft: bool) -> Array:
    classes = t.shape[-1]
    kept = (1.0 - smoothing) * t
    return choose(
        "smoothing",
        kept + smoothing / classes,
        left_out=wrong(t, "You left out the label smoothing.", COMMON),
        over_the_others=wrong(
            lambda: kept + smoothing / (classes - 1) * (1.0 - t),
            "You gave less of ε to a class with a larger target. Spread it evenly over all classes."
            if is_soft
            else "You spread ε over the other classes. Spread it over all classes, the true one too.",
        ),
        added=wrong(
            t + smoothing / classes, "You added ε / C to each class but took nothing away. The targets still sum to 1."
        ),
        true_class_only=wrong(
            kept,
            "You took ε from the targets but gave it to no class. The targets still sum to 1."
            if is_soft
            else "You took ε from the true class but gave it to no other. The targets still sum to 1.",
        ),
        not_divided=wrong(
            kept + smoothing * (1.0 - t),
            "You did not divide ε. Divide it among the classes."
            if is_soft
            else "You gave each other class the whole ε. Divide it among the classes.",
            RARE,
        ),
    )


@np.errstate(over="raise", divide="raise", invalid="raise")
def _losses(p: Array, t: Array, *, is_soft: bool, has_several: bool) -> Array:
    surprisal = _probabilities.surprisal(p, t > 0.0)
    unit = np.log(convention("log_base", **_probabilities.BASES))
    right = (t * surprisal).sum(axis=-1)
    soft = {
        "swapped": wrong(
            lambda: -(p * np.log(t)).sum(axis=-1) / unit,
            "You swapped targets and predictions. Take the logarithm of the predictions.",
        ),
        "divergence": wrong(
            lambda: right + (t * np.log(np.where(t > 0.0, t, 1.0))).sum(axis=-1) / unit,
            "You subtracted the entropy of the targets, which gives the Kullback-Leibler divergence.",
        ),
    }
    return choose(
        "loss",
        right,
        binary=wrong(
            lambda: right - ((1.0 - t) * np.log(np.where(t < 1.0, 1.0 - p, 1.0))).sum(axis=-1) / unit,
            "You added the logarithms of 1 - p, as in binary cross-entropy. "
            "Use those of p, each weighted by its target."
            if has_several
            else "You added the logarithms of 1 - p of the other classes, as in binary cross-entropy. "
            "Only the target counts.",
        ),
        squared_error=wrong(
            lambda: ((p - t) ** 2).sum(axis=-1),
            "You used squared errors. Cross-entropy is minus the logarithm of the probability.",
            RARE,
        ),
        **(soft if is_soft else {}),
    )


@np.errstate(over="raise", divide="raise", invalid="raise")
def _reduced(losses: Array, of_targets: Array, classes: int, *, is_soft: bool) -> float:
    """Return the loss of all examples; `of_targets` is the probability of each target."""
    divisor = convention(
        "reduction",
        mean=reading(losses.size, "takes the mean over the examples", COMMON),
        sum=reading(1, "takes the sum over the examples", COMMON),
    )
    unit = np.log(convention("log_base", **_probabilities.BASES))
    others: dict[str, Any] = {}
    if losses.ndim:
        others["over_entries"] = wrong(
            lambda: losses.sum() / (losses.size * classes),
            "You divided by the number of all entries. Each example has a single loss.",
            RARE,
        )
    if losses.ndim and not is_soft:
        others["of_probabilities"] = wrong(
            lambda: -np.log(of_targets.mean()) / unit * (losses.size / divisor),
            "You averaged the probabilities before the logarithm. Take the logarithm of each of them.",
        )
    loss = choose(
        "average",
        lambda: losses.sum() / divisor,
        over_classes=wrong(
            lambda: losses.sum() / classes, "You divided by the number of classes. A class is not an example."
        ),
        **others,
    )

    def how() -> str:
        return "-Σ t · log p" if not losses.ndim else "sum(losses)" if divisor == 1 else "sum(losses) / N"

    return step("total", loss.item(), how, N=losses.size)


examples: list[dict[str, Any]] = [
    {"logits": [[2.0, 0.5, -1.0, 0.2], [0.3, 1.0, -0.4, 1.5], [0.7, 0.1, 0.6, 0.4]], "targets": [1, 2, 3]},
    {"logits": [[2.0, 0.5, -1.0], [0.3, 1.0, -0.4]], "targets": [1, 2]},
    {"logits": [1.2, 0.4, -0.7, 0.1], "targets": 1, "label_smoothing": 0.2},
    {"probabilities": [[0.5, 0.3, 0.2], [0.1, 0.3, 0.6]], "targets": [[0.7, 0.2, 0.1], [0.3, 0.3, 0.4]]},
    {"probabilities": [0.2, 0.7, 0.1], "targets": [1, 0, 0]},
    {"logits": [1.2, 0.4, -0.7], "targets": [0.6, 0.3, 0.1], "label_smoothing": 0.2},
    {"probabilities": [[0.5, 0.3, 0.2], [0.1, 0.3, 0.6], [0.25, 0.6, 0.15]], "targets": [1, 1, 2]},
]


def _read_scores(logits: Any, probabilities: Any) -> Array:
    """Return whichever of logits and probabilities is given.  Raise ParameterError unless exactly one is."""
    if logits is None and probabilities is None:
        raise ParameterError("logits", "or probabilities must be given")
    if probabilities is None:
        scores = arrays.checked("logits", logits)
        if np.abs(scores).max() > MAX_EXPONENT:
            raise ParameterError("logits", f"must lie within ±{MAX_EXPONENT}")
        return scores
    if logits is not None:
        raise ParameterError("probabilities", "and logits are given; one of the two says what is predicted")
    scores = arrays.checked("probabilities", probabilities)
    _check_distributions("probabilities", scores)
    return scores


def _read_targets(targets: Any, scores: Array) -> Array:
    """Return the targets as distributions over classes, in the shape of the predictions.

    Classes are counted by the convention `first_class`, or from 1 if only that fits.  Raise ParameterError if the
    targets do not fit the predictions.
    """
    classes = int(scores.shape[-1])
    if np.ndim(targets) == scores.ndim:
        distributions = arrays.checked("targets", targets)
        if distributions.shape != scores.shape:
            raise ParameterError(
                "targets", f"are {arrays.size_of(distributions)}, but the predictions are {arrays.size_of(scores)}"
            )
        _check_distributions("targets", distributions)
        return distributions
    numbers = np.asarray(targets, dtype=np.float64)
    if numbers.shape != scores.shape[:-1]:
        needed = "one class" if scores.ndim == 1 else f"{len(scores)} classes, one for each example"
        raise ParameterError("targets", f"must be {needed}, or distributions like the predictions")
    counted: dict[str, Any] = {str(each): reading(each, f"counts classes from {each}", COMMON) for each in (0, 1)}
    first = convention("first_class", **counted)
    if (numbers >= 1).all() and (numbers == classes).any():  # only counted from 1 is there such a class
        first = 1
    if not np.isin(numbers, np.arange(first, first + classes)).all():
        raise ParameterError("targets", f"must be classes from {first} to {first + classes - 1}")
    columns = numbers.astype(int) - first
    return np.eye(classes)[columns]


def _check_distributions(name: str, rows: Array) -> None:
    """Raise ParameterError unless each row holds probabilities that sum to 1, but for rounding."""
    if (rows < 0.0).any() or (rows > 1.0).any() or (np.abs(rows.sum(axis=-1) - 1.0) > 0.011).any():
        raise ParameterError(name, "must hold probabilities, from 0 to 1, that sum to 1 for each example")
