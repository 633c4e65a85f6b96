"""Loading one problem file."""

import pytest

from checker import check
from checker.problems import ProblemError, load_problem


@pytest.mark.parametrize(
    ("more", "place"),
    [
        ("conventions: {embeddings: counted}\n", "4:14"),
        ("accept:\n  - {conventions: {embeddings: counted}}\n", "5:19"),
    ],
)
def test_conventions_that_the_parameters_do_not_allow(tmp_path, more, place):
    file = tmp_path / "model.yaml"
    file.write_text(
        "id: model\ntype: transformer_parameters\n"
        "parameters: {d_model: 8, num_heads: 2, d_ff: 8, num_encoder_layers: 1, num_decoder_layers: 1}\n" + more
    )
    with pytest.raises(ProblemError) as caught:
        load_problem(file)
    (finding,) = caught.value.findings
    assert f"{finding.line}:{finding.column}" == place
    assert finding.message.startswith("src_vocab_size is needed where the embeddings or the output head count")


TRANSLATOR = """
id: translator
type: transformer_parameters
prompt: How many do the embeddings have?
parameters: {d_model: 8, num_heads: 2, d_ff: 8, num_encoder_layers: 1, num_decoder_layers: 1,
             src_vocab_size: 100, tgt_vocab_size: 100}
conventions: {embeddings: counted}
asks: embeddings
answer: formula
accept: [{conventions: {embeddings_shared: shared}, credit: 0.5}]
"""


@pytest.mark.parametrize("symbols", ["", "symbols: {d: d_model, S: src_vocab_size, T: tgt_vocab_size}\n"])
def test_an_accepted_convention_that_fits_only_the_sizes_of_the_question_is_a_finding(tmp_path, symbols):
    file = tmp_path / "translator.yaml"
    file.write_text(TRANSLATOR + symbols)
    with pytest.raises(ProblemError) as caught:
        load_problem(file)
    (finding,) = caught.value.findings
    assert (finding.line, finding.column) == (10, 24)
    assert finding.message.startswith(
        "formulas are compared at several sizes, and these conventions do not fit all of them: "
        "tgt_vocab_size must equal src_vocab_size = "
    )
    assert finding.message.endswith("Give sizes that must be equal one symbol, such as `n: size = other_size`")


def test_sizes_with_one_symbol_let_a_formula_be_right_by_an_accepted_convention(tmp_path):
    file = tmp_path / "translator.yaml"
    file.write_text(TRANSLATOR + "symbols: {d: d_model, V: src_vocab_size = tgt_vocab_size}\n")
    problem = load_problem(file)
    assert [check(problem, answer).points for answer in ("2Vd", "Vd", "3Vd")] == [1, 0.5, 0]


def test_a_number_is_right_by_an_accepted_convention_that_fits_only_its_sizes(tmp_path):
    file = tmp_path / "translator.yaml"
    file.write_text(TRANSLATOR.replace("answer: formula\n", ""))
    problem = load_problem(file)
    assert [check(problem, answer).points for answer in ("1600", "800", "2400")] == [1, 0.5, 0]
