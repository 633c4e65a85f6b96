"""Time one answer in a loaded process: microseconds from the text to the JSON line.

Right and wrong numbers, vectors of four and orders of growth, each the first time it is given, below full feedback and
at full; and `check` in a loop next to one marker.  The floor, `json.dumps` of a record, is timed in the same run, so
that the ratio holds on any machine.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from checker import check, load_problem
from checker.marking.mark import mark
from checker.marking.question import Question
from checker.marking.result import dumps
from checker.marking.told import told
from checker.problems import Problem

REPOSITORY = Path(__file__).parent.parent
HEADS = REPOSITORY / "problems" / "001" / "encoder-layer.yaml"
GROWTH = REPOSITORY / "problems" / "complexity" / "growth-of-attention.yaml"

VECTOR = """
id: four
title: Four numbers
type: self_attention_output
prompt: "?"
parameters:
  inputs: [[0.3, 1.1, 1, 0.2, 0.7, 1.3, 0.4, 2.1], [1, 0.6, 0.4, -1, -1.2, 1.0, 0.9, 0.1]]
  slices: {query_dims: [1, 2], key_dims: [3, 4], value_dims: [5, 6, 7, 8]}
  query: 1
"""

ROUNDS: Final = 5
NEW: Final = 60
"""Number of different wrong answers."""

FIRST: Final = 10
"""Number of answers that come first and are not timed: they build the index."""

BELOW: Final = "explain"

LOOP: Final = "check() in a loop / one marker"


def figures() -> dict[str, float]:
    """Return what an answer costs, in floors, by its name; and `check` in a loop as a ratio to one question."""
    number, four, growth = load_problem(HEADS), _vector(), load_problem(GROWTH)
    wrong, vectors = explained(number, 0), explained(four, 4)
    record = json.loads(_json("31744", Question.of(number, number.parts[0])))
    floor = least(lambda: json.dumps(record), 2000)
    taken = {
        "a right number": again(number, right(number)),
        "a wrong number below full": new(lambda: load_problem(HEADS), wrong, BELOW),
        "a wrong number at full": new(lambda: load_problem(HEADS), wrong, "full"),
        "a right vector of four": again(four, right(four)),
        "a wrong vector of four below full": new(_vector, vectors, BELOW),
        "a wrong vector of four at full": new(_vector, vectors, "full"),
        "a right order of growth": again(growth, "O(3n²·d + n·d)"),
        "a wrong order of growth": again(growth, "O(n^2 d^2)"),
    }
    return {name: seconds / floor for name, seconds in taken.items()} | {LOOP: loop(wrong)}


def new(load: Callable[[], Problem], answers: list[str], level: str) -> float:
    """Return the median of the times of answers that come for the first time, each the best of several rounds."""
    rounds = []
    for _ in range(ROUNDS):
        problem = load()  # so that nothing is known of its answers
        question = Question.of(problem, problem.parts[0])
        rounds.append(timed(lambda text, question=question: _json(text, question, level), answers))
    return median(map(min, zip(*rounds, strict=True)))


def _json(text: str, question: Question, level: str = "full") -> str:
    """Return the record of an answer."""
    return dumps(told(mark(text, question), level).record("s1042"))


def loop(answers: list[str]) -> float:
    """Return how much longer `check` takes for new wrong answers than one question does."""
    rounds: tuple[list[list[float]], list[list[float]]] = ([], [])
    for _ in range(ROUNDS):
        problem, other = load_problem(HEADS), load_problem(HEADS)
        question = Question.of(other, other.parts[0])
        rounds[0].append(timed(lambda text, problem=problem: check(problem, text, feedback=BELOW), answers))
        rounds[1].append(timed(lambda text, question=question: told(mark(text, question), BELOW), answers))
    checked, marked = (sum(map(min, zip(*each, strict=True))) for each in rounds)
    return checked / marked


def timed(do: Callable[[str], object], answers: Iterable[str]) -> list[float]:
    """Return the time for each answer but the first ones."""
    times = []
    for answer in answers:
        start = time.perf_counter()
        do(answer)
        times.append(time.perf_counter() - start)
    return times[FIRST:]


def again(problem: Problem, answer: str) -> float:
    """Return the least time for one answer with nothing remembered of earlier ones."""
    question = Question.of(problem, problem.parts[0])

    def once() -> None:
        question.outcomes.clear()
        _json(answer, question)

    return least(once, 400)


def least(do: Callable[[], object], count: int) -> float:
    """Return the least time that something takes."""
    times = []
    for _ in range(count):
        start = time.perf_counter()
        do()
        times.append(time.perf_counter() - start)
    return min(times)


def right(problem: Problem) -> str:
    """Return the right answer, as text."""
    judge = Question.of(problem, problem.parts[0]).judge
    return f"[{', '.join(f'{number:.4f}' for number in judge.numbers)}]" if judge.shape else str(judge.numbers[0])


def explained(problem: Problem, digits: int) -> list[str]:
    """Return wrong answers, each of another mistake, as text."""
    index = Question.of(problem, problem.parts[0]).index
    answers = []
    for run in (*index.runs.singles, *index.runs.pairs):
        shape, numbers = run.values["total"]
        if (shape, numbers) != (index.shape, index.numbers) and shape == index.shape:
            texts = [str(number) if isinstance(number, int) else f"{number:.{digits}f}" for number in numbers]
            answers.append(f"[{', '.join(texts)}]" if shape else texts[0])
    answers = sorted(set(answers))
    Random(1).shuffle(answers)
    return answers[: FIRST + NEW]


def _vector() -> Problem:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "four.yaml"
        file.write_text(VECTOR)
        return load_problem(file)
