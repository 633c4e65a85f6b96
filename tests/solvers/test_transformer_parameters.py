from __future__ import annotations

import pytest

from checker.engine.errors import ParameterError
from checker.solvers.parameters.transformer_parameters import transformer_parameters

BASE = {"d_model": 512, "num_heads": 8, "d_ff": 2048, "num_encoder_layers": 6, "num_decoder_layers": 6}
SHEET = {"qkv_biases": "left_out", "output_biases": "left_out", "layer_norm": "left_out", "ffn_biases": "counted"}


def test_the_base_model_of_the_homework_sheet(ask):
    question = ask("transformer_parameters", BASE, **SHEET)
    assert question.answer() == 44_070_912
    assert question.answer(output_projection="left_out") == 39_352_320
    assert question.mistakes(39_352_320) == ["output_projection.left_out", "projections.two"]
    assert question.answer(layers="left_out", output_projection="left_out") == 6_558_720


def test_a_mistake_about_layers_acts_in_both_stacks(ask):
    question = ask("transformer_parameters", BASE | {"num_decoder_layers": 4}, **SHEET)
    encoder_layer, decoder_layer = question.answer("encoder_layer"), question.answer("decoder_layer")
    assert question.answer() == 6 * encoder_layer + 4 * decoder_layer
    assert question.answer(layers="left_out") == encoder_layer + decoder_layer
    assert question.answer(layers="one_less") == 5 * encoder_layer + 3 * decoder_layer
    assert question.answer(layers="one_more") == 7 * encoder_layer + 5 * decoder_layer
    assert question.answer(layers="counted_twice") == 12 * encoder_layer + 8 * decoder_layer


def test_the_base_model_has_the_count_of_pytorch(ask):
    assert ask("transformer_parameters", BASE).answer() == 44_138_496
    assert ask("transformer_parameters", BASE, final_norm="counted").answer() == 44_140_544


def test_embeddings_and_head(ask):
    vocabularies = BASE | {"src_vocab_size": 37_000}
    table = 37_000 * 512
    question = ask("transformer_parameters", vocabularies, embeddings="counted", output_head="tied")
    assert question.answer("embeddings") == 2 * table
    assert question.answer("embeddings", embeddings_shared="shared") == table
    assert question.answer("output_head") == 37_000
    assert question.answer("output_head", biases="left_out") == 0
    assert question.answer("output_head", output_head="counted") == table + 37_000


def test_two_vocabularies_cannot_share_a_table(ask):
    vocabularies = BASE | {"src_vocab_size": 100, "tgt_vocab_size": 200}
    question = ask("transformer_parameters", vocabularies, embeddings="counted")
    assert question.answer("embeddings") == 300 * 512
    with pytest.raises(ParameterError, match="must equal src_vocab_size = 100"):
        question.answer(embeddings_shared="shared")


def test_one_stack_alone(ask):
    encoder_only = ask("transformer_parameters", BASE | {"num_decoder_layers": 0}, final_norm="counted")
    assert encoder_only.answer() == 6 * 3_152_384 + 1024
    assert encoder_only.answer("decoder", layers="one_more") == 0


def test_a_stack_may_be_left_out(ask):
    question = ask("transformer_parameters", BASE)
    assert question.answer(stacks="encoder_only") == question.answer("encoder")
    assert question.answer(stacks="decoder_only") == question.answer("decoder")
    assert question.answer(decoder_layer="as_encoder_layer") == 12 * question.answer("encoder_layer")


@pytest.mark.parametrize(
    ("changes", "parameter"),
    [
        ({"num_heads": 7}, "num_heads"),
        ({"num_encoder_layers": 0, "num_decoder_layers": 0}, "num_encoder_layers"),
        ({"num_decoder_layers": 0, "tgt_vocab_size": 5}, "tgt_vocab_size"),
    ],
)
def test_impossible_parameters_are_errors(changes, parameter):
    with pytest.raises(ParameterError) as error:
        transformer_parameters(**(BASE | changes))
    assert error.value.parameter == parameter


@pytest.mark.parametrize("convention", [{"embeddings": "counted"}, {"output_head": "counted"}, {"output_head": "tied"}])
def test_a_vocabulary_is_needed_if_its_table_counts(ask, convention):
    with pytest.raises(ParameterError) as error:
        ask("transformer_parameters", BASE, **convention).answer()
    assert error.value.parameter == "src_vocab_size"


T5 = {"src_vocab_size": 32_128, "norm": "rms_norm", "relative_positions": 32}
T5_COUNTS = {"biases": "left_out", "final_norm": "counted", "embeddings": "counted", "embeddings_shared": "shared"}
FLAN = T5 | {"d_model": 512, "num_heads": 6, "d_k": 64, "d_v": 64, "d_ff": 1024, "gated": True}
FLAN |= {"num_encoder_layers": 8, "num_decoder_layers": 8}


def test_t5_has_its_published_count(ask):
    small = ask("transformer_parameters", BASE | T5, **T5_COUNTS, output_head="tied")
    assert small.answer() == 60_506_624
    larger = {"d_model": 768, "num_heads": 12, "d_ff": 3072, "num_encoder_layers": 12, "num_decoder_layers": 12}
    assert ask("transformer_parameters", larger | T5, **T5_COUNTS, output_head="tied").answer() == 222_903_552
    assert ask("transformer_parameters", FLAN, **T5_COUNTS, output_head="counted").answer() == 76_961_152


def test_each_mistake_about_relative_positions_gives_its_answer(ask):
    question = ask("transformer_parameters", FLAN, **T5_COUNTS)
    encoder, decoder, table = question.answer("encoder"), question.answer("decoder"), 32 * 6
    assert question.answer("relative_biases") == table
    assert question.answer("encoder", relative_biases="left_out") == encoder - table
    assert question.answer("encoder", relative_biases="all_heads_alike") == encoder - table + 32
    assert question.answer("encoder", relative_tables="one_per_layer") == encoder + 7 * table
    assert question.answer("encoder", relative_tables="shared") == encoder
    assert question.answer("decoder", relative_tables="shared") == decoder - table
    alone = ask("transformer_parameters", FLAN | {"num_encoder_layers": 0}, **T5_COUNTS)
    assert alone.answer("decoder", relative_tables="shared") == decoder
    assert alone.answer("encoder") == 0


def test_rms_norms_have_no_biases(ask):
    question = ask("transformer_parameters", BASE | {"norm": "rms_norm"}, final_norm="counted")
    norms = (6 * 2 + 6 * 3 + 2) * 512
    assert question.answer() == 44_140_544 - norms
    assert question.answer(rms_norm="as_layer_norm") == 44_140_544
    assert question.answer(norm_biases="left_out") == question.answer()
    sentences = question.solver.explain(question.parameters)
    assert sentences["layer_norm.counted"] == "counts the RMSNorms"
    assert sentences["rms_norm.as_layer_norm"].startswith("You counted biases for RMSNorm.")


def test_twice_the_relative_positions_may_be_both_stacks_or_both_directions(ask):
    question = ask("transformer_parameters", FLAN, **T5_COUNTS)
    assert question.mistakes(2 * 32 * 6, "relative_biases") == ["relative_biases.counted_twice"]
    sentence = question.solver.explain(question.parameters)["relative_biases.counted_twice"]
    assert "one stack" in sentence
    assert "both directions" in sentence
