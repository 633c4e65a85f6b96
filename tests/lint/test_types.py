"""`checker lint --types`: a question type that is not what it says is found, with its line and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from checker.cli.app import cli
from checker.solvers.registry import solver
from tests.tables import rows

PYTHON = '''\
"""Area of a frame."""

from checker.engine.trace import choose, convention, reading, step, wrong


def frame(width: int, height: int) -> int:
    """Area of a frame.

    >>> frame(width=3, height=4)
    12
    """
    rim = convention("rim", left_out=reading(0, "leaves the rim out"), counted=reading(width, "counts the rim"))
    area = step("area", choose("sides", width * height, added=wrong(width + height, "You added.", 4)))
    return step("total", area + rim)


examples = [{"width": 3, "height": 4}, {"width": 5, "height": 7}]


def draw(rng):
    return {"width": rng.randint(1, 9), "height": rng.randint(1, 9)}
'''


@pytest.fixture
def lint(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "types").mkdir()

    def linted(name, text):
        (tmp_path / "types" / name).write_text(text)
        return CliRunner().invoke(cli, ["lint", "--types"], catch_exceptions=False, env={"COLUMNS": "200"})

    return linted


@pytest.fixture
def formulas():
    return CliRunner().invoke(cli, ["new", "--type", "layer"], catch_exceptions=False).stdout


def test_types_to_start_from_have_no_findings(lint, formulas):
    lint("layer.yaml", formulas)
    done = lint("frame.py", PYTHON)
    assert done.exit_code == 0
    assert done.stdout == "no findings in no problems and 2 question types\n"


@pytest.mark.parametrize(("old", "new", "place", "message"), rows(__file__, "formulas"))
def test_formulas(lint, formulas, old, new, place, message):  # noqa: PLR0913 - the columns of the table
    assert old in formulas
    done = lint("layer.yaml", formulas.replace(old, new))
    assert done.exit_code == 1
    assert any(line.startswith(f"types/layer.yaml:{place} ") and message in line for line in done.stdout.splitlines())


@pytest.mark.parametrize(("old", "new"), rows(__file__, "true_examples"))
def test_true_examples(lint, formulas, old, new):
    assert old in formulas
    assert lint("layer.yaml", formulas.replace(old, new)).stdout.startswith("no findings")


@pytest.mark.parametrize(("old", "new", "line", "message"), rows(__file__, "python"))
def test_python(lint, old, new, line, message):
    assert old in PYTHON
    done = lint("frame.py", PYTHON.replace(old, new, 1))
    assert done.exit_code == 1
    assert any(each.startswith(f"types/frame.py:{line}:1 ") and message in each for each in done.stdout.splitlines())


def test_two_endless_examples_of_a_docstring(lint):
    text = PYTHON.replace("    12\n", "    12\n    >>> frame(1, 99)\n    >>> frame(2, 99)\n")
    done = lint("frame.py", text.replace("    rim =", "    while height == 99: pass\n    rim ="))
    assert "types/frame.py:14:1 " in done.stdout
    assert "a loop has no end" in done.stdout


@pytest.mark.parametrize(
    ("suffix", "old", "new", "place", "message"), rows(__file__, "a_fault_of_a_type_that_a_problem_uses")
)
def test_a_fault_of_a_type_that_a_problem_uses(lint, formulas, suffix, old, new, place, message):  # noqa: PLR0913
    name, text = ("layer", formulas) if suffix == ".yaml" else ("frame", PYTHON)
    assert old in text
    alone = lint(name + suffix, text.replace(old, new, 1)).stdout
    Path("problems").mkdir()
    height = len(message)  # as equal questions are solved once
    sizes = "{inputs: 3, outputs: 4}" if suffix == ".yaml" else f"{{width: 3, height: {height}}}"
    Path("problems/p.yaml").write_text(f"id: p\ntype: {name}\nprompt: How many?\nparameters: {sizes}\n")
    commands = (["types", name], ["lint", "problems/p.yaml"], ["check", "p", str(3 + height)])
    told = [CliRunner().invoke(cli, command, catch_exceptions=False).output for command in commands]
    assert any(f"types/{name}{suffix}:{place} " in each and message in each for each in told)
    together = lint(name + suffix, text.replace(old, new, 1)).stdout
    assert {" ".join(each.split()) for each in alone.splitlines()[:-1]} <= {
        " ".join(each.split()) for each in together.splitlines()
    }


def test_a_docstring_may_print(lint):
    text = PYTHON.replace("    12\n", "    12\n    >>> print(frame(5, 7))\n    35\n")
    assert lint("frame.py", text).exit_code == 0


def test_a_docstring_may_show_an_error(lint):
    raised = "    >>> [12][frame(3, 4)]\n    Traceback (most recent call last):\n        ...\n    IndexError: list index out of range\n"
    text = PYTHON.replace("    12\n", f"    12\n{raised}")
    assert lint("frame.py", text).exit_code == 0
    assert (
        "fails: list index out of range"
        in lint("frame.py", text.replace("IndexError: list index", "IndexError: place")).stdout
    )


def test_an_array_equals_its_numbers(lint):
    text = PYTHON.replace("    12\n", "    12.0\n").replace(
        "return step", "import numpy\n    return numpy.float64(step"
    )
    assert lint("frame.py", text.replace("area + rim)", "area + rim) + 1e-9)")).exit_code == 0


def test_types_are_next_to_the_problems_named(lint, tmp_path, formulas):
    lint("layer.yaml", formulas)
    (tmp_path / "ceil" / "lab").mkdir(parents=True)
    (tmp_path / "ceil" / "types").mkdir()
    done = CliRunner().invoke(cli, ["lint", "ceil/lab", "--types"], catch_exceptions=False)
    assert done.stderr == "" or "no problem files" in done.stderr
    assert "1 question type" not in done.stdout


def test_a_change_of_some_factors_and_divisors(lint, formulas):
    of_shares = formulas.replace("weights: inputs*outputs", "weights: inputs/7/(outputs + 1)")
    lint("layer.yaml", of_shares.replace("inputs*outputs => inputs + outputs", "inputs/7 => inputs"))
    assert solver("layer").function.absent(0) == ""
