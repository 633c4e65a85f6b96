from __future__ import annotations

import pytest

from checker.engine.errors import ParameterError
from checker.solvers.formula_types import formula_type

IMAGES = {"image_size": 224, "patch_size": 16, "in_channels": 3, "num_classes": 1000}
BASE = IMAGES | {"d_model": 768, "num_layers": 12, "num_heads": 12, "d_ff": 3072}
LARGE = IMAGES | {"d_model": 1024, "num_layers": 24, "num_heads": 16, "d_ff": 4096}
HUGE = IMAGES | {"patch_size": 14, "d_model": 1280, "num_layers": 32, "num_heads": 16, "d_ff": 5120}


@pytest.mark.parametrize(
    ("parameters", "total"),
    [
        (BASE, 86_567_656),
        (BASE | {"patch_size": 32}, 88_224_232),
        (LARGE, 304_326_632),
        (LARGE | {"patch_size": 32}, 306_535_400),
        (HUGE, 632_045_800),
    ],
)
def test_the_models_of_torchvision_have_their_counts(ask, parameters, total):
    assert ask("vit_parameters", parameters).answer() == total


def test_the_steps_of_vit_b_16(ask):
    question = ask("vit_parameters", BASE)
    assert question.answer("patches") == 196
    assert question.answer("patch_embedding") == 590_592
    assert question.answer("positions") == 151_296
    assert question.answer("layer") == 7_087_872
    assert question.answer("encoder") == 12 * 7_087_872 + 1536
    assert question.answer("head") == 769_000


def test_the_class_token_can_be_left_out(ask):
    question = ask("vit_parameters", BASE, class_token="left_out")
    assert question.answer() == 86_567_656 - 2 * 768
    assert question.answer("positions") == 196 * 768
    assert question.answer(class_token="counted") == 86_567_656


def test_each_mistake_about_patches_gives_its_answer(ask):
    question = ask("vit_parameters", BASE)
    assert question.answer("patch_embedding", patch_channels="left_out") == 256 * 768 + 768
    assert question.answer("patch_embedding", patch_pixels="one_side") == 48 * 768 + 768
    assert question.answer("positions", patches="one_side") == 15 * 768
    assert question.answer("positions", patches="one_per_channel") == (3 * 196 + 1) * 768
    assert question.answer("positions", class_position="left_out") == 196 * 768
    assert question.answer(class_vector="left_out") == question.answer(class_position="left_out") == 86_567_656 - 768
    assert question.answer(position_embeddings="left_out") == 86_567_656 - 151_296


def test_each_mistake_about_the_head_gives_its_answer(ask):
    question = ask("vit_parameters", BASE)
    assert question.answer(head="left_out") == 86_567_656 - 769_000
    assert question.answer("head", head_input="all_tokens") == 197 * 768 * 1000 + 1000
    assert question.answer("head", hidden_layer="added") == 769_000 + 768 * 769


def test_images_and_patches_may_be_rectangles(ask):
    parameters = BASE | {"image_size": [128, 96], "patch_size": [16, 8], "in_channels": 1}
    question = ask("vit_parameters", parameters)
    assert question.answer("patches") == 8 * 12
    assert question.answer("patch_values") == 128
    assert question.answer("patch_embedding") == 129 * 768


@pytest.mark.parametrize(
    ("changes", "parameter"),
    [
        ({"patch_size": 15}, "patch_size"),
        ({"patch_size": [16, 15]}, "patch_size"),
        ({"num_heads": 7}, "num_heads"),
    ],
)
def test_impossible_parameters_are_errors(changes, parameter):
    with pytest.raises(ParameterError) as error:
        formula_type("vit_parameters")(**(BASE | changes))
    assert error.value.parameter == parameter


def test_the_channels_of_a_colour_image(ask):
    question = ask("vit_parameters", BASE | {"in_channels": 5})
    assert question.answer("patch_embedding", patch_channels="as_colours") == 3 * 256 * 768 + 768
