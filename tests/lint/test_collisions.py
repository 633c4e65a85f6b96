"""`checker lint`: mistakes that give the same answer, and mistakes within the tolerance."""

from tests.lint.problem_texts import ATTENTION, LAYER

ALIASED = LAYER.replace("d_ff: 120", "d_ff: 80").replace("output_projection: left_out", "output_projection: counted")


def test_alias_proposes_better_parameters_or_a_step(found):
    assert found(ALIASED) == [
        (
            "5:1 alias These mistakes give the same answer, 23,552: `output_projection.left_out`, `matrices.one` and "
            "1 more. To tell them apart, set `num_heads` to 2 (mistakes told apart: 70% → 88%) "
            "or ask for `attention` and `attention.values` as parts (70% → 100%)."
        )
    ]


def test_alias_reminds_of_a_prompt_that_states_the_value(found):
    [finding] = found(ALIASED.replace("How many weights?", "How many weights do 4 heads have?"))
    assert "set `num_heads` to 2, also in the prompt (mistakes told apart: 70% → 88%) or ask for" in finding
    [finding] = found(ALIASED.replace("How many weights?", "How many weights do {num_heads} heads of 4 have?"))
    assert "set `num_heads` to 2 (mistakes told apart: 70% → 88%) or ask for" in finding


MEMORY = """\
id: memory
type: training_memory
prompt: How much? {conventions}
parameters: {num_parameters: 1557611200, optimizer: adam, dtype: float32}
conventions: {unit: GB}
"""


def test_alias_proposes_only_a_part_if_one_answer_identifies_less_than_half(found):
    assert found(MEMORY) == [
        (
            "4:1 alias These mistakes give the same answer, 12.46: `number_size.two_bytes`, "
            "`beside_weights.gradients_only` and 1 more. To tell them apart, "
            "ask for `gradients` as a part (mistakes told apart: 45% → 100%)."
        )
    ]
    assert found(MEMORY + "parts:\n  - {id: gradients, asks: gradients}\n  - {id: total}\n") == []


def test_mistakes_that_a_part_tells_apart_are_no_alias(found):
    parts = "parts:\n  - {id: attention, asks: attention}\n  - {id: total}\n"
    assert found(ALIASED + parts) == []


def test_mistakes_that_no_parameters_tell_apart_are_no_alias(found):
    text = LAYER.replace("layer_norm: left_out", "layer_norm: counted, norm_biases: counted")
    assert found(text) == []  # LayerNorms without their biases are as much as one LayerNorm of two


def test_alias_in_a_formula_proposes_other_numbers_for_its_symbols(found):
    text = "id: al\ntype: formula\nprompt: '{n}, 4 and {k}'\nparameters:\n  expression: n*d*k + 2*d\n"
    assert found(text + "  symbols: {n: 2, d: {value: 4}, k: 4}\n") == [
        (
            "4:1 alias These mistakes give the same answer, 24: `n.left_out` and `2*d.subtracted`. To tell them apart, "
            "set `n` to 3 and `d` to 8, also in the prompt (mistakes told apart: 47% → 84%) "
            "or ask for `n·d·k` as a part (47% → 60%)."
        )
    ]


def test_alias_of_matrices_proposes_other_numbers(found):
    text = ATTENTION.replace("queries: [[0, 1]]", "queries: [[1, 1]]").replace("scale: sqrt_d_k", "scale: none")
    assert found(text.replace("[[1, 1], [0, -1]]", "[[1, 1], [0, 0]]")) == [
        (
            "4:1 alias These mistakes give the same answer, [[1, 0]]: `mask.causal` and `softmax.by_sum`. "
            "To tell them apart, set `keys` to [[1, 1], [0, 1]] (mistakes told apart: 66% → 83%)."
        )
    ]


def test_hidden(found):
    assert found(ATTENTION + "tolerance: {absolute: 0.15}\n") == [
        (
            "6:1 hidden The tolerance of [[0.6089, 0.1956]] also accepts these mistakes: "
            "`root.left_out` ([[0.4621, 0.2689]]) and `softmax.scaled_afterwards` ([[0.5385, 0.08429]]). "
            "Use a narrower tolerance, or set `queries` to [[1, 1]] (mistakes told apart: 57% → 86%) "
            "or ask for `scaled_scores` as a part (57% → 92%)."
        )
    ]
