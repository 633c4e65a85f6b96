"""Parameters of Transformers, counted on modules on the meta device, which have shapes but no numbers.

Without those that a convention leaves out, by their names.  Where a module lacks an option (sizes of heads, shared keys,
gates) that part is built from nn.Linear.
"""
# ruff: noqa: C901, PLR0913 - the parameters of questions

from __future__ import annotations

import re
from typing import Any

import torch
from torch import nn

Named = dict[str, Any]

# The first option is the default.
_counted, _left_out = ("counted", "left_out"), ("left_out", "counted")
_attention = {"biases": _counted, "qkv_biases": _counted, "output_biases": _counted, "output_projection": _counted}
_feed_forward = {"biases": _counted, "ffn_biases": _counted}
_encoder_layer = _attention | _feed_forward | {"layer_norm": _counted, "norm_biases": _counted}
_decoder_layer = _encoder_layer | {"cross_attention": _counted}
CONVENTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "attention_parameters": _attention,
    "feed_forward_parameters": _feed_forward,
    "encoder_layer_parameters": _encoder_layer,
    "decoder_layer_parameters": _decoder_layer,
    "transformer_parameters": _decoder_layer
    | {
        "final_norm": _left_out,
        "embeddings": _left_out,
        "embeddings_shared": ("separate", "shared"),
        "output_head": ("left_out", "counted", "tied"),
        "head_biases": _counted,
    },
    "encoder_model_parameters": _encoder_layer
    | {
        "segment_embeddings": _counted,
        "embedding_norm": _left_out,
        "final_norm": _left_out,
        "pooler": _left_out,
        "tied_embeddings": ("untied", "tied"),
        "head_biases": _counted,
    },
    "classification_head_parameters": {"biases": _counted},
}
FOLLOWS = {"qkv_biases": "biases", "output_biases": "biases", "ffn_biases": "biases", "head_biases": "biases"}


def fitted(name: str, parameters: Named, conventions: dict[str, str]) -> tuple[Named, dict[str, str]]:
    """Nobody counts the embeddings of no vocabulary, and a shared table has one size."""
    if name == "transformer_parameters":
        if "src_vocab_size" not in parameters:
            rest = conventions.items()
            conventions = {each: said for each, said in rest if each not in {"embeddings", "output_head"}}
        if conventions.get("embeddings_shared") == "shared":
            parameters.pop("tgt_vocab_size", None)
    return parameters, conventions


class Attention(nn.Module):
    """Attention with sizes that nn.MultiheadAttention does not have."""

    def __init__(self, d_model: int, queries: int, keys: int, values: int, joined: int, kdim: int, vdim: int) -> None:
        super().__init__()
        self.q_proj, self.k_proj = nn.Linear(d_model, queries), nn.Linear(kdim, keys)
        self.v_proj, self.out_proj = nn.Linear(vdim, values), nn.Linear(joined, d_model)


def attention(
    d_model: int,
    num_heads: int,
    d_k: int | None = None,
    d_v: int | None = None,
    num_kv_heads: int | None = None,
    kdim: int | None = None,
    vdim: int | None = None,
) -> nn.Module:
    if d_k is None and d_v is None and num_kv_heads is None:
        return nn.MultiheadAttention(d_model, num_heads, kdim=kdim, vdim=vdim)
    d_k, d_v = d_k or d_model // num_heads, d_v or d_model // num_heads
    shared = num_kv_heads or num_heads
    widths = (num_heads * d_k, shared * d_k, shared * d_v, num_heads * d_v)
    return Attention(d_model, *widths, kdim or d_model, vdim or d_model)


def is_usual(heads: Named) -> bool:
    return heads.keys() <= {"num_heads"}


def encoder_layer(d_model: int, d_ff: int, **options: Any) -> nn.Module:
    return with_options(nn.TransformerEncoderLayer(d_model, options["num_heads"], d_ff), d_model, d_ff, **options)


def decoder_layer(d_model: int, d_ff: int, **options: Any) -> nn.Module:
    return with_options(nn.TransformerDecoderLayer(d_model, options["num_heads"], d_ff), d_model, d_ff, **options)


def with_options(layer: nn.Module, d_model: int, d_ff: int, *, gated: bool = False, **heads: Any) -> nn.Module:
    """The layer with sizes of heads, and a gate, of its own."""
    if not is_usual(heads):
        for block in {"self_attn", "multihead_attn"} & dict(layer.named_children()).keys():
            setattr(layer, block, attention(d_model, **heads))
    if gated:
        layer.linear_gate = nn.Linear(d_model, d_ff)
    return layer


def with_rms_norms(module: nn.Module) -> None:
    for name, each in list(module.named_modules()):
        if isinstance(each, nn.LayerNorm):
            owner, _, own = name.rpartition(".")
            setattr(module.get_submodule(owner), own, nn.RMSNorm(each.normalized_shape))


LEFT_OUT = {
    "qkv_biases": r"(in_proj_bias|[qkv]_proj\.bias)$",
    "output_biases": r"out_proj\.bias$",
    "output_projection": r"out_proj\.",
    "ffn_biases": r"linear(1|2|_gate)\.bias$",
    "layer_norm": r"(^|\.)norm\d\.|head\.norm\.",
    "norm_biases": r"norm\d?\.bias$",
    "cross_attention": r"multihead_attn\.",
    "final_norm": r"coder\.norm\.",
    "embeddings": r"^tables\.",
    "segment_embeddings": r"^tables\.segments\.",
    "embedding_norm": r"^tables\.norm\.",
    "pooler": r"^pooler\.",
    "head_biases": r"^head\..*(output|sentence|classes|transform)\.bias$|^head\.bias$",
}
INPUTS = "(in_proj|._proj)"
PLAIN_BIASES = {  # of linear layers that no other convention speaks of
    "classification_head_parameters": r"bias$",
    "encoder_model_parameters": r"^(tables\.projection|pooler)\.bias$",
}


def count(module: nn.Module, said: dict[str, str], only: str = "", also_left_out: str = "^$") -> int:
    """The module's parameters that count; those with a name that `only` finds."""
    out = [LEFT_OUT[each] for each, option in said.items() if option == "left_out" and each in LEFT_OUT]
    pattern = "|".join([*out, also_left_out])
    parameters = module.named_parameters()  # what two places share comes once
    return sum(each.numel() for name, each in parameters if re.search(only, name) and not re.search(pattern, name))


def attention_parameters(said: dict[str, str], **sizes: Any) -> Named:
    with torch.device("meta"):
        module = attention(**sizes)
    found = {"input_projections": INPUTS, "output_projection": "out_proj"}
    values = {step: count(module, said, f"^{name}") for step, name in found.items()}
    for step, letter in (("queries", "q"), ("keys", "k"), ("values", "v")):
        if isinstance(module, Attention) or module.in_proj_weight is None:
            weights = getattr(module, f"{letter}_proj", None)  # a layer of ours, or else one of three weights
            weights = weights.weight if weights else getattr(module, f"{letter}_proj_weight")
        else:
            weights = module.in_proj_weight.chunk(3)["qkv".index(letter)]
        values[step] = weights.numel() + (len(weights) if said["qkv_biases"] == "counted" else 0)
    return values | {"total": count(module, said)}


def feed_forward_parameters(said: dict[str, str], d_model: int, d_ff: int, gated: bool) -> Named:
    with torch.device("meta"):
        module = nn.ModuleDict({"linear1": nn.Linear(d_model, d_ff), "linear2": nn.Linear(d_ff, d_model)})
        if gated:
            module["linear_gate"] = nn.Linear(d_model, d_ff)
    return {
        "up": count(module, said, "linear1"),
        "gate": count(module, said, "gate"),
        "down": count(module, said, "linear2"),
        "total": count(module, said),
    }


def encoder_layer_parameters(said: dict[str, str], **sizes: Any) -> Named:
    with torch.device("meta"):
        module = encoder_layer(**sizes)
    steps = {"attention": "self_attn", "feed_forward": "linear", "layer_norm": "norm"}
    steps["attention.input_projections"] = rf"self_attn\.{INPUTS}"
    return {step: count(module, said, name) for step, name in steps.items()} | {"total": count(module, said)}


def decoder_layer_parameters(said: dict[str, str], **sizes: Any) -> Named:
    with torch.device("meta"):
        module = decoder_layer(**sizes)
    steps = {"self_attention": "self_attn", "feed_forward": "linear", "layer_norm": "norm"}
    steps["self_attention.input_projections"] = rf"self_attn\.{INPUTS}"
    return {step: count(module, said, name) for step, name in steps.items()} | {"total": count(module, said)}


def transformer_parameters(
    said: dict[str, str],
    d_model: int,
    num_heads: int,
    d_ff: int,
    num_encoder_layers: int,
    num_decoder_layers: int,
    src_vocab_size: int | None = None,
    tgt_vocab_size: int | None = None,
    gated: bool = False,
    norm: str = "layer_norm",
    relative_positions: int | None = None,
    **heads: Any,
) -> Named:
    with torch.device("meta"):
        model = nn.Transformer(d_model, num_heads, num_encoder_layers, num_decoder_layers, d_ff)
        for layer in [*model.encoder.layers, *model.decoder.layers]:
            with_options(layer, d_model, d_ff, gated=gated, num_heads=num_heads, **heads)
        if norm == "rms_norm":
            with_rms_norms(model)
        if relative_positions:
            for stack in (model.encoder, model.decoder):
                stack.distances = nn.Embedding(relative_positions, num_heads)
        if not num_decoder_layers:
            model.decoder = nn.Identity()
        if src_vocab_size is not None:
            model.tables = nn.ModuleList([nn.Embedding(src_vocab_size, d_model)])
            if num_decoder_layers:
                shared = said["embeddings_shared"] == "shared"
                targets = nn.Embedding(tgt_vocab_size or src_vocab_size, d_model)
                model.tables.append(model.tables[0] if shared else targets)
            if said["output_head"] != "left_out":
                model.head = nn.ModuleDict({"output": nn.Linear(d_model, model.tables[-1].num_embeddings)})
                if said["output_head"] == "tied":
                    model.head["output"].weight = model.tables[-1].weight
    steps = {"encoder": r"^encoder\.", "decoder": r"^decoder\.", "embeddings": "^tables", "output_head": "^head"}
    if relative_positions:
        steps["relative_biases"] = r"^encoder\.distances"  # of either stack; the decoder may have none
    values = {step: count(model, said, name) for step, name in steps.items()} | {"total": count(model, said)}
    with torch.device("meta"):  # one layer of each, though there may be none in the decoder
        layers = {
            "encoder_layer": encoder_layer(d_model, d_ff, num_heads=num_heads, gated=gated, **heads),
            "decoder_layer": decoder_layer(d_model, d_ff, num_heads=num_heads, gated=gated, **heads),
        }
    for step, layer in layers.items():
        if norm == "rms_norm":
            with_rms_norms(layer)
        values[step] = count(layer, said)
    parts = {"attention": "self_attn", "feed_forward": "linear"}
    return values | {
        f"encoder_layer.{part}": count(layers["encoder_layer"], said, name) for part, name in parts.items()
    }


def encoder_model_parameters(
    said: dict[str, str],
    vocab_size: int,
    d_model: int,
    num_layers: int,
    d_ff: int,
    head: str,
    max_positions: int | None = None,
    type_vocab_size: int | None = None,
    embedding_dim: int | None = None,
    shared_layers: bool = False,
    num_classes: int | None = None,
    **options: Any,
) -> Named:
    width = embedding_dim or d_model
    with torch.device("meta"):
        tables = {"tokens": nn.Embedding(vocab_size, width), "norm": nn.LayerNorm(width)}
        if max_positions:
            tables["positions"] = nn.Embedding(max_positions, width)
        if type_vocab_size:
            tables["segments"] = nn.Embedding(type_vocab_size, width)
        if embedding_dim:
            tables["projection"] = nn.Linear(width, d_model)
        layer = nn.TransformerEncoderLayer(d_model, options["num_heads"], d_ff)
        encoder = nn.TransformerEncoder(layer, num_layers, nn.LayerNorm(d_model), enable_nested_tensor=False)
        for each in encoder.layers:
            with_options(each, d_model, d_ff, **options)
        if shared_layers:
            encoder.layers = nn.ModuleList([encoder.layers[0]] * num_layers)
        heads: dict[str, nn.Module] = {}
        if head == "language_model":
            heads = {"output": nn.Linear(d_model, vocab_size)}
        if head in {"masked_language_model", "both"}:
            heads = {"transform": nn.Linear(d_model, width), "norm": nn.LayerNorm(width)}
            heads["output"] = nn.Linear(width, vocab_size)
        if head in {"next_sentence", "both"}:
            heads["sentence"] = nn.Linear(d_model, 2)
        if head == "classification":
            heads["classes"] = nn.Linear(d_model, num_classes)
        if "output" in heads and said["tied_embeddings"] == "tied":
            heads["output"].weight = tables["tokens"].weight
        parts = {"tables": nn.ModuleDict(tables), "encoder": encoder, "pooler": nn.Linear(d_model, d_model)}
        model = nn.ModuleDict(parts | {"head": nn.ModuleDict(heads)})
    out = PLAIN_BIASES["encoder_model_parameters"] if said["biases"] == "left_out" else "^$"
    steps = {
        "embeddings": "^tables",
        "layer": r"layers\.0",
        "encoder": "^encoder",
        "pooler": "^pooler",
        "head": "^head",
    }
    steps |= {"layer.attention": r"layers\.0\.self_attn", "layer.feed_forward": r"layers\.0\.linear", "total": ""}
    steps |= {
        "layer.attention.input_projections": rf"layers\.0\.self_attn\.{INPUTS}",
        "layer.attention.output_projection": r"layers\.0\.self_attn\.out_proj",
        "layer.layer_norm": r"layers\.0\.norm",
    }
    return {step: count(model, said, name, out) for step, name in steps.items()}


def classification_head_parameters(said: dict[str, str], hidden_size: int, num_classes: int) -> Named:
    module = nn.Linear(hidden_size, num_classes, device="meta")
    out = PLAIN_BIASES["classification_head_parameters"] if said["biases"] == "left_out" else "^$"
    return {"weights": count(module, said, "weight"), "total": count(module, said, "", out)}
