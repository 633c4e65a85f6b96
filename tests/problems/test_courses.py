"""Problems of statistics, linear algebra, physics, chemistry, finance and networks: right by an oracle."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from checker import load_problem
from checker.marking.targets import truth_of
from tests.bank import BANK

ANSWERS: dict[str, Any] = json.loads((BANK.parent / "tests" / "oracle" / "courses.json").read_text())
COURSES = ("statistics", "linear-algebra", "physics", "chemistry", "finance", "networks")


def flat(value: Any) -> list[float]:
    value = value.tolist() if hasattr(value, "tolist") else value
    return [each for row in value for each in flat(row)] if isinstance(value, list | tuple) else [float(value)]


@pytest.mark.parametrize("name", ANSWERS)
def test_the_truth_is_that_of_the_oracle(name):
    (part,) = load_problem(BANK / f"{name}.yaml").parts
    assert flat(truth_of(part.variant, part.step)) == pytest.approx(flat(ANSWERS[name]), rel=1e-10)


def test_the_oracle_knows_all_problems_of_these_courses():
    found = {f"{path.parent.name}/{path.stem}" for course in COURSES for path in Path(BANK / course).glob("*.yaml")}
    assert {name for name in found if not name.endswith("/assignment")} == ANSWERS.keys()
