"""Parameters of decoder-only models and of vision transformers, counted on modules on the meta device.

The modules are built as their models have them, with no more in them than a convention counts: biases that do not count
are not there.  Active parameters are those of a model with as many experts as one token meets, and the whole router.
"""
# ruff: noqa: PLR0913 - the parameters of questions

from __future__ import annotations

from typing import Any

import torch
from torch import nn

Named = dict[str, Any]

# The first option is the default.
_counted = ("counted", "left_out")
_layer = dict.fromkeys(
    ["biases", "qkv_biases", "output_biases", "ffn_biases", "output_projection", "layer_norm", "norm_biases"], _counted
)
CONVENTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "decoder_model_parameters": _layer
    | {
        "final_norm": _counted,
        "count": ("total", "active", "non_embedding"),
        "tied_embeddings": ("tied", "untied"),
        "head_biases": ("left_out", "counted"),
    },
    "vit_parameters": _layer | {"final_norm": _counted, "class_token": _counted},
}
FOLLOWS = dict.fromkeys(["qkv_biases", "output_biases", "ffn_biases"], "biases")


def counts(said: dict[str, str]) -> dict[str, bool]:
    """Which conventions count what they speak of."""
    return {name: option == "counted" for name, option in said.items()}


def normalised(width: int, norm: str, *, biases: bool) -> nn.Module:
    return nn.RMSNorm(width) if norm == "rms_norm" else nn.LayerNorm(width, bias=biases)


def attention(has: dict[str, bool], width: int, heads: int, kv_heads: int, d_k: int, d_v: int) -> nn.ModuleDict:
    block = nn.ModuleDict({"q_proj": nn.Linear(width, heads * d_k, bias=has["qkv_biases"])})
    block["k_proj"] = nn.Linear(width, kv_heads * d_k, bias=has["qkv_biases"])
    block["v_proj"] = nn.Linear(width, kv_heads * d_v, bias=has["qkv_biases"])
    if has["output_projection"]:
        block["o_proj"] = nn.Linear(heads * d_v, width, bias=has["output_biases"])
    return block


def feed_forward(has: dict[str, bool], width: int, hidden: int, *, gated: bool) -> nn.ModuleDict:
    block = nn.ModuleDict({"up_proj": nn.Linear(width, hidden, bias=has["ffn_biases"])})
    if gated:
        block["gate_proj"] = nn.Linear(width, hidden, bias=has["ffn_biases"])
    block["down_proj"] = nn.Linear(hidden, width, bias=has["ffn_biases"])
    return block


def size(module: nn.Module) -> int:
    return sum(parameter.numel() for parameter in module.parameters())  # what two places share comes once


def decoder_model_parameters(
    said: dict[str, str],
    vocab_size: int,
    d_model: int,
    num_layers: int,
    num_heads: int,
    d_ff: int,
    positional: str,
    norm: str,
    num_kv_heads: int | None = None,
    head_dim: int | None = None,
    gated: bool = False,
    max_positions: int | None = None,
    num_experts: int | None = None,
    experts_per_token: int | None = None,
) -> Named:
    has = counts(said)
    loaded = (experts_per_token if said["count"] == "active" else num_experts) or 1
    one = head_dim or d_model // num_heads
    heads = num_heads, num_kv_heads or num_heads, one, one
    with torch.device("meta"):
        model = nn.ModuleDict({"embed_tokens": nn.Embedding(vocab_size, d_model), "layers": nn.ModuleList()})
        if positional == "learned":
            model["embed_positions"] = nn.Embedding(max_positions, d_model)
        for _ in range(num_layers):
            layer = nn.ModuleDict({"self_attn": attention(has, d_model, *heads)})
            layer["mlp"] = nn.ModuleList(feed_forward(has, d_model, d_ff, gated=gated) for _ in range(loaded))
            if num_experts:
                layer["gate"] = nn.Linear(d_model, num_experts, bias=has["biases"])
            if has["layer_norm"]:
                norms = [normalised(d_model, norm, biases=has["norm_biases"]) for _ in range(2)]
                layer["input_layernorm"], layer["post_attention_layernorm"] = norms
            model["layers"].append(layer)
        if has["final_norm"]:
            model["norm"] = normalised(d_model, norm, biases=has["norm_biases"])
        model["lm_head"] = nn.Linear(d_model, vocab_size, bias=has["head_biases"])
        if said["tied_embeddings"] == "tied":
            model["lm_head"].weight = model["embed_tokens"].weight
    layer, whole = model["layers"][0], size(model)
    tables = sum(size(model[name]) for name in model if name.startswith("embed_"))
    decoder = size(model["layers"]) + (size(model["norm"]) if has["final_norm"] else 0)
    values = {
        "embeddings": tables,
        "layer.attention": size(layer["self_attn"]),
        "layer.attention.input_projections": sum(size(layer["self_attn"][f"{each}_proj"]) for each in "qkv"),
        "layer.feed_forward": size(layer["mlp"][0]),
        "layer.layer_norm": sum(size(layer[name]) for name in layer if name.endswith("layernorm")),
        "layer": size(layer),
        "decoder": decoder,
        "head": whole - tables - decoder,
        "total": decoder if said["count"] == "non_embedding" else whole,
    }
    return values | ({"layer.router": size(layer["gate"]), "layer.experts": size(layer["mlp"])} if num_experts else {})


def vit_parameters(
    said: dict[str, str],
    image_size: int | list[int],
    patch_size: int | list[int],
    in_channels: int,
    d_model: int,
    num_layers: int,
    num_heads: int,
    d_ff: int,
    num_classes: int,
    d_k: int | None = None,
    d_v: int | None = None,
    num_kv_heads: int | None = None,
    gated: bool = False,
) -> Named:
    """The patches are counted by the convolution that cuts them out."""
    has = counts(said)
    one = d_model // num_heads
    heads = num_heads, num_kv_heads or num_heads, d_k or one, d_v or one
    image = [image_size] * 2 if isinstance(image_size, int) else image_size
    with torch.device("meta"):
        projection = nn.Conv2d(in_channels, d_model, patch_size, patch_size, bias=has["biases"])
        patches = projection(torch.empty(1, in_channels, *image)).flatten(2).shape[2]
        tokens = patches + has["class_token"]
        layers = nn.ModuleList()
        for _ in range(num_layers):
            parts = {"attention": attention(has, d_model, *heads)}
            parts["mlp"] = feed_forward(has, d_model, d_ff, gated=gated)
            if has["layer_norm"]:
                parts |= {f"ln_{i}": nn.LayerNorm(d_model, bias=has["norm_biases"]) for i in (1, 2)}
            layers.append(nn.ModuleDict(parts))
        encoder = nn.ModuleDict({"layers": layers})
        if has["final_norm"]:
            encoder["ln"] = nn.LayerNorm(d_model, bias=has["norm_biases"])
        model = nn.ModuleDict({"conv_proj": projection, "encoder": encoder})
        model["heads"] = nn.Linear(d_model, num_classes, bias=has["biases"])
        token, positions = torch.empty(1, 1, d_model), torch.empty(1, tokens, d_model)
        if has["class_token"]:
            model.class_token = nn.Parameter(token)
        model.pos_embedding = nn.Parameter(positions)
    return {
        "patches": patches,
        "patch_embedding": size(projection),
        "positions": model.pos_embedding.numel(),
        "layer.attention": size(layers[0]["attention"]),
        "layer": size(layers[0]),
        "encoder": size(encoder),
        "head": size(model["heads"]),
        "total": size(model),
    }
