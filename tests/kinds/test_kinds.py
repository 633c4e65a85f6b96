"""A kind of answer is one file: what the rest of the house asks of it are its traits."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from checker.engine.errors import UnreadableAnswer
from checker.engine.values.rubric import Criterion, Rubric
from checker.kinds import KINDS, Hints, kind, natural_kind
from checker.reading.reading import Reading

CHECKER = Path(__file__).parents[2] / "checker"
A_KIND = """
from checker.kinds.base import Kind
from checker.kinds.compare import Judge
from checker.kinds.vector import kind as vector
from checker.reading.reading import flatten


class Unordered(Judge):
    def verdict(self, reading):
        ordered = sorted(reading.numbers, key=lambda number: number.value)
        return super().verdict(reading._replace(numbers=tuple(ordered)))


class OutcomesKind(Kind):
    name = "outcomes"
    is_list = True
    has_entries = True
    results = frozenset({"vector"})

    def read(self, text, hints):
        return vector.read(text.replace("{", "[").replace("}", "]"), hints)

    def fits(self, value):
        return len(flatten(value)[0]) == 1

    def judge(self, truth, tolerance):
        return Unordered(sorted(truth), tolerance)


kind = OutcomesKind()
"""
A_PROBLEM = """
id: die
title: A die
type: numeric
prompt: Which even outcomes does a die have?
answer: outcomes
parameters: {value: [2, 4, 6]}
"""
A_CHECK = """
import checker.kinds.base
checker.kinds.__path__.append(".")
checker.kinds.KINDS = checker.kinds.base.KINDS = (*checker.kinds.KINDS, "outcomes")
from checker import check, load_problem
problem = load_problem("die.yaml")
print([check(problem, answer).status for answer in ("{6, 2, 4}", "{6, 2, 5}", "[2, 4]", "x")])
print(problem.parts[0].expected_form)
import sys
from checker.__main__ import main
sys.argv[1:] = ["check", "--document", "sam.md", "--problems", "."]
main()
"""


def test_a_kind_is_found_by_its_file(tmp_path):
    """It is checked, asked for and found in a document, and nothing else in the house has changed."""
    (tmp_path / "outcomes.py").write_text(A_KIND)
    (tmp_path / "die.yaml").write_text(A_PROBLEM)
    (tmp_path / "sam.md").write_text("# A die\n\nThe even outcomes are [4, 6, 2].\n")
    done = subprocess.run(
        [sys.executable, "-c", A_CHECK], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120
    )
    lines = done.stdout.splitlines()
    assert lines[:2] == ["['correct', 'incorrect', 'incorrect', 'unreadable']", "an outcomes"], done.stderr
    assert "Correct" in done.stdout, done.stdout


def test_no_other_room_asks_for_a_kind_by_its_name():
    named = re.compile(r"part\.kind (?:==|!=|in\b|not in\b)|\bkind\(\"")
    files = (file for file in CHECKER.rglob("*.py") if file.parent.name != "kinds")
    assert [str(file) for file in files if named.search(file.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("name", KINDS)
def test_traits_go_together(name):
    each = kind(name)
    assert each.name == name
    assert not (each.is_coded and each.is_formula)
    assert each.is_of_numbers or not (each.is_one_number or each.has_entries)
    assert each.has_working or not each.results


@pytest.mark.parametrize(
    ("truth", "has_unit", "name"),
    [
        (3, False, "number"),
        (0.5, True, "number"),
        ((32, 16), False, "shape"),
        ((32, 16), True, "vector"),
        ((0.5, 2.0), False, "vector"),
        (((1, 2), (3, 4)), False, "matrix"),
    ],
)
def test_a_truth_asks_for_its_natural_kind(truth, has_unit, name):
    assert natural_kind(truth, has_unit=has_unit).name == name


def test_kinds_are_called_with_an_article():
    assert [kind(name).called for name in ("number", "text")] == ["a number", "a text"]


@pytest.mark.parametrize(
    ("name", "text", "telling"),
    [
        ("number", "3,845", True),
        ("number", "38", False),
        ("complexity", "O(n^2 d)", True),
        ("complexity", "O(n)", False),
    ],
)
def test_what_is_hardly_right_by_chance(name, text, telling):
    assert kind(name).is_telling(text) is telling


def test_a_table_is_no_vector_in_documents():
    table = Reading((2, 2), ())
    assert not kind("vector").has_dimensions(table)
    assert kind("matrix").has_dimensions(table)


def test_any_text_up_to_a_limit_is_read_for_a_person():
    text = kind("text")
    for written in ("  1/0 \\frac{ \ud800\n", "x" * 100_000):
        assert text.show_reading(text.read(written, Hints(whole=True))) == written
    with pytest.raises(UnreadableAnswer, match="longer than 100,000 characters"):
        text.read("x" * 100_001, Hints(whole=True))
    assert [text.fits(value) for value in (3, "text", (), Rubric([Criterion("says why", 1)]))] == [0, 0, 0, 1]
