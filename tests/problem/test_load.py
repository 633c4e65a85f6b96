"""Loading one problem file."""

import pytest

from checker.problem import ProblemError, load_problem


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
