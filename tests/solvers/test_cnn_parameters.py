from __future__ import annotations

import pytest

from checker.engine.errors import ParameterError
from checker.solvers.parameters.cnn_parameters import cnn_parameters

FLATTEN, NORM = {"type": "flatten"}, {"type": "batch_norm"}
GLOBAL_POOL = {"type": "adaptive_pool", "output_size": 1}
IMAGE = [3, 224, 224]


def conv(out_channels, kernel_size, stride=1, padding=0, **other):
    layer = {"type": "conv", "out_channels": out_channels, "kernel_size": kernel_size}
    return layer | {"stride": stride, "padding": padding} | other


def pool(kernel_size, stride=None, padding=0):
    layer = {"type": "pool", "kernel_size": kernel_size, "padding": padding}
    return layer | ({"stride": stride} if stride else {})


def linear(*widths):
    return [{"type": "linear", "out_features": width} for width in widths]


LENET = [conv(6, 5), pool(2), conv(16, 5), pool(2), FLATTEN, *linear(120, 84, 10)]


def alexnet(channels, groups, first_padding=0):
    one, two, three, four, five = channels
    return [
        conv(one, 11, 4, first_padding),
        pool(3, 2),
        conv(two, 5, padding=2, groups=groups),
        pool(3, 2),
        conv(three, 3, padding=1),
        conv(four, 3, padding=1, groups=groups),
        conv(five, 3, padding=1, groups=groups),
        pool(3, 2),
        FLATTEN,
        *linear(4096, 4096, 1000),
    ]


def vgg_16():
    layers = []
    for number, channels in ((2, 64), (2, 128), (3, 256), (3, 512), (3, 512)):
        layers += [conv(channels, 3, padding=1)] * number + [pool(2)]
    return [*layers, FLATTEN, *linear(4096, 4096, 1000)]


def block(width, stride, *, is_deep, is_first, biases):
    """A residual block; its shortcut has a layer where it is the first of a stage and changes the shape."""
    if is_deep:
        kernels, out = ((width, 1, 1), (width, 3, stride), (4 * width, 1, 1)), 4 * width
    else:
        kernels, out = ((width, 3, stride), (width, 3, 1)), width
    layers = [layer for c, k, s in kernels for layer in (conv(c, k, s, padding=(k - 1) // 2, biases=biases), NORM)]
    shortcut = [conv(out, 1, stride, biases=biases), NORM]
    return {"type": "residual", "layers": layers} | ({"shortcut": shortcut} if is_first else {})


def resnet(numbers, *, is_deep, biases=False):
    layers = [conv(64, 7, 2, 3, biases=biases), NORM, pool(3, 2, 1)]
    for stage, number in enumerate(numbers):
        width, stride = 64 * 2**stage, 1 if stage == 0 else 2
        layers.append(block(width, stride, is_deep=is_deep, is_first=is_deep or stage > 0, biases=biases))
        again = block(width, 1, is_deep=is_deep, is_first=False, biases=biases)
        layers.append({"type": "repeat", "times": number - 1, "layers": [again]})
    return [*layers, GLOBAL_POOL, FLATTEN, *linear(1000)]


@pytest.mark.parametrize(
    ("image", "layers", "total"),
    [
        ([1, 32, 32], LENET, 61_706),
        ([3, 227, 227], alexnet((96, 256, 384, 384, 256), 1), 62_378_344),
        ([3, 227, 227], alexnet((96, 256, 384, 384, 256), 2), 60_965_224),
        (IMAGE, alexnet((64, 192, 384, 256, 256), 1, first_padding=2), 61_100_840),  # torchvision
        (IMAGE, vgg_16(), 138_357_544),
        (IMAGE, resnet((2, 2, 2, 2), is_deep=False), 11_689_512),
        (IMAGE, resnet((3, 4, 6, 3), is_deep=False), 21_797_672),  # ResNet-34
        (IMAGE, resnet((3, 4, 6, 3), is_deep=True), 25_557_032),
        (IMAGE, resnet((3, 4, 23, 3), is_deep=True), 44_549_160),  # ResNet-101
    ],
)
def test_published_networks_have_their_published_counts(image, layers, total):
    assert cnn_parameters(image, layers) == total


def test_resnet_50_has_the_count_of_keras(ask):
    layers = resnet((3, 4, 6, 3), is_deep=True, biases=True)
    question = ask("cnn_parameters", {"input_shape": IMAGE, "layers": layers}, running_statistics="counted")
    assert question.answer() == 25_636_712
    assert question.answer() - question.answer(running_statistics="left_out") == 53_120
    assert question.answer(running_statistics="left_out") - 25_557_032 == 26_560


def test_every_layer_is_a_step(ask):
    question = ask("cnn_parameters", {"input_shape": [1, 32, 32], "layers": LENET})
    counts = [question.answer(f"layer_{number}") for number in range(1, 9)]
    assert counts == [156, 0, 2_416, 0, 0, 48_120, 10_164, 850]
    assert question.answer("shapes.layer_3") == (16, 10, 10)
    assert question.answer("shapes.layer_5.features") == 400


def test_each_mistake_about_a_network_gives_its_answer(ask):
    question = ask("cnn_parameters", {"input_shape": [1, 32, 32], "layers": LENET})
    connected = 61_706 - 48_120
    assert question.answer(biases="left_out") == 61_706 - (6 + 16 + 120 + 84 + 10)
    assert question.answer(flatten="no_channels") == connected + 26 * 120
    assert question.answer(flatten="before_pool") == connected + 1_601 * 120
    assert question.answer(flatten="of_the_image") == connected + (16 * 32 * 32 + 1) * 120
    assert question.answer(layers_added="first_left_out") == 61_706 - 156
    assert question.answer(layers_added="last_left_out") == 61_706 - 850
    assert question.answer(kinds="convolutions_only") == 156 + 2_416
    assert question.answer(kinds="linear_only") == 61_706 - 156 - 2_416
    assert question.answer("layer_3", layer_inputs="of_the_image") == 16 * (1 * 25 + 1)
    assert question.answer("layer_4", pool_parameters="window") == 4
    assert question.answer("layer_4", pool_parameters="every_channel") == 4 * 16
    assert question.answer("layer_4", pool_parameters="as_conv") == 4 * 16 * 16
    assert question.mistakes(2_400, "layer_3") == ["biases.left_out"]


def test_each_mistake_about_residuals_gives_its_answer(ask):
    shortcuts = 64 * 128 + 256 + 128 * 256 + 512 + 256 * 512 + 1024
    layers = resnet((2, 2, 2, 2), is_deep=False)
    question = ask("cnn_parameters", {"input_shape": IMAGE, "layers": layers})
    assert question.answer(shortcut="left_out") == 11_689_512 - shortcuts
    assert question.answer(batch_norms="left_out") == 11_689_512 - 9_600
    assert question.answer(running_statistics="counted") == 11_689_512 + 9_600
    assert question.answer(no_biases="counted") == 11_689_512 + 4_800
    assert question.answer("layer_2", norm_features="every_entry") == 2 * 64 * 112 * 112
    assert question.answer("layer_6", shortcut="left_out") == 230_144 - 64 * 128 - 256
    assert question.answer("layer_6.shortcut") == 64 * 128 + 256


def test_each_mistake_about_repeats_gives_its_answer(ask):
    layers = [{"type": "repeat", "times": 4, "layers": [conv(5, 3, padding=1)]}]
    question = ask("cnn_parameters", {"input_shape": [5, 9, 9], "layers": layers})
    once = 5 * 5 * 9 + 5
    assert question.answer() == 4 * once
    assert question.answer(repeats="left_out") == once
    assert question.answer(repeats="one_less") == 3 * once
    assert question.answer(repeats="one_more") == 5 * once


@pytest.mark.parametrize(
    ("layers", "told"),
    [
        ([conv(4, 40)], "in layer_1 kernel_size must fit"),
        ([conv(4, 3, groups=2)], "in layer_1 groups must divide the number of input channels, 3"),
        ([conv(4, 3), *linear(10)], "must have a flatten before the linear layer_2"),
        ([FLATTEN, conv(4, 3)], "layer_2 needs an image"),
        ([{"type": "residual", "layers": [conv(4, 3)]}], "layer_1 adds the shapes (4, 28, 28) and (3, 30, 30)"),
        ([{"type": "repeat", "times": 2, "layers": [conv(3, 3)]}], "layer_1 repeats layers that turn (3, 30, 30)"),
        ([{"type": "repeat", "times": 2, "layers": [NORM] * 64}] * 8, "at most 250 in all"),
    ],
)
def test_layers_that_do_not_fit_together_are_errors(layers, told):
    with pytest.raises(ParameterError) as error:
        cnn_parameters([3, 30, 30], layers)
    assert error.value.parameter == "layers"
    assert told in error.value.problem


def test_images_of_another_number_of_channels(ask):
    question = ask("cnn_parameters", {"input_shape": [1, 32, 32], "layers": LENET})
    assert question.answer("layer_1", image_channels="as_colours") == (3 * 25 + 1) * 6
    assert question.answer("layer_3", image_channels="as_colours") == (6 * 25 + 1) * 16


def test_filters_of_their_own_at_each_place(ask):
    question = ask("cnn_parameters", {"input_shape": [1, 32, 32], "layers": LENET})
    assert question.answer("layer_1", weight_sharing="ignored") == (25 + 1) * 28 * 28 * 6
    last = ask("cnn_parameters", {"input_shape": [2, 9, 7], "layers": [conv(5, 3)]})
    assert last.answer("layer_1", weight_sharing="ignored") == (2 * 9 + 1) * 7 * 5 * 5


def test_a_pooling_left_out(ask):
    question = ask("cnn_parameters", {"input_shape": [1, 32, 32], "layers": LENET})
    assert question.answer("shapes.layer_5.features", poolings="left_out") == 16 * 24 * 24


def test_flattened_before_two_poolings(ask):
    layers = [conv(6, 5), pool(2), {"type": "adaptive_pool", "output_size": 7}, FLATTEN, *linear(10)]
    question = ask("cnn_parameters", {"input_shape": [1, 32, 32], "layers": layers})
    assert question.answer("shapes.layer_4.features", flatten="before_pool") == 6 * 28 * 28
