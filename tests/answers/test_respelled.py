"""Spellings that are read where an answer is unreadable as it is written, and those that stay unreadable."""

import time

import pytest

from checker import check, load_problem


def status(folder, prompt, answer, *, value, kind="number", unit=""):  # noqa: PLR0913
    measured = f", unit: {unit}" if unit else ""
    (folder / "asked.yaml").write_text(
        f"id: asked\ntitle: Asked\ntype: numeric\nprompt: {prompt!r}\nanswer: {kind}\nparameters: {{value: {value}{measured}}}\n"
    )
    return check(load_problem(folder / "asked.yaml"), answer).status


def test_inequalities_that_end_with_the_solution(tmp_path):
    answer = "-11 <= 3x - 4 <= 11, so -7 <= 3x <= 15 and -7/3 <= x <= 5"
    value = "'[-7/3, 5]'"
    assert status(tmp_path, "Solve |3x - 4| <= 11.", answer, value=value, kind="interval") == "correct"


def test_a_line_after_its_slope(tmp_path):
    (tmp_path / "line.yaml").write_text(
        "id: line\ntype: formula\nprompt: Find the line.\nanswer: equation\nparameters:\n"
        "  expression: y = 2*x + 1\n  symbols: {x: letter, y: letter}\n"
    )
    problem = load_problem(tmp_path / "line.yaml")
    assert check(problem, "m = (5-1)/(2-0) = 2, so y = 2x + 1").status == "correct"
    assert check(problem, "y = x, so y = 2x + 1").status == "unreadable"


INVERSE = "Find the inverse of A."


@pytest.mark.parametrize("answer", [" " * 10_000 + "x", "$" + " " * 10_000, "\n" * 5_000 + "[", "= 0" * 2_000])
def test_long_runs_of_signs_are_quick(tmp_path, answer):
    start = time.process_time()
    status(tmp_path, INVERSE, answer, value="[[2, 3], [1, 5]]", kind="matrix")
    assert time.process_time() - start < 1
