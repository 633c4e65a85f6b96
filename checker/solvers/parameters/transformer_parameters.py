"""Question type on the number of parameters of an encoder-decoder transformer: its solver, sentences and examples.

Also the tables of relative positions, as T5 has them.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from checker.derivation.weights import COMMON, RARE
from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, step
from checker.solvers._sizes import Size, SizeOrNone
from checker.solvers.formula_types import formula_type
from checker.solvers.parameters import _layer_stack as stacks
from checker.solvers.parameters._transformer_layer import NormKind, TransformerLayer, norm_size, worded

_ENCODER_LAYER = formula_type("encoder_layer_parameters")
_DECODER_LAYER = formula_type("decoder_layer_parameters")


def bias_table(positions: int, num_heads: int) -> int:
    """Record the parameters of one table of position biases as a step; return their number."""
    table = choose(
        "relative_biases",
        positions * num_heads,
        left_out=0,
        all_heads_alike=positions,
        counted_twice=2 * positions * num_heads,
    )
    return step("relative_biases", table, how=[("relative_positions · num_heads", table)])


def table_count(layers: int, *, is_first: bool) -> int:
    """Return how many tables of relative positions a stack counts: rightly 1.

    A student may count one for each layer, or one for the whole model, counted in the first stack (`is_first`) only.
    """
    return choose("relative_tables", 1, one_per_layer=layers, shared=int(is_first))


of_relative_positions = {
    "relative_biases.left_out": "You left out the biases of the relative positions. They are learned.",
    "relative_biases.all_heads_alike": "You counted one bias for each distance. Every head has its own.",
    "relative_biases.counted_twice": "You counted the biases of the relative positions twice. "
    "A table belongs to one stack and covers both directions.",
    "relative_tables.one_per_layer": "You counted a table of relative positions in every layer. "
    "All layers of a stack share one.",
    "relative_tables.shared": "You counted one table of relative positions for the whole model. "
    "Each stack has its own.",
}

weights_of_relative_positions = {"relative_biases.counted_twice": COMMON, "relative_tables.shared": RARE}


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
    norm: NormKind = "layer_norm",
    relative_positions: Size | None = None,
) -> int:
    """Parameters of an encoder-decoder transformer: its layers and, where they count, final norms, embeddings and head.

    Formula: N_enc·encoder_layer + N_dec·decoder_layer (+ 2·d_model for each stack's final norm)
        (+ (V_src + V_tgt)·d_model) (+ V_tgt·d_model + V_tgt).  RMSNorm has d_model parameters instead of 2·d_model;
        relative positions add relative_positions·h to each stack.
    Sizes: as encoder_layer_parameters; vocabularies in tokens, tgt_vocab_size (default src_vocab_size) also of the
        head; relative_positions is the number of distances (T5: of buckets of them) that have a learned bias for each
        head, in a table that all layers of a stack share (none: sinusoidal positions, nothing learned).
        A stack of 0 layers has no final norm, no table and no embeddings.
    Answer: a whole number of parameters.
    Source: Vaswani et al. 2017, section 3; Raffel et al. 2020, section 2.1 (T5: RMSNorm, relative positions, no
        biases).  Equal to PyTorch's nn.Transformer with final_norm counted.

    >>> transformer_parameters(d_model=512, num_heads=8, d_ff=2048, num_encoder_layers=6, num_decoder_layers=6)
    44138496
    """
    if not num_encoder_layers and not num_decoder_layers:
        raise ParameterError("num_encoder_layers", "and num_decoder_layers must not both be 0")
    if tgt_vocab_size and not num_decoder_layers:
        raise ParameterError("tgt_vocab_size", "is given, but there are no decoder layers")
    layer = TransformerLayer(d_model, num_heads, d_ff, d_k, d_v, num_kv_heads, gated, norm)
    final_norm = norm_size(d_model, norm) * convention("final_norm", left_out=0, counted=1)
    has_encoder, has_decoder = choose("stacks", (1, 1), encoder_only=(1, 0), decoder_only=(0, 1))
    table = bias_table(relative_positions, num_heads) if relative_positions else 0

    encoder_layer = step("encoder_layer", _ENCODER_LAYER, **layer._asdict())
    layers = has_encoder * stacks.layer_count(num_encoder_layers)
    tables = table_count(layers, is_first=True) if relative_positions else 0
    encoder_stack = stacks.layer_stack("encoder", layers, "encoder_layer", encoder_layer, final_norm, tables * table)

    decoder_layer = step("decoder_layer", _DECODER_LAYER, **layer._asdict())
    layers = has_decoder * stacks.layer_count(num_decoder_layers)
    decoder_layer = choose("decoder_layer", decoder_layer, as_encoder_layer=encoder_layer)
    tables = table_count(layers, is_first=not num_encoder_layers) if relative_positions else 0
    decoder_stack = stacks.layer_stack("decoder", layers, "decoder_layer", decoder_layer, final_norm, tables * table)

    has_embeddings = convention("embeddings", left_out=0, counted=1)
    has_matrix, has_bias = convention("output_head", left_out=(0, 0), counted=(1, 1), tied=(0, 1))
    has_bias *= convention("head_biases", follows="biases", counted=1, left_out=0)
    sources = (src_vocab_size or tgt_vocab_size or 0) if num_encoder_layers else 0
    targets = (tgt_vocab_size or src_vocab_size or 0) if num_decoder_layers else 0
    outputs = targets or sources
    _check_vocabulary(outputs, has_embeddings + has_matrix + has_bias)
    rows = convention(
        "embeddings_shared", separate=lambda: sources + targets, shared=lambda: _shared_vocabulary(sources, targets)
    )
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
        encoder_stack + decoder_stack + embeddings + head,
        how=[("encoder", encoder_stack), ("decoder", decoder_stack), ("embeddings", embeddings), ("output_head", head)],
    )


def _check_vocabulary(size: int, uses: int) -> None:
    """Raise ParameterError if the size is not given although embeddings or head count (`uses` is how many of these)."""
    if uses and not size:
        raise ParameterError("src_vocab_size", "is needed where the embeddings or the output head count")


def _shared_vocabulary(sources: int, targets: int) -> int:
    """Return the size of the one vocabulary of both languages.

    Raise ParameterError if two different sizes are given.
    """
    if sources and targets and sources != targets:
        raise ParameterError("tgt_vocab_size", f"must equal src_vocab_size = {sources} where the embeddings are shared")
    return sources or targets


_sentences = (
    _DECODER_LAYER.explain({})
    | stacks.explain
    | {
        "final_norm.left_out": "leaves the final LayerNorm of each stack out",
        "final_norm.counted": "counts a final LayerNorm after each stack",
        "embeddings.left_out": "leaves the embeddings out",
        "embeddings.counted": "counts the embeddings",
        "embeddings_shared.separate": "counts an embedding table for each language",
        "embeddings_shared.shared": "counts one embedding table for both languages",
        "output_head.left_out": "leaves the output layer out",
        "output_head.counted": "counts the output layer with a separate matrix",
        "output_head.tied": "ties the matrix of the output layer to the embeddings",
        "head_biases.counted": "counts the bias of the output layer",
        "head_biases.left_out": "leaves the bias of the output layer out",
        "layers.one_less": "You counted one layer too few in each stack.",
        "layers.one_more": "You counted one layer too many in each stack.",
        "layers.counted_twice": "You counted every layer twice. The number of layers is given for each stack.",
        "decoder_layer.as_encoder_layer": "You counted a decoder layer like an encoder layer. "
        "It has a second attention block, with a LayerNorm.",
        "decoder_layer.as_encoder_layer if layer_norm.left_out": "You counted a decoder layer like an encoder layer. "
        "It has a second attention block.",
        "decoder_layer.as_encoder_layer if cross_attention.left_out": "You counted a decoder layer like an encoder "
        "layer. It has one more LayerNorm.",
        "stacks.encoder_only": "You counted the encoder only. The decoder has its own layers.",
        "stacks.decoder_only": "You counted the decoder only. The encoder has its own layers.",
    }
)


def explain(norm: NormKind = "layer_norm", relative_positions: int | None = None, **_: Any) -> Mapping[str, str]:
    """Return the sentences about mistakes, for the norms and positions of the question."""
    return worded(_sentences, norm) | (of_relative_positions if relative_positions else {})


weights = (
    _DECODER_LAYER.weights
    | stacks.weights
    | weights_of_relative_positions
    | {
        "stacks": COMMON,
        "stacks.decoder_only": RARE,
        "embeddings": COMMON,
        "output_head": COMMON,
    }
)

examples = [
    {"d_model": 512, "num_heads": 8, "d_ff": 2000, "num_encoder_layers": 5, "num_decoder_layers": 3},
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
        "norm": "rms_norm",
        "relative_positions": 32,
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
    """Return random parameters for a question of this type; a third of them without vocabularies."""
    parameters = _ENCODER_LAYER.draw(rng)
    parameters |= {"num_encoder_layers": rng.randint(1, 12), "num_decoder_layers": rng.randint(0, 12)}
    if rng.random() < 0.67:
        parameters["src_vocab_size"] = rng.randint(50, 50_000)
        if parameters["num_decoder_layers"] and rng.random() < 0.5:
            parameters["tgt_vocab_size"] = rng.randint(50, 50_000)
    if rng.random() < 0.33:
        parameters["norm"] = "rms_norm"
    if rng.random() < 0.33:
        parameters["relative_positions"] = rng.randint(2, 64)
    return parameters
