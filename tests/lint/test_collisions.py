"""`checker lint`: mistakes that give the same answer, and mistakes within the tolerance."""

from tests.lint.problem_texts import ATTENTION, LAYER

ALIASED = LAYER.replace("d_ff: 120", "d_ff: 80").replace("output_projection: left_out", "output_projection: counted")


def test_alias_where_most_other_numbers_tell_mistakes_apart(found):
    assert found(ALIASED) == [
        (
            "5:1 alias These mistakes give the same answer, 23,552: `output_projection.left_out`, `matrices.one` and "
            "1 more. Other numbers would tell them apart."
        )
    ]


def test_no_alias_where_most_mistakes_have_an_answer_of_their_own(found):
    assert found(LAYER) == []


MEMORY = """\
id: memory
type: training_memory
prompt: How much? {conventions}
parameters: {num_parameters: 1557611200, optimizer: adam, dtype: float32}
conventions: {unit: GB}
"""


def test_mistakes_that_other_numbers_do_not_tell_apart_are_no_alias(found):
    assert found(MEMORY) == []  # half of each of two equal arrays is as much as one of them, whatever their size
    text = LAYER.replace("layer_norm: left_out", "layer_norm: counted, norm_biases: counted")
    assert found(text) == []  # LayerNorms without their biases are as much as one LayerNorm of two


def test_mistakes_that_a_part_tells_apart_are_no_alias(found):
    parts = "parts:\n  - {id: attention, asks: attention}\n  - {id: total}\n"
    assert found(ALIASED + parts) == []


def test_alias_in_a_formula(found):
    text = "id: al\ntype: formula\nprompt: '{n}, 4 and {k}'\nparameters:\n  expression: n*d*k + 2*d\n"
    assert found(text + "  symbols: {n: 2, d: {value: 4}, k: 4}\n") == [
        "4:1 alias These mistakes give the same answer, 16: `d.left_out` and `k.left_out`. Other numbers would tell them apart."
    ]


def test_alias_of_matrices(found):
    text = ATTENTION.replace("queries: [[0, 1]]", "queries: [[1, 1]]").replace("scale: sqrt_d_k", "scale: none")
    assert found(text.replace("[[1, 1], [0, -1]]", "[[1, 1], [0, 0]]")) == [
        (
            "4:1 alias These mistakes give the same answer, [[1, 0]]: `mask.causal` and `softmax.by_sum`. "
            "Other numbers would tell them apart."
        )
    ]


def test_hidden(found):
    assert found(ATTENTION + "tolerance: {absolute: 0.15}\n") == [
        (
            "6:1 hidden The tolerance of [[0.6089, 0.1956]] also accepts these mistakes: "
            "`root.left_out` ([[0.4621, 0.2689]]) and `softmax.scaled_afterwards` ([[0.5385, 0.08429]]). "
            "Use a narrower tolerance."
        )
    ]
