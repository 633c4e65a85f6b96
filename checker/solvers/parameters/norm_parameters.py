"""Question type on the number of parameters of one normalisation layer: its solver, sentences and examples."""

from __future__ import annotations

from math import prod
from random import Random
from typing import Annotated, Any, Literal

from annotated_types import MaxLen, MinLen

from checker.derivation.weights import COMMON, RARE
from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, step
from checker.solvers._sizes import Size


def norm_parameters(
    norm: Literal["layer_norm", "batch_norm", "rms_norm", "group_norm"],
    num_features: Size | Annotated[list[Size], MinLen(1), MaxLen(4)],
    affine: bool = True,
) -> int:
    """Parameters of a normalisation layer: a gain and a bias for each feature; of RMSNorm only a gain.

    Formula: num_features + num_features (gains and biases); RMSNorm: num_features; 0 if not affine.
    Sizes: num_features is the number of features of layer_norm and rms_norm (or a list where they normalise over
        several axes), and of channels of batch_norm and group_norm.
    Answer: a whole number of parameters.  The running means and variances of a batch_norm are not learned: they count
        only where the convention running_statistics says so.
    Source: Ioffe and Szegedy 2015, Ba et al. 2016, Wu and He 2018, Zhang and Sennrich 2019.  Equal to PyTorch's
        nn.LayerNorm, nn.BatchNorm2d, nn.GroupNorm and nn.RMSNorm.

    >>> norm_parameters("batch_norm", num_features=64)
    128
    """
    axes = _as_list(num_features)
    if len(axes) > 1 and norm in {"batch_norm", "group_norm"}:
        raise ParameterError("num_features", f"must be one number of channels for {norm}")
    features = prod(axes)
    if len(axes) > 1:
        features = choose("axes", features, added=sum(axes), first_only=axes[0], last_only=axes[-1])
    size = choose("norm_size", features, single=1)
    is_affine = 1 if affine else choose("not_affine", 0, ignored=1)
    gains = step("gains", is_affine * size, how=[("features", is_affine)], features=size)

    if norm == "rms_norm":
        has_biases = choose("rms_norm", 0, as_layer_norm=1)
    else:
        has_biases = convention("norm_biases", counted=1, left_out=0)
    with_bias = is_affine * has_biases
    biases = step("biases", with_bias * size, how=[("features", with_bias)], features=size)
    if norm == "batch_norm":
        has_statistics = convention("running_statistics", left_out=0, counted=1)
    else:
        has_statistics = choose("statistics", 0, as_batch_norm=1)
    estimated = has_statistics * 2 * size
    estimates = step("statistics", estimated, how=[("2 · features", estimated)], features=size)
    return step("total", gains + biases + estimates, how="gains + biases + statistics")


def _as_list(sizes: int | list[int]) -> list[int]:
    """Return sizes as a list, of one entry if there is only one number."""
    return sizes if isinstance(sizes, list) else [sizes]


explain = {
    "norm_biases.counted": "counts the biases of the normalisations",
    "norm_biases.left_out": "leaves the biases of the normalisations out and counts only their gains",
    "running_statistics.counted": "counts the running means and variances",
    "running_statistics.left_out": "leaves the running means and variances out",
    "axes.added": "You added the sizes of the axes. Multiply them, as every combination has a gain and a bias.",
    "axes.added if norm_biases.left_out": "You added the sizes of the axes. "
    "Multiply them, as every combination has a gain.",
    "axes.first_only": "You counted the first axis only. The layer normalises over all the given axes.",
    "axes.last_only": "You counted the last axis only. The layer normalises over all the given axes.",
    "norm_size.single": "You counted one gain and one bias for the whole normalisation. Every feature has its own.",
    "norm_size.single if norm_biases.left_out": "You counted one gain for the whole normalisation. "
    "Every feature has its own.",
    "not_affine.ignored": "You counted gains and biases. This layer is not affine, so it learns none.",
    "not_affine.ignored if norm_biases.left_out": "You counted gains. This layer is not affine, so it learns none.",
    "rms_norm.as_layer_norm": "You counted biases for RMSNorm. Unlike LayerNorm, it learns only gains.",
    "statistics.as_batch_norm": "You counted running means and variances. Only batch normalisation keeps them.",
}

weights = {
    "norm_biases": COMMON,
    "running_statistics": COMMON,
    "rms_norm": COMMON,
    "axes.first_only": RARE,
    "statistics": RARE,
}

examples: list[dict[str, Any]] = [
    {"norm": "layer_norm", "num_features": 12288},
    {"norm": "batch_norm", "num_features": 2560},
    {"norm": "batch_norm", "num_features": 3712, "affine": False},
    {"norm": "rms_norm", "num_features": 5120},
    {"norm": "group_norm", "num_features": 6400},
    {"norm": "layer_norm", "num_features": [320, 60, 88]},
]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question of this type; some without gains and biases, some over several axes."""
    norm = rng.choice(["layer_norm", "batch_norm", "group_norm", "rms_norm"])
    parameters: dict[str, Any] = {"norm": norm, "num_features": rng.randint(1, 4096)}
    if norm in {"layer_norm", "rms_norm"} and rng.random() < 0.4:
        parameters["num_features"] = [rng.randint(1, 64) for _ in range(rng.randint(1, 4))]
    if rng.random() < 0.25:
        parameters["affine"] = False
    return parameters
