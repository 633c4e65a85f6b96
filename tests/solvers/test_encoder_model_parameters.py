from __future__ import annotations

import pytest

from checker.engine.errors import ParameterError
from checker.solvers.parameters.encoder_model_parameters import encoder_model_parameters

SMALL = {"vocab_size": 100, "d_model": 200, "num_layers": 4, "num_heads": 2, "d_ff": 200}
SHEET = {
    "vocab_size": 40_000,
    "d_model": 768,
    "num_layers": 8,
    "num_heads": 8,
    "d_ff": 3072,
    "max_positions": 512,
    "type_vocab_size": 2,
}
BERT = SHEET | {"vocab_size": 30_522, "num_layers": 12, "num_heads": 12}
ALBERT = BERT | {"vocab_size": 30_000, "embedding_dim": 128, "shared_layers": True}


def test_a_small_language_model_and_classifier(ask):
    language = ask("encoder_model_parameters", SMALL | {"head": "language_model"})
    assert language.answer() == 1_008_100
    assert language.answer("head") == 20_100
    classifier = ask("encoder_model_parameters", SMALL | {"head": "classification", "num_classes": 2})
    assert classifier.answer() == 988_402
    assert classifier.answer("head") == 402


def test_the_steps_of_a_small_layer(ask):
    question = ask("encoder_model_parameters", SMALL | {"head": "language_model"})
    assert question.answer("layer.attention") == 160_800
    assert question.answer("layer.feed_forward") == 80_400
    assert question.answer("layer.layer_norm") == 800
    assert question.mistakes(400, "layer.layer_norm") == ["norms.one", "norm_biases.left_out"]


def test_the_model_of_the_homework_sheet(ask):
    question = ask("encoder_model_parameters", SHEET, biases="left_out", layer_norm="left_out")
    assert question.answer() == 87_737_856
    assert question.answer("embeddings") == 31_114_752
    assert question.answer("embeddings", segment_embeddings="left_out") == 31_113_216
    assert question.answer("layer.feed_forward") == 4_718_592
    assert question.answer("layer.attention.input_projections") == 1_769_472
    assert question.mistakes(14_155_776, "layer.attention.input_projections") == ["heads.multiplied"]
    assert question.answer(heads="multiplied", output_heads="multiplied") == 87_737_856 + 132_120_576


@pytest.mark.parametrize(("pooler", "total"), [("counted", 109_482_240), ("left_out", 108_891_648)])
def test_bert_base(ask, pooler, total):
    assert ask("encoder_model_parameters", BERT, embedding_norm="counted", pooler=pooler).answer() == total


def test_bert_as_it_is_pre_trained(ask):
    conventions = {"embedding_norm": "counted", "pooler": "counted", "tied_embeddings": "tied"}
    assert ask("encoder_model_parameters", BERT | {"head": "both"}, **conventions).answer() == 110_106_428


def test_albert_base(ask):
    question = ask("encoder_model_parameters", ALBERT, embedding_norm="counted", pooler="counted")
    assert question.answer() == 11_683_584
    assert question.answer("encoder", layer_sharing="ignored") == 12 * question.answer("layer")
    assert question.answer("embeddings", embedding_size="as_d_model") == (30_000 + 512 + 2 + 2) * 768
    assert question.answer("embeddings", embedding_projection="left_out") == (30_000 + 512 + 2 + 2) * 128


def test_each_mistake_about_the_head_gives_its_answer(ask):
    question = ask("encoder_model_parameters", SMALL | {"head": "language_model"})
    assert question.answer("head", tied_embeddings="tied") == 100
    assert question.answer("head", head_biases="left_out") == question.answer("head", biases="left_out") == 20_000
    assert question.answer("head", head="left_out") == 0
    headless = ask("encoder_model_parameters", SMALL)
    assert headless.answer() == 988_000
    assert headless.answer(head="as_language_model") == 1_008_100


def test_each_mistake_about_layers_and_embeddings_gives_its_answer(ask):
    question = ask("encoder_model_parameters", SMALL)
    assert question.answer(layers="left_out") == 20_000 + 242_000
    assert question.answer(layers="counted_twice") == 20_000 + 8 * 242_000
    assert question.answer("embeddings", embedding_copies="one_per_layer") == 80_000
    assert question.answer("embeddings", token_embeddings="left_out") == 0


@pytest.mark.parametrize(
    ("changes", "parameter"),
    [
        ({"num_heads": 3}, "num_heads"),
        ({"head": "classification"}, "num_classes"),
        ({"num_classes": 3}, "num_classes"),
        ({"head": "tail"}, "head"),
    ],
)
def test_impossible_parameters_are_errors(changes, parameter):
    with pytest.raises(ParameterError) as error:
        encoder_model_parameters(**(SMALL | changes))
    assert error.value.parameter == parameter


def test_a_classifier_in_the_place_of_the_pooler(ask):
    question = ask("encoder_model_parameters", BERT, pooler="counted")
    assert question.mistakes(768 * 2 + 2, "pooler") == ["pooler_outputs.two_classes"]
