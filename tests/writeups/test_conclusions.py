"""What a section concludes: options in the student's own words, results rounded or followed, and numbers of plain lists."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.writeups.questions.labels import labels_of
from tests.writeups.battery import Grader

PROBLEMS = {
    "assignment": "title: Ends\nproblems: [{id: oil, label: '1'}, {id: price, label: '2'}, {id: acid, label: '3'},"
    " {id: tablets, label: '4'}, {id: depth, label: '5'}, {id: gate, label: '6'}]",
    "oil": """id: oil
title: Flow regime
type: choice
prompt: Is the flow of the oil laminar, transitional or turbulent?
parameters: {options: [laminar, transitional, turbulent], correct: laminar}""",
    "price": """id: price
title: A price increase
type: choice
prompt: What happens to the takings of the shop?
parameters: {options: [it rises, it falls, it stays the same], correct: it rises}""",
    "acid": """id: acid
title: An indicator
type: choice
prompt: |
  Which indicator fits the titration?
  (A) methyl orange, (B) methyl red, (C) phenolphthalein, (D) alizarin yellow
parameters: {options: [A, B, C, D], correct: C}""",
    "tablets": """id: tablets
title: Tablets
type: formula
prompt: How many tablets are needed?
parameters: {expression: ceil(a/b), symbols: {a: {value: 31.5}, b: {value: 12.4}}}""",
    "depth": """id: depth
title: Depth of a force
type: formula
prompt: At which depth does the force act?
parameters:
  expression: c + h^2/(12*c)
  unit: m
  symbols: {c: {value: 2.4, unit: m}, h: {value: 1.8, unit: m}}""",
    "gate": """id: gate
title: Force on a gate
type: formula
prompt: How large is the force?
parameters: {expression: g*c*a, unit: kN, symbols: {g: {value: 9.81}, c: {value: 2.4}, a: {value: 4.32}}}""",
}
LABELS = {"oil": 1, "price": 2, "acid": 3, "tablets": 4, "depth": 5, "gate": 6}
DECIDED = [
    ("oil", "Re = 0.6·0.05/1.1e-4 = 273 < 2000 → laminar"),
    ("oil", "Re = 273, far below 2300, the flow is laminar."),
    ("oil", "Re = 273, so the flow is laminar."),
    ("oil", "L'écoulement est donc laminaire."),
    ("oil", "laminar bc re = 273"),
    ("oil", "It would be turbulent above 4000. Re = 273, so it is laminar."),
    ("price", "They rise, since |E| < 1."),
    ("price", "La recette augmente."),
    ("price", "Die Einnahmen steigen, also A."),
    ("price", "A, it rises (no other good is bought)."),
    ("acid", "I'd go for C (phenolphthalein), the equivalence point is near 8.7"),
    ("acid", "Phenolphthalein."),
    ("tablets", "31.5/12.4 = 2.54, so 3 tablets"),
    ("tablets", "31.5/12.4 = 2.54\n\nWe need at least 3 tablets."),
    ("depth", "e = 3.24/28.8 = 0.1125 m, so it acts at 2.5125 m"),
]
WRONG = [
    ("oil", "Re = 27300, so the flow is turbulent."),
    ("price", "La recette baisse."),
    ("price", "Der Erlös bleibt gleich."),
    ("acid", "Je choisis B."),
]
OPEN = [
    ("oil", "laminar, or transitional, or else turbulent"),
    ("oil", "A / B (it is so slow that both fit)"),
    ("oil", "A (turbulent), because the viscosity is large"),
    ("oil", "Lena says that it is laminar."),
    ("oil", "It is not laminar."),
    ("oil", "The flow is the opposite of laminar."),
    ("oil", "If it were slower, it would be laminar."),
    ("oil", "Is it laminar?"),
    ("price", "Either it rises or it falls."),
    ("acid", "C is out of the question."),
    ("acid", "The answer to the next question is C."),
    ("acid", "B) phenolphthalein"),
    ("oil", "Die Antwort ist turbulent (Fußnote: vielleicht A (laminar))."),
    ("gate", "Given: b = 2.4 m, F = 101.7 kN"),
    ("gate", "Version from Monday, replaced: F = 101.7 kN"),
    ("gate", "F = 101.7 kN ... hmm, or should that be"),
    ("gate", "F = 101.7 kN. It looks small! Up to you."),
    ("gate", "$F = 9.81 \\cdot 2.4 \\cdot 4.32 \\cdot k % = 101.7$"),
    ("gate", "$F \\leq \\frac{9.81 \\cdot 2.4 \\cdot 4.32}{1} = 101.7$"),
    ("gate", "The back of the book has a twin; the answer listed there is 101.7 kN."),
]
"""Endings that only a person can decide."""


@pytest.fixture(scope="module")
def grader(tmp_path_factory):
    folder: Path = tmp_path_factory.mktemp("ends")
    for name, text in PROBLEMS.items():
        (folder / f"{name}.yaml").write_text(f"{text}\n", encoding="utf-8")
    return Grader(folder)


def status(grader: Grader, problem: str, ending: str) -> str:
    """Return the status of a problem under which a document ends like this."""
    (assignment,) = grader.assignments
    text = f"# Homework\n\n## {LABELS[problem]}\n\n{ending}\n"
    case = {"id": "s1", "format": "md", "assignment": assignment, "text": text, "key": {problem: "correct"}}
    ((_, found),) = grader.verdicts(case)
    return found


@pytest.mark.parametrize(("problem", "ending"), DECIDED)
def test_a_conclusion_is_read(grader, problem, ending):
    assert status(grader, problem, ending) == "correct"


@pytest.mark.parametrize(("problem", "ending"), WRONG)
def test_a_wrong_conclusion_is_wrong(grader, problem, ending):
    assert status(grader, problem, ending) == "incorrect"


@pytest.mark.parametrize(("problem", "ending"), OPEN)
def test_what_is_no_plain_conclusion_is_left_to_a_person(grader, problem, ending):
    assert status(grader, problem, ending) in {"needs_review", "unreadable", "not_answered"}


def test_plain_lines_with_numbers_and_letters_are_labels(grader):
    """A list of short lines, where only some numbers have a letter or a sign."""
    text = "hi\n\n1 laminar bc re = 273\n2 it rises\n3 C (phenolphthalein)\n4 .5*63/12.4 = 2.54 so 3 tablets\n5  2.5125 m\n6 9.81*2.4*4.32 = 101.7 kN\n"
    (assignment,) = grader.assignments
    case = {
        "id": "s1",
        "format": "txt",
        "assignment": assignment,
        "text": text,
        "key": dict.fromkeys(LABELS, "correct"),
    }
    assert [found for _, found in grader.verdicts(case)] == ["correct"] * 6


@pytest.mark.parametrize(
    ("text", "components"),
    [
        ("Zur ersten Aufgabe: 2DK/h", (1,)),
        ("Second question: 5", (2,)),
        ("Troisième question : 5", (3,)),
        ("2a  .08 ms", (2, "a")),
        ("Zu 3. Emissionen", (3,)),
    ],
)
def test_questions_named_in_words_have_labels(text, components):
    assert [label.components for label in labels_of(text, "paragraph")] == [components]


@pytest.mark.parametrize("text", ["The second question was hard", "First, I solve for x", "3.68 m"])
def test_other_words_and_numbers_are_no_labels(text):
    assert labels_of(text, "paragraph") == []
