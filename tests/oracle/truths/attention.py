"""Attention in float64, by nn.MultiheadAttention or F.scaled_dot_product_attention; shapes of tensors that are multiplied."""
# ruff: noqa: PLR0913 - the parameters of questions

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F  # noqa: N812 - its usual name
from torch import Tensor, nn

Named = dict[str, Any]

CONVENTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "attention_output": {"scale": ("sqrt_d_k", "none")},
    "self_attention_output": {"scale": ("sqrt_d_k", "none"), "layout": ("rows", "columns")},
    "cross_attention_output": {"scale": ("sqrt_d_k", "none"), "layout": ("rows", "columns")},
    "attention_shape": {"layout": ("rows", "columns")},
}


def fitted(name: str, parameters: Named, conventions: dict[str, str]) -> tuple[Named, dict[str, str]]:
    """In the layout of columns everything is transposed."""
    if name in {"self_attention_output", "cross_attention_output"} and conventions.get("layout") == "columns":
        for each in {"inputs", "memory", "w_q", "w_k", "w_v", "w_o"} & parameters.keys():
            parameters[each] = [list(column) for column in zip(*parameters[each], strict=True)]
    return parameters, conventions


def numbers(values: Any) -> Tensor:
    return torch.tensor(values, dtype=torch.float64)


def allowed_by(mask: Any, num_queries: int, num_keys: int) -> Tensor:
    """True where a query may attend to a key."""
    if isinstance(mask, str):
        everywhere = torch.ones(num_queries, num_keys, dtype=torch.bool)
        return everywhere.tril() if mask == "causal" else everywhere
    return torch.tensor(mask, dtype=torch.bool)


def attention_output(
    said: dict[str, str],
    queries: Any,
    keys: Any,
    values: Any,
    mask: Any,
    query: int | None = None,
    scale_divisor: float | None = None,
) -> Named:
    q, k, v = numbers(queries), numbers(keys), numbers(values)
    allowed = allowed_by(mask, len(q), len(k))
    scale = 1.0 if said["scale"] == "none" else 1.0 / scale_divisor if scale_divisor else None
    found = {
        "scores": q @ k.T,
        "weights": F.scaled_dot_product_attention(q, k, torch.eye(len(k), dtype=torch.float64), allowed, scale=scale),
        "total": F.scaled_dot_product_attention(q, k, v, allowed, scale=scale),
    }
    return {step: value.tolist() if query is None else value[query - 1].tolist() for step, value in found.items()}


def self_attention_output(said: dict[str, str], inputs: Any, **given: Any) -> Named:
    return multi_head(said, inputs, inputs, **given)


def cross_attention_output(said: dict[str, str], inputs: Any, memory: Any, **given: Any) -> Named:
    return multi_head(said, inputs, memory, **given)


def multi_head(
    said: dict[str, str],
    inputs: Any,
    memory: Any,
    mask: Any,
    num_heads: int = 1,
    num_kv_heads: int | None = None,
    head: int | None = None,
    query: int | None = None,
    slices: Any = None,
    **given: Any,
) -> Named:
    is_columns = said["layout"] == "columns"
    x, m = (numbers(each).T if is_columns else numbers(each) for each in (inputs, memory))
    matrices = {name: numbers(value) for name, value in given.items()}
    for name in {"w_q", "w_k", "w_v", "w_o"} & matrices.keys():  # as nn.Linear has them: (columns, rows)
        matrices[name] = matrices[name] if is_columns else matrices[name].T
    allowed = allowed_by(mask, len(x), len(m))
    if slices is None:
        sides = {"q": x, "k": m, "v": m}
        q, k, v = (
            F.linear(side, matrices[f"w_{letter}"], matrices.get(f"b_{letter}")) for letter, side in sides.items()
        )
    else:
        sides = {"query": x, "key": m, "value": m}
        q, k, v = (side[:, torch.tensor(slices[f"{part}_dims"]) - 1] for part, side in sides.items())
    kv_heads = num_kv_heads or num_heads

    def attended(values: Tensor) -> Tensor:
        """For each head the means of these values, of which the heads of the keys have their own."""
        return F.scaled_dot_product_attention(
            q.unflatten(1, (num_heads, -1)).transpose(0, 1).unsqueeze(0),
            k.unflatten(1, (kv_heads, -1)).transpose(0, 1).unsqueeze(0),
            values.unsqueeze(0),
            allowed,
            scale=1.0 if said["scale"] == "none" else None,
            enable_gqa=True,
        )[0]

    heads = attended(v.unflatten(1, (kv_heads, -1)).transpose(0, 1))
    weights = attended(torch.eye(len(m), dtype=torch.float64).expand(kv_heads, -1, -1))
    output = joined = heads[head - 1] if head else heads.transpose(0, 1).flatten(1)
    if is_usual_block(matrices, said, x.shape[1], m.shape[1], num_kv_heads):
        output, weights = usual_block(x, m, matrices, allowed, num_heads)
    elif not head and "w_o" in matrices:
        output = F.linear(joined, matrices["w_o"], matrices.get("b_o"))

    def of_query(matrix: Tensor) -> Tensor:
        return matrix if query is None else matrix[query - 1]

    tensors = {"queries": q, "keys": k, "values": v, "heads": of_query(joined), "total": of_query(output)}
    found = {step: (each.T if is_columns and each.dim() > 1 else each) for step, each in tensors.items()}
    numbers_of = [head] if head else range(1, num_heads + 1)
    found |= {f"head_{number}.weights": of_query(weights[number - 1]) for number in numbers_of}
    return {step: value.tolist() for step, value in found.items()}


def is_usual_block(
    matrices: dict[str, Tensor], said: dict[str, str], d_model: int, d_memory: int, num_kv_heads: int | None
) -> bool:
    """Whether nn.MultiheadAttention can compute it."""
    widths = {"w_q": d_model, "w_k": d_memory, "w_v": d_memory, "w_o": d_model}
    square = all(name in matrices and matrices[name].shape == (d_model, width) for name, width in widths.items())
    return square and num_kv_heads is None and said["scale"] == "sqrt_d_k"


def usual_block(
    x: Tensor, m: Tensor, matrices: dict[str, Tensor], allowed: Tensor, num_heads: int
) -> tuple[Tensor, Tensor]:
    """The output, and the weights of each head."""
    width = m.shape[1]
    block = nn.MultiheadAttention(
        x.shape[1], num_heads, bias="b_q" in matrices, kdim=width, vdim=width, dtype=torch.float64
    )
    if block.in_proj_weight is None:  # keys and values are made from another width
        for letter in "qkv":
            getattr(block, f"{letter}_proj_weight").copy_(matrices[f"w_{letter}"])
    else:
        block.in_proj_weight.copy_(torch.cat([matrices[f"w_{letter}"] for letter in "qkv"]))
    block.out_proj.weight.copy_(matrices["w_o"])
    if "b_q" in matrices:
        block.in_proj_bias.copy_(torch.cat([matrices[f"b_{letter}"] for letter in "qkv"]))
        block.out_proj.bias.copy_(matrices["b_o"])
    return block(x, m, m, attn_mask=~allowed, average_attn_weights=False)


def attention_shape(
    said: dict[str, str],
    num_queries: int,
    d_model: int,
    num_heads: int,
    num_keys: int | None = None,
    num_kv_heads: int | None = None,
    d_k: int | None = None,
    d_v: int | None = None,
    batch_size: int | None = None,
) -> Named:
    num_keys, kv_heads = num_keys or num_queries, num_kv_heads or num_heads
    d_k, d_v = d_k or d_model // num_heads, d_v or d_model // num_heads
    batch = [] if batch_size is None else [batch_size]
    with torch.device("meta"):
        x, memory = torch.empty(*batch, num_queries, d_model), torch.empty(*batch, num_keys, d_model)
        queries = torch.stack([x @ torch.empty(d_model, d_k) for _ in range(num_heads)], dim=-3)
        keys = torch.stack([memory @ torch.empty(d_model, d_k) for _ in range(kv_heads)], dim=-3)
        values = torch.stack([memory @ torch.empty(d_model, d_v) for _ in range(kv_heads)], dim=-3)
        group = num_heads // kv_heads
        scores = queries @ keys.repeat_interleave(group, dim=-3).mT
        heads = scores.softmax(-1) @ values.repeat_interleave(group, dim=-3)
        joined = heads.transpose(-3, -2).flatten(-2)
        output = joined @ torch.empty(num_heads * d_v, d_model)
    tensors = {"queries": queries, "keys": keys, "values": values, "scores": scores, "concatenated": joined}
    tensors |= {"output": output, "head_output": heads.select(-3, 0), "total": heads.select(-3, 0)}
    found: Named = {}
    for step, tensor in tensors.items():
        found[step] = list(tensor.mT.shape if said["layout"] == "columns" else tensor.shape)
        found["elements" if step == "total" else f"{step}.elements"] = tensor.numel()
    return found
