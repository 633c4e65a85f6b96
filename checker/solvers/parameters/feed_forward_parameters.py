"""Question type on the number of parameters of one feed-forward block: its solver, sentences and examples.

`biases` reads the conventions on biases, also for attention blocks.
"""

from __future__ import annotations

from random import Random
from typing import Any

from checker.derivation.weights import COMMON, RARE
from checker.engine.trace import choose, convention, step
from checker.solvers._sizes import Size


def feed_forward_parameters(d_model: Size, d_ff: Size, gated: bool = False) -> int:
    """Parameters of a feed-forward block: up to the feed-forward width d_ff and down again, with a gate if gated.

    Formula: d_model·d_ff + d_ff·d_model (the first twice if gated), and one bias for each column of a matrix.
    Sizes: d_model and d_ff are widths in numbers per position.
    Answer: a whole number of parameters.
    Source: Vaswani et al. 2017, section 3.3; gated (SwiGLU): Shazeer 2020.  Equal to PyTorch's nn.Linear layers.

    >>> feed_forward_parameters(d_model=200, d_ff=200)
    80400
    """
    (has_biases,) = biases("ffn_biases")
    width = choose("ffn_width", d_ff, as_d_model=d_model, four_d_model=4 * d_model)
    has_gate, has_down = choose("matrices", (int(gated), 1), one=(0, 0), two=(0, 1), three=(1, 1))
    up_bias, down_bias = choose(
        "bias_sizes", (width, d_model), inner_only=(width, 0), both_inner=(width, width), both_outer=(d_model, d_model)
    )

    def matrix(name: str, exists: int, how: str, bias: int) -> int:
        """Return the parameters of one matrix of d_model · d_ff numbers, with its biases."""
        bias *= exists * has_biases
        return step(name, exists * d_model * width + bias, [(how, exists), ("biases", bias)], d_ff=width, biases=bias)

    up = matrix("up", 1, "d_model · d_ff", up_bias)
    gate = matrix("gate", has_gate, "d_model · d_ff", up_bias)
    down = matrix("down", has_down, "d_ff · d_model", down_bias)
    return step("total", up + gate + down, how="up + gate + down")


explain = {
    "biases.counted": "counts the biases",
    "biases.left_out": "leaves the biases out",
    "ffn_biases.counted": "counts the biases of the feed-forward block",
    "ffn_biases.left_out": "leaves the biases of the feed-forward block out",
    "ffn_width.as_d_model": "You used the model width in place of the feed-forward width.",
    "ffn_width.four_d_model": "You used four times the model width. Here the feed-forward width is given.",
    "matrices.one": "You counted one matrix of the feed-forward block. "
    "One leads to the feed-forward width, another leads back.",
    "matrices.two": "You left out the gate. A gated feed-forward block has a third matrix, as large as the first.",
    "matrices.three": "You counted three matrices in the feed-forward block. Only a gated one has a third.",
    "bias_sizes.inner_only": "You left out the last bias of the feed-forward block. It has the model width.",
    "bias_sizes.both_inner": "You gave all biases of the feed-forward block the feed-forward width. "
    "The last one has the model width.",
    "bias_sizes.both_outer": "You gave all biases of the feed-forward block the model width. Only the last one has it.",
}

weights = {"biases": COMMON, "matrices": COMMON, "ffn_width": COMMON, "bias_sizes": RARE}

examples = [{"d_model": 512, "d_ff": 2048}, {"d_model": 64, "d_ff": 120}, {"d_model": 64, "d_ff": 172, "gated": True}]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question of this type."""
    return {"d_model": rng.randint(4, 1024), "d_ff": rng.randint(4, 4096), "gated": rng.random() < 0.3}


def biases(*kinds: str) -> list[int]:
    """Return, for each kind of biases, 1 if they count and 0 if not, by convention or for the student of this run.

    A kind that the problem does not declare has the value of the convention `biases`.
    """
    leaders = {"biases": None} | dict.fromkeys(kinds, "biases")
    counted = [convention(kind, follows=leader, counted=1, left_out=0) for kind, leader in leaders.items()]
    return counted[1:]
