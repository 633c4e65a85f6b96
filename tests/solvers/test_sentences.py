"""What is said of a mistake is true of the question at hand."""

from __future__ import annotations

import pytest

from checker.solvers.encodings.alibi_slopes import alibi_slopes
from checker.solvers.registry import solver
from checker.solvers.signature import arguments
from checker.solvers.variant import Variant

LLAMA = {"vocab_size": 32_000, "d_model": 4096, "num_layers": 32, "num_heads": 32, "d_ff": 11_008}
LLAMA |= {"gated": True, "positional": "rotary", "norm": "rms_norm"}
CERTAIN = {
    "target_class.all_classes": "Only the logarithm of the target counts",
    "target_class.likeliest": "the true class",
}
BY_TARGET = {"target_class.all_classes": "by its target", "loss.binary": "by its target"}
THREE = {"probabilities": [0.25, 0.25, 0.5]}
TWO = {"queries": [[0, 1]], "keys": [[1, 1], [0, -1]], "values": [[1, 0], [-1, 1]], "scale_divisor": 8}


@pytest.mark.parametrize(
    ("name", "parameters", "said", "not_said"),
    [
        ("attention_output", TWO, {}, {"scale.sqrt_d_k": "√d_k"}),
        ("cross_entropy", THREE | {"targets": 1}, CERTAIN, {}),
        ("cross_entropy", THREE | {"targets": [0, 1, 0]}, CERTAIN, {}),
        ("cross_entropy", THREE | {"targets": 1, "label_smoothing": 0.1}, BY_TARGET, {}),
        ("cross_entropy", THREE | {"targets": [0.5, 0.3, 0.2]}, BY_TARGET | {"target_class.likeliest": "All classes count"}, {}),
        ("cross_entropy", THREE | {"targets": [0.5, 0.3, 0.2], "label_smoothing": 0.1}, {}, {"smoothing.left_out": "true", "smoothing.over_the_others": "true"}),
        ("decoder_model_parameters", LLAMA, {"final_norm.counted": "counts the RMSNorm after the last layer"}, {"position_embeddings.left_out": "", "router.left_out": ""}),
    ],
)  # fmt: skip
def test_sentences_fit_the_question(name, parameters, said, not_said):
    sentences = Variant(solver(name), arguments(solver(name), parameters)).sentences
    assert all(part in sentences[mistake] for mistake, part in said.items())
    assert not any(mistake in sentences and part in sentences[mistake] for mistake, part in not_said.items())


def test_what_is_said_of_slopes():
    for num_heads in range(3, 129):
        slopes, power = alibi_slopes(num_heads), 1 << (num_heads.bit_length() - 1)
        own, further = slopes[:power], slopes[power:]
        assert min(slopes) == 2**-8, "eight.left_out"
        assert all(further[0] > slope for slope in (*own, *further[1:])) if further else power == num_heads
        assert all(own[0] > slope > own[-1] for slope in further[1:]), "other_heads.continued"
