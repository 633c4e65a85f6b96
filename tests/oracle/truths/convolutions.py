"""Convolutions and poolings by PyTorch's modules: shapes on the meta device, values in float64.

Where PyTorch has no padding `same`, with a stride and in poolings, the input is padded by the rule of TensorFlow first.
"""
# ruff: noqa: PLR0913 - the parameters of questions

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F  # noqa: N812 - its usual name
from torch import Tensor, nn

Named = dict[str, Any]

_layout = {"layout": ("channels_first", "channels_last")}
CONVENTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "conv_output_shape": _layout,
    "pool_output_shape": _layout,
    "transposed_conv_output_shape": _layout,
    "convolution_output": {"operation": ("cross_correlation", "flipped_kernel")},
    "pooling_output": {"padding_in_mean": ("counted", "left_out")},
}

AXES = {1: ["length"], 2: ["height", "width"], 3: ["depth", "height", "width"]}


def fitted(name: str, parameters: Named, conventions: dict[str, str]) -> tuple[Named, dict[str, str]]:
    """The same input with its channels last; and no word about padding where there is none."""
    if name == "pooling_output" and (parameters.get("mode") != "average" or "padding" not in parameters):
        conventions.pop("padding_in_mean", None)
    if conventions.get("layout") == "channels_last":
        dims = dimensions(**parameters)
        sizes = parameters["input_shape"]
        parameters["input_shape"] = [*sizes[: -dims - 1], *sizes[-dims:], sizes[-dims - 1]]
    return parameters, conventions


def dimensions(input_shape: list[int], kernel_size: Any, dimensions: int | None = None, **_: Any) -> int:
    if dimensions:
        return dimensions
    return len(kernel_size) if isinstance(kernel_size, list) else len(input_shape) - 1


def steps(said: dict[str, str], input_shape: list[int], dims: int, kind: str, channels: bool, given: Named) -> Named:
    """The output of a module for an empty input of this shape."""
    given = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
    if kind == "AvgPool" and dims == 1:  # which takes no tuples
        given = {name: value[0] if isinstance(value, tuple) else value for name, value in given.items()}
    is_last = said["layout"] == "channels_last"
    with torch.device("meta"):
        x = torch.empty(*input_shape)
        x = x.movedim(-1, -dims - 1) if is_last else x
        if needs_padding(kind, given):
            x = padded(x, dims, given["kernel_size"], given.get("stride"), given.get("dilation", 1))
            given["padding"] = 0
        elif given.get("padding") == "valid":
            given["padding"] = 0
        given |= {"in_channels": x.shape[-dims - 1]} if channels else {}
        y = getattr(nn, f"{kind}{dims}d")(**given)(x)
    found = dict(zip(AXES[dims], y.shape[-dims:], strict=True))
    y = y.movedim(-dims - 1, -1) if is_last else y
    return found | {"elements": y.numel(), "total": list(y.shape)}


def needs_padding(kind: str, given: Named) -> bool:
    """Whether PyTorch has no `same` here."""
    has_stride = given.get("stride", 1) not in {1, (1,), (1, 1), (1, 1, 1)}
    return given.get("padding") == "same" and (has_stride or "Pool" in kind)


def padded(x: Tensor, dims: int, kernel_size: Any, stride: Any = None, dilation: Any = 1) -> Tensor:
    """With the padding that TensorFlow documents for SAME; of an odd number the one more is at the end."""
    stride = kernel_size if stride is None else stride
    axes = [[each] * dims if isinstance(each, int) else list(each) for each in (kernel_size, stride, dilation)]
    around: list[int] = []
    for n, k, s, d in zip(x.shape[-dims:], *axes, strict=True):
        reach = (k - 1) * d + 1
        total = max(reach - s, 0) if n % s == 0 else max(reach - n % s, 0)
        around = [total // 2, total - total // 2, *around]  # F.pad begins with the last axis
    return F.pad(x, around)


def conv_output_shape(said: dict[str, str], input_shape: list[int], kernel_size: Any, **given: Any) -> Named:
    dims = dimensions(input_shape, kernel_size, given.pop("dimensions", None))
    return steps(said, input_shape, dims, "Conv", True, {"kernel_size": kernel_size} | given)


def transposed_conv_output_shape(said: dict[str, str], input_shape: list[int], kernel_size: Any, **given: Any) -> Named:
    dims = dimensions(input_shape, kernel_size, given.pop("dimensions", None))
    return steps(said, input_shape, dims, "ConvTranspose", True, {"kernel_size": kernel_size} | given)


def pool_output_shape(
    said: dict[str, str], input_shape: list[int], kernel_size: Any, mode: str = "max", **given: Any
) -> Named:
    dims = dimensions(input_shape, kernel_size, given.pop("dimensions", None))
    kind = "MaxPool" if mode == "max" else "AvgPool"
    given = {name: value for name, value in given.items() if name != "dilation" or mode == "max"}
    return steps(said, input_shape, dims, kind, False, {"kernel_size": kernel_size} | given)


def convolution_output(
    said: dict[str, str],
    input: Any,  # noqa: A002 - the parameter's name
    kernel: Any,
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
) -> Named:
    x, weight = numbers(input), numbers(kernel)
    if said["operation"] == "flipped_kernel":
        weight = weight.flip([-1] if x.dim() == 1 else [-2, -1])
    dims = min(x.dim(), 2)
    x, weight = (each if each.dim() == 3 else each[None] for each in (x, weight))
    sizes = [tuple(each) if isinstance(each, list) else each for each in (stride, padding, dilation)]
    if needs_padding("Conv", {"stride": sizes[0], "padding": padding}):
        x, sizes[1] = padded(x, dims, tuple(weight.shape[1:]), stride, dilation), 0
    module = getattr(nn, f"Conv{dims}d")(len(x), 1, tuple(weight.shape[1:]), *sizes, bias=False, dtype=torch.float64)
    module.weight.copy_(weight[None])
    found = {"total": module(x[None])[0, 0].tolist()}
    if len(x) == 1 and padding not in (0, "valid"):
        around = module._reversed_padding_repeated_twice  # noqa: SLF001 - what it gives to F.pad
        found["padded_input"] = F.pad(x, around)[0].tolist()
    return found


def pooling_output(
    said: dict[str, str],
    input: Any,  # noqa: A002 - the parameter's name
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    mode: str = "max",
    ceil_mode: bool = False,
) -> Named:
    x = numbers(input)
    sizes = [tuple(each) if isinstance(each, list) else each for each in (kernel_size, stride, padding)]
    if mode == "max":
        module = getattr(nn, f"MaxPool{x.dim()}d")(*sizes, ceil_mode=ceil_mode)
    else:
        counted = said["padding_in_mean"] == "counted"
        module = getattr(nn, f"AvgPool{x.dim()}d")(*sizes, ceil_mode=ceil_mode, count_include_pad=counted)
    return {"total": module(x[None, None])[0, 0].tolist()}


def numbers(values: Any) -> Tensor:
    return torch.tensor(values, dtype=torch.float64)
