"""Question type on the floating-point operations of a whole Transformer: its solver, sentences and examples."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Annotated, Any, Literal, NamedTuple

from annotated_types import Ge, Le

from checker.derivation.weights import COMMON, RARE
from checker.engine.errors import ParameterError
from checker.engine.trace import choose, step
from checker.solvers._sizes import Size
from checker.solvers.cost import _operations as operations
from checker.solvers.cost._operations import Pass
from checker.solvers.formula_types import formula_type

Large = Annotated[int, Ge(1), Le(10**15)]
MaskKind = Literal["none", "causal"]

_LINEAR = formula_type("linear_flops")
_ATTENTION = formula_type("attention_flops")


def transformer_flops(
    num_layers: Size | None = None,
    d_model: Size | None = None,
    num_heads: Size | None = None,
    d_ff: Size | None = None,
    length: Size | None = None,
    num_kv_heads: Size | None = None,
    d_k: Size | None = None,
    d_v: Size | None = None,
    gated: bool = False,
    vocab_size: Size | None = None,
    batch_size: Size = 1,
    mask: MaskKind = "none",
    num_parameters: Large | None = None,
    num_tokens: Large | None = None,
    pass_: Pass = "forward",  # noqa: S107 - no password
) -> int:
    """Count the floating-point operations of a Transformer stack; or estimate those of any model from its parameters.

    Formula: num_layers · (attention + feed-forward), and 2·d_model·V for each position where a head predicts tokens;
        estimated: 2·N·D forward, 6·N·D in training.  A feed-forward block has 2·d_model·d_ff up (twice if gated) and
        as much down.
    Sizes: as attention_flops and feed_forward_parameters; vocab_size V in tokens (none: no head).  Or num_parameters N
        and num_tokens D: each parameter meets each token in one multiply-add.
    Answer: a whole number of FLOPs.  Embedding, norms, softmax, biases and activations are not counted.
    Source: Kaplan et al. 2020, section 2.1; Hoffmann et al. 2022, appendix F; halved under a causal mask: Dao 2023
        (FlashAttention-2), section 4.1.  Equal to PyTorch's FlopCounterMode, which does not halve.

    >>> transformer_flops(num_parameters=7_000_000_000, num_tokens=10, pass_="training")
    420000000000
    """
    required = {"num_layers": num_layers, "d_model": d_model, "num_heads": num_heads, "d_ff": d_ff, "length": length}
    if num_parameters is not None or num_tokens is not None:
        others: dict[str, Any] = {"vocab_size": vocab_size, "num_kv_heads": num_kv_heads, "d_k": d_k, "d_v": d_v}
        others |= {"gated": gated or None, "mask": None if mask == "none" else mask}
        others |= {"batch_size": None if batch_size == 1 else batch_size}
        return _estimated(num_parameters, num_tokens, required | others, pass_)
    for name, size in required.items():
        if size is None:
            raise ParameterError(name, "is needed, unless num_parameters and num_tokens are given")
    sizes = StackSizes(
        **{name: size or 0 for name, size in required.items()},
        gated=gated,
        vocab_size=vocab_size,
        heads={"num_kv_heads": num_kv_heads, "d_k": d_k, "d_v": d_v, "mask": mask},
    )
    return _stack_flops(sizes, {"batch_size": batch_size, "pass_": pass_})


class StackSizes(NamedTuple):
    """Sizes of a stack of Transformer layers, with a head that predicts tokens if `vocab_size` is given."""

    num_layers: int
    d_model: int
    num_heads: int
    d_ff: int
    length: int
    gated: bool
    vocab_size: int | None
    heads: Mapping[str, Any]
    """Further parameters of attention_flops."""


def _estimated(num_parameters: int | None, num_tokens: int | None, sizes: dict[str, Any], pass_: Pass) -> int:
    """Estimate the operations as 2 (in training 6) for each parameter and token.

    Raise ParameterError if one of the two numbers is missing, or if sizes are given too.
    """
    if num_parameters is None or num_tokens is None:
        missing = "num_parameters" if num_parameters is None else "num_tokens"
        raise ParameterError(missing, "is needed; num_parameters and num_tokens go together")
    for name, size in sizes.items():
        if size is not None:
            raise ParameterError(name, "and num_parameters are given; give the sizes or the number of parameters")
    tokens = choose("tokens", num_tokens, left_out=1, as_parameters=num_parameters)
    per_mac = operations.multiply_add()
    per_token = step("per_token", per_mac * num_parameters, "flops_per_mac · num_parameters", flops_per_mac=per_mac)
    return operations.pass_total(per_token, tokens, "per_token", pass_)


def _stack_flops(sizes: StackSizes, usage: Mapping[str, Any]) -> int:
    """Count the operations of all layers and of the head."""

    def product(name: str, in_features: int, out_features: int) -> int:
        found: int = step(name, _LINEAR, in_features=in_features, out_features=out_features, length=length, **usage)
        return found

    d_model, d_ff, length = sizes.d_model, sizes.d_ff, sizes.length
    width = choose("ffn_width", d_ff, as_d_model=d_model, four_d_model=4 * d_model)
    has_gate, has_down = choose("matrices", (int(sizes.gated), 1), one=(0, 0), two=(0, 1), three=(1, 1))
    attention_: int = step(
        "attention",
        _ATTENTION,
        d_model=d_model,
        num_heads=sizes.num_heads,
        length=length,
        **sizes.heads,
        **usage,
    )
    up = product("up", d_model, width)
    gate = product("gate", d_model, has_gate * width)
    down = product("down", width, has_down * d_model)
    feed_forward = step("feed_forward", up + gate + down, [("up", up), ("gate", gate), ("down", down)])
    feed_forward = choose("feed_forward", feed_forward, left_out=0)
    attention_ = choose("attention", attention_, left_out=0)
    layer = step("layer", attention_ + feed_forward, [("attention", attention_), ("feed_forward", feed_forward)])
    num_layers = sizes.num_layers
    layers = choose("layers", num_layers, left_out=1, one_less=num_layers - 1, one_more=num_layers + 1)
    stack = step("layers", layers * layer, "num_layers · layer", num_layers=layers)
    heads = choose("head", 1, left_out=0, counted_twice=2)
    head = product("head", d_model, heads * (sizes.vocab_size or 0))
    return step("total", stack + head, [("layers", stack), ("head", head)])


_EXPLAIN = {
    "tokens.left_out": "You left out the number of tokens. Every token goes through the parameters.",
    "tokens.as_parameters": "You used the number of parameters twice. Multiply it by the number of tokens.",
    "ffn_width.as_d_model": "You used the model width instead of the feed-forward width.",
    "ffn_width.four_d_model": "You used four times the model width as the feed-forward width. "
    "The question gives another one.",
    "matrices.one": "You counted one matrix product of the feed-forward block. "
    "It has one up to its inner width and one back down.",
    "matrices.two": "You left out the gate. A gated feed-forward block has a third product, as large as the first.",
    "matrices.three": "You counted three products in the feed-forward block. Only a gated one has a third.",
    "feed_forward.left_out": "You left out the feed-forward blocks. Every layer has one after its attention.",
    "attention.left_out": "You left out the attention. Every layer has one before its feed-forward block.",
    "layers.left_out": "You counted one layer. Multiply by the number of layers.",
    "layers.one_less": "You counted one layer too few.",
    "layers.one_more": "You counted one layer too many.",
    "head.left_out": "You left out the output layer. Its product with the vocabulary matrix counts as well.",
    "head.counted_twice": "You also counted a product for the embeddings. They are only looked up, without a product.",
}


def explain(**sizes: Any) -> dict[str, str]:
    """Return the sentences about mistakes, also those of the attention."""
    of_attention = _ATTENTION.explain(sizes)
    return {id_: text for id_, text in of_attention.items() if "keys.as_queries" not in id_} | _EXPLAIN


weights = {id_: weight for id_, weight in _ATTENTION.weights.items() if "keys.as_queries" not in id_} | {
    "tokens": COMMON,
    "tokens.as_parameters": RARE,
    "ffn_width": COMMON,
    "matrices": COMMON,
    "matrices.three": RARE,
    "layers": COMMON,
    "layers.one_less": RARE,
    "layers.one_more": RARE,
    "head": COMMON,
    "attention.left_out": RARE,
}

examples = [
    {"num_layers": 6, "d_model": 512, "num_heads": 8, "d_ff": 2050, "length": 100, "vocab_size": 30000},
    {
        "num_layers": 5,
        "d_model": 96,
        "num_heads": 6,
        "d_k": 20,
        "d_v": 28,
        "num_kv_heads": 2,
        "d_ff": 250,
        "gated": True,
        "length": 40,
        "batch_size": 3,
        "mask": "causal",
        "pass": "training",
    },
    {"num_parameters": 7_000_000_000, "num_tokens": 1_400_000_000_000, "pass": "training"},
    {"num_parameters": 125_000_000, "num_tokens": 512},
]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question of this type: sizes of a stack, or a number of parameters and tokens."""
    if rng.random() < 0.3:
        given = {"num_parameters": rng.randint(1000, 10**9), "num_tokens": rng.choice([1, rng.randint(2, 10**9)])}
        return given | {"pass": rng.choice(["forward", "training"])}
    parameters = _ATTENTION.draw(rng)
    parameters.pop("num_keys", None)
    parameters |= {"num_layers": rng.randint(1, 32), "d_ff": rng.randint(4, 4096), "gated": rng.random() < 0.3}
    if rng.random() < 0.5:
        parameters["vocab_size"] = rng.randint(1, 100_000)
    return parameters
