"""Stacks of equal layers, and embedding tables: what question types on whole models share.

Also the sentences about mistakes with them.
"""

from __future__ import annotations

from checker.derivation.weights import COMMON, RARE
from checker.engine.trace import choose, step


def token_embeddings(vocab_size: int, embedding_dim: int) -> int:
    """Record the parameters of the table of tokens as a step; return their number."""
    table = choose("token_embeddings", vocab_size * embedding_dim, left_out=0)
    biases = choose("table_bias", 0, one_per_token=vocab_size, one_per_column=embedding_dim)
    return step("token_embeddings", table + biases, how="vocab_size · embedding_dim", embedding_dim=embedding_dim)


def learned_positions(max_positions: int, embedding_dim: int) -> int:
    """Return the number of parameters of a learned table of positions, right or as the student of this run has it."""
    return choose("position_embeddings", max_positions * embedding_dim, left_out=0)


def embedding_copies(num_layers: int) -> int:
    """Return how often the embeddings count: once, unless the student counts them for each layer."""
    return choose("embedding_copies", 1, one_per_layer=num_layers)


of_embeddings = {
    "token_embeddings.left_out": "You left out the token embeddings. Their table has a row for every token.",
    "table_bias.one_per_token": "You gave the embedding table a bias for each token. Embeddings have no biases.",
    "table_bias.one_per_column": "You gave the embedding table a bias for each column. Embeddings have no biases.",
    "embedding_copies.one_per_layer": "You counted the embeddings once for each layer. The model has them only once.",
}

of_learned_positions = {
    "position_embeddings.left_out": "You left out the position embeddings. "
    "Here they are learned, with a row for every position.",
}

weights_of_embeddings = {
    "token_embeddings": COMMON,
    "table_bias": RARE,
    "position_embeddings": COMMON,
    "embedding_copies": RARE,
}


def layer_count(number: int) -> int:
    """Return how often the layer of a stack counts: `number`, or as the student of this run has it."""
    return choose(
        "layers",
        number,
        left_out=min(number, 1),
        one_less=max(number - 1, 0),
        one_more=number and number + 1,
        counted_twice=2 * number,
    )


def layer_stack(name: str, layers: int, of: str, layer: int, final_norm: int = 0, position_biases: int = 0) -> int:
    """Record the parameters of a stack as a step; return their number.

    A stack has its layers and, if there are any, its norm and position biases.  `of` is the name of the step of one
    layer.
    """
    has_layers = min(layers, 1)
    final_norm, position_biases = has_layers * final_norm, has_layers * position_biases
    return step(
        name,
        layers * layer + final_norm + position_biases,
        how=[(f"layers · {of}", layers), ("final_norm", final_norm), ("position_biases", position_biases)],
        layers=layers,
        final_norm=final_norm,
        position_biases=position_biases,
    )


explain = {
    "layers.left_out": "You counted one layer. "
    "Every layer has its own parameters, so multiply by the number of layers.",
    "layers.one_less": "You counted one layer too few.",
    "layers.one_more": "You counted one layer too many.",
}

weights = {"layers": COMMON, "layers.one_less": RARE, "layers.one_more": RARE, "final_norm": RARE}
