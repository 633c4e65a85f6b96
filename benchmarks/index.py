"""Time the index of known wrong answers, and hostile answers.

    python -m benchmarks.index

How long the mistaken runs of a BERT-sized problem take, and how long the longest and deepest answers take to be
refused.  As ratios: what the first and the later wrong answers cost, and how much memory they keep next to that of the
problem.
"""

from __future__ import annotations

import time
import tracemalloc
from pathlib import Path

from benchmarks.floors import FLOOR, apart, ratios, seconds, work
from benchmarks.wrong import wrong_answers
from checker import load_problem
from checker.marking.mark import mark
from checker.marking.question import Question
from checker.marking.result import Result
from checker.marking.told import told
from checker.problems import Problem

PROBLEM = Path(__file__).parent.parent / "problems" / "000" / "small-bert.yaml"
OTHER = PROBLEM.parent.parent / "001" / "encoder-layer.yaml"
"""Imports what is needed to explain answers, without an index of the problem."""
HOSTILE = {
    "100,000 brackets": "[" * 100_000,
    "100,000 parentheses": "(" * 100_000 + "1" + ")" * 100_000,
    "5 MB of digits": "7" * 5_000_000,
    "9**9**9**9": "9**9**9**9",
    "1e999999999": "1e999999999",
    "1,000 powers": "2^" * 1000 + "2",
    "50,000 spaces": "1" + " " * 50_000 + "2",
    "groups without end": "1 234" * 10_000,
    "__import__": "__import__('os').system('true')",
}


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

    def explain(texts: list[str]) -> None:
        for text in texts:
            _explain(text, question)

    costs["a first wrong answer, explained"] = seconds(explain, explained[:1])
    costs["a first wrong answer that nothing explains"] = seconds(explain, unexplained[:1])
    costs["ten later ones, explained"] = seconds(explain, explained[1:]) * 10 / len(explained[1:])
    costs["ten later ones that nothing explains"] = seconds(explain, unexplained[1:]) * 10 / len(unexplained[1:])
    return costs


def _warm(problem: Problem) -> Question:
    """Return a question to which a right answer was marked: all is imported, nothing is indexed."""
    _explain("12345678", Question.of(other := load_problem(OTHER), other.parts[0]))
    question = Question.of(problem, problem.part("total"))
    _explain(str(question.truth), question)
    return question


def _explain(text: str, question: Question) -> Result:
    """Return everything that is known of an answer."""
    return told(mark(text, question), "full")


def _memory() -> float:
    """Return the memory that wrong answers keep, to that of the problem."""
    tracemalloc.start()
    problem = load_problem(PROBLEM)
    own = tracemalloc.get_traced_memory()[0]
    wrong = wrong_answers(problem.part("total"), 1)
    question = _warm(problem)
    before = tracemalloc.get_traced_memory()[0]
    for text in (*wrong.explained, *wrong.unexplained):
        _explain(text, question)
    return (tracemalloc.get_traced_memory()[0] - before) / own


def main() -> None:
    problem = load_problem(PROBLEM)
    print("mistaken runs of a BERT-sized problem with eight parts")
    runs = Question.of(problem, problem.part("total")).index.runs
    for kind in ("singles", "pairs", "derived"):
        start = time.perf_counter()
        count = len(getattr(runs, kind))
        print(f"  {kind:8}{count:>7,} runs {1e3 * (time.perf_counter() - start):>8.1f} ms")
    print("hostile answers, goal 10 ms each")
    question = Question.of(problem, problem.part("total"))
    for name, text in HOSTILE.items():
        start = time.perf_counter()
        outcome = _explain(text, question)
        elapsed = 1e3 * (time.perf_counter() - start)
        print(f"  {name:22}{elapsed:>8.2f} ms  {outcome.status}: {outcome.feedback.headline[:70]}")


if __name__ == "__main__":
    main()
