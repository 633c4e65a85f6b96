"""`checker lint`: listed mistakes that add nothing."""

import pytest

from tests.lint.problem_texts import LAYER

LISTING = LAYER + "mistakes:\n"


@pytest.mark.parametrize(
    ("entry", "finding"),
    [
        ("answer: 28672", "8:6 hidden The tolerance accepts `listed.mistake_1` (28,672), so nobody reads its sentence. Change or remove it."),
        (
            "answer: 33792",
            ("8:6 alias `listed.mistake_1` gives 33,792, and so does `output_projection.counted`. "
            "Remove it unless it is a different mistake."),
        ),
        ("expression: d_model + 1", None),
    ],
)  # fmt: skip
def test_a_listed_answer_that_adds_nothing(found, entry, finding):
    assert found(f"{LISTING}  - {{{entry}, says: Not so.}}\n") == [finding] * bool(finding)


def test_an_answer_that_is_listed_twice(found):
    text = LISTING + "  - {answer: 65, says: Not so.}\n  - {expression: d_model + 1, says: Not so.}\n"
    assert found(text) == ["9:6 alias `listed.mistake_2` gives 65, and so does `listed.mistake_1`. Keep one of them."]


def test_a_listed_answer_within_the_tolerance_of_its_part(found):
    part = "parts:\n  - {id: a, tolerance: {absolute: 5}, mistakes: [{answer: 28670, says: Not so.}]}\n"
    assert [each for each in found(LAYER + part) if "listed" in each] == [
        "8:51 hidden The tolerance accepts `listed.mistake_1` (28,670), so nobody reads its sentence. Change or remove it."
    ]


FORMULAS = LAYER + "answer: formula\nsymbols: {d: d_model, f: d_ff, h: num_heads}\nmistakes:\n"


@pytest.mark.parametrize(
    ("entry", "finding"),
    [
        (
            "answer: 2dh d_k + dh d_v + 2df",
            "10:6 hidden The tolerance accepts `listed.mistake_1` (28,672), so nobody reads its sentence. Change or remove it.",
        ),
        ("answer: 2dh d_k + dh d_v + 2df + h - 4", None),  # the same for four heads only
        (
            "answer: 2dh(d_k + d_v) + 2df",
            (
                "10:6 alias `listed.mistake_1` gives 33,792, and so does `output_projection.counted`. "
                "Remove it unless it is a different mistake."
            ),
        ),
        ("answer: 2dh(d_k + d_v) + 2df + h - 4", None),
        ("expression: d_ff + 7", None),
    ],
)
def test_a_listed_formula_that_adds_nothing(found, entry, finding):
    assert found(f"{FORMULAS}  - {{{entry}, says: Not so.}}\n") == [finding] * bool(finding)
