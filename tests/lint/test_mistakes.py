"""`alias` and `hidden`: mistakes that give the same answer, that the tolerance accepts, or that are listed for nothing."""

import pytest

from checker.engine.weights import WEIGHTS
from checker.lint import lint
from tests.lint.problem_texts import LAYER

PRODUCT = """\
id: al
type: formula
prompt: '{n}, 4 and {k}'
parameters:
  expression: n*d*k + 2*d
  symbols: {n: 3, d: {value: 4}, k: 4}
"""


FORMULA = LAYER + "answer: formula\nsymbols: {d: d_model, f: d_ff, h: num_heads}\n"
NOBODY = "(28,672), so nobody reads its sentence. Change or remove it."
COUNTED = "and so does `output_projection.counted`. Remove it unless it is a different mistake."


@pytest.mark.parametrize(
    ("text", "entries", "finding"),
    [
        (LAYER, ["answer: 28672"], f"8:6 hidden The tolerance accepts `listed.mistake_1` {NOBODY}"),
        (LAYER, ["answer: 33792"], f"8:6 alias `listed.mistake_1` gives 33,792, {COUNTED}"),
        (LAYER, ["change: whole => d_model + 1"], None),
        (
            LAYER,
            ["answer: 65", "change: whole => d_model + 1"],
            "9:6 alias `listed.mistake_2` gives 65, and so does `listed.mistake_1`. Keep one of them.",
        ),
        (FORMULA, ["answer: 2dh d_k + dh d_v + 2df"], f"10:6 hidden The tolerance accepts `listed.mistake_1` {NOBODY}"),
        (FORMULA, ["answer: 2dh d_k + dh d_v + 2df + h - 4"], None),  # the same for four heads only
        (FORMULA, ["answer: 2dh(d_k + d_v) + 2df"], f"10:6 alias `listed.mistake_1` gives 33,792, {COUNTED}"),
        (FORMULA, ["answer: 2dh(d_k + d_v) + 2df + h - 4"], None),
        (FORMULA, ["change: whole => d_ff + 7"], None),
    ],
)
def test_listed_answers_that_add_nothing(found, text, entries, finding):
    listed = "".join(f"  - {{{entry}, says: Not so.}}\n" for entry in entries)
    assert found(f"{text}mistakes:\n{listed}") == [finding] * bool(finding)


def test_a_listed_answer_within_the_tolerance_of_its_part(found):
    part = "parts:\n  - {id: a, tolerance: {absolute: 5}, mistakes: [{answer: 28670, says: Not so.}]}\n"
    (finding,) = (each for each in found(LAYER + part) if "listed" in each)
    assert finding.startswith("8:51 hidden The tolerance accepts `listed.mistake_1` (28,670)")


def test_an_answer_that_a_type_lists_is_found_in_its_parameters(found):
    mistakes = "mistakes: [{answer: 1, says: No.}, {answer: 2, says: No.}]"
    text = f"id: a\ntype: numeric\nprompt: How many?\nparameters:\n  value: 2\n  {mistakes}\n"
    (finding,) = found(text)
    assert finding.startswith("6:39 hidden The tolerance accepts `listed.mistake_2` (2)")


def test_rules_of_a_course_are_found_in_assignment_yaml(tmp_path):
    (tmp_path / "product.yaml").write_text(PRODUCT.replace("k: 4", "k: 7") + "mistakes: [{answer: 5, says: Five.}]\n")
    (tmp_path / "layer.yaml").write_text(LAYER)
    rules = ("2*d => d", "sin(a) => a", "n*others => others", "d_ff => 2*d_model")
    text = "".join(
        f"- {{weight: {each}, change: {rule}, says: No.}}\n"
        for each, rule in zip(reversed(WEIGHTS), rules, strict=True)
    )
    (tmp_path / "assignment.yaml").write_text(f"mistakes:\n{text}")
    found = [str(each).removeprefix(f"{tmp_path}/") for each in lint(tmp_path).findings]
    other = "Remove it unless it is a different mistake."
    unfit = "This rule fits no problem of the folder. Correct its pattern or its conditions, or remove it."
    assert found == [
        f"assignment.yaml:2:26 alias In al: `listed.mistake_2` gives 88, and so does `2.left_out`. {other}",
        f"assignment.yaml:3:27 unused {unfit}",
        f"assignment.yaml:4:28 alias In al: `listed.mistake_4` gives 36, and so does `n.left_out`. {other}",
    ]
