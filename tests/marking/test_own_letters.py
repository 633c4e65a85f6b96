"""A question that has letters of its own is answered in them: in what was read, in every sentence, in the solution."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker import check, load_problem
from checker.marking.solution import steps
from checker.problems import Problem
from checker.solvers.cost.layer_complexity import COST_SYMBOLS, GROWTH
from tests.tables import rows

SOLVERS_LETTERS = re.compile(rf"(?<![^\W\d])({'|'.join(COST_SYMBOLS.names)})(?![^\W\d_])")
QUESTIONS = [(layer, quantity) for layer in GROWTH for quantity in GROWTH[layer]]
LETTERS = st.lists(st.sampled_from("ABCDFGHKLMNPQRSTUVWXYZ"), min_size=5, max_size=5, unique=True)

ATTENTION = """\
id: attention
type: layer_complexity
prompt: T tokens of width D go through one self-attention layer. Give the number of operations. {conventions}
parameters: {layer: self_attention}
conventions: {projections: left_out}
symbols: {T: n, D: d}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("problems")


def question(folder: Path, layer: str, quantity: str, letters: list[str]) -> Problem:
    symbols = ", ".join(f"{letter}: {name}" for letter, name in zip(letters, COST_SYMBOLS.names, strict=True))
    file = folder / "growth.yaml"
    file.write_text(
        f"id: growth\ntype: layer_complexity\nprompt: How does it grow? {{conventions}}\n"
        f"parameters: {{layer: {layer}, quantity: {quantity}}}\nconventions: {{projections: left_out}}\n"
        f"symbols: {{{symbols}}}\n"
    )
    return load_problem(file)


@pytest.mark.parametrize(("answer", "message"), rows(__file__, "replies_use_the_letters_of_the_question"))
def test_replies_use_the_letters_of_the_question(folder, answer, message):
    file = folder / "attention.yaml"
    file.write_text(ATTENTION)
    result = check(load_problem(file), answer)
    assert result.message == message


def test_without_declared_symbols_messages_list_those_of_the_prompt(folder):
    file = folder / "attention.yaml"
    text = ATTENTION.replace("symbols: {T: n, D: d}\n", "")
    file.write_text(text.replace("T tokens of width D", "n tokens of width d"))
    assert check(load_problem(file), "O(x)").message == 'I do not know "x". The symbols here are n, d.'
    file.write_text(text.replace("T tokens of width D", "Tokens with $n^2$ scores Q·K of 2d numbers"))
    assert check(load_problem(file), "O(x)").message == 'I do not know "x". The symbols here are n, d.'
    file.write_text(text.replace("T tokens of width D", "Tokens"))
    assert check(load_problem(file), "O(x)").message == 'I do not know "x". The symbols here are n, k, r, d, h.'


@given(st.sampled_from(QUESTIONS), LETTERS, st.sampled_from(["O(n)", "O(n^2 d)", "O(k n d^2)", "O(1)", "O(r/h + n^n)"]))
def test_no_reply_and_no_solution_has_other_letters(folder, asked, letters, answer):
    problem = question(folder, *asked, letters)
    (part,) = problem.parts
    for level in ("hint", "explain", "full"):
        result = check(problem, answer, feedback=level)
        record = result.record()
        shown = [result.message, str(record["read_as"]), str(record.get("expected", ""))]
        shown += [each["message"] for found in record["explanations"] for each in found["mistakes"]]
        shown += [str(found["first_difference"]) for found in record["explanations"]]
        assert not any(map(SOLVERS_LETTERS.search, shown)), shown
    solution = [f"{line.formula} {line.value}" for line in steps(part.variant, part.step)]
    assert not any(map(SOLVERS_LETTERS.search, solution)), solution
    assert not any(map(SOLVERS_LETTERS.search, part.variant.sentences.values()))


@given(st.sampled_from(QUESTIONS), LETTERS, st.sampled_from(list(product((0, 1, 2), repeat=5))))
def test_what_is_shown_reads_back_to_the_same(folder, asked, letters, powers):
    problem = question(folder, *asked, letters)
    text = "·".join(f"{letter}^{power}" for letter, power in zip(letters, powers, strict=True))
    first = check(problem, f"O({text})").record()
    second = check(problem, first["read_as"]).record()
    assert (first["read_as"], first["status"]) == (second["read_as"], second["status"])
