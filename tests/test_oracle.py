"""The data of tests/oracle: it holds every type and step, and can be made again.  tests/cases/truth.py compares with it.

A type that PyTorch does not have has its values in tests/solvers/cases, from elsewhere.
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

from checker.engine.values.rubric import Rubric
from checker.solvers.registry import solver, topics
from tests.bank import BANK, bank

ORACLE = Path(__file__).parent / "oracle"
COURSES = ("statistics", "linear-algebra", "physics", "chemistry", "finance", "networks")


def stored(name: str) -> list[dict[str, Any]]:
    file = ORACLE / f"{name}.json"
    return json.loads(file.read_text() if file.exists() else gzip.decompress((ORACLE / f"{name}.json.gz").read_bytes()))


NAMES = sorted(topics().keys() & {file.name.split(".")[0] for file in ORACLE.glob("*.json*")})
TESTED = {file.stem for file in Path(__file__).parent.glob("solvers/cases/*.jsonl")}


def test_every_type_has_an_oracle() -> None:
    assert {name for name in topics() if has_truth(name)} <= {*NAMES, *TESTED}


def has_truth(name: str) -> bool:
    """Whether there is a right answer; of a text a person decides."""
    type_ = solver(name)
    return not isinstance(type_.function(**type_.examples[0]), Rubric)


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


def test_every_problem_of_these_courses_is_in_the_oracle() -> None:
    found = {f"{course}/{path.stem}" for course in COURSES for path in (BANK / course).glob("*.yaml")}
    known = json.loads((ORACLE / "courses.json").read_text())
    assert {name for name in found if not name.endswith("/assignment")} == known.keys()


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
            np.testing.assert_allclose(list(flat(value)), list(flat(question["values"][step])), rtol=1e-10, atol=1e-12)
