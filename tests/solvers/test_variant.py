"""A variant: a question with concrete parameters and conventions."""

import pytest

from checker.engine.recording import MenuError
from checker.solvers.registry import solver
from checker.solvers.resized import resized_variants
from checker.solvers.signature import arguments
from checker.solvers.variant import Variant

SMALL_BERT = {
    "vocab_size": 40000, "d_model": 768, "num_layers": 8, "num_heads": 8, "d_ff": 3072,
    "max_positions": 512, "type_vocab_size": 2,
}  # fmt: skip


@pytest.fixture
def small_bert():
    question = solver("encoder_model_parameters")
    return Variant(question, arguments(question, SMALL_BERT), {"biases": "left_out", "layer_norm": "left_out"})


def test_a_total_with_the_attention_of_a_student(small_bert):
    """Seed 000, question 1: every step after the attention is right given the student's own 18,725,992."""

    def own(path, value):
        return 18_725_992 if path == "layer.attention" else value

    assert small_bert.run()["total"] == 87_737_856
    assert small_bert.run(override=own)["total"] == 218_671_424


def test_a_step_is_named_by_its_path_or_its_last_name(small_bert):
    assert small_bert.path("feed_forward") == "layer.feed_forward"
    assert small_bert.path("layer.attention.queries") == "layer.attention.queries"
    with pytest.raises(MenuError, match="atention"):
        small_bert.path("atention")


def test_different_questions_have_different_hashes(small_bert):
    question = small_bert.solver
    same = Variant(question, arguments(question, SMALL_BERT), {"layer_norm": "left_out", "biases": "left_out"})
    assert same.key() == small_bert.key()
    others = [
        small_bert.key("embeddings"),
        Variant(question, small_bert.arguments, {"biases": "left_out"}).key(),
        Variant(question, {**small_bert.arguments, "d_ff": 3073}, small_bert.declared).key(),
    ]
    assert len({small_bert.key(), *others}) == 4


def test_a_question_at_several_sizes_keeps_the_unit_of_its_step():
    formula = solver("formula")
    given = {"expression": "s/t", "unit": "m/s", "symbols": {"s": 36, "t": 2, "w": {"expression": "2*s"}}}
    question = Variant(formula, arguments(formula, given)).changed(units={"w": "m"})
    several = resized_variants(question, (("s", "s"), ("t", "t")))
    assert several.unit_of("w") == "m"
    learned = several.changed(learned={"order": 3})
    assert learned.run(wanted={"w"}) == several.run(wanted={"w"})
    assert len(learned.run()["total"]) == len(several.variants) > 1
    assert learned.unit_of("w") == "m"
    assert (learned.learned, several.learned) == ({"order": 3}, {})
