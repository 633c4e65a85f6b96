"""One run of a question type, in a line."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from checker import load_problem
from checker.engine.recording import Recording
from checker.engine.trace import Run
from checker.engine.weights import USUAL
from checker.problems import Problem
from checker.solvers.registry import solver
from checker.solvers.variant import Variant

INVALID = (ValueError, ArithmeticError, IndexError)


class Asked:
    """A question of one type, under its conventions."""

    def __init__(self, name: str, parameters: dict[str, Any], conventions: dict[str, str]) -> None:
        self.solver, self.parameters, self.conventions = solver(name), parameters, conventions

    @property
    def variant(self) -> Variant:
        return Variant(self.solver, self.parameters, self.conventions)

    def answer(self, step: str = "total", **wrong: str) -> Any:
        """The step, as a student with these beliefs gets it."""
        run = Run(self.conventions, wrong)
        run(self.solver.function, self.parameters)
        return run.recorded[step]

    def mistakes(self, answer: Any, step: str = "total") -> list[str]:
        """The single mistakes that give this answer, the likeliest first."""
        survey = Recording(self.parameters)
        Run(self.conventions, recording=survey)(self.solver.function, self.parameters)
        found = []
        for point in survey.menu.values():
            for option in point.wrong:
                try:
                    given = self.answer(step, **{point.name: option})
                except INVALID:
                    continue
                if np.shape(given) == np.shape(answer) and np.allclose(given, answer, rtol=1e-9):
                    found.append((-point.weights.get(option, USUAL), f"{point.name}.{option}"))
        return [mistake for _, mistake in sorted(found, key=lambda pair: pair[0])]


@pytest.fixture
def ask() -> Callable[..., Asked]:
    """Ask a question: `ask("attention_parameters", {...}, biases="left_out")`."""

    def asked(name: str, parameters: dict[str, Any], **conventions: str) -> Asked:
        return Asked(name, parameters, conventions)

    return asked


@pytest.fixture
def formula_problem(tmp_path) -> Callable[..., Problem]:
    """Load a problem that asks for the value of a formula."""

    def made(expression: str, symbols: dict[str, Any], prompt: str = "", **others: Any) -> Problem:
        parameters = {"expression": expression, "symbols": symbols, **others}
        file = tmp_path / "one.yaml"
        content = {"id": "one", "type": "formula", "prompt": prompt or "What is it?", "parameters": parameters}
        file.write_text(json.dumps(content))
        return load_problem(file)

    return made
