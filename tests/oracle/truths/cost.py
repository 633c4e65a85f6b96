"""FLOPs as PyTorch's FlopCounterMode counts them, and bytes of real tensors, without memory: on the device `meta`."""
# ruff: noqa: PLR0913 - the parameters of questions; `pass_` is no password

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from math import isqrt
from typing import Any

import torch
import torch.nn.functional as F  # noqa: N812 - its usual name
from torch import Tensor, nn
from torch.utils.flop_counter import FlopCounterMode

Named = dict[str, Any]

FLOPS = {"flops_per_mac": ("2", "1")}
ATTENTION = {**FLOPS, "projections": ("counted", "left_out"), "causal_halving": ("counted", "left_out")}
UNIT = {"unit": ("bytes", "GB", "GiB")}

CONVENTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "linear_flops": FLOPS,
    "conv_flops": FLOPS,
    "attention_flops": ATTENTION,
    "transformer_flops": ATTENTION,
    "weight_memory": UNIT,
    "kv_cache_memory": UNIT,
    "training_memory": UNIT,
}


def fitted(name: str, parameters: Named, conventions: dict[str, str]) -> tuple[Named, dict[str, str]]:
    """Only under a causal mask there is something to halve, and an estimate knows no projections."""
    if name.endswith("_flops"):
        parameters["pass_"] = parameters.pop("pass")  # as Python has to call it
    if parameters.get("mask", "none") != "causal":
        conventions.pop("causal_halving", None)
    if "num_tokens" in parameters:
        conventions.pop("projections", None)
    return parameters, conventions


def empty(*shape: int) -> Tensor:
    """A tensor whose gradient is asked for, as that of every activation inside a network is."""
    return torch.empty(*shape, device="meta", requires_grad=True)


def counted(work: Callable[[], Tensor], said: dict[str, str], pass_: str) -> int:
    """The operations of this work."""
    with torch.enable_grad(), FlopCounterMode(display=False) as counter:
        result = work()
        if pass_ == "training":
            result.sum().backward()
    flops = counter.get_total_flops()
    return flops if said["flops_per_mac"] == "2" else flops // 2


def linear_flops(
    said: dict[str, str], in_features: int, out_features: int, length: int, batch_size: int, pass_: str
) -> Named:
    def work() -> Tensor:
        return F.linear(empty(batch_size, length, in_features), empty(out_features, in_features))

    forward = counted(work, said, "forward")
    total = counted(work, said, pass_)
    return {"forward": forward, "backward": total - forward, "total": total}


def conv_flops(
    said: dict[str, str],
    input_shape: list[int],
    out_channels: int,
    kernel_size: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    groups: int,
    pass_: str,
    dimensions: int | None = None,
) -> Named:
    dims = dimensions or (len(kernel_size) if isinstance(kernel_size, list) else len(input_shape) - 1)
    kernel = kernel_size if isinstance(kernel_size, list) else [kernel_size] * dims
    x = empty(*input_shape) if len(input_shape) == dims + 2 else empty(1, *input_shape)
    convolve = (F.conv1d, F.conv2d, F.conv3d)[dims - 1]

    def work() -> Tensor:
        inputs, outputs = x.shape[1] // groups, out_channels // groups
        if groups > 1 and pass_ == "training":  # backward, FlopCounterMode does not see groups: one after the other
            parts = [empty(len(x), inputs, *x.shape[2:]) for _ in range(groups)]
            weights = [empty(outputs, inputs, *kernel) for _ in range(groups)]
            ways = [convolve(p, w, None, stride, padding, dilation) for p, w in zip(parts, weights, strict=True)]
            return torch.cat(ways, dim=1)
        weight = empty(out_channels, inputs, *kernel)
        return convolve(x, weight, None, stride, padding, dilation, groups)

    places = work().shape[2:]
    forward, total = counted(work, said, "forward"), counted(work, said, pass_)
    return {"positions": places.numel(), "forward": forward, "backward": total - forward, "total": total}


def attention(
    x: Tensor, memory: Tensor, num_heads: int, kv_heads: int, d_k: int, d_v: int
) -> tuple[Callable[..., Tensor], ...]:
    """The projections, the scores, the means of the values, and the projection of the output."""
    d_model, batch = x.shape[-1], x.shape[:-2]

    def projected(name: str) -> Tensor:
        widths = {"queries": num_heads * d_k, "keys": kv_heads * d_k, "values": kv_heads * d_v}
        return F.linear(x if name == "queries" else memory, empty(widths[name], d_model))

    def scored(q: Tensor, k: Tensor) -> Tensor:
        q = q.reshape(*batch, -1, num_heads, d_k).transpose(-3, -2)
        k = k.reshape(*batch, -1, kv_heads, d_k).transpose(-3, -2).repeat_interleave(num_heads // kv_heads, -3)
        return q @ k.mT

    def weighted(scores: Tensor, v: Tensor) -> Tensor:
        v = v.reshape(*batch, -1, kv_heads, d_v).transpose(-3, -2).repeat_interleave(num_heads // kv_heads, -3)
        return (scores.softmax(-1) @ v).transpose(-3, -2).flatten(-2)

    def output(joined: Tensor) -> Tensor:
        return F.linear(joined, empty(d_model, num_heads * d_v))

    return projected, scored, weighted, output


def attention_flops(
    said: dict[str, str],
    d_model: int,
    num_heads: int,
    length: int,
    mask: str,
    pass_: str,
    batch_size: int = 1,
    num_keys: int | None = None,
    num_kv_heads: int | None = None,
    d_k: int | None = None,
    d_v: int | None = None,
) -> Named:
    m, kv_heads = num_keys or length, num_kv_heads or num_heads
    d_k, d_v = d_k or d_model // num_heads, d_v or d_model // num_heads
    x, memory = empty(batch_size, length, d_model), empty(batch_size, m, d_model)
    projected, scored, weighted, output = attention(x, memory, num_heads, kv_heads, d_k, d_v)
    q, k, v = (
        empty(batch_size, *sizes) for sizes in ((length, num_heads * d_k), (m, kv_heads * d_k), (m, kv_heads * d_v))
    )
    found = {
        "scores": counted(lambda: scored(q, k), said, pass_),
        "weighted_values": counted(lambda: weighted(empty(batch_size, num_heads, length, m), v), said, pass_),
    }
    products = counted(lambda: weighted(scored(q, k), v), said, pass_)
    if mask == "causal" and said["causal_halving"] == "counted":
        products //= 2
    found |= {"attended": products, "total": products}
    if said["projections"] == "counted":
        works = {name: partial(projected, name) for name in ("queries", "keys", "values")}
        works["output_projection"] = lambda: output(empty(batch_size, length, num_heads * d_v))
        found |= {name: counted(work, said, pass_) for name, work in works.items()}
        found["projected"] = sum(found[name] for name in works)
        found["total"] += found["projected"]
    return found


def transformer_flops(said: dict[str, str], pass_: str, **given: Any) -> Named:
    if "num_tokens" in given:
        work = partial(perceptron, given["num_parameters"], given["num_tokens"])
        forward, total = counted(work, said, "forward"), counted(work, said, pass_)
        return {"forward": forward, "backward": total - forward, "total": total}
    n, d, d_ff, batch = given["length"], given["d_model"], given["d_ff"], given["batch_size"]
    names = ("d_model", "num_heads", "length", "mask", "batch_size", "num_kv_heads", "d_k", "d_v")
    sizes = {name: given[name] for name in names if name in given}
    attended = attention_flops(said, pass_=pass_, **sizes)

    def feed_forward() -> Tensor:
        x = empty(batch, n, d)
        inner = F.linear(x, empty(d_ff, d))
        if given["gated"]:
            inner = inner * F.linear(x, empty(d_ff, d))
        return F.linear(inner, empty(d, d_ff))

    fed = counted(feed_forward, said, pass_)
    layer = attended["total"] + fed
    layers = given["num_layers"] * layer
    words = given.get("vocab_size")
    head = counted(lambda: F.linear(empty(batch, n, d), empty(words, d)), said, pass_) if words else 0
    found = {f"attention.{step}": value for step, value in attended.items() if step != "total"}
    found |= {"attention": attended["total"], "feed_forward": fed, "layer": layer}
    return found | {"layers": layers, "total": layers + head}


def perceptron(num_weights: int, num_tokens: int) -> Tensor:
    """The outputs of an MLP without biases whose matrices hold so many weights; its last output reads what is left over."""
    width = max(isqrt(num_weights // 3), 1)
    depth = min(num_weights // width**2, 3)
    outputs, rest = divmod(num_weights - depth * width**2, width)
    x = empty(num_tokens, width)
    for _ in range(depth):
        x = F.linear(x, empty(width, width)).relu()
    results = [x.sum(1, keepdim=True)]
    if outputs:
        results.append(F.linear(x, empty(outputs, width)))
    if rest:
        results.append(F.linear(x[:, :rest], empty(1, rest)))
    return torch.cat(results, dim=1)


DTYPES = {
    "float32": torch.float32,
    "fp32": torch.float32,
    "float16": torch.float16,
    "fp16": torch.float16,
    "bfloat16": torch.bfloat16,
    "bf16": torch.bfloat16,
    "int8": torch.int8,
}


def stored(shape: list[int], dtype: str) -> int:
    """The bytes of such a tensor; PyTorch has none of four bits, two of which are packed into a byte."""
    if dtype == "int4":
        numbers = torch.empty(shape, dtype=torch.uint8, device="meta").numel()
        return torch.empty(-(-numbers // 2), dtype=torch.uint8, device="meta").nbytes
    return torch.empty(shape, dtype=DTYPES[dtype], device="meta").nbytes


def in_unit(size: int, said: dict[str, str]) -> Named:
    totals = {"bytes": size, "GB": size / 1e9, "GiB": size / 1024**3}
    return {"bytes": size, "total": totals[said["unit"]]}


def weight_memory(said: dict[str, str], num_parameters: int, dtype: str) -> Named:
    return in_unit(stored([num_parameters], dtype), said)


def kv_cache_memory(
    said: dict[str, str],
    num_layers: int,
    num_kv_heads: int,
    head_dim: int,
    length: int,
    batch_size: int,
    dtype: str,
    num_heads: int | None = None,
) -> Named:
    del num_heads
    one = [num_layers, 2, num_kv_heads, head_dim]
    found = {"numbers_per_token": torch.empty(one, device="meta").numel(), "bytes_per_token": stored(one, dtype)}
    return found | in_unit(stored([batch_size, length, *one], dtype), said)


@cache
def kept(optimizer: str, dtype: torch.dtype) -> tuple[int, ...]:
    """The bytes of what the optimizer keeps for each weight, by its own account after a step."""
    weight = nn.Parameter(torch.ones(1000, dtype=dtype))
    made = {
        "adam": lambda: torch.optim.Adam([weight]),
        "sgd": lambda: torch.optim.SGD([weight]),
        "momentum": lambda: torch.optim.SGD([weight], momentum=0.9),
    }[optimizer]()
    weight.grad = torch.ones_like(weight)
    made.step()
    tensors = [each for each in made.state[weight].values() if isinstance(each, Tensor) and each.shape == weight.shape]
    return tuple(each.element_size() for each in tensors)


def training_memory(
    said: dict[str, str], num_parameters: int, optimizer: str, dtype: str, mixed_precision: bool
) -> Named:
    weights = stored([num_parameters], dtype)
    master = stored([num_parameters], "float32") if mixed_precision else 0
    states = num_parameters * sum(kept(optimizer, torch.float32 if mixed_precision else DTYPES[dtype]))
    found = {"weights": weights, "gradients": weights, "master_weights": master, "optimizer_states": states}
    return found | in_unit(sum(found.values()), said)
