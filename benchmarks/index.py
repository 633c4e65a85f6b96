"""What the first and the later wrong answers to a large problem cost, and the memory that they keep."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

from benchmarks.floors import FLOOR, apart, ratios, seconds, work
from benchmarks.wrong import wrong_answers
from checker import load_problem
from checker.marking.mark import mark
from checker.marking.question import Question
from checker.marking.told import told
from checker.problems import Problem

PROBLEM = Path(__file__).parent.parent / "problems" / "000" / "small-bert.yaml"
OTHER = PROBLEM.parent.parent / "001" / "encoder-layer.yaml"
"""Imports what is needed to explain answers, without an index of the problem."""
ROUNDS = 3
LATER = 8
"""Number of wrong answers of each sort."""


def figures() -> dict[str, float]:
    """Return the ratios, of which that of memory is to the memory of the problem."""
    load_problem(PROBLEM)  # imports what it needs
    return {**ratios(apart(_costs) for _ in range(ROUNDS)), "memory kept": apart(_memory)}


def _costs() -> dict[str, float]:
    """Return the seconds of first and later wrong answers; a later one is a new text to the same question."""
    problem = load_problem(PROBLEM)
    part = problem.part("total")
    explained, unexplained = wrong_answers(part, LATER)
    costs = {FLOOR: min(seconds(work) for _ in range(5))}
    question = _warm(problem)

    costs["a first wrong answer, explained"] = seconds(_explain, explained[:1], question)
    costs["a first wrong answer that nothing explains"] = seconds(_explain, unexplained[:1], question)
    costs["ten later ones, explained"] = seconds(_explain, explained[1:], question) * 10 / len(explained[1:])
    costs["ten later ones that nothing explains"] = (
        seconds(_explain, unexplained[1:], question) * 10 / len(unexplained[1:])
    )
    return costs


def _warm(problem: Problem) -> Question:
    """Return a question to which a right answer was marked: all is imported, nothing is indexed."""
    _explain(["12345678"], Question.of(other := load_problem(OTHER), other.parts[0]))
    question = Question.of(problem, problem.part("total"))
    _explain([str(question.truth)], question)
    return question


def _explain(texts: list[str], question: Question) -> None:
    """Find everything that is known of some answers."""
    for text in texts:
        told(mark(text, question), "full")


def _memory() -> float:
    """Return the memory that wrong answers keep, to that of the problem."""
    tracemalloc.start()
    problem = load_problem(PROBLEM)
    own = tracemalloc.get_traced_memory()[0]
    wrong = wrong_answers(problem.part("total"), 1)
    question = _warm(problem)
    before = tracemalloc.get_traced_memory()[0]
    _explain([*wrong.explained, *wrong.unexplained], question)
    return (tracemalloc.get_traced_memory()[0] - before) / own
