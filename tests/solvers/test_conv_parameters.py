from __future__ import annotations

import pytest

from checker.engine.errors import ParameterError
from checker.lint import lint

COLOURS = {"in_channels": 3, "out_channels": 100, "kernel_size": 5}

FILTERS = """\
id: filters
type: conv_parameters
prompt: "How many parameters? {conventions}"
parameters: {in_channels: 3, out_channels: 100, kernel_size: 5}
conventions: {biases: counted}
"""


def test_a_hundred_filters_on_a_colour_image_have_7600_parameters(ask):
    question = ask("conv_parameters", COLOURS, biases="counted")
    assert question.answer() == 7600
    assert question.mistakes(2600) == ["filter_depth.left_out"]
    assert question.mistakes(7500) == ["biases.left_out"]
    assert question.mistakes(7800) == ["conv_bias.per_kernel"]
    assert question.mistakes(76) == ["filters.one"]


@pytest.fixture
def told_of_a_key(tmp_path):
    """What lint says of a key to the question above."""

    def told(key):
        path = tmp_path / "filters.yaml"
        path.write_text(FILTERS + f"key: {key}\n", encoding="utf-8")
        return [(finding.code, finding.message) for finding in lint(path).findings]

    return told


def test_lint_explains_a_key_without_the_input_channels(told_of_a_key):
    [(code, message)] = told_of_a_key(2600)
    assert code == "key"
    assert "You left out the input channels. Every filter has weights for each channel that it reads." in message


def test_lint_accepts_the_right_key(told_of_a_key):
    assert told_of_a_key(7600) == []


def test_groups(ask):
    sizes = {"in_channels": 96, "out_channels": 240, "kernel_size": 3, "groups": 8}
    question = ask("conv_parameters", sizes)
    assert question.answer() == 240 * 12 * 9 + 240
    assert question.mistakes(240 * 96 * 9 + 240) == ["groups.ignored"]
    assert question.mistakes(30 * 12 * 9 + 30) == ["groups.one_only"]


def test_depthwise_and_pointwise(ask):
    depthwise = {"in_channels": 32, "out_channels": 32, "kernel_size": 3, "groups": 32}
    assert ask("conv_parameters", depthwise, biases="left_out").answer() == 288
    pointwise = {"in_channels": 32, "out_channels": 64, "kernel_size": 1}
    assert ask("conv_parameters", pointwise, biases="left_out").answer() == 2048


@pytest.mark.parametrize(("dimensions", "weights"), [(1, 5), (2, 25), (3, 125)])
def test_a_kernel_of_each_dimension(ask, dimensions, weights):
    sizes = COLOURS | {"dimensions": dimensions}
    assert ask("conv_parameters", sizes).answer("weights") == 300 * weights
    assert ask("conv_parameters", sizes | {"transposed": True}).answer("weights") == 300 * weights


def test_a_kernel_may_have_two_sizes(ask):
    question = ask("conv_parameters", COLOURS | {"kernel_size": [3, 7]})
    assert question.answer() == 6400
    assert question.mistakes(3 * 9 * 100 + 100) == ["kernel_area.all_sides_equal"]


@pytest.mark.parametrize(
    ("wrong", "parameter", "message"),
    [
        ({"groups": 7}, "groups", "must divide in_channels = 3 and out_channels = 100"),
        ({"kernel_size": [3, 3], "dimensions": 3}, "kernel_size", "2 numbers for 3 dimensions"),
    ],
)
def test_impossible_parameters_are_errors(ask, wrong, parameter, message):
    with pytest.raises(ParameterError, match=message) as error:
        ask("conv_parameters", COLOURS | wrong).answer()
    assert error.value.parameter == parameter


@pytest.mark.parametrize(("channels", "mistakes"), [(4, ["image_channels.as_colours"]), (5, [])])
def test_the_channels_of_a_colour_image(ask, channels, mistakes):
    question = ask("conv_parameters", {"in_channels": channels, "out_channels": 7, "kernel_size": 5})
    assert question.mistakes(3 * 25 * 7 + 7) == mistakes
