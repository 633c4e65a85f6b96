"""The truth of every solver equals PyTorch's, in what tests/oracle/make.py has computed.

A type that PyTorch does not have has tests of its own in tests/solvers/, with values from elsewhere.
"""

from __future__ import annotations

import gzip
import importlib.util
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from checker.engine.trace import Run
from checker.engine.values.encoded import EncodedValue
from checker.engine.values.rubric import Rubric
from checker.questions.registry import solver, topics
from tests.bank import bank

ORACLE = Path(__file__).parent / "oracle"
SAME = {"rtol": 1e-10, "atol": 1e-12}  # stored to 12 significant digits
FEWEST = 200


def stored(name: str) -> list[dict[str, Any]]:
    file = ORACLE / f"{name}.json"
    return json.loads(file.read_text() if file.exists() else gzip.decompress((ORACLE / f"{name}.json.gz").read_bytes()))


NAMES = sorted(topics().keys() & {file.name.split(".")[0] for file in ORACLE.glob("*.json*")})
TESTED = {file.stem.removeprefix("test_") for file in Path(__file__).parent.glob("solvers/test_*.py")}


def test_every_type_has_an_oracle() -> None:
    assert {name for name in topics() if has_truth(name)} <= {*NAMES, *TESTED}


def has_truth(name: str) -> bool:
    """Whether there is a right answer; of a text a person decides."""
    type_ = solver(name)
    return not isinstance(type_.function(**type_.examples[0]), Rubric)


@pytest.mark.parametrize("name", NAMES)
def test_the_truth_is_the_oracle_s(name: str) -> None:
    questions = stored(name)
    assert len(questions) >= FEWEST
    for question in questions:
        values = question["values"]
        run = Run(question["conventions"], wanted=values)
        run(solver(name).function, question["parameters"])
        assert run.recorded.keys() == values.keys()
        for step, value in values.items():
            where = f"{step} of {question}"
            if isinstance(run.recorded[step], EncodedValue):
                assert json.loads(json.dumps(run.recorded[step].code)) == value, where
            elif isinstance(value, int):
                assert type(run.recorded[step]) is int, where
                assert run.recorded[step] == value, where
            else:
                np.testing.assert_allclose(run.recorded[step], value, **SAME, err_msg=where)


def numbered(step: str) -> str:
    """The step with # for each number: whatever holds of layer_3 has been seen of layer_2."""
    return re.sub(r"\d+", "#", step)


def test_every_step_that_a_problem_asks_for_is_in_the_oracle() -> None:
    asked = defaultdict(set)
    for problem in bank().problems.values():
        asked[problem.type] |= {numbered(part.step) for part in problem.parts if has_truth(problem.type)}
    missing = {}
    for name, steps in asked.items():
        if steps and name in NAMES:
            known = {numbered(step) for question in stored(name) for step in question["values"]}
            missing |= {name: left} if (left := steps - known) else {}
    assert missing == {}


@pytest.fixture(scope="module")
def make() -> ModuleType:
    pytest.importorskip("torch")
    specification = importlib.util.spec_from_file_location("oracle_make", ORACLE / "make.py")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def flat(value: Any) -> Iterator[Any]:
    """The numbers of a value: a shape and a code are lists of different lengths."""
    if isinstance(value, list):
        for each in value:
            yield from flat(each)
    else:
        yield value


@pytest.mark.filterwarnings("ignore:enable_nested_tensor")
@pytest.mark.filterwarnings("ignore:Using padding='same'")
@pytest.mark.parametrize("name", NAMES)
def test_the_oracle_can_be_made_again(make: ModuleType, name: str) -> None:
    for number, question in list(enumerate(stored(name)))[::20]:
        parameters, conventions = make.drawn(name, number)
        assert (parameters, conventions) == (question["parameters"], question["conventions"])
        values = make.truth(name, parameters, conventions)
        assert values.keys() == question["values"].keys()
        for step, value in values.items():
            np.testing.assert_allclose(list(flat(value)), list(flat(question["values"][step])), **SAME)
