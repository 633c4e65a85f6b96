"""Question type on the number of parameters of a classification head: its solver, sentences and examples."""

from __future__ import annotations

from random import Random
from typing import Any

from checker.derivation.weights import COMMON, RARE
from checker.engine.trace import choose, convention, step
from checker.solvers._sizes import Size


def classification_head_parameters(hidden_size: Size, num_classes: Size) -> int:
    """Parameters of a linear layer from a hidden state to one score for each class.

    Formula: hidden_size·num_classes + num_classes.
    Sizes: hidden_size is the width of the hidden state (of the [CLS] token, say), num_classes the number of scores.
    Answer: a whole number of parameters.
    Source: Devlin et al. 2019, section 4.1.  Equal to PyTorch's nn.Linear(hidden_size, num_classes).

    >>> classification_head_parameters(hidden_size=768, num_classes=5)
    3845
    """
    return classification_head(hidden_size, num_classes)


def classification_head(hidden_size: int, num_classes: int, d_ff: int | None = None) -> int:
    """Return the parameters of a classification head; `d_ff` is the inner width of the model, where it is known."""
    has_biases = convention("biases", counted=1, left_out=0)
    outputs = choose("outputs", num_classes, one_less=num_classes - 1)
    bias_size = choose("bias_size", outputs, one=1, as_hidden_size=hidden_size)
    as_wide = {} if d_ff is None else {"as_feed_forward": d_ff}
    hidden = choose("hidden_layer", 0, added=hidden_size, **as_wide)
    hidden_weights, hidden_biases = hidden_size * hidden, has_biases * hidden
    weights = step(
        "weights",
        hidden_weights + (hidden or hidden_size) * outputs,
        how=[("hidden_size · hidden_size", hidden_weights), ("hidden_size · num_classes", outputs)],
        num_classes=outputs,
    )
    biases = step(
        "biases",
        hidden_biases + has_biases * bias_size,
        how=[("hidden_size", hidden_biases), ("bias", has_biases * bias_size)],
        bias=bias_size,
    )
    return step("total", weights + biases, how="weights + biases")


explain = {
    "biases.counted": "counts the biases",
    "biases.left_out": "leaves the biases out",
    "outputs.one_less": "You gave the head one output fewer than there are classes. Every class has a score.",
    "bias_size.one": "You counted a single bias. Every class has one.",
    "bias_size.as_hidden_size": "You counted a bias for each input of the head. "
    "A linear layer has one for each output.",
    "hidden_layer.added": "You counted a hidden layer before the scores. This head is a single linear layer.",
}

weights = {"biases": COMMON, "bias_size.as_hidden_size": RARE}

examples = [{"hidden_size": 768, "num_classes": 5}, {"hidden_size": 128, "num_classes": 2}]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question of this type."""
    return {"hidden_size": rng.randint(2, 4096), "num_classes": rng.randint(2, 1000)}
