from __future__ import annotations

import pytest

from checker.engine.errors import ParameterError
from checker.solvers.formula_types import formula_type

GPT2 = {"vocab_size": 50_257, "d_model": 768, "num_layers": 12, "num_heads": 12, "d_ff": 3072, "max_positions": 1024}
MODERN = {"gated": True, "positional": "rotary", "norm": "rms_norm"}
LLAMA_2 = MODERN | {"vocab_size": 32_000, "d_model": 4096, "num_layers": 32, "num_heads": 32, "d_ff": 11_008}
MISTRAL = LLAMA_2 | {"num_kv_heads": 8, "d_ff": 14_336}
MIXTRAL = MISTRAL | {"num_experts": 8, "experts_per_token": 2}
LLAMA_3 = MISTRAL | {"vocab_size": 128_256}
GEMMA = MODERN | {"vocab_size": 256_000, "head_dim": 256}
GEMMA_7B = GEMMA | {"d_model": 3072, "num_layers": 28, "num_heads": 16, "d_ff": 24_576}
GEMMA_2B = GEMMA | {"d_model": 2048, "num_layers": 18, "num_heads": 8, "num_kv_heads": 1, "d_ff": 16_384}
QWEN2 = MODERN | {"num_layers": 24, "num_heads": 14, "num_kv_heads": 2, "d_ff": 4864}
QWEN2 |= {"vocab_size": 151_936, "d_model": 896}

UNTIED = {"biases": "left_out", "tied_embeddings": "untied"}
TIED = {"biases": "left_out"}


@pytest.mark.parametrize(
    ("parameters", "conventions", "total"),
    [
        (GPT2, {}, 124_439_808),
        (GPT2, {"tied_embeddings": "untied"}, 163_037_184),
        (GPT2 | {"d_model": 1024, "num_layers": 24, "num_heads": 16, "d_ff": 4096}, {}, 354_823_168),
        (GPT2 | {"d_model": 1600, "num_layers": 48, "num_heads": 25, "d_ff": 6400}, {}, 1_557_611_200),
        (LLAMA_2, UNTIED, 6_738_415_616),
        (LLAMA_3, UNTIED, 8_030_261_248),
        (MISTRAL, UNTIED, 7_241_732_096),
        (MIXTRAL, UNTIED, 46_702_792_704),
        (MIXTRAL, UNTIED | {"count": "active"}, 12_879_925_248),
        (GEMMA_7B, TIED, 8_537_680_896),
        (GEMMA_2B, TIED, 2_506_172_416),
        (QWEN2, TIED | {"qkv_biases": "counted"}, 494_032_768),
    ],
)
def test_published_models_have_their_published_counts(ask, parameters, conventions, total):
    assert ask("decoder_model_parameters", parameters, **conventions).answer() == total


def test_embeddings_and_head_can_be_left_out_of_the_count(ask):
    vocabulary = (50_257 + 1024) * 768
    assert ask("decoder_model_parameters", GPT2, count="non_embedding").answer() == 124_439_808 - vocabulary
    untied = ask("decoder_model_parameters", LLAMA_2, **UNTIED, count="non_embedding")
    assert untied.answer() == 6_738_415_616 - 2 * 32_000 * 4096
    assert untied.answer("embeddings") == untied.answer("head") == 32_000 * 4096


def test_each_mistake_about_the_head_gives_its_answer(ask):
    question = ask("decoder_model_parameters", GPT2)
    assert question.answer("head") == 0
    assert question.answer("head", tied_embeddings="untied") == 50_257 * 768
    assert question.answer("head", head_biases="counted") == 50_257
    assert question.answer(final_norm="left_out") == 124_439_808 - 2 * 768


def test_each_mistake_about_positions_gives_its_answer(ask):
    learned = ask("decoder_model_parameters", GPT2)
    assert learned.answer(position_embeddings="left_out") == 124_439_808 - 1024 * 768
    for positional in ("sinusoidal", "rotary"):
        computed = ask("decoder_model_parameters", GPT2 | {"positional": positional})
        assert computed.answer("position_embeddings") == 0
        assert computed.answer(computed_positions="counted") == computed.answer() + 1024 * 768 == 124_439_808


def test_each_mistake_about_layers_gives_its_answer(ask):
    question = ask("decoder_model_parameters", LLAMA_3, **UNTIED)
    layer = question.answer("layer")
    assert question.answer("decoder", layers="left_out") == layer + 4096
    assert question.answer("decoder", layers="counted_twice") == 64 * layer + 4096
    assert question.answer("layer", matrices="two") == layer - 4096 * 14_336
    assert question.answer("layer", kv_heads="as_num_heads") == layer + 2 * 4096 * 24 * 128
    assert question.answer("layer", rms_norm="as_layer_norm") == layer + 2 * 4096
    assert question.answer("layer", attention_blocks="with_cross") == layer + question.answer("layer.attention") + 4096


def test_a_given_head_size_is_used(ask):
    question = ask("decoder_model_parameters", GEMMA_7B, **TIED)
    assert question.answer("layer.attention") == 4 * 3072 * 4096
    assert question.answer("layer.attention", head_size="split_d_model") == 4 * 3072 * 3072


def test_each_mistake_about_experts_gives_its_answer(ask):
    question = ask("decoder_model_parameters", MIXTRAL, **UNTIED)
    layer, attention = question.answer("layer"), question.answer("layer.attention")
    expert = question.answer("layer.feed_forward")
    assert expert == 3 * 4096 * 14_336
    assert question.answer("layer.experts") == 8 * expert
    assert question.answer("layer.router") == 8 * 4096
    assert question.answer(count="active") == 12_879_925_248
    assert question.answer("layer", experts="one") == layer - 7 * expert
    assert question.answer("layer", router="left_out") == layer - 8 * 4096
    assert question.answer("layer", router="chosen_only") == layer - 6 * 4096
    assert question.answer("layer", experts="with_attention") == layer + 7 * attention
    assert question.answer("layer", experts="as_layers") == layer + 7 * (attention + 2 * 4096)
    assert question.answer(experts="as_models") == 8 * 7_241_732_096


def test_a_router_may_have_biases(ask):
    parameters = GPT2 | {"num_experts": 4, "experts_per_token": 1}
    question = ask("decoder_model_parameters", parameters)
    assert question.answer("layer.router") == 4 * 768 + 4
    assert question.answer("layer.router", biases="left_out") == 4 * 768
    assert question.answer("layer.router", count="active") == 4 * 768 + 4


def test_sentences_fit_the_parameters_of_the_question(ask):
    sentences = ask("decoder_model_parameters", LLAMA_2).solver.explain(LLAMA_2)
    assert sentences["final_norm.counted"] == "counts the RMSNorm after the last layer"
    assert "position_embeddings.left_out" not in sentences
    assert "router.left_out" not in sentences


@pytest.mark.parametrize(
    ("changes", "parameter"),
    [
        ({"num_heads": 7}, "num_heads"),
        ({"num_kv_heads": 5}, "num_kv_heads"),
        ({"max_positions": None}, "max_positions"),
        ({"num_experts": 4}, "experts_per_token"),
        ({"experts_per_token": 2}, "num_experts"),
        ({"num_experts": 4, "experts_per_token": 5}, "experts_per_token"),
    ],
)
def test_impossible_parameters_are_errors(changes, parameter):
    with pytest.raises(ParameterError) as error:
        formula_type("decoder_model_parameters")(**(GPT2 | changes))
    assert error.value.parameter == parameter
