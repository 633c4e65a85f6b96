"""Make the data of tests/test_oracle.py: random questions, and their truth by PyTorch, never by a solver of ours.

    PYTHONPATH=. python tests/oracle/make.py [TYPE...]        # with PyTorch 2.13, numpy and annotated-types

Each type has COUNT questions, each drawn by a seed of its own: parameters by the solver's `draw`, conventions from
CONVENTIONS, in which what is not stated is as PyTorch has it.  Parameters are counted on modules, without those that
a convention leaves out, by their names.  Where a module lacks an option (sizes of heads, shared keys, gates) that part
is built from nn.Linear.  Values come from nn.MultiheadAttention or F.scaled_dot_product_attention in float64.

Three types have no counterpart in PyTorch.  Encodings and rotations are computed with complex numbers, and
shapes are those of tensors that are really multiplied.
"""
# ruff: noqa: C901, PLR0913, T201 - a script, with the parameters of its questions

from __future__ import annotations

import gzip
import json
import math
import re
import sys
from pathlib import Path
from random import Random
from typing import Any

import torch
import torch.nn.functional as F  # noqa: N812 - its usual name
from torch import Tensor, nn

COUNT = 200
HERE = Path(__file__).parent
LARGE = 200_000
DIGITS = 12

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
    "attention_output": {"scale": ("sqrt_d_k", "none")},
    "self_attention_output": {"scale": ("sqrt_d_k", "none"), "layout": ("rows", "columns")},
    "attention_shape": {"layout": ("rows", "columns")},
    "positional_encoding": {"layout": ("interleaved", "halves"), "first_position": ("0", "1")},
    "positional_rotation": {"layout": ("interleaved", "halves")},
}
FOLLOWS = {"qkv_biases": "biases", "output_biases": "biases", "ffn_biases": "biases", "head_biases": "biases"}


def drawn(name: str, number: int) -> tuple[Named, dict[str, str]]:
    """The parameters and the declared conventions of one question."""
    from checker.solvers import solver

    rng = Random(f"{name} {number}")
    parameters = solver(name).draw(rng)
    conventions = {each: rng.choice(options) for each, options in CONVENTIONS[name].items() if rng.random() < 0.5}
    if name == "transformer_parameters":
        if "src_vocab_size" not in parameters:
            conventions = {
                each: said for each, said in conventions.items() if each not in {"embeddings", "output_head"}
            }
        if conventions.get("embeddings_shared") == "shared":
            parameters.pop("tgt_vocab_size", None)
    if name == "self_attention_output" and conventions.get("layout") == "columns":
        for each in {"inputs", "w_q", "w_k", "w_v", "w_o"} & parameters.keys():
            parameters[each] = [list(column) for column in zip(*parameters[each], strict=True)]
    return parameters, conventions


def truth(name: str, parameters: Named, conventions: dict[str, str]) -> Named:
    """The values of the total and of some steps, by PyTorch."""
    said = {each: options[0] for each, options in CONVENTIONS[name].items()} | conventions
    for each, leader in FOLLOWS.items():
        if each in said and each not in conventions:
            said[each] = said[leader]
    with torch.no_grad():
        return globals()[name](said, **parameters)


# --- Parameters: modules on the meta device, which have shapes but no numbers


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
    inputs, output = count(module, said, "^(in_proj|._proj)"), count(module, said, "^out_proj")
    return {"input_projections": inputs, "output_projection": output, "total": count(module, said)}


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
    return {step: count(module, said, name) for step, name in steps.items()} | {"total": count(module, said)}


def decoder_layer_parameters(said: dict[str, str], **sizes: Any) -> Named:
    with torch.device("meta"):
        module = decoder_layer(**sizes)
    steps = {"self_attention": "self_attn", "feed_forward": "linear", "layer_norm": "norm"}
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
    **heads: Any,
) -> Named:
    with torch.device("meta"):
        model = nn.Transformer(d_model, num_heads, num_encoder_layers, num_decoder_layers, d_ff)
        for layer in [*model.encoder.layers, *model.decoder.layers]:
            with_options(layer, d_model, d_ff, gated=gated, num_heads=num_heads, **heads)
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
    return {step: count(model, said, name) for step, name in steps.items()} | {"total": count(model, said)}


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
    return {step: count(model, said, name, out) for step, name in steps.items()}


def classification_head_parameters(said: dict[str, str], hidden_size: int, num_classes: int) -> Named:
    module = nn.Linear(hidden_size, num_classes, device="meta")
    out = PLAIN_BIASES["classification_head_parameters"] if said["biases"] == "left_out" else "^$"
    return {"weights": count(module, said, "weight"), "total": count(module, said, "", out)}


# --- Values


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
        "weights": F.scaled_dot_product_attention(q, k, torch.eye(len(k), dtype=torch.float64), allowed, scale=scale),
        "total": F.scaled_dot_product_attention(q, k, v, allowed, scale=scale),
    }
    return {step: value.tolist() if query is None else value[query - 1].tolist() for step, value in found.items()}


def self_attention_output(
    said: dict[str, str],
    inputs: Any,
    mask: Any,
    num_heads: int = 1,
    num_kv_heads: int | None = None,
    head: int | None = None,
    query: int | None = None,
    slices: Any = None,
    **given: Any,
) -> Named:
    is_columns = said["layout"] == "columns"
    x = numbers(inputs).T if is_columns else numbers(inputs)
    matrices = {name: numbers(value) for name, value in given.items()}
    for name in {"w_q", "w_k", "w_v", "w_o"} & matrices.keys():  # as nn.Linear has them: (columns, rows)
        matrices[name] = matrices[name] if is_columns else matrices[name].T
    allowed = allowed_by(mask, len(x), len(x))
    d_model = x.shape[1]
    if is_usual_block(matrices, said, d_model, num_kv_heads):
        output = usual_block(x, matrices, allowed, num_heads)
    else:
        if slices is None:
            q, k, v = (F.linear(x, matrices[f"w_{letter}"], matrices.get(f"b_{letter}")) for letter in "qkv")
        else:
            q, k, v = (x[:, torch.tensor(slices[f"{part}_dims"]) - 1] for part in ("query", "key", "value"))
        kv_heads = num_kv_heads or num_heads
        scale = 1.0 if said["scale"] == "none" else None
        heads = F.scaled_dot_product_attention(
            q.unflatten(1, (num_heads, -1)).transpose(0, 1).unsqueeze(0),
            k.unflatten(1, (kv_heads, -1)).transpose(0, 1).unsqueeze(0),
            v.unflatten(1, (kv_heads, -1)).transpose(0, 1).unsqueeze(0),
            allowed,
            scale=scale,
            enable_gqa=True,
        )[0]
        output = heads[head - 1] if head else heads.transpose(0, 1).flatten(1)
        if not head and "w_o" in matrices:
            output = F.linear(output, matrices["w_o"], matrices.get("b_o"))
    output = output if query is None else output[query - 1]
    return {"total": (output.T if is_columns and query is None else output).tolist()}


def is_usual_block(matrices: dict[str, Tensor], said: dict[str, str], d_model: int, num_kv_heads: int | None) -> bool:
    """Whether nn.MultiheadAttention can compute it."""
    weights = [matrices[name] for name in ("w_q", "w_k", "w_v", "w_o") if name in matrices]
    square = len(weights) == 4 and all(weight.shape == (d_model, d_model) for weight in weights)
    return square and num_kv_heads is None and said["scale"] == "sqrt_d_k"


def usual_block(x: Tensor, matrices: dict[str, Tensor], allowed: Tensor, num_heads: int) -> Tensor:
    block = nn.MultiheadAttention(x.shape[1], num_heads, bias="b_q" in matrices, dtype=torch.float64)
    block.in_proj_weight.copy_(torch.cat([matrices[f"w_{letter}"] for letter in "qkv"]))
    block.out_proj.weight.copy_(matrices["w_o"])
    if "b_q" in matrices:
        block.in_proj_bias.copy_(torch.cat([matrices[f"b_{letter}"] for letter in "qkv"]))
        block.out_proj.bias.copy_(matrices["b_o"])
    return block(x, x, x, attn_mask=~allowed, need_weights=False)[0]


def positional_encoding(
    said: dict[str, str], d_model: int, base: float, length: int = 0, positions: list[int] | None = None
) -> Named:
    first = int(said["first_position"])
    places = numbers(positions or list(range(first, first + length)))
    frequencies = torch.exp(-math.log(base) * torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    turned = torch.exp(1j * torch.outer(places, frequencies))
    pairs = [turned.imag, turned.real]
    encoding = torch.cat(pairs, dim=1) if said["layout"] == "halves" else torch.stack(pairs, dim=2).flatten(1)
    return {"total": encoding.tolist()}


def positional_rotation(said: dict[str, str], d_model: int, offset: int, base: float) -> Named:
    angles = offset * torch.exp(-math.log(base) * torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    basis = torch.tensor([1j, 1.0])  # a pair (sine, cosine) is the number cosine + i sine; to shift it is to multiply
    images = [torch.exp(1j * angle) * basis.to(torch.complex128) for angle in angles]
    rotation = torch.block_diag(*(torch.stack([image.imag, image.real]) for image in images))
    if said["layout"] == "halves":
        order = torch.cat([torch.arange(0, d_model, 2), torch.arange(1, d_model, 2)])
        rotation = rotation[order][:, order]
    return {"total": rotation.tolist()}


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
    tensors |= {"output": output, "total": heads.select(-3, 0)}
    found: Named = {}
    for step, tensor in tensors.items():
        found[step] = list(tensor.mT.shape if said["layout"] == "columns" else tensor.shape)
        found["elements" if step == "total" else f"{step}.elements"] = tensor.numel()
    return found


# --- Files


def rounded(value: Any) -> Any:
    if isinstance(value, list):
        return [rounded(each) for each in value]
    return float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value


def write(name: str) -> Path:
    lines = []
    for number in range(COUNT):
        parameters, conventions = drawn(name, number)
        values = {step: rounded(value) for step, value in truth(name, parameters, conventions).items()}
        lines.append(json.dumps({"parameters": parameters, "conventions": conventions, "values": values}))
    text = "[\n" + ",\n".join(lines) + "\n]\n"
    file = HERE / f"{name}.json"
    if len(text) > LARGE:
        file = HERE / f"{name}.json.gz"
        file.write_bytes(gzip.compress(text.encode(), mtime=0))
    else:
        file.write_text(text)
    return file


if __name__ == "__main__":
    for each in sys.argv[1:] or CONVENTIONS:
        print(write(each))
