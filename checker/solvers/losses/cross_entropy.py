"""Question type on the cross-entropy of predictions and targets: its solver, sentences on mistakes, and examples.

`read_scores` and `read_targets` check the parameters and bring targets into one form.
"""

from __future__ import annotations

from random import Random
from typing import Annotated, Any

import numpy as np
from annotated_types import Ge, Le

from checker.derivation.weights import COMMON, RARE
from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, step
from checker.solvers import _arrays as arrays
from checker.solvers._arrays import Array, Matrix, Vector
from checker.solvers._arrays import softmax as softmax_of
from checker.solvers._sizes import SizeOrNone
from checker.solvers.losses import _softmax, _surprisal
from checker.solvers.losses._surprisal import MAX_EXPONENT, vector_or_matrix


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
    scores = read_scores(logits, probabilities)
    given_targets = read_targets(targets, scores)
    is_soft = _is_soft(given_targets)
    if probabilities is not None and (scores[given_targets + label_smoothing > 0.0] == 0.0).any():
        raise ParameterError("probabilities", "must be positive where the target is: the logarithm of 0 is not finite")
    if probabilities is None:
        p = step("probabilities", _softmax.softmax_steps, scores=scores)
        p = choose("softmax", p, left_out=scores, twice=lambda: softmax_of(p, axis=-1))
    else:
        p = choose("softmax", scores, twice=lambda: softmax_of(scores, axis=-1))

    if p.ndim > 1 and p.shape[0] == p.shape[1]:
        p = choose("table", p, columns=p.T)
    every_time = {"last_class": lambda: np.eye(p.shape[-1])[np.full(p.shape[:-1], -1)]} if p.ndim > 1 else {}
    t = choose(
        "target_class",
        given_targets,
        likeliest=lambda: (p == p.max(axis=-1, keepdims=True)).astype(np.float64),
        all_classes=lambda: np.ones_like(given_targets),
        **every_time,
    )
    if label_smoothing:
        t = step(
            "smoothed_targets",
            _smoothed(t, label_smoothing),
            how="(1 - ε) · t + ε / C",
            t=t,
            ε=label_smoothing,
            C=t.shape[-1],
        )
    losses = _losses(p, t, is_soft=is_soft)
    if losses.ndim:
        losses = step("losses", losses, how="-Σ t · log p")
    return _reduced(losses, (t * p).sum(axis=-1), scores.shape[-1], is_soft=is_soft)


def _is_soft(targets: Any) -> bool:
    """Return whether a target gives probabilities between 0 and 1 to several classes, and not all to one."""
    return bool((np.asarray(targets, dtype=np.float64) % 1.0).any())


def _smoothed(t: Array, smoothing: float) -> Array:
    """Spread a part of the target over all classes."""
    classes = t.shape[-1]
    kept = (1.0 - smoothing) * t
    return choose(
        "smoothing",
        kept + smoothing / classes,
        left_out=t,
        over_the_others=lambda: kept + smoothing / (classes - 1) * (1.0 - t),
        added=t + smoothing / classes,
        true_class_only=kept,
        not_divided=kept + smoothing * (1.0 - t),
    )


@np.errstate(over="raise", divide="raise", invalid="raise")
def _losses(p: Array, t: Array, *, is_soft: bool) -> Array:
    """Return the loss of each example."""
    surprisal = _surprisal.surprisal(p, t > 0.0)
    unit = np.log(convention("log_base", **_surprisal.BASES))
    right = (t * surprisal).sum(axis=-1)
    soft = {
        "swapped": lambda: -(p * np.log(t)).sum(axis=-1) / unit,
        "divergence": lambda: right + (t * np.log(np.where(t > 0.0, t, 1.0))).sum(axis=-1) / unit,
    }
    losses: Array = choose(
        "loss",
        right,
        binary=lambda: right - ((1.0 - t) * np.log(np.where(t < 1.0, 1.0 - p, 1.0))).sum(axis=-1) / unit,
        squared_error=lambda: ((p - t) ** 2).sum(axis=-1),
        **(soft if is_soft else {}),
    )
    return losses


@np.errstate(over="raise", divide="raise", invalid="raise")
def _reduced(losses: Array, of_targets: Array, classes: int, *, is_soft: bool) -> float:
    """Return the loss of all examples; `of_targets` is the probability of each target."""
    divisor: int = convention("reduction", mean=losses.size, sum=1)
    unit = np.log(convention("log_base", **_surprisal.BASES))
    others: dict[str, Any] = {}
    if losses.ndim:
        others["over_entries"] = lambda: losses.sum() / (losses.size * classes)
    if losses.ndim and not is_soft:
        others["of_probabilities"] = lambda: -np.log(of_targets.mean()) / unit * (losses.size / divisor)
    loss = choose(
        "average",
        lambda: losses.sum() / divisor,
        over_classes=lambda: losses.sum() / classes,
        **others,
    )

    def how() -> str:
        return "-Σ t · log p" if not losses.ndim else "sum(losses)" if divisor == 1 else "sum(losses) / N"

    total: float = step("total", loss.item(), how, N=losses.size)
    return total


_sentences = (
    _softmax.explain
    | _surprisal.explain
    | {
        "first_class.0": "counts classes from 0",
        "first_class.1": "counts classes from 1",
        "reduction.mean": "takes the mean over the examples",
        "reduction.sum": "takes the sum over the examples",
        "sum_over.other_axis": "You took the softmax over the examples. The classes of each example sum to 1.",
        "softmax.left_out": "You took logarithms of the logits themselves. Softmax makes them probabilities first.",
        "table.columns": "You read the table by its columns. Each example is a row.",
        "softmax.twice": "You took the softmax of probabilities. Use the probabilities as they are.",
        "target_class.last_class": "You used the probability of the last class every time. Use that of the true class.",
        "target_class.likeliest": "You used the predicted class. Use the true class.",
        "target_class.all_classes": "You added the logarithms of all classes. Only the logarithm of the target counts.",
        "smoothing.left_out": "You left out the label smoothing.",
        "smoothing.over_the_others": "You spread ε over the other classes. "
        "Spread it over all classes, the true one too.",
        "smoothing.added": "You added ε / C to each class but took nothing away. The targets still sum to 1.",
        "smoothing.true_class_only": "You took ε from the true class but gave it to no other. "
        "The targets still sum to 1.",
        "smoothing.not_divided": "You gave each other class the whole ε. Divide it among the classes.",
        "loss.binary": "You added the logarithms of 1 - p of the other classes, as in binary cross-entropy. "
        "Only the target counts.",
        "loss.squared_error": "You used squared errors. Cross-entropy is minus the logarithm of the probability.",
        "loss.swapped": "You swapped targets and predictions. Take the logarithm of the predictions.",
        "loss.divergence": "You subtracted the entropy of the targets, which gives the Kullback-Leibler divergence.",
        "average.over_classes": "You divided by the number of classes. A class is not an example.",
        "average.over_entries": "You divided by the number of all entries. Each example has a single loss.",
        "average.of_probabilities": "You averaged the probabilities before the logarithm. "
        "Take the logarithm of each of them.",
    }
)

_of_several_classes = {
    "target_class.likeliest": "You used the predicted class instead of the true one.",
    "target_class.all_classes": "You counted the logarithms of all classes in full. Weight each class by its target.",
    "loss.binary": "You added the logarithms of 1 - p, as in binary cross-entropy. "
    "Use those of p, each weighted by its target.",
}

_of_distributions = _of_several_classes | {
    "target_class.likeliest": "You used the predicted class. All classes count, weighted by their targets.",
    "smoothing.over_the_others": "You gave less of ε to a class with a larger target. "
    "Spread it evenly over all classes.",
    "smoothing.true_class_only": "You took ε from the targets but gave it to no class. The targets still sum to 1.",
    "smoothing.not_divided": "You did not divide ε. Divide it among the classes.",
}


def explain(targets: Any, label_smoothing: float = 0.0, **_: Any) -> dict[str, str]:
    """Return the sentences about mistakes, for targets of one class or of several."""
    special = _of_distributions if _is_soft(targets) else _of_several_classes if label_smoothing else {}
    return _sentences | special


weights = (
    _softmax.weights
    | _surprisal.weights
    | {
        "first_class": COMMON,
        "reduction": COMMON,
        "softmax.left_out": COMMON,
        "target_class.likeliest": COMMON,
        "target_class.all_classes": RARE,
        "target_class.last_class": RARE,
        "smoothing.left_out": COMMON,
        "smoothing.not_divided": RARE,
        "loss.squared_error": RARE,
        "average.over_entries": RARE,
    }
)

may_fail = _softmax.may_fail | {"softmax.left_out"}  # a score below 0 has no logarithm

examples: list[dict[str, Any]] = [
    {"logits": [[2.0, 0.5, -1.0, 0.2], [0.3, 1.0, -0.4, 1.5], [0.7, 0.1, 0.6, 0.4]], "targets": [1, 2, 3]},
    {"logits": [[2.0, 0.5, -1.0], [0.3, 1.0, -0.4]], "targets": [1, 2]},
    {"logits": [1.2, 0.4, -0.7, 0.1], "targets": 1, "label_smoothing": 0.2},
    {"probabilities": [[0.5, 0.3, 0.2], [0.1, 0.3, 0.6]], "targets": [[0.7, 0.2, 0.1], [0.3, 0.3, 0.4]]},
    {"probabilities": [0.2, 0.7, 0.1], "targets": [1, 0, 0]},
    {"probabilities": [[0.5, 0.3, 0.2], [0.1, 0.3, 0.6], [0.25, 0.6, 0.15]], "targets": [1, 1, 2]},
]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question: one example or several, with classes or distributions."""
    classes, examples_ = rng.randint(2, 5), rng.choice([None, 1, 2, 3, 4])
    spread = rng.choice([1.5, 3.0, 3.0, 20.0])
    is_logits = rng.random() < 0.6
    kind = rng.choice(["classes", "classes", "one_hot", "soft"])

    def distribution() -> list[float]:
        """Draw tenths that sum to 1, none of them 0."""
        cuts = sorted(rng.sample(range(1, 10), classes - 1))
        return [(high - low) / 10 for low, high in zip([0, *cuts], [*cuts, 10], strict=True)]

    def example() -> tuple[list[float], Any]:
        """Draw the scores and the target of one example."""
        scores = [round(rng.uniform(-spread, spread), 1) for _ in range(classes)] if is_logits else distribution()
        target = rng.randrange(classes)
        one_hot = [int(each == target) for each in range(classes)]
        return scores, {"classes": target, "one_hot": one_hot, "soft": distribution()}[kind]

    rows = [example() for _ in range(examples_ or 1)]
    scores: Any = [row for row, _ in rows]
    targets: Any = [target for _, target in rows]
    if examples_ is None:
        scores, targets = scores[0], targets[0]
    question = {"logits" if is_logits else "probabilities": scores, "targets": targets}
    if rng.random() < 0.4:
        question["label_smoothing"] = rng.choice([0.05, 0.1, 0.2, 0.3])
    return question


FIRST_CLASS: dict[str, Any] = {"0": 0, "1": 1}

MAX_SUM_ERROR = 0.011
"""Maximum distance of a sum of rounded probabilities from 1."""


def read_scores(logits: Any, probabilities: Any) -> Array:
    """Return whichever of logits and probabilities is given.  Raise ParameterError unless exactly one is."""
    if logits is None and probabilities is None:
        raise ParameterError("logits", "or probabilities must be given")
    if probabilities is None:
        scores = vector_or_matrix("logits", logits)
        if np.abs(scores).max() > MAX_EXPONENT:
            raise ParameterError("logits", f"must lie within ±{MAX_EXPONENT}")
        return scores
    if logits is not None:
        raise ParameterError("probabilities", "and logits are given; one of the two says what is predicted")
    scores = vector_or_matrix("probabilities", probabilities)
    _check_distributions("probabilities", scores)
    return scores


def read_targets(targets: Any, scores: Array) -> Array:
    """Return the targets as distributions over classes, in the shape of the predictions.

    Classes are counted by the convention `first_class`, or from 1 if only that fits.  Raise ParameterError if the
    targets do not fit the predictions.
    """
    classes = int(scores.shape[-1])
    if np.ndim(targets) == scores.ndim:
        distributions = vector_or_matrix("targets", targets)
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
    first: int = convention("first_class", **FIRST_CLASS)
    if (numbers >= 1).all() and (numbers == classes).any():  # only counted from 1 is there such a class
        first = 1
    if not np.isin(numbers, np.arange(first, first + classes)).all():
        raise ParameterError("targets", f"must be classes from {first} to {first + classes - 1}")
    columns = numbers.astype(int) - first
    one_hot: Array = np.eye(classes)[columns]
    return one_hot


def _check_distributions(name: str, rows: Array) -> None:
    """Raise ParameterError unless each row holds probabilities that sum to 1."""
    if (rows < 0.0).any() or (rows > 1.0).any() or (np.abs(rows.sum(axis=-1) - 1.0) > MAX_SUM_ERROR).any():
        raise ParameterError(name, "must hold probabilities, from 0 to 1, that sum to 1 for each example")
