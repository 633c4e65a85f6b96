"""The keys of each kind of layer in a problem file's list of layers, as typed dicts; most names are PyTorch's.

Defaults are set where the layers are computed.  Also `Sizes` and `Paddings`, which question types on a single layer
use.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from annotated_types import Ge, Le, MaxLen, MinLen

from checker.solvers._sizes import Size, SizeOrNone

Sizes = Size | Annotated[list[Size], MinLen(1), MaxLen(3)]
"""One size for all directions, or one for each."""

Paddings = SizeOrNone | Annotated[list[SizeOrNone], MinLen(1), MaxLen(3)]

DimensionsOrNone = Annotated[int, Ge(1), Le(3)] | None


class Conv(TypedDict):
    """A convolution of one, two or three dimensions, by the rank of its input; `biases: false` gives it none."""

    type: Literal["conv"]
    out_channels: Size
    kernel_size: Sizes
    stride: NotRequired[Sizes]
    padding: NotRequired[Paddings | Literal["same", "valid"]]
    dilation: NotRequired[Sizes]
    groups: NotRequired[Size]
    biases: NotRequired[bool]


class TransposedConv(TypedDict):
    """A transposed convolution."""

    type: Literal["transposed_conv"]
    out_channels: Size
    kernel_size: Sizes
    stride: NotRequired[Sizes]
    padding: NotRequired[Paddings]
    output_padding: NotRequired[Paddings]
    dilation: NotRequired[Sizes]


class Pool(TypedDict):
    """A maximum or an average over windows; without a stride the windows do not overlap."""

    type: Literal["pool"]
    kernel_size: Sizes
    stride: NotRequired[Sizes]
    padding: NotRequired[Paddings]
    ceil_mode: NotRequired[bool]


class AdaptivePool(TypedDict):
    """A pooling to a fixed output size; size 1 is global pooling."""

    type: Literal["adaptive_pool"]
    output_size: Sizes


class BatchNorm(TypedDict):
    """A normalisation of each channel over the batch, with a gain and a bias."""

    type: Literal["batch_norm"]


class Flatten(TypedDict):
    """All numbers of an example in one row."""

    type: Literal["flatten"]


class Linear(TypedDict):
    """A fully connected layer, which acts on the last axis; `biases: false` gives it none."""

    type: Literal["linear"]
    out_features: Size
    biases: NotRequired[bool]


class Relu(TypedDict):
    """An activation, entry by entry."""

    type: Literal["relu"]


class Tanh(TypedDict):
    """An activation, entry by entry."""

    type: Literal["tanh"]


class Softmax(TypedDict):
    """An activation that turns logits into probabilities."""

    type: Literal["softmax"]


class Dropout(TypedDict):
    """A dropout, which changes no shape."""

    type: Literal["dropout"]


class Residual(TypedDict):
    """Layers whose output is added to their input, or to the output of the shortcut."""

    type: Literal["residual"]
    layers: Annotated[list[Layer], MinLen(1), MaxLen(64)]
    shortcut: NotRequired[Annotated[list[Layer], MinLen(1), MaxLen(64)]]


class Repeat(TypedDict):
    """The same layers several times, each time with separate parameters."""

    type: Literal["repeat"]
    times: Size
    layers: Annotated[list[Layer], MinLen(1), MaxLen(64)]


class Embedding(TypedDict):
    """A vector for each token."""

    type: Literal["embedding"]
    num_embeddings: Size
    embedding_dim: Size


class Recurrent(TypedDict):
    """A recurrent network, with its outputs at all positions."""

    type: Literal["recurrent"]
    cell: Literal["rnn", "gru", "lstm"]
    hidden_size: Size
    num_layers: NotRequired[Size]
    bidirectional: NotRequired[bool]
    proj_size: NotRequired[Size]


Layer = (
    Conv
    | TransposedConv
    | Pool
    | AdaptivePool
    | BatchNorm
    | Flatten
    | Linear
    | Relu
    | Tanh
    | Softmax
    | Dropout
    | Residual
    | Repeat
)
Layers = Annotated[list[Layer], MinLen(1), MaxLen(64)]
NetworkLayers = Annotated[list[Layer | Embedding | Recurrent], MinLen(1), MaxLen(64)]
