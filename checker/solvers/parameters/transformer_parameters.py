"""Parameters of an encoder-decoder transformer."""

from __future__ import annotations

from random import Random
from typing import Any

from checker.errors import ParameterError
from checker.solvers.parameters import decoder_layer_parameters as decoder_layer
from checker.solvers.parameters import encoder_layer_parameters as encoder_layer
from checker.solvers.sizes import Size, SizeOrNone
from checker.trace import choose, convention, step


def transformer_parameters(
    d_model: Size,
    num_heads: Size,
    d_ff: Size,
    num_encoder_layers: SizeOrNone,
    num_decoder_layers: SizeOrNone,
    d_k: Size | None = None,
    d_v: Size | None = None,
    src_vocab_size: Size | None = None,
    tgt_vocab_size: Size | None = None,
    num_kv_heads: Size | None = None,
    gated: bool = False,
) -> int:
    """Parameters of an encoder-decoder transformer: its layers and, where they count, final norms, embeddings and head.

    Formula: N_enc·encoder_layer + N_dec·decoder_layer (+ 2·d_model for each stack's final norm)
        (+ (V_src + V_tgt)·d_model) (+ V_tgt·d_model + V_tgt).
    Sizes: as encoder_layer_parameters; vocabularies in tokens, tgt_vocab_size (default src_vocab_size) also of the
        head.  A stack of 0 layers has no final norm and no embeddings.  Positions are sinusoidal: nothing is learned.
    Answer: a whole number of parameters.
    Source: Vaswani et al. 2017, section 3.  Equal to PyTorch's nn.Transformer with final_norm counted.

    >>> transformer_parameters(d_model=512, num_heads=8, d_ff=2048, num_encoder_layers=6, num_decoder_layers=6)
    44138496
    """
    if not num_encoder_layers and not num_decoder_layers:
        raise ParameterError("num_encoder_layers", "and num_decoder_layers must not both be 0")
    if tgt_vocab_size and not num_decoder_layers:
        raise ParameterError("tgt_vocab_size", "is given, but there are no decoder layers")
    sizes: dict[str, Any] = {"d_model": d_model, "num_heads": num_heads, "d_ff": d_ff, "gated": gated}
    sizes |= {"d_k": d_k, "d_v": d_v, "num_kv_heads": num_kv_heads}
    norm_biases = convention("norm_biases", counted=1, left_out=0)
    norm = convention("final_norm", left_out=0, counted=1) * (d_model + norm_biases * d_model)
    has_encoder, has_decoder = choose("stacks", (1, 1), encoder_only=(1, 0), decoder_only=(0, 1))

    layer: int = step("encoder_layer", encoder_layer.encoder_layer_parameters, **sizes)
    layers = has_encoder * _layers(num_encoder_layers)
    final = norm if layers else 0
    encoder = step(
        "encoder",
        layers * layer + final,
        how=[("layers · encoder_layer", layers), ("final_norm", final)],
        layers=layers,
        final_norm=final,
    )
    own_layer: int = step("decoder_layer", decoder_layer.decoder_layer_parameters, **sizes)
    layers = has_decoder * _layers(num_decoder_layers)
    final = norm if layers else 0
    decoder = step(
        "decoder",
        layers * choose("decoder_layer", own_layer, as_encoder_layer=layer) + final,
        how=[("layers · decoder_layer", layers), ("final_norm", final)],
        layers=layers,
        final_norm=final,
    )

    has_embeddings = convention("embeddings", left_out=0, counted=1)
    has_matrix, has_bias = convention("output_head", left_out=(0, 0), counted=(1, 1), tied=(0, 1))
    has_bias *= convention("head_biases", follows="biases", counted=1, left_out=0)
    sources = (src_vocab_size or tgt_vocab_size or 0) if num_encoder_layers else 0
    targets = (tgt_vocab_size or src_vocab_size or 0) if num_decoder_layers else 0
    outputs = targets or sources
    if not outputs and (has_embeddings or has_matrix or has_bias):
        raise ParameterError("src_vocab_size", "is needed where the embeddings or the output head count")
    rows = convention("embeddings_shared", separate=lambda: sources + targets, shared=lambda: _shared(sources, targets))
    embeddings = step(
        "embeddings",
        has_embeddings * rows * d_model,
        how=[("vocabulary · d_model", has_embeddings)],
        vocabulary=rows,
    )
    matrix, bias = has_matrix * d_model * outputs, has_bias * outputs
    head = step(
        "output_head",
        matrix + bias,
        how=[("d_model · vocabulary", matrix), ("vocabulary", bias)],
        vocabulary=outputs,
    )
    return step(
        "total",
        encoder + decoder + embeddings + head,
        how=[("encoder", encoder), ("decoder", decoder), ("embeddings", embeddings), ("output_head", head)],
    )


def _layers(number: int) -> int:
    """How often a stack's layer is counted: one belief about both stacks."""
    return choose(
        "layers",
        number,
        forgotten=min(number, 1),
        one_less=max(number - 1, 0),
        one_more=number and number + 1,
        doubled=2 * number,
    )


def _shared(sources: int, targets: int) -> int:
    """The rows of one table for both languages."""
    if sources and targets and sources != targets:
        raise ParameterError("tgt_vocab_size", f"must equal src_vocab_size = {sources} where the embeddings are shared")
    return sources or targets


explain = decoder_layer.explain | {
    "final_norm.left_out": "leaves the final LayerNorm of each stack out",
    "final_norm.counted": "counts a final LayerNorm after each stack",
    "embeddings.left_out": "leaves the embeddings out",
    "embeddings.counted": "counts the embeddings",
    "embeddings_shared.separate": "counts an embedding table for each language",
    "embeddings_shared.shared": "counts one embedding table for both languages",
    "output_head.left_out": "leaves the output layer out",
    "output_head.counted": "counts the output layer with a matrix of its own",
    "output_head.tied": "ties the matrix of the output layer to the embeddings, so that only its bias is new",
    "head_biases.counted": "counts the bias of the output layer",
    "head_biases.left_out": "leaves the bias of the output layer out",
    "layers.forgotten": "You counted one layer; every layer of a stack has parameters of its own, "
    "so multiply by the number of layers.",
    "layers.one_less": "You counted one layer too few in each stack.",
    "layers.one_more": "You counted one layer too many in each stack.",
    "layers.doubled": "You counted each layer twice; the number of layers is given for each stack on its own.",
    "decoder_layer.as_encoder_layer": "You counted a decoder layer like an encoder layer; "
    "it has a second attention block, and a LayerNorm for it.",
    "stacks.encoder_only": "You counted the encoder only; the decoder has layers of its own.",
    "stacks.decoder_only": "You counted the decoder only; the encoder has layers of its own.",
}

weights = decoder_layer.weights | {
    "layers": 4,
    "layers.one_less": 1,
    "layers.one_more": 1,
    "stacks": 4,
    "stacks.decoder_only": 1,
    "final_norm": 1,
    "embeddings": 4,
    "output_head": 4,
}

examples = [
    {"d_model": 512, "num_heads": 8, "d_ff": 2048, "num_encoder_layers": 6, "num_decoder_layers": 6},
    {
        "d_model": 512,
        "num_heads": 6,
        "d_ff": 1024,
        "num_encoder_layers": 8,
        "num_decoder_layers": 8,
        "d_k": 64,
        "d_v": 64,
        "src_vocab_size": 32128,
        "gated": True,
    },
    {
        "d_model": 96,
        "num_heads": 4,
        "d_ff": 250,
        "num_encoder_layers": 3,
        "num_decoder_layers": 2,
        "d_k": 20,
        "d_v": 28,
        "src_vocab_size": 1000,
        "tgt_vocab_size": 1200,
        "num_kv_heads": 2,
    },
]


def draw(rng: Random) -> dict[str, Any]:
    """Valid random parameters; a third of them without vocabularies."""
    parameters = encoder_layer.draw(rng)
    parameters |= {"num_encoder_layers": rng.randint(1, 12), "num_decoder_layers": rng.randint(0, 12)}
    if rng.random() < 0.67:
        parameters["src_vocab_size"] = rng.randint(50, 50_000)
        if parameters["num_decoder_layers"] and rng.random() < 0.5:
            parameters["tgt_vocab_size"] = rng.randint(50, 50_000)
    return parameters
