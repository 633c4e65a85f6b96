"""Names of other quantities are no labels of an answer, and words for what is asked are."""

from __future__ import annotations

import re

import pytest

from checker import check
from checker.answers.legible import legible
from checker.marking.targets import truth_of
from tests.bank import bank

PROBLEMS = {problem.id: problem for problem in bank().problems.values()}
COUNTS = [
    (problem, part)
    for problem in PROBLEMS.values()
    for part in problem.parts
    if part.kind == "number" and not part.variant.unit_of(part.step)
]
HEADS = [
    (problem, part)
    for problem, part in COUNTS
    if "num_heads" in part.variant.arguments
    and " heads" in problem.prompt
    and "head" not in f"{problem.title} {problem.id} {part.step} {part.id}".casefold()
    and not any("head" in each and re.search(r"\?|write", each) for each in re.split(r"(?<=[.?])\s", problem.prompt))
]
HOW_MANY = re.compile(r"[Hh]ow many ([a-z]+) (?:do|does|are|is|has|have|hold)\b")


MANY = 100


def answered(problem, part, form):
    truth = legible(truth_of(part.variant, part.step), part.decimal)
    return check(problem, form.format(truth), part=part.id) if part.id else check(problem, form.format(truth))


@pytest.mark.parametrize(
    ("problem", "part", "answer", "name"),
    [
        ("encoder-layer", None, "27648 heads", "heads"),
        ("encoder-layer", None, "number of heads: 27648", "heads"),
        ("encoder-layer", None, "attention = 27648", "attention"),
        ("encoder-layer", None, "27648 for the attention", "attention"),
        ("encoder-layer", None, "hidden width 27648", "width"),
        ("savings", None, "month 3109.33", "month"),
        ("savings", None, "rate: 3109.33", "rate"),
        ("savings", None, "years = 3109.33", "years"),
        ("savings", None, "nominal rate: 3109.33 EUR", "rate"),
        ("pendulum", None, "1.85 thread", "thread"),
        ("flying-attention", None, "arrows: [0.609, 0.196]", "arrows"),
        ("flying-attention", None, "[0.609, 0.196] for arrows", "arrows"),
        ("flying-attention", None, "key [0.609, 0.196]", "key"),
        ("flying-attention", None, "query = [0.609, 0.196]", "query"),
        ("head-output", "shape", "keys: 32 × 16", "keys"),
        ("head-output", "shape", "queries = (32, 16)", "queries"),
    ],
)
def test_the_name_of_another_quantity_is_no_label(problem, part, answer, name):
    found = check(PROBLEMS[problem], answer, part=part)
    unit = {"savings": ", in EUR", "pendulum": ", in s"}.get(problem, "")
    assert (found.status, found.points) == ("unreadable", None)
    assert found.message == f'"{name}" is another quantity in this question. Write only the answer{unit}.'


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        ("biases = 27648", "biases"),
        ("27648 biases", "biases"),
        ("27648 (with biases)", "biases"),
        ("27648 and the LayerNorms", "LayerNorms"),
    ],
)
def test_what_is_not_counted_is_no_word_of_the_question(answer, word):
    found = check(PROBLEMS["encoder-layer"], answer)
    assert found.status == "unreadable"
    assert found.message == f'This question does not count "{word}". Write only the answer.'


@pytest.mark.parametrize(
    "answer",
    [
        "convolution: O(n^2 d)",
        "O(n^2 d) for a convolution",
        "recurrent layer: O(n^2 d)",
        "O(n^2 d) for recurrent layers",
        "**recurrent:** O(n^2 d)",
        "Recurrent O(n^2 d)",
    ],
)
def test_the_name_of_another_part_is_no_label_wherever_it_stands(answer):
    found = check(PROBLEMS["layer-costs"], answer, part="self-attention")
    name = "convolution" if "convolution" in answer else "recurrent"
    assert found.status == "unreadable"
    assert found.message == f'"{name}" is another part of this question. Write only the answer to this part.'


@pytest.mark.parametrize("form", ["{{}} {}", "{}: {{}}", "number of {} = {{}}", "{{}} {} in total"])
def test_the_noun_after_how_many_is_always_a_label(form):
    asked = [(problem, part, set(HOW_MANY.findall(problem.prompt))) for problem, part in COUNTS]
    found = {
        (problem.id, part.id, *nouns): answered(problem, part, form.format(*nouns)).status
        for problem, part, nouns in asked
        if len(nouns) == 1 and nouns.isdisjoint(each.id for each in problem.parts)
    }
    assert len(found) > MANY
    assert [each for each, status in found.items() if status != "correct"] == []


@pytest.mark.parametrize("form", ["{} heads", "heads: {}", "number of heads = {}"])
def test_a_number_of_heads_that_is_given_is_no_label_of_another_number(form):
    found = {(problem.id, part.id): answered(problem, part, form).status for problem, part in HEADS}
    assert len(found) > MANY
    assert [each for each, status in found.items() if status != "unreadable"] == []
