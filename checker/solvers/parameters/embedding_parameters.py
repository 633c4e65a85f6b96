"""Question type on the number of parameters of one embedding table: its solver, sentences on mistakes, and examples."""

from __future__ import annotations

from random import Random
from typing import Any

from checker.derivation.weights import COMMON, RARE
from checker.engine.trace import choose, step
from checker.solvers._sizes import Size


def embedding_parameters(num_embeddings: Size, embedding_dim: Size) -> int:
    """Parameters of an embedding: a table with a row for each token.

    Formula: num_embeddings·embedding_dim.
    Sizes: num_embeddings is the number of tokens (the vocabulary, with the special tokens), embedding_dim the width of
        the vector that each has.
    Answer: a whole number of parameters.  The length of a text plays no part.
    Source: Bengio et al. 2003.  Equal to PyTorch's nn.Embedding; a padding_idx has a row like any other.

    >>> embedding_parameters(num_embeddings=30522, embedding_dim=768)
    23440896
    """
    rows = choose("vocabulary", num_embeddings, one_more=num_embeddings + 1, one_less=num_embeddings - 1)
    columns = choose("embedding_width", embedding_dim, one_hot=num_embeddings)
    table = choose(
        "table",
        rows * columns,
        added=rows + columns,
        one_row=columns,
        input_and_output=2 * rows * columns,
    )
    table = step("table", table, how="num_embeddings · embedding_dim")
    biases = choose("embedding_bias", 0, per_dimension=embedding_dim, per_token=num_embeddings)
    return step("total", table + biases, how=[("table", 1), ("biases", biases)], biases=biases)


explain = {
    "vocabulary.one_more": "You added a row for unknown or padding tokens. "
    "The given number of tokens already includes them.",
    "vocabulary.one_less": "You left out a row. Every token has one, including the padding token.",
    "embedding_width.one_hot": "You gave each token a number for every token of the vocabulary. "
    "Use the embedding width.",
    "table.added": "You added the number of tokens and the embedding width. "
    "Multiply them, as every token has a whole vector.",
    "table.one_row": "You counted the vector of one token. Every token of the vocabulary has its own.",
    "table.input_and_output": "You counted the table twice, as if there were an output layer. "
    "An embedding is one table.",
    "embedding_bias.per_dimension": "You added a bias for each dimension. An embedding has no biases.",
    "embedding_bias.per_token": "You added a bias for each token. An embedding has no biases.",
}

weights = {"embedding_bias": COMMON, "embedding_width": RARE, "vocabulary.one_less": RARE, "table.one_row": RARE}

examples = [
    {"num_embeddings": 30522, "embedding_dim": 768},
    {"num_embeddings": 5000, "embedding_dim": 120},
]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question of this type."""
    return {"num_embeddings": rng.randint(2, 250_000), "embedding_dim": rng.randint(1, 4096)}
