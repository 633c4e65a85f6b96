"""How the cost of a layer grows."""

from __future__ import annotations

from random import Random
from typing import Any, Final, Literal, get_args

from checker.errors import ParameterError
from checker.growth import Growth, Symbols
from checker.trace import choose, convention, step

Layer = Literal["self_attention", "restricted_self_attention", "recurrent", "convolutional", "feed_forward"]
Quantity = Literal["operations", "sequential_operations", "path_length"]

SYMBOLS: Final = Symbols(
    names=("n", "k", "r", "d", "h"),
    meanings={
        "n": "the length of the sequence",
        "k": "the size of the kernel",
        "r": "the size of the neighbourhood",
        "d": "the width",
        "h": "the number of heads",
    },
    at_most={"k": "n", "r": "n"},
    aliases={},
)
_N, _K, _R, _D, _H = map(SYMBOLS.symbol, SYMBOLS.names)
_ONE: Final = SYMBOLS.number(1)

GROWTH: Final[dict[str, dict[str, Growth]]] = {
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
"""Table 1 of Vaswani et al. 2017; the feed-forward layer is a convolution with a kernel of one position."""


def layer_complexity(layer: Layer, quantity: Quantity = "operations") -> Growth:
    """How a layer's cost grows with the length n of the sequence and the width d of its vectors.

    Formula: operations: self-attention n²·d, restricted to r neighbours r·n·d, recurrent n·d², convolutional (dilated,
        with a kernel of k positions) k·n·d², feed-forward n·d².  Sequential operations: n where recurrent, else 1.
        Longest path between two positions: self-attention 1, restricted n/r, recurrent n, convolutional log_k(n).
    Sizes: n is the length of the sequence, d the width of its vectors, k that of a kernel, r that of a neighbourhood,
        and h the number of heads, which share the width.
    Answer: a complexity in n, d, k and r.
    Source: Vaswani et al. 2017, table 1.

    >>> str(layer_complexity(layer="self_attention"))
    'O(n²·d)'
    """
    if quantity not in GROWTH[layer]:
        raise ParameterError("quantity", "must be another: a feed-forward layer leads from no position to another")
    has_projections = convention("projections", left_out=False, counted=True)
    of_layers = {name: growths.get(quantity, _ONE) for name, growths in GROWTH.items()}
    is_mixing = quantity == "operations" and layer in {"self_attention", "restricted_self_attention"}
    projections = _N * _D**2 if has_projections and is_mixing else SYMBOLS.number(0)
    cost = choose(
        "layer",
        of_layers[layer],
        as_self_attention=of_layers["self_attention"],
        as_restricted=of_layers["restricted_self_attention"],
        as_recurrent=of_layers["recurrent"],
        as_convolutional=of_layers["convolutional"],
    )
    cost = choose(
        "quantity",
        cost,
        as_operations=GROWTH[layer]["operations"],
        as_sequential_operations=GROWTH[layer]["sequential_operations"],
    )
    cost *= choose("length", _ONE, once_too_often=_N, once_too_rarely=_ONE / _N)
    cost *= choose("width", _ONE, once_too_often=_D, once_too_rarely=_ONE / _D)
    window = _R if layer == "restricted_self_attention" else _K
    has_window = _enters(window, of_layers[layer])
    cost *= choose("window", _ONE, left_out=_ONE / window if has_window else _ONE, added=_ONE if has_window else _K)
    cost *= choose("heads", _ONE, multiplied=_H)
    if quantity == "path_length":
        cost = choose("logarithm", cost, forgotten=_N if layer == "convolutional" else cost)
    return step("total", cost + projections, how="table 1 of Vaswani et al. 2017")


def _enters(symbol: Growth, growth: Growth) -> bool:
    (exponents,) = symbol.terms
    place = exponents.index(1)
    return any(term[place] for term in growth.terms)


def explain(layer: str, quantity: str = "operations", **_: Any) -> dict[str, str]:
    """What to say, by layer and by what is asked."""
    asked = {
        "operations": "the number of operations",
        "sequential_operations": "how many operations have to wait for each other",
        "path_length": "the longest path between two positions",
    }[quantity]
    width = {
        "self_attention": "You have d² where the width enters once: each of the n·n scores is a product of d numbers.",
        "restricted_self_attention": "You have d² where the width enters once: each score is a product of d numbers.",
    }
    rarely = "The width enters twice: each of the d outputs looks at all d inputs."
    length = (
        "Every position meets every other one; count both." if layer == "self_attention" else "The length is missing."
    )
    said = {
        "projections.left_out": "leaves the projections to queries, keys and values out",
        "projections.counted": "counts the projections to queries, keys and values",
        "layer.as_self_attention": f"That is {asked} of self-attention.",
        "layer.as_restricted": f"That is {asked} of self-attention that is restricted to r neighbours.",
        "layer.as_recurrent": f"That is {asked} of a recurrent layer.",
        "layer.as_convolutional": f"That is {asked} of a convolutional layer.",
        "quantity.as_operations": "That is the number of all operations; something else is asked for.",
        "quantity.as_sequential_operations": "That is how many operations wait for each other; something else is asked "
        "for.",
        "length.once_too_often": "You have a factor n too many; the positions do not all meet once more.",
        "length.once_too_rarely": length,
        "width.once_too_often": width.get(layer, "You have a factor d too many."),
        "width.once_too_rarely": rarely
        if layer in {"recurrent", "convolutional", "feed_forward"}
        else "The width is missing: each score is a product of d numbers.",
        "window.left_out": "The size of the window is missing: every position looks at that many others.",
        "window.added": "This layer has no kernel.",
        "heads.multiplied": "The heads share the width d, so their number does not enter.",
    }
    if quantity == "path_length":
        said["logarithm.forgotten"] = (
            "With dilation the reach grows by a factor in each layer, so the path grows as a logarithm."
        )
    return said


weights = {"width": 4, "length": 4, "window.added": 1, "heads": 2, "quantity": 2}

examples: list[dict[str, Any]] = [
    {"layer": layer, "quantity": quantity}
    for layer in get_args(Layer)
    for quantity in get_args(Quantity)
    if quantity in GROWTH[layer]
]


def draw(rng: Random) -> dict[str, Any]:
    """Valid random parameters."""
    return dict(rng.choice(examples))
