"""Parameters of one position-wise feed-forward block."""

from __future__ import annotations

from random import Random
from typing import Any

from checker.engine.trace import choose, convention, step
from checker.solvers._shared.sizes import Size


def feed_forward_parameters(d_model: Size, d_ff: Size, gated: bool = False) -> int:
    """Parameters of a feed-forward block: up to the hidden width d_ff and down again, with a gate beside it if gated.

    Formula: d_model·d_ff + d_ff·d_model (the first twice if gated), and one bias for each column of a matrix.
    Sizes: d_model and d_ff are widths in numbers per position.
    Answer: a whole number of parameters.
    Source: Vaswani et al. 2017, section 3.3; gated (SwiGLU): Shazeer 2020.  Equal to PyTorch's nn.Linear layers.

    >>> feed_forward_parameters(d_model=200, d_ff=200)
    80400
    """
    convention("biases", counted=1, left_out=0)
    counted = convention("ffn_biases", follows="biases", counted=1, left_out=0)
    width = choose("ffn_width", d_ff, as_d_model=d_model, four_d_model=4 * d_model)
    has_gate, has_down = choose("matrices", (int(gated), 1), one=(0, 0), two=(0, 1), three=(1, 1))
    up_bias, down_bias = choose(
        "bias_sizes", (width, d_model), inner_only=(width, 0), both_inner=(width, width), both_outer=(d_model, d_model)
    )

    def matrix(name: str, exists: int, how: str, bias: int) -> int:
        """One matrix of d_model · d_ff numbers, with its biases."""
        biases = exists * counted * bias
        terms = [(how, exists), ("biases", biases)]
        return step(name, exists * d_model * width + biases, terms, d_ff=width, biases=biases)

    up = matrix("up", 1, "d_model · d_ff", up_bias)
    gate = matrix("gate", has_gate, "d_model · d_ff", up_bias)
    down = matrix("down", has_down, "d_ff · d_model", down_bias)
    return step("total", up + gate + down, how="up + gate + down")


explain = {
    "biases.counted": "counts the biases",
    "biases.left_out": "leaves the biases out",
    "ffn_biases.counted": "counts the biases of the feed-forward block",
    "ffn_biases.left_out": "leaves the biases of the feed-forward block out",
    "ffn_width.as_d_model": "You used d_model where the hidden width d_ff is needed.",
    "ffn_width.four_d_model": "You took 4·d_model as the hidden width; here d_ff is given.",
    "matrices.one": "You counted one matrix of the feed-forward block; one goes up to d_ff and one down again.",
    "matrices.two": "You left the gate out; a gated feed-forward block has a third matrix, as large as the first.",
    "matrices.three": "You counted three matrices in the feed-forward block; only a gated one has a third.",
    "bias_sizes.inner_only": "You counted only the inner bias (d_ff) of the feed-forward block; "
    "the second matrix has one too, of size d_model.",
    "bias_sizes.both_inner": "You gave both biases of the feed-forward block the size d_ff; the second has d_model.",
    "bias_sizes.both_outer": "You gave both biases of the feed-forward block the size d_model; the first has d_ff.",
}

weights = {"biases": 4, "matrices": 4, "ffn_width": 4, "bias_sizes": 1}

examples = [{"d_model": 512, "d_ff": 2048}, {"d_model": 64, "d_ff": 120}, {"d_model": 64, "d_ff": 172, "gated": True}]


def draw(rng: Random) -> dict[str, Any]:
    """Valid random parameters."""
    return {"d_model": rng.randint(4, 1024), "d_ff": rng.randint(4, 4096), "gated": rng.random() < 0.3}
