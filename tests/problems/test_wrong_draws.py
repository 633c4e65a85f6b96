"""Draws that cannot be: each is reported with its place, and what to write instead."""

import pytest

from checker.problems import ProblemError
from tests.problems.test_draws import LAYER

FORMS = "{choose: [64, 128]}, {from: 2, to: 12, step: 2} or {like: another_parameter}"


UNKNOWN = "is not a parameter or a symbol here"


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("{choose: [64, 128, 256]}", "{choose: []}", "5:21 choose must be a list of values, such as [64, 128, 256]"),
        ("step: 20", "step: 7", "6:25 steps of 7 from 100 do not reach 400; use 394 or 401"),
        ("to: 400, ", "", f"6:9 a draw is written as {FORMS}"),
        ("100, to: 400", "400, to: 100", "6:9 a draw goes up: `from` is at most `to`, and `step` is more than 0"),
        ("{choose: [64, 128, 256]}", "{like: dff}", f"5:19 dff {UNKNOWN}; did you mean d_ff?"),
        ("d_ff > d_model", "d_ff > dmodel", f"7:9 dmodel {UNKNOWN}; did you mean d_model?"),
        ("d_ff > d_model", "d_ff >", "7:9 this condition cannot be read"),
        ("d_ff > d_model", "d_ff > 2*d_ff", "7:9 no values of d_ff fit this condition; draw from more values, or"),
        ("to: 400, step: 20", "to: 1e15, step: 1e-15", "6:9 a draw has at most 1,000,000 values; use a larger `step`"),
        ("to: 400, step: 20", "to: 400, step: 1e-999", "6:36 step has more than 100 decimals; use fewer"),
        ("d_ff > d_model", "d_ff/0 > 1", "7:9 no values of d_ff fit this condition; draw from more values, or"),
        ("d_ff > d_model", "[d_ff, 1]", "7:9 this is no condition; compare, as in `d_ff > d_model`"),
        ("d_ff > d_model", "exp(1000*d_ff) > 1", "7:9 no values of d_ff fit this condition; draw from more values, or"),
        ("d_ff > d_model", "3 > 4", "7:9 this condition never holds; change it"),
    ],
)
def test_wrong_draws_are_reported_with_their_place(written, before, after, message):
    with pytest.raises(ProblemError) as error:
        written(LAYER.replace(before, after))
    assert f"problem.yaml:{message.replace(' ', ' schema ', 1)}" in str(error.value)


def test_draws_like_each_other_are_reported(written):
    text = LAYER.replace("{choose: [64, 128, 256]}", "{like: d_ff}").replace(
        "{from: 100, to: 400, step: 20}", "{like: d_model}"
    )
    with pytest.raises(ProblemError, match="these draws are like each other; give one of them its values"):
        written(text)


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ("sum(k^2, k, 1, 100000) + a < 0", "this condition takes too long; a sum or a product in it has at most some"),
        ("a + 1", "this is no condition; compare, as in `d_ff > d_model`"),
        ("a = 1", "this condition has =, which makes an equation; to compare, write =="),
    ],
)
def test_what_is_no_condition_to_decide_by_is_refused(written, where, message):
    text = (
        "id: x\ntype: formula\nprompt: '{a}'\nparameters: {expression: a*b, symbols: {a: {from: 1, to: 1000}, b: 3}}\n"
    )
    with pytest.raises(ProblemError) as caught:
        written(f"{text}where: ['{where}']\n")
    (finding,) = caught.value.findings
    assert finding.message.startswith(message)
    assert finding.line == 5
