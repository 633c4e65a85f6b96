"""Question types as YAML: what a file says, and what is wrong with it; their counts stand in cases/."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from checker.document.findings import ProblemError
from checker.engine.errors import ParameterError
from checker.engine.recording import Recording
from checker.engine.trace import Run
from checker.solvers.formula_types import formula_type, own_files, read_type
from checker.solvers.registry import Solver, solver
from checker.solvers.signature import ParameterFaults, arguments
from tests.tables import rows

FILE = """\
about: Numbers in a box.
formula: width·height
answer: a whole number.
source: none
sizes:
  width: {from: 1, to: 9}
  height: {from: 1, to: 9, default: width}
  kind: {choose: {plain: box, round: ball}, default: plain}
conventions:
  rim: {counted: counts the rim, left_out: leaves the rim out}
steps:
  inside: width*height
  total: inside + rim.counted*(2*width + 2*height)
mistakes:
  - {name: sides.added, change: width*height => width + height, says: "You added the sides of the {kind}."}
examples:
  - {width: 3, height: 4, total: 26}
"""


@pytest.mark.parametrize(
    "name", [name for name, file in own_files().items() if file.endswith(".yaml") and name[0] != "_"]
)
def test_examples_are_true(name):
    type_ = formula_type(name)
    for sizes, total in zip(type_.examples, type_.truths, strict=True):
        assert total is None or type_(**arguments(solver(name), sizes)) == total


def test_a_type_of_another_folder():
    type_ = read_type("box", FILE, "box.yaml", formula_type)
    assert type_(width=3) == 9 + 12
    assert Run({"rim": "left_out"}, {"sides": "added"})(type_, {"width": 3, "height": 4}) == 7
    record = Recording({})
    Run(recording=record)(type_, {"width": 3, "kind": "round"})
    assert record.menu["sides"].says == {"added": "You added the sides of the ball."}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        *rows(__file__, "faults_have_places"),
        ("steps:", "steps:\n" + "".join(f"  s{at}: 1\n" for at in range(3000)), "12:3 schema 3,002 steps and names"),
    ],
)
def test_faults_have_places(old, new, message):
    with pytest.raises(ProblemError) as error:
        read_type("box", FILE.replace(old, new), "box.yaml", formula_type).check()
    assert f"box.yaml:{message}" in str(error.value)


@pytest.mark.parametrize(("width", "step", "given", "message"), rows(__file__, "sizes_and_repeats"))
def test_sizes_and_repeats(width, step, given, message):
    text = FILE.replace("{from: 1, to: 9}", width, 1).replace("inside: width*height", f"inside: {step}")
    type_ = read_type("box", text.replace("inside + rim", "inside + 0*rim"), "box.yaml", formula_type)
    type_ = Solver("box", type_, type_.examples, type_.draw)
    if isinstance(message, str):
        with pytest.raises((ParameterFaults, ParameterError), match=message):
            type_.function(**arguments(type_, given))
    else:
        assert type_.function(**arguments(type_, given)) == message


def test_decimal_sizes_are_drawn():
    type_ = read_type(
        "box", FILE.replace("{from: 1, to: 9}", "{from: 0.5, to: 2, step: 0.5}", 1), "box.yaml", formula_type
    )
    assert {type_.draw(Random(at))["width"] for at in range(50)} == {0.5, 1.0, 1.5, 2.0}


def test_a_type_is_sent_to_another_process():
    type_ = solver("linear_parameters")
    assert pickle.loads(pickle.dumps(type_)) is type_
