"""The truth cannot help to choose: answers stay the same where the right answers are others.

The other sheets show students the same questions, but everything that their parts hold of the solution is different.
"""

from copy import copy
from dataclasses import replace
from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest

from checker.engine.values import SelectedOptions
from checker.engine.values.order import AsymptoticOrder
from checker.engine.values.rubric import Rubric
from checker.problems import load_problems
from checker.writeups.formats import read_contents
from checker.writeups.read import read_writeup
from checker.writeups.sheets import sheet_of
from tests.bank import BANK
from tests.cases import documents
from tests.cases.table import lines

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


def blind(part):
    """Return a part with nothing of the real solution."""
    rules = part.rules._replace(accepted=(), condition=None)
    return replace(part, variant=with_other_truth(part.variant), rules=rules, key=None, examples=(), credit={})


@cache
def folder_and_blind_one(assignment):
    (folder,) = load_problems(BANK / assignment).assignments.values()
    problems = [replace(problem, parts=tuple(map(blind, problem.parts))) for problem in folder.problems]
    return folder, SimpleNamespace(name=folder.name, title=folder.title, problems=problems)


@pytest.mark.parametrize("written", DOCUMENTS, ids=lambda written: written["id"])
def test_answers_stay_the_same_when_the_truth_is_another(written):
    name = f"{written['id']}.{written['format']}"
    document = read_contents(written["text"].encode(), name, name)
    folder, other = folder_and_blind_one(written["assignment"])
    seeing = read_writeup([document], [sheet_of(folder)])
    assert any(answer.text for question in seeing.questions for answer in question.answers)
    assert read_writeup([document], [sheet_of(other)]) == seeing


@pytest.mark.parametrize("assignment", sorted({written["assignment"] for written in DOCUMENTS}))
def test_no_right_answer_is_left(assignment):
    folder, other = folder_and_blind_one(assignment)
    for problem, changed in zip(folder.problems, other.problems, strict=True):
        for part, without in zip(problem.parts, changed.parts, strict=True):
            if part.kind != "text":
                truth = str(part.variant.board[part.step].value)
                assert str(without.variant.board[part.step].value) != truth
                assert str(without.variant.run(wanted={part.step})[part.step]) != truth
