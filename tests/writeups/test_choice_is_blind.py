# ruff: noqa: SLF001 - the solution is private to a part
"""The truth cannot help to choose: answers stay the same where the right answers are others.

The other sheets show students the same questions, but everything that their parts hold of the solution is different.
"""

from copy import copy
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from checker.engine.values import SelectedOptions
from checker.engine.values.order import AsymptoticOrder
from checker.engine.values.rubric import Rubric
from checker.writeups.formats import read_contents
from checker.writeups.read import read_writeup
from tests.cases import documents
from tests.cases.table import lines
from tests.writeups.documents_of import sheet_named

DOCUMENTS = [each for each in lines(documents.FOLDER / "labelled.jsonl") if each["id"].startswith("first-")]


def another(value):
    """Return another value of the same sort; lists get longer too."""
    if isinstance(value, Rubric):
        return value  # an essay has no right answer
    if isinstance(value, SelectedOptions):
        return SelectedOptions(value.options, [(place + 1) % len(value.options) for place in value.places])
    if isinstance(value, AsymptoticOrder):
        return value * value.symbols.symbol(value.symbols.names[0])
    if isinstance(value, np.ndarray):
        value = tuple(map(tuple, value.tolist())) if value.ndim > 1 else tuple(value.tolist())
    if isinstance(value, tuple):
        return (*map(another, value), another(value[-1]))
    return 3 * value + 7 if isinstance(value, int) else 1.7 * value + 0.3


def with_other_truth(variant):
    """Return the same question with another value at each step of its solution."""
    other = copy(variant)
    other.run = lambda *arguments, **more: {
        step: another(value) for step, value in variant.run(*arguments, **more).items()
    }
    other.truth = copy(variant.truth)
    other.truth.board = {
        path: replace(step, value=another(step.value), formula="") for path, step in variant.board.items()
    }
    return other


def blind(asked):
    """Return a part as students see it, with nothing of the real solution."""
    part, rules = asked._part, asked._part.rules._replace(accepted=(), condition=None)
    variant = with_other_truth(part.variant)
    return replace(asked, _part=replace(part, variant=variant, rules=rules, key=None, examples=(), credit={}))


@cache
def blind_sheet(assignment):
    sheet = sheet_named(assignment)
    questions = tuple(replace(question, parts=tuple(map(blind, question.parts))) for question in sheet.questions)
    return replace(sheet, questions=questions)


@pytest.mark.parametrize("written", DOCUMENTS, ids=lambda written: written["id"])
def test_answers_stay_the_same_when_the_truth_is_another(written):
    name = f"{written['id']}.{written['format']}"
    document = read_contents(written["text"].encode(), name, name)
    seeing = read_writeup([document], [sheet_named(written["assignment"])])
    assert any(answer.text for question in seeing.questions for answer in question.answers)
    assert read_writeup([document], [blind_sheet(written["assignment"])]) == seeing


@pytest.mark.parametrize("assignment", sorted({written["assignment"] for written in DOCUMENTS}))
def test_no_right_answer_is_left(assignment):
    real, other = sheet_named(assignment), blind_sheet(assignment)
    assert real.parts.keys() == other.parts.keys()
    for name, part in real.parts.items():
        if part.kind != "text":
            step, variant = part.step, other.parts[name]._part.variant
            truth = str(part._part.variant.board[step].value)
            assert str(variant.board[step].value) != truth, name
            assert str(variant.run(wanted={step})[step]) != truth, name
