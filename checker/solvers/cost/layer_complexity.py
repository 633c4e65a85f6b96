"""Question type on the growth of the cost of a layer."""

from __future__ import annotations

from typing import Any, Final, Literal

from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, reading, step, wrong
from checker.engine.values.order import AsymptoticOrder, Symbols
from checker.engine.weights import COMMON, RARE

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
_QUANTITIES: Final = {
    "operations": "the number of operations",
    "sequential_operations": "the number of operations that wait for each other",
    "path_length": "the longest path between two positions",
}


def layer_complexity(
    layer: Literal["self_attention", "restricted_self_attention", "recurrent", "convolutional", "feed_forward"],
    quantity: Literal["operations", "sequential_operations", "path_length"] = "operations",
) -> AsymptoticOrder:
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
    asked, none = _QUANTITIES[quantity], COST_SYMBOLS.number(0)

    def parts(name: str, of: str) -> tuple[AsymptoticOrder, AsymptoticOrder]:
        """Return the cost of a layer and that of its projections."""
        is_projected = has_projections and of == "operations" and name in ATTENTION
        return GROWTH[name].get(of, _ONE), _N * _D**2 if is_projected else none

    def as_other(name: str, text: str) -> Any:
        return wrong(parts(name, quantity), f"This is {asked} in {text}.")

    found = choose(
        "layer",
        parts(layer, quantity),
        as_self_attention=as_other("self_attention", "self-attention"),
        as_restricted=as_other("restricted_self_attention", "self-attention restricted to r neighbours"),
        as_recurrent=as_other("recurrent", "a recurrent layer"),
        as_convolutional=as_other("convolutional", "a convolutional layer"),
    )
    all_operations = f"This is the number of all operations. The question asks for {asked}."
    waiting = f"This is the number of operations that wait for each other. The question asks for {asked}."
    cost, projections = choose(
        "quantity",
        found,
        as_operations=wrong(parts(layer, "operations"), all_operations),
        as_sequential_operations=wrong(parts(layer, "sequential_operations"), waiting),
    )
    if quantity == "operations" and layer in ATTENTION:
        says = "You counted the projections only. Count the scores and the weighted sums as well."
        cost = choose("terms", cost, projections_only=wrong(none if projections.terms else cost, says, COMMON))
    for point, options in _factors(layer, quantity).items():
        cost *= choose(point, _ONE, **options)
    if (layer, quantity) == ("convolutional", "path_length"):
        cost = choose(
            "logarithm",
            cost,
            left_out=wrong(_N, "The logarithm is missing. With dilation each layer multiplies the reach."),
            without_base=wrong(_N.log, "The base of the logarithm is missing. A larger kernel makes the path shorter."),
            not_dilated=wrong(
                _N / _K,
                "This is the path of kernels without dilation. With dilation each layer reaches further than the last.",
            ),
        )
    how = "table 1 of Vaswani et al. 2017" + ", and n·d² of projections" * bool(projections.terms)
    if layer == "feed_forward":
        is_count = quantity == "operations"
        how = "a product with a d·d matrix at each of n positions" if is_count else "all positions at once"
    return step("total", cost + projections, how)


def _factors(layer: str, quantity: str) -> dict[str, dict[str, Any]]:
    """Return the factors that students have too often or too rarely, by choice point."""
    is_attention, asked = layer in ATTENTION, (layer, quantity)
    too_many = "Your answer has one factor n too many."
    if quantity == "sequential_operations" and layer != "recurrent":
        too_many += " All positions are computed at once."
    elif asked == ("self_attention", "path_length"):
        too_many += " Every position reaches every other one directly."
    too_few = "The length plays no part here." if GROWTH[layer][quantity] == _ONE else "A factor n is missing."
    if asked == ("convolutional", "path_length"):
        too_few = "Your answer has one factor 1/n too many."
    too_wide = too_narrow = "The width plays no part here."
    no_heads = "The number of heads plays no part here." if is_attention else "This layer has no heads."
    if quantity == "operations":
        score = " Each score is a dot product of two vectors of d numbers."
        too_wide = "Your answer has one factor d too many." + score * is_attention
        too_narrow = "A factor d is missing." + (score if is_attention else " Each of the d outputs uses all d inputs.")
        no_heads = "The heads share the width d, so their number plays no part." if is_attention else no_heads
    if quantity == "sequential_operations" and layer in {"convolutional", "restricted_self_attention"}:
        window = {"added": wrong(_R, "The size of the window plays no part here.", RARE)}
    elif layer == "convolutional":
        factor = _K if quantity == "operations" else _ONE / _K.log
        window = {"left_out": wrong(_ONE / factor, "The size of the kernel, k, is missing.")}
    elif layer == "restricted_self_attention":
        factor = _R if quantity == "operations" else _ONE / _R
        window = {"left_out": wrong(_ONE / factor, "The number of neighbours, r, is missing.")}
    else:
        window = {"added": wrong(_K, "This layer has no kernel.", RARE)}
    return {
        "length": {
            "once_too_often": wrong(_N, too_many, COMMON),
            "once_too_rarely": wrong(_ONE / _N, too_few, COMMON),
        },
        "width": {
            "once_too_often": wrong(_D, too_wide, COMMON),
            "once_too_rarely": wrong(_ONE / _D, too_narrow, COMMON),
        },
        "window": window,
        "heads": {"multiplied": wrong(_H, no_heads)},
    }


examples: list[dict[str, Any]] = [
    {"layer": layer, "quantity": quantity} for layer, costs in GROWTH.items() for quantity in costs
]
