"""`checker lint --types`: a question type that is not what it says is found, with its line and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from checker.cli.app import cli
from checker.solvers.registry import solver

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


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ("total: 16", "total: 17", "31:29", "the steps give 16 for this example"),
        ("total: 16", "total: 16.000001", "31:29", "the steps give 16 for this example"),
        ("total: 30", "conventions: {biases: left_out}, total: 30", "32:50", "the steps give 25 for this example"),
        (", total: 30", ", depth: 3", "32:5", "depth is not a parameter of layer"),
        ("inputs + outputs,", "outputs*inputs,", "24:5", "weights.added changes no step"),
        ("the numbers that go in", "the numbers, that go in", "9:56", "put a text with a comma in quotes"),
        ("{inputs: 3,", "{inputs: 2.5,", "31:5", "inputs must be a whole number"),
        ("change: inputs*outputs", "change: inputs/7", "24:5", "`inputs/7` is in no formula"),
        ("inputs + outputs,", "inputs + outptus,", "24:51", "outptus, which is not in the formulas"),
        ("change: inputs*outputs", "change: inptus*outputs", "24:51", "inptus, which is not in the formulas"),
        ("where: inputs != outputs", "where: inputs < 0", "26:5", "no example or draw has bias_sizes.per_input"),
        ("says: You added", "says: added", "24:5", "say weights.added as whole sentences"),
        ("counted: counts the biases", "counted: Counts the biases.", "14:12", "no capital, no full stop"),
        ("weight: common}", "lost: loses the biases}", "14:73", "biases.lost gives what biases.left_out gives"),
        (
            "Multiply them.}",
            "Multiply.,\n     says_if: {biases.lost: You lost.}}",
            "24:5",
            "no example or draw has biases.lost",
        ),
        ("weights: inputs*outputs", "weights: {include: layer}", "1:1", "layer includes itself: layer, layer"),
        ("weights: inputs*outputs", "weights: {include: layers}", "19:22", "includes layers, which is not"),
        ("weights: inputs*outputs", 'weights: "sum(i, i, 1, 10^12)"', "31:5", "takes too many steps"),
        ("weights: inputs*outputs", "weights: inputs/(outputs - outputs)", "8:1", "a draw is no question"),
    ],
)
def test_formulas(lint, formulas, old, new, place, message):  # noqa: PLR0913 - the columns of the table
    assert old in formulas
    done = lint("layer.yaml", formulas.replace(old, new))
    assert done.exit_code == 1
    assert any(line.startswith(f"types/layer.yaml:{place} ") and message in line for line in done.stdout.splitlines())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("weights: inputs*outputs", "weights: inputs*outputs*sqrt(2)^2/2"),
        ("weights: inputs*outputs", "weights: inputs*outputs/sqrt(3)^2*3"),
        ("total: 16", "conventions: {biases: left_out}, total: 12"),
    ],
)
def test_true_examples(lint, formulas, old, new):
    assert old in formulas
    assert lint("layer.yaml", formulas.replace(old, new)).stdout.startswith("no findings")


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("    12\n", "    13.00001\n", 9, "gives 12, and not 13.00001"),
        ("    12\n", "    13\n", 9, "gives 12, and not 13"),
        ("wrong(width + height", "wrong(width * height", 13, "sides.added changes no step"),
        (
            'wrong(width + height, "You added.", 4)',
            "width + height",
            13,
            "sides.added has no sentence; write `wrong(value",
        ),
        ('wrong(width + height, "You added.", 4)', "wrong(width + height)", 13, "sides.added has no sentence; write"),
        ("wrong(width + height,", "wrong(lambda: 1 // 0,", 13, "sides.added fails in every example and draw: ZeroDiv"),
        (
            "wrong(width + height,",
            "wrong(lambda: [1][height],",
            13,
            "sides.added fails in every example and draw: IndexErr",
        ),
        ("    rim =", "    import random; width += random.random()\n    rim =", 6, "gives other values when it"),
        ("return step(", "import numpy\n    return numpy.float64(1) + step(", 9, "gives 13.0, and not 12; correct"),
        ('"You added."', '"added"', 13, "say sides.added as whole sentences"),
        ('reading(0, "leaves the rim out")', "0", 12, "rim.left_out has no sentence; write `reading(value"),
        ("    rim =", "    while True: pass\n    rim =", 12, "a loop has no end"),
        ("    return {", "    while True: pass\n    return {", 21, "a loop has no end"),
        ("width + height,", "1 // 0,", 13, "ZeroDivisionError"),
        ("wrong(width + height,", "wrong(lambda: None + 1,", 13, "sides.added fails: unsupported operand"),
        ("examples = ", "raise SystemExit(3)\nexamples = ", 17, "SystemExit: 3; correct it"),
        ("width * height", "widht * height", 13, "name 'widht' is not defined"),
        ("def frame", "def farme", 1, "a question type in Python needs frame"),
        ("rim = convention", "rim = = convention", 12, "invalid syntax"),
        ("examples = ", "examples ", 17, "name 'examples' is not defined"),
    ],
)
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
    ("suffix", "old", "new", "place", "message"),
    [
        (".yaml", "weights: inputs*outputs", 'weights: "sum(i, i, 1, 10^9)"', "31:5", "takes too many steps"),
        (".yaml", "weights: inputs*outputs", "weights: inputs^inputs^inputs^inputs", "31:5", "is too large"),
        (".yaml", "weights: inputs*outputs", "weights: inputs/(inputs - 3)", "31:5", "divides by zero"),
        (".yaml", ", total: 16", ", depth: 3", "31:5", "depth is not a parameter"),
        (".py", "    rim =", "    [][3]\n    rim =", "12:1", "IndexError: list index out of range; correct it"),
        (".py", "    rim =", "    while True: pass\n    rim =", "12:1", "a loop has no end"),
        (
            ".py",
            "import choose,",
            "import choose\nwhile True: pass\nfrom checker.engine.trace import",
            "4:1",
            "has no end",
        ),
        (".py", "(width: int, height: int)", "(width, height: int)", "6:1", "the parameter width has no type"),
        (".py", "width: int,", "width: dict,", "17:1", "is no question"),
        (".py", 'return step("total", area + rim)', "return area + rim", "14:1", "the last step must be"),
        (".py", "area + rim)", "None)", "14:1", "total is NoneType, and no number"),
        (".py", 'wrong(width + height, "You added.", 4)', "width + height", "13:1", "sides.added has no sentence"),
        (".py", "examples = [", "examples = 3, [", "1:1", "`examples` must be a list"),
    ],
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
