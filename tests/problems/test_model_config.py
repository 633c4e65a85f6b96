"""`from: config.json`: the counts that are published, of the configurations with their published fields."""

from __future__ import annotations

import json

import orjson
import pytest
from click.testing import CliRunner

from checker import check, load_problem
from checker.cli.app import cli
from checker.problems import ProblemError, load_problems
from tests.tables import rows

BERT = {
    "model_type": "bert", "vocab_size": 30522, "hidden_size": 768, "num_hidden_layers": 12, "num_attention_heads": 12,
    "intermediate_size": 3072, "max_position_embeddings": 512, "type_vocab_size": 2, "architectures": ["BertForMaskedLM"],
}  # fmt: skip
GPT2 = {
    "model_type": "gpt2", "vocab_size": 50257, "n_embd": 768, "n_layer": 12, "n_head": 12, "n_ctx": 1024,
    "n_positions": 1024, "n_inner": None,
}  # fmt: skip
LLAMA = {
    "model_type": "llama", "vocab_size": 32000, "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,
    "num_key_value_heads": 32, "intermediate_size": 11008, "max_position_embeddings": 4096, "tie_word_embeddings": False,
}  # fmt: skip
MISTRAL = LLAMA | {"model_type": "mistral", "num_key_value_heads": 8, "intermediate_size": 14336}
QWEN = {
    "model_type": "qwen2", "vocab_size": 152064, "hidden_size": 3584, "num_hidden_layers": 28, "num_attention_heads": 28,
    "num_key_value_heads": 4, "intermediate_size": 18944, "max_position_embeddings": 131072, "tie_word_embeddings": False,
}  # fmt: skip
T5 = {
    "model_type": "t5", "vocab_size": 32128, "d_model": 512, "d_kv": 64, "d_ff": 2048, "num_layers": 6, "num_heads": 8,
    "relative_attention_num_buckets": 32,
}  # fmt: skip
VIT = {
    "model_type": "vit", "image_size": 224, "patch_size": 16, "num_channels": 3, "hidden_size": 768,
    "num_hidden_layers": 12, "num_attention_heads": 12, "intermediate_size": 3072, "qkv_bias": True,
    "id2label": {str(number): f"label {number}" for number in range(1000)},
}  # fmt: skip
DISTILBERT = {
    "model_type": "distilbert", "vocab_size": 30522, "dim": 768, "n_layers": 6, "n_heads": 12, "hidden_dim": 3072,
    "max_position_embeddings": 512, "sinusoidal_pos_embds": False,
}  # fmt: skip
ROBERTA = BERT | {"model_type": "roberta", "vocab_size": 50265, "max_position_embeddings": 514, "type_vocab_size": 1}

PUBLISHED = {
    "bert-base-uncased": (BERT, 109_482_240),
    "bert-large-uncased": (
        BERT | {"hidden_size": 1024, "num_hidden_layers": 24, "num_attention_heads": 16, "intermediate_size": 4096},
        335_141_888,
    ),
    "roberta-base": (ROBERTA, 124_645_632),
    "distilbert-base-uncased": (DISTILBERT, 66_362_880),
    "gpt2": (GPT2, 124_439_808),
    "gpt2-xl": (GPT2 | {"n_embd": 1600, "n_layer": 48, "n_head": 25}, 1_557_611_200),
    "Llama-2-7b": (LLAMA, 6_738_415_616),
    "Meta-Llama-3-8B": (
        LLAMA | {"vocab_size": 128256, "num_key_value_heads": 8, "intermediate_size": 14336},
        8_030_261_248,
    ),
    "Mistral-7B-v0.1": (MISTRAL, 7_241_732_096),
    "Mixtral-8x7B-v0.1": (
        MISTRAL | {"model_type": "mixtral", "num_local_experts": 8, "num_experts_per_tok": 2},
        46_702_792_704,
    ),
    "Qwen2-7B": (QWEN, 7_615_616_512),
    "Qwen2-0.5B": (
        QWEN
        | {"vocab_size": 151936, "hidden_size": 896, "num_hidden_layers": 24, "num_attention_heads": 14}
        | {"num_key_value_heads": 2, "intermediate_size": 4864, "tie_word_embeddings": True},
        494_032_768,
    ),
    "t5-small": (T5, 60_506_624),
    "t5-v1_1-small": (
        T5
        | {"d_ff": 1024, "num_layers": 8, "num_decoder_layers": 8, "num_heads": 6, "feed_forward_proj": "gated-gelu"}
        | {"tie_word_embeddings": False},
        76_961_152,
    ),
    "vit-base-patch16-224": (VIT, 86_567_656),
}


@pytest.fixture
def solved(tmp_path):
    def total(config):
        (tmp_path / "config.json").write_text(json.dumps(config))
        done = CliRunner().invoke(
            cli, ["solve", str(tmp_path / "config.json"), "--format", "json"], catch_exceptions=False
        )
        return json.loads(done.stdout)["parts"][0]["answer"] if done.exit_code == 0 else done.stderr

    return total


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_counts(solved, name):
    config, count = PUBLISHED[name]
    assert solved(config) == count


@pytest.mark.parametrize(("change", "message"), rows(__file__, "what_is_not_known"))
def test_what_is_not_known(solved, change, message):
    assert message in solved(BERT | change)


def test_a_text_is_not_repeated(solved):
    assert 'n_embd must be a whole number, not the text "768"' in solved(GPT2 | {"n_embd": "768"})


def problem(folder, text, config=MISTRAL):
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "one.yaml").write_text(f"id: one\n{text}\nprompt: '{{conventions}}'\nfrom: config.json\n")
    return load_problem(folder / "one.yaml")


@pytest.mark.parametrize(("text", "answer"), rows(__file__, "a_problem_takes_the_sizes_of_its_type"))
def test_a_problem_takes_the_sizes_of_its_type(tmp_path, text, answer):
    assert check(problem(tmp_path, text), str(answer)).status == "correct"


def test_a_changed_configuration_is_another_question(tmp_path):
    first, other = (
        problem(tmp_path, "type: attention_parameters", MISTRAL | {"num_key_value_heads": heads}) for heads in (8, 4)
    )
    assert first.version != other.version


@pytest.mark.parametrize(("text", "message"), rows(__file__, "problems_in_error"))
def test_problems_in_error(tmp_path, text, message):
    with pytest.raises(ProblemError, match=message):
        problem(tmp_path, text)


@pytest.mark.parametrize(
    ("config", "text", "place", "message"),
    [
        (MISTRAL | {"hidden_size": 30}, "", "config.json:1:115", "num_attention_heads must divide hidden_size = 30"),
        (MISTRAL, "parameters: {num_heads: 7}", "one.yaml:3:25", "num_heads must divide d_model = 4096"),
    ],
)
def test_a_fault_has_the_words_and_the_line_of_its_file(tmp_path, config, text, place, message):
    with pytest.raises(ProblemError) as error:
        problem(tmp_path, f"type: attention_parameters\n{text}", config)
    assert f"{tmp_path}/{place} schema {message}" in str(error.value)


@pytest.mark.parametrize("config", [BERT, DISTILBERT, GPT2, LLAMA, QWEN, T5, VIT], ids=lambda each: each["model_type"])
def test_what_the_kind_of_a_model_decides_is_declared(tmp_path, config):
    (tmp_path / "config.json").write_text(json.dumps(config))
    (tmp_path / "p.yaml").write_text(
        "id: p\ntype: attention_parameters\nfrom: config.json\nprompt: How many? {conventions}\n"
    )
    done = CliRunner().invoke(cli, ["lint", str(tmp_path)], catch_exceptions=False)
    assert "undeclared" not in done.stdout


@pytest.mark.parametrize("name", ["config.json", "config of 1.json", "'config: 1.json'"])
def test_what_is_kept_of_a_problem_counts_as_long_as_the_configuration_is_the_same(tmp_path, name):
    config = tmp_path / name.strip("'")
    config.write_text(json.dumps(MISTRAL))
    text = f"id: one\ntype: attention_parameters\nprompt: '{{conventions}}'\nfrom: {name}\n"
    (tmp_path / "one.yaml").write_text(text)
    kept = load_problems(tmp_path).kept
    assert load_problems(tmp_path, known=lambda sources: orjson.loads(kept[sources])).kept == kept
    config.write_text(json.dumps(MISTRAL | {"hidden_size": 64}))
    assert not kept.keys() & load_problems(tmp_path).kept.keys()
