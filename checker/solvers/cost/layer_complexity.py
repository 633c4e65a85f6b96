"""Question type on the growth of the cost of a layer: its solver, the sentences about its mistakes, and examples."""

from __future__ import annotations

from random import Random
from typing import Any, Final, Literal, get_args

from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, reading, step, wrong
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
    has_projections = convention(
        "projections",
        left_out=reading(False, "leaves the projections to queries, keys and values out"),
        counted=reading(True, "counts the projections to queries, keys and values"),
    )
    none = COST_SYMBOLS.number(0)

    def parts(name: str, of: str) -> tuple[AsymptoticOrder, AsymptoticOrder]:
        """Return the cost of a layer and that of its projections."""
        is_projected = has_projections and of == "operations" and name in ATTENTION
        return GROWTH[name].get(of, _ONE), _N * _D**2 if is_projected else none

    asked = QUANTITIES[quantity]
    cost, projections = choose(
        "layer",
        parts(layer, quantity),
        as_self_attention=wrong(parts("self_attention", quantity), f"This is {asked} in self-attention."),
        as_restricted=wrong(
            parts("restricted_self_attention", quantity),
            f"This is {asked} in self-attention restricted to r neighbours.",
        ),
        as_recurrent=wrong(parts("recurrent", quantity), f"This is {asked} in a recurrent layer."),
        as_convolutional=wrong(parts("convolutional", quantity), f"This is {asked} in a convolutional layer."),
    )
    cost, projections = choose(
        "quantity",
        (cost, projections),
        as_operations=wrong(
            parts(layer, "operations"), f"This is the number of all operations. The question asks for {asked}."
        ),
        as_sequential_operations=wrong(
            parts(layer, "sequential_operations"),
            f"This is the number of operations that wait for each other. The question asks for {asked}.",
        ),
    )
    is_attention, counts_operations = layer in ATTENTION, quantity == "operations"
    if counts_operations and is_attention:
        says = "You counted the projections only. Count the scores and the weighted sums as well."
        only = none if projections.terms else cost
        cost = choose("terms", cost, projections_only=wrong(only, says, COMMON))
    cost *= _choose_length(layer, quantity) * _choose_width(quantity, is_attention=is_attention)
    if (layer, quantity) in WINDOWS:
        size = "The size of the kernel, k," if layer == "convolutional" else "The number of neighbours, r,"
        window = {"left_out": wrong(_ONE / WINDOWS[layer, quantity], f"{size} is missing.")}
    elif layer in WINDOWED:
        window = {"added": wrong(_R, "The size of the window plays no part here.", RARE)}
    else:
        window = {"added": wrong(_K, "This layer has no kernel.", RARE)}
    cost *= choose("window", _ONE, **window)
    no_heads = "The number of heads plays no part here." if is_attention else "This layer has no heads."
    if counts_operations and is_attention:
        no_heads = "The heads share the width d, so their number plays no part."
    cost *= choose("heads", _ONE, multiplied=wrong(_H, no_heads))
    if quantity == "path_length":
        is_dilated = layer == "convolutional"
        cost = choose(
            "logarithm",
            cost,
            left_out=wrong(
                _N if is_dilated else cost,
                "The logarithm is missing. With dilation each layer multiplies the reach.",
            ),
            without_base=wrong(
                _N.log if is_dilated else cost,
                "The base of the logarithm is missing. A larger kernel makes the path shorter.",
            ),
            not_dilated=wrong(
                _N / _K if is_dilated else cost,
                "This is the path of kernels without dilation. With dilation each layer reaches further than the last.",
            ),
        )
    how = TABLE if layer != "feed_forward" else FEED_FORWARD[quantity]
    return step("total", cost + projections, how=f"{TABLE}, and n·d² of projections" if projections.terms else how)


def _choose_length(layer: str, quantity: str) -> AsymptoticOrder:
    """Return a factor n that a student has too often or too rarely, else 1."""
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
    once_too_rarely = wrong(_ONE / _N, too_few, COMMON)
    return choose("length", _ONE, once_too_often=wrong(_N, too_many, COMMON), once_too_rarely=once_too_rarely)


def _choose_width(quantity: str, *, is_attention: bool) -> AsymptoticOrder:
    """Return a factor d that a student has too often or too rarely, else 1."""
    too_many = too_few = "The width plays no part here."
    if quantity == "operations":
        score = " Each score is a dot product of two vectors of d numbers."
        too_many = "Your answer has one factor d too many." + score * is_attention
        too_few = "A factor d is missing." + (score if is_attention else " Each of the d outputs uses all d inputs.")
    once_too_rarely = wrong(_ONE / _D, too_few, COMMON)
    return choose("width", _ONE, once_too_often=wrong(_D, too_many, COMMON), once_too_rarely=once_too_rarely)


examples: list[dict[str, Any]] = [
    {"layer": layer, "quantity": quantity}
    for layer in get_args(LayerKind)
    for quantity in get_args(CostQuantity)
    if quantity in GROWTH[layer]
]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question of this type: one of the layers and quantities."""
    return dict(rng.choice(examples))
