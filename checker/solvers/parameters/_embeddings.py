"""Counts of the learned parameters in a model's embeddings: a table of tokens, and one of positions."""

from __future__ import annotations

from checker.derivation.weights import COMMON, RARE
from checker.engine.trace import choose, step


def token_embeddings(vocab_size: int, embedding_dim: int) -> int:
    """Return the parameters of the table of tokens, as a step."""
    table = choose("token_embeddings", vocab_size * embedding_dim, left_out=0)
    biases = choose("table_bias", 0, one_per_token=vocab_size, one_per_column=embedding_dim)
    return step("token_embeddings", table + biases, how="vocab_size · embedding_dim", embedding_dim=embedding_dim)


def learned_positions(max_positions: int, embedding_dim: int) -> int:
    """Return the parameters of a learned table of positions."""
    return choose("position_embeddings", max_positions * embedding_dim, left_out=0)


def embedding_copies(num_layers: int) -> int:
    """Return how often the embeddings are counted."""
    return choose("embedding_copies", 1, one_per_layer=num_layers)


explain = {
    "token_embeddings.left_out": "You left out the token embeddings. Their table has a row for every token.",
    "table_bias.one_per_token": "You gave the embedding table a bias for each token. Embeddings have no biases.",
    "table_bias.one_per_column": "You gave the embedding table a bias for each column. Embeddings have no biases.",
    "embedding_copies.one_per_layer": "You counted the embeddings once for each layer. The model has them only once.",
}

of_learned_positions = {
    "position_embeddings.left_out": "You left out the position embeddings. "
    "Here they are learned, with a row for every position.",
}

weights = {"token_embeddings": COMMON, "table_bias": RARE, "position_embeddings": COMMON, "embedding_copies": RARE}
