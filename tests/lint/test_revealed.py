"""`checker lint`: prompts that show the answer to another problem."""

import json
from decimal import Decimal

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.cli.app import cli
from checker.lint import lint
from checker.lint.prompts import revealed

SPELLINGS = (
    str,
    "{:,}".format,
    lambda value: f"{value:,}".replace(",", " "),
    lambda value: f"{value:,}".replace(",", "\N{NARROW NO-BREAK SPACE}"),
    lambda value: f"${value:,}$".replace(",", "{,}"),
    lambda value: f"{Decimal(value):e}",
)
"""How prompts write a whole number."""


def write(course, name, prompt, value, more=""):
    """Write a problem into an assignment; `name` is assignment/problem."""
    path = course / f"{name}.yaml"
    path.parent.mkdir(exist_ok=True, parents=True)
    text = f"id: {path.stem}\ntype: numeric\nprompt: {json.dumps(prompt)}\nparameters: {{value: {value}}}\n{more}"
    path.write_text(text, encoding="utf-8")


@pytest.fixture
def found(tmp_path):
    """The findings where one assignment shows this in a prompt, and another asks for this value."""

    def find(prompt, value, own_prompt="How many? Give every digit.", more=""):
        write(tmp_path, "week-1/size", own_prompt, value, more)
        write(tmp_path, "week-2/bytes", f"{prompt} Give every digit.", 3)
        return [(finding.code, finding.message) for finding in lint(tmp_path).findings]

    return find


def test_the_prompt_of_one_assignment_shows_the_answer_of_another(tmp_path):
    write(tmp_path, "week-1/size", "How many parameters has GPT-2?", 124439808)
    write(tmp_path, "week-2/bytes", "GPT-2 has 124,439,808 parameters. What follows?", 497759232)
    result = CliRunner().invoke(cli, ["lint", "--format", "json", str(tmp_path)])
    assert result.exit_code == 1
    assert json.loads(result.stdout) == [
        {
            "file": str(tmp_path / "week-2" / "bytes.yaml"),
            "line": 3,
            "column": 1,
            "code": "revealed",
            "message": f"The prompt shows 124,439,808, the answer to `size` in {tmp_path / 'week-1' / 'size.yaml'}. "
            "Change the numbers of one of these problems.",
        }
    ]
    alone = CliRunner().invoke(cli, ["lint", str(tmp_path / "week-2")])
    assert (alone.exit_code, alone.stdout) == (0, "no findings in 1 problem\n")


def test_a_parameter_that_is_filled_in_is_shown(tmp_path):
    write(tmp_path, "a/size", "How many?", 46702792704)
    (tmp_path / "a" / "weights.yaml").write_text(
        "id: weights\ntype: weight_memory\nprompt: Mixtral has {num_parameters} parameters as {dtype}. {conventions}\n"
        "parameters: {num_parameters: 46702792704, dtype: int4}\nconventions: {unit: GiB}\n"
    )
    (finding,) = lint(tmp_path).findings
    assert (finding.line, finding.code) == (3, "revealed")


def test_one_number_that_answers_several_problems_is_reported_once(tmp_path):
    for name in ("a/first", "b/second", "b/third"):
        write(tmp_path, name, "How many?", 27648)
    write(tmp_path, "c/bytes", "There are 27,648 weights, and again 27648. What follows?", 3)
    (finding,) = lint(tmp_path).findings
    assert finding.message == (
        f"The prompt shows 27,648, the answer to `first` (and to 2 more) in {tmp_path / 'a' / 'first.yaml'}. "
        "Change the numbers of one of these problems."
    )


def test_a_part_is_named(tmp_path):
    parts = "parts:\n  - {id: first}\n  - {id: second, parameters: {value: 31744}}\n"
    write(tmp_path, "a/size", "How many?", 7, parts)
    write(tmp_path, "b/bytes", "There are 31744 weights. What follows?", 3)
    assert [finding.message.split(" in ")[0] for finding in lint(tmp_path).findings] == [
        "The prompt shows 31,744, the answer to `size.second`"
    ]


@pytest.mark.parametrize(
    ("prompt", "value"),
    [
        ("There are 997 weights.", 997),  # small
        ("There are 12,500,000 weights.", 12500000),  # round
        ("The width is 3072.", 3072),  # 3 times a power of 2
        ("The vocabulary has 32768 entries.", 32768),
        ("Vaswani et al. (2017) say so.", 2017),
        ("The learning rate is 0.125.", 0.125),
        ("Layer27648 and v1.27648.", 27648),
        ("There are 6740000000 parameters.", 6738415616),  # the same rounded
        ("There are 276489 weights.", 27648),
        ("The ratio is 0.6089.", 0.6093),
    ],
)
def test_coincidence_is_not_reported(found, prompt, value):
    assert found(prompt, value) == []


def test_what_its_own_prompt_shows_is_no_secret(found):
    assert found("There are 27,648 weights.", 27648, "There are 27648 weights. How many?") == []


@pytest.mark.parametrize(
    ("prompt", "shown"),
    [
        ("The ratio is 0.6089.", "0.6089"),
        ("It is 0.60886.", "0.60886"),
        ("It is 6.089e-1.", "0.6089"),
        ("It is .6089.", "0.6089"),
    ],
)
def test_a_real_number_is_shown_as_rounded(found, prompt, shown):
    ((code, message),) = found(prompt, 0.60886)
    assert code == "revealed"
    assert message.startswith(f"The prompt shows {shown}, the answer to `size` in ")


def test_what_the_tolerance_refuses_is_no_answer(found):
    assert found("It is 0.6089.", 0.60886, more="tolerance: {decimals: 5}\n") == []


def test_a_negative_number(found):
    assert [code for code, _ in found("It is -0.6089.", -0.60886)] == ["revealed"]
    assert found("It is 0.6089.", -0.60886) == []
    assert [code for code, _ in found("It is 1-0.6089.", 0.60886)] == ["revealed"]


@settings(max_examples=30, deadline=None)
@given(st.integers(10_001, 10**12).filter(lambda value: value % 10 and value % 2), st.sampled_from(SPELLINGS))
def test_every_number_of_five_digits_is_found_however_it_is_written(tmp_path_factory, value, spelled):
    course = tmp_path_factory.mktemp("course")
    write(course, "week-1/size", "How many?", value)
    write(course, "week-2/bytes", f"It has {spelled(value)} parameters. What follows?", 3)
    assert [finding.code for finding in lint(course).findings] == ["revealed"]


def test_nothing_is_compared_without_problems():
    assert list(revealed([])) == []
