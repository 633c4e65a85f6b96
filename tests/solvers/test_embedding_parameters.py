from __future__ import annotations


def test_the_token_tables_of_bert_and_gpt2_have_their_published_counts(ask):
    assert ask("embedding_parameters", {"num_embeddings": 30522, "embedding_dim": 768}).answer() == 23_440_896
    assert ask("embedding_parameters", {"num_embeddings": 50257, "embedding_dim": 768}).answer() == 38_597_376


def test_a_table_has_no_biases(ask):
    question = ask("embedding_parameters", {"num_embeddings": 5000, "embedding_dim": 120})
    assert question.mistakes(605_000) == ["embedding_bias.per_token"]
    assert question.mistakes(600_120) == ["embedding_bias.per_dimension", "vocabulary.one_more"]
    assert question.mistakes(600_120, "table") == ["vocabulary.one_more"]
