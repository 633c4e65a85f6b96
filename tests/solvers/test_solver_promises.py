"""Promises that every question type keeps.  A new type inherits them: nothing here names one."""

from __future__ import annotations

import inspect
import keyword
import math
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, get_type_hints

import numpy as np
import pytest

from checker.engine.errors import ParameterError
from checker.engine.recording import ChoicePoint, Recording
from checker.engine.trace import Run
from checker.engine.values import EncodedValue
from checker.lint.types import findings_in
from checker.solvers import formula_types
from checker.solvers.formula_types import FormulaType
from checker.solvers.registry import Solver, solver, topics
from checker.solvers.variant import Variant

NAMES = sorted(topics())
SOLVERS = Path(formula_types.__file__).parent
DRAWS = 4
INVALID = (ValueError, ArithmeticError, IndexError)  # a wrong choice that does not fit; anything else is our fault

every_type = pytest.mark.parametrize(
    "name", NAMES, scope="module"
)  # type by type: what one test tried, the next one has
Question = tuple[dict[str, Any], dict[str, str]]  # its parameters, and the conventions that it declares


def in_python(arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {f"{name}_" if keyword.iskeyword(name) else name: value for name, value in arguments.items()}


def surveyed(type_: Solver, question: Question, wrong: Mapping[str, str]) -> Recording:
    arguments, declared = in_python(question[0]), question[1]
    survey = Recording(arguments)
    Run(declared, wrong, recording=survey)(type_.function, arguments)
    return survey


def run(type_: Solver, question: Question, wrong: Mapping[str, str]) -> Mapping[str, Any]:
    """The values of the steps alone: their formulas and sentences take most of the time of a survey."""
    running = Run(question[1], wrong)
    running(type_.function, in_python(question[0]))
    return running.recorded


def is_finite(value: Any) -> bool:
    if isinstance(value, EncodedValue):
        return True
    return math.isfinite(value) if isinstance(value, int) else bool(np.isfinite(np.asarray(value, dtype=float)).all())


def board(type_: Solver, question: Question, wrong: Mapping[str, str]) -> dict[str, str] | None:
    """The steps, in a form that compares; none where this wrong choice does not fit the question."""
    try:
        survey = surveyed(type_, question, wrong)
    except INVALID:
        return None
    return shown_steps(survey)


def shown_steps(survey: Recording) -> dict[str, str] | None:
    """The steps as texts; none where the total is no number."""
    if not is_finite(survey.board["total"].value):
        return None
    return {path: shown(step.value) for path, step in survey.board.items()}


def shown(value: Any) -> str:
    if isinstance(value, EncodedValue):
        return str(value)
    return str(value) if isinstance(value, int) else str((np.round(np.asarray(value, float), 9) + 0.0).tolist())


@lru_cache(maxsize=1)
def questions(name: str) -> list[Question]:
    """The examples and some draws, as they are, and under randomly declared conventions."""
    type_, rng = solver(name), Random(name)
    asked = [in_python(each) for each in (*type_.examples, *(type_.draw(rng) for _ in range(DRAWS)))]
    found: list[Question] = []
    for arguments in asked:
        found.append((arguments, {}))
        points = surveyed(type_, (arguments, {}), {}).menu.values()
        for share in (0.5, 0.9):
            stated = [point for point in points if point.is_convention and rng.random() < share]
            declared = {point.name: rng.choice(point.options) for point in stated}
            if not declared:  # as above
                continue
            try:
                surveyed(type_, (arguments, declared), {})
            except ParameterError:  # these parameters do not go with these conventions
                continue
            found.append((arguments, declared))
    return found


def singles(menu: Mapping[str, ChoicePoint]) -> Iterator[tuple[str, str]]:
    for point in menu.values():
        for option in point.wrong:
            yield point.name, option


def on(menu: Mapping[str, ChoicePoint]) -> dict[str, Any]:
    """What stands on a menu, in a form that compares."""
    return {point.name: (point.options, point.right, point.follows) for point in menu.values()}


def test_there_are_types() -> None:
    assert NAMES


@every_type
def test_the_function_has_the_name_of_its_file(name: str) -> None:
    function = solver(name).function
    assert function.__name__ == name
    if isinstance(function, FormulaType):
        function.check()
        assert formula_types.own_files()[name] == f"{topics()[name]}/{name}.yaml"
        return
    assert inspect.getsourcefile(function).endswith(f"/{topics()[name]}/{name}.py")


@every_type
def test_it_does_what_lint_asks_of_types_from_outside(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("checker.lint.types.DRAWS", 2)
    type_ = solver(name)
    file = f"{name}.yaml" if isinstance(type_.function, FormulaType) else f"{name}.py"
    assert findings_in(replace(type_, path=SOLVERS / topics()[name] / file)) == []


@every_type
def test_the_docstring_has_its_parts_in_order(name: str) -> None:
    documentation = solver(name).documentation
    first, _, rest = documentation.partition("\n")
    assert first.endswith((".", ":"))
    parts = [rest.find(part) for part in ("\nFormula: ", "\nAnswer: ", "\nSource: ", ">>> ")]
    sizes = max(rest.find("\nSizes: "), rest.find("\nShapes: "))
    assert -1 < parts[0] < sizes < parts[1] < parts[2] < parts[3]
    assert f"{name}(" in rest[parts[3] :]


@every_type
def test_the_signature_is_a_schema(name: str) -> None:
    function = solver(name).function
    hints = get_type_hints(function, include_extras=True)
    assert set(hints) == {*inspect.signature(function).parameters, "return"}
    assert Any not in hints.values()


@every_type
def test_no_sentence_gives_a_result_away(name: str) -> None:
    type_ = solver(name)
    for arguments in type_.examples:
        variant = Variant(type_, in_python(arguments))
        results = {shown(step.value) for step in variant.board.values()}
        for sentence in variant.sentences.values():
            assert not results & set(re.findall(r"\d[\d,]+", sentence)), sentence


@every_type
def test_a_parameter_and_a_choice_never_share_a_convention_s_name(name: str) -> None:
    type_ = solver(name)
    parameters = set(inspect.signature(type_.function).parameters)
    menu = surveyed(type_, questions(name)[0], {}).menu
    assert not parameters & {point.name for point in menu.values() if point.is_convention}


@every_type
def test_a_plain_call_is_the_run_without_declarations(name: str) -> None:
    type_ = solver(name)
    for arguments, _ in questions(name):
        plain = type_.function(**arguments)
        steps, survey = run(type_, (arguments, {}), {}), surveyed(type_, (arguments, {}), {})
        assert shown(steps["total"]) == shown(plain) == shown(survey.board["total"].value)
        assert steps.keys() == survey.board.keys()


@every_type
def test_what_is_recalled_is_what_a_run_gives(name: str) -> None:
    type_ = solver(name)
    for arguments, declared in questions(name)[::2]:
        for wrong in ({}, *(dict([each]) for each in singles(surveyed(type_, (arguments, declared), {}).menu))):
            recalling, anew = Run(declared, wrong), Run(declared, wrong, override=lambda _, value: value)
            with suppress(*INVALID):
                anew(type_.function, arguments)
                recalling(type_.function, arguments)
                assert [*recalling.recorded] == [*anew.recorded]
                assert [*map(shown, recalling.recorded.values())] == [*map(shown, anew.recorded.values())]


@every_type
def test_draws_are_valid_and_can_be_repeated(name: str) -> None:
    type_ = solver(name)
    for seed in range(20):
        arguments = type_.draw(Random(seed))
        assert arguments == type_.draw(Random(seed))
        assert is_finite(type_.function(**in_python(arguments)))


@every_type
def test_mistakes_leave_the_menu_and_the_truth_as_they_are(name: str) -> None:
    type_ = solver(name)
    for question in questions(name)[::3]:
        given, truth, menu = repr(question), board(type_, question, {}), surveyed(type_, question, {}).menu
        for choice in singles(menu):
            with suppress(*INVALID):
                assert on(surveyed(type_, question, dict([choice])).menu) == on(menu)
        assert board(type_, question, {}) == truth
        assert repr(question) == given


@every_type
def test_naming_the_right_option_changes_nothing(name: str) -> None:
    type_ = solver(name)
    for question in questions(name)[:8]:
        menu = surveyed(type_, question, {}).menu
        truth = board(type_, question, {})
        assert board(type_, question, {point.name: point.right for point in menu.values()}) == truth


@every_type
def test_wrong_choices_together_fail_only_as_invalid(name: str) -> None:
    type_, rng = solver(name), Random(name)
    for question in questions(name):
        wrong = list(singles(surveyed(type_, question, {}).menu))
        for _ in range(6):
            with suppress(*INVALID):
                is_finite(run(type_, question, dict(rng.sample(wrong, min(3, len(wrong)))))["total"])


@every_type
def test_counts_stay_whole_numbers(name: str) -> None:
    type_ = solver(name)
    has_conventions = any(declared for _, declared in questions(name))
    for question in questions(name)[: 8 if has_conventions else 3]:
        survey = surveyed(type_, question, {})
        counts = {path for path, step in survey.board.items() if type(step.value) is int}
        for choice, option in singles(survey.menu):
            if choice == "unit":  # 15,032,385,536 bytes are 15.032385536 GB
                continue
            try:
                steps = run(type_, question, {choice: option})
            except INVALID:
                continue
            left_over = {path for path in counts & steps.keys() if type_.named < 1 and steps[path] % 1}
            assert {path for path, value in steps.items() if type(value) is int} | left_over == counts


def test_only_arrays_need_numpy() -> None:
    names = [name for name in NAMES if "numpy" not in str(get_type_hints(solver(name).function, include_extras=True))]
    script = f"from checker.solvers.registry import solver; [solver(n) for n in {names}]; import sys; print('numpy' in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout == "False\n"
    )
