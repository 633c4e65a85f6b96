"""Question type on the growth of the cost of a layer: its solver, the sentences about its mistakes, and examples."""

from __future__ import annotations

from random import Random
from typing import Any, Final, Literal, get_args

from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, step
from checker.engine.values.order import AsymptoticOrder, Symbols
from checker.engine.weights import COMMON, RARE

LayerKind = Literal["self_attention", "restricted_self_attention", "recurrent", "convolutional", "feed_forward"]
CostQuantity = Literal["operations", "sequential_operations", "path_length"]

COST_SYMBOLS: Final = Symbols(
    names=("n", "k", "r", "d", "h"),
    meanings={
        "n": "the length of the sequence",
        "k": "the size of the kernel",
        "r": "the size of the neighbourhood",
        "d": "the width",
        "h": "the number of heads",
    },
    at_most={"k": "n", "r": "n", "h": "d"},
    aliases={},
)
_N, _K, _R, _D, _H = map(COST_SYMBOLS.symbol, COST_SYMBOLS.names)
_ONE: Final = COST_SYMBOLS.number(1)

GROWTH: Final[dict[str, dict[str, AsymptoticOrder]]] = {
    "self_attention": {"operations": _N**2 * _D, "sequential_operations": _ONE, "path_length": _ONE},
    "restricted_self_attention": {"operations": _R * _N * _D, "sequential_operations": _ONE, "path_length": _N / _R},
    "recurrent": {"operations": _N * _D**2, "sequential_operations": _N, "path_length": _N},
    "convolutional": {
        "operations": _K * _N * _D**2,
        "sequential_operations": _ONE,
        "path_length": _N.log / _K.log,
    },
    "feed_forward": {"operations": _N * _D**2, "sequential_operations": _ONE},
}
"""Orders of table 1 of Vaswani et al. 2017; the feed-forward layer is a convolution with a kernel of one position."""

ATTENTION: Final = ("self_attention", "restricted_self_attention")
WINDOWED: Final = ("convolutional", "restricted_self_attention")
WINDOWS: Final[dict[tuple[str, str], AsymptoticOrder]] = {
    ("restricted_self_attention", "operations"): _R,
    ("restricted_self_attention", "path_length"): _ONE / _R,
    ("convolutional", "operations"): _K,
    ("convolutional", "path_length"): _ONE / _K.log,
}
"""The factor of the window size in each order that has one."""

QUANTITIES: Final = {
    "operations": "the number of operations",
    "sequential_operations": "the number of operations that wait for each other",
    "path_length": "the longest path between two positions",
}
TABLE: Final = "table 1 of Vaswani et al. 2017"
FEED_FORWARD: Final = {
    "operations": "a product with a d·d matrix at each of n positions",
    "sequential_operations": "all positions at once",
}


def layer_complexity(layer: LayerKind, quantity: CostQuantity = "operations") -> AsymptoticOrder:
    """Return how the cost of a layer grows with the length n of the sequence and the width d of its vectors.

    Formula: operations: self-attention n²·d, restricted to r neighbours r·n·d, recurrent n·d², convolutional (dilated,
        with a kernel of k positions) k·n·d², feed-forward n·d²; where projections count, n·d² more for attention.
        Sequential operations: n where recurrent, else 1.  Longest path between two positions: self-attention 1,
        restricted n/r, recurrent n, convolutional log_k(n).
    Sizes: n is the length of the sequence, d the width of its vectors, k that of a kernel, r that of a neighbourhood,
        and h the number of heads, which share the width.
    Answer: a complexity in n, d, k and r.
    Source: Vaswani et al. 2017, table 1; feed-forward layers and projections by section 3.

    >>> str(layer_complexity(layer="self_attention"))
    'O(n²·d)'
    """
    if quantity not in GROWTH[layer]:
        raise ParameterError("quantity", "must be another: a feed-forward layer does not connect positions")
    has_projections = convention("projections", left_out=False, counted=True)
    none = COST_SYMBOLS.number(0)

    def parts(name: str, of: str) -> tuple[AsymptoticOrder, AsymptoticOrder]:
        """Return the cost of a layer and that of its projections."""
        is_projected = has_projections and of == "operations" and name in ATTENTION
        return GROWTH[name].get(of, _ONE), _N * _D**2 if is_projected else none

    cost, projections = choose(
        "layer",
        parts(layer, quantity),
        as_self_attention=parts("self_attention", quantity),
        as_restricted=parts("restricted_self_attention", quantity),
        as_recurrent=parts("recurrent", quantity),
        as_convolutional=parts("convolutional", quantity),
    )
    cost, projections = choose(
        "quantity",
        (cost, projections),
        as_operations=parts(layer, "operations"),
        as_sequential_operations=parts(layer, "sequential_operations"),
    )
    if quantity == "operations" and layer in ATTENTION:
        cost = choose("terms", cost, projections_only=none if projections.terms else cost)
    cost *= choose("length", _ONE, once_too_often=_N, once_too_rarely=_ONE / _N)
    cost *= choose("width", _ONE, once_too_often=_D, once_too_rarely=_ONE / _D)
    window = (
        {"left_out": _ONE / WINDOWS[layer, quantity]}
        if (layer, quantity) in WINDOWS
        else {"added": _R if layer in WINDOWED else _K}
    )
    cost *= choose("window", _ONE, **window)
    cost *= choose("heads", _ONE, multiplied=_H)
    if quantity == "path_length":
        is_dilated = layer == "convolutional"
        cost = choose(
            "logarithm",
            cost,
            left_out=_N if is_dilated else cost,
            without_base=_N.log if is_dilated else cost,
            not_dilated=_N / _K if is_dilated else cost,
        )
    how = TABLE if layer != "feed_forward" else FEED_FORWARD[quantity]
    return step("total", cost + projections, how=f"{TABLE}, and n·d² of projections" if projections.terms else how)


def explain(layer: str, quantity: str = "operations", **_: Any) -> dict[str, str]:
    """Return the sentences about mistakes for this layer and quantity."""
    counts_operations, is_attention = quantity == "operations", layer in ATTENTION
    cost = QUANTITIES[quantity]
    window = "The size of the kernel, k," if layer == "convolutional" else "The number of neighbours, r,"
    sentences = {
        "projections.left_out": "leaves the projections to queries, keys and values out",
        "projections.counted": "counts the projections to queries, keys and values",
        "layer.as_self_attention": f"This is {cost} in self-attention.",
        "layer.as_restricted": f"This is {cost} in self-attention restricted to r neighbours.",
        "layer.as_recurrent": f"This is {cost} in a recurrent layer.",
        "layer.as_convolutional": f"This is {cost} in a convolutional layer.",
        "quantity.as_operations": f"This is the number of all operations. The question asks for {cost}.",
        "quantity.as_sequential_operations": "This is the number of operations that wait for each other. "
        f"The question asks for {cost}.",
        "window.left_out": f"{window} is missing.",
        "window.added": "The size of the window plays no part here."
        if layer in WINDOWED
        else "This layer has no kernel.",
        "heads.multiplied": "This layer has no heads."
        if not is_attention
        else "The heads share the width d, so their number plays no part."
        if counts_operations
        else "The number of heads plays no part here.",
        "logarithm.left_out": "The logarithm is missing. With dilation each layer multiplies the reach.",
        "logarithm.without_base": "The base of the logarithm is missing. A larger kernel makes the path shorter.",
        "logarithm.not_dilated": "This is the path of kernels without dilation. "
        "With dilation each layer reaches further than the last.",
        "terms.projections_only": "You counted the projections only. Count the scores and the weighted sums as well.",
    }
    if quantity != "path_length":
        sentences = {id_: text for id_, text in sentences.items() if not id_.startswith("logarithm.")}
    if not (counts_operations and is_attention):
        del sentences["terms.projections_only"]
    return sentences | _length_sentences(layer, quantity) | _width_sentences(layer, quantity)


def _length_sentences(layer: str, quantity: str) -> dict[str, str]:
    """Return the sentences on the factor n."""
    too_many = "Your answer has one factor n too many."
    if quantity == "sequential_operations" and layer != "recurrent":
        too_many += " All positions are computed at once."
    elif (layer, quantity) == ("self_attention", "path_length"):
        too_many += " Every position reaches every other one directly."
    if (layer, quantity) == ("convolutional", "path_length"):
        too_few = "Your answer has one factor 1/n too many."
    elif GROWTH[layer][quantity] == _ONE:
        too_few = "The length plays no part here."
    else:
        too_few = "A factor n is missing."
    return {"length.once_too_often": too_many, "length.once_too_rarely": too_few}


def _width_sentences(layer: str, quantity: str) -> dict[str, str]:
    """Return the sentences on the factor d."""
    if quantity != "operations":
        return dict.fromkeys(("width.once_too_often", "width.once_too_rarely"), "The width plays no part here.")
    score = " Each score is a dot product of two vectors of d numbers."
    return {
        "width.once_too_often": "Your answer has one factor d too many." + score * (layer in ATTENTION),
        "width.once_too_rarely": "A factor d is missing."
        + (score if layer in ATTENTION else " Each of the d outputs uses all d inputs."),
    }


weights = {
    "width": COMMON,
    "length": COMMON,
    "window.added": RARE,
    "terms": COMMON,
}

examples: list[dict[str, Any]] = [
    {"layer": layer, "quantity": quantity}
    for layer in get_args(LayerKind)
    for quantity in get_args(CostQuantity)
    if quantity in GROWTH[layer]
]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question of this type: one of the layers and quantities."""
    return dict(rng.choice(examples))
