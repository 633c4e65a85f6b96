from __future__ import annotations

import pytest

from checker.engine.errors import ParameterError
from checker.solvers.cost.conv_flops import conv_flops

RESNET = {"input_shape": [3, 224, 224], "out_channels": 64, "kernel_size": 7, "stride": 2, "padding": 3}


def test_the_first_layer_of_resnet(ask):
    question = ask("conv_flops", RESNET, flops_per_mac="1")
    assert question.answer() == 118_013_952, "as He et al. and torchvision's tables count"
    assert question.answer("positions") == 112 * 112
    assert question.answer(flops_per_mac="2") == 236_027_904
    assert question.mistakes(64 * 3 * 49) == ["positions.one"]
    assert question.mistakes(118_013_952 // 3) == ["in_channels.left_out"]
    assert question.mistakes(118_013_952 // 64) == ["out_channels.left_out"]


def test_groups_and_batch(ask):
    question = ask(
        "conv_flops", {"input_shape": [5, 8, 20, 30], "out_channels": 12, "kernel_size": [3, 4], "groups": 4}
    )
    assert question.answer() == 2 * 5 * 12 * (18 * 27) * 2 * 12
    assert question.mistakes(4 * question.answer()) == ["groups.ignored"]
    assert question.mistakes(question.answer() // 5) == ["batch.left_out"]
    assert question.answer(kernel_area="one_side") == 2 * 5 * 12 * 18 * 27 * 2 * 3
    assert question.answer(groups="one_only") == 2 * 5 * 3 * (18 * 27) * 2 * 12


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"groups": 2}, "groups must divide in_channels = 3"),
        ({"batch_size": 2, "input_shape": [4, 3, 9, 9], "dimensions": 2}, "batch_size is given, and input_shape has a batch; give one of them"),
        ({"groups": 3}, "groups must divide out_channels = 64"),
    ],
)  # fmt: skip
def test_what_cannot_be(more, message):
    with pytest.raises(ParameterError) as error:
        conv_flops(**RESNET | more)
    assert str(error.value) == message
