from __future__ import annotations

from checker.lint import lint

LARGE = {"rank": 16, "modules": [(4096, 4096)] * 4, "num_layers": 32}

ADAPTED = """\
id: lora
type: lora_parameters
prompt: How many parameters?
parameters: {rank: 16, modules: [[4096, 4096], [4096, 4096], [4096, 4096], [4096, 4096]], num_layers: 32}
"""


def test_the_attention_of_a_large_model(ask):
    question = ask("lora_parameters", LARGE)
    assert question.answer() == 16_777_216
    assert question.answer("module_1") == 131_072
    assert question.mistakes(4_194_304) == ["modules.one_only"]
    assert question.mistakes(8_388_608) == ["factors.first_only"]
    assert question.mistakes(524_288) == ["layers.left_out"]
    assert question.mistakes(2_147_483_648) == ["trained.full_matrices"]


def test_lint_explains_a_key_for_one_matrix(tmp_path):
    path = tmp_path / "lora.yaml"
    path.write_text(ADAPTED + "key: 4194304\n", encoding="utf-8")
    [finding] = lint(path).findings
    assert finding.code == "key"
    assert "You counted one adapted matrix in each layer. Every adapted matrix has its own A and B." in finding.message


def test_oblong_matrices(ask):
    question = ask("lora_parameters", {"rank": 6, "modules": [(768, 2304)]})
    assert question.answer() == 6 * (768 + 2304)
    assert question.mistakes(6 * 768) == ["factors.first_only"]
    assert question.mistakes(6 * 2304) == ["factors.second_only"]
    assert question.mistakes(12 * 768) == ["factors.inputs_twice"]
    assert question.mistakes(12 * 2304) == ["factors.outputs_twice"]
