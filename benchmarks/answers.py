"""One answer in a loaded process: microseconds from the text to the JSON line.

    python benchmarks/answers.py

Right and wrong numbers, vectors of four and orders of growth, each the first time it is given and again.  The floor,
`json.dumps` of a record of the same size, is timed in the same run, so that the ratio holds on any machine.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from random import Random
from statistics import median

from checker import load_problem
from checker.grade import Marker
from checker.outcome import Result
from checker.problem import Problem

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


def first_and_again(problem: Problem, answers: list[str]) -> tuple[float, float]:
    """The median times of answers that are new, and of the same once more; the index stands before."""
    marker = Marker(problem, problem.parts[0])
    marker.mark(answers.pop())
    times: list[list[float]] = [[], []]
    for again in (0, 1):
        for answer in answers:
            start = time.perf_counter()
            Result("s1042", marker.mark(answer)).json()
            times[again].append(time.perf_counter() - start)
    return 1e6 * median(times[0]), 1e6 * median(times[1])


def fresh(problem: Problem, answer: str, count: int = 400) -> float:
    """The median time of one answer with nothing remembered of earlier ones."""
    marker = Marker(problem, problem.parts[0])
    times = []
    for _ in range(count):
        marker._remembered.clear()  # noqa: SLF001 - the benchmark forgets on purpose
        start = time.perf_counter()
        Result("s1042", marker.mark(answer)).json()
        times.append(time.perf_counter() - start)
    return 1e6 * median(times)


def explained(problem: Problem, digits: int) -> list[str]:
    """Wrong answers, each of another mistake, as text."""
    index = Marker(problem, problem.parts[0]).index
    answers = []
    for trace in (*index.traces.stage(1), *index.traces.stage(2)):
        shape, numbers = trace.values["total"]
        if (shape, numbers) != (index.shape, index.numbers) and shape == index.shape:
            texts = [str(number) if isinstance(number, int) else f"{number:.{digits}f}" for number in numbers]
            answers.append(f"[{', '.join(texts)}]" if shape else texts[0])
    answers = sorted(set(answers))
    Random(1).shuffle(answers)
    return answers


def main() -> None:
    number = load_problem(HEADS)
    folder = REPOSITORY / "benchmarks" / ".four.yaml"
    folder.write_text(VECTOR)
    vector = load_problem(folder)
    folder.unlink()
    growth = load_problem(GROWTH)
    truth = Marker(vector, vector.parts[0]).judge.numbers
    right = "[" + ", ".join(f"{value:.4f}" for value in truth) + "]"
    record = json.loads(Result("s1042", Marker(number, number.parts[0]).mark("31744")).json())
    start = time.perf_counter()
    for _ in range(2000):
        json.dumps(record)
    floor = 1e6 * (time.perf_counter() - start) / 2000
    rows = [
        ("a right number", fresh(number, "27648"), None, 10, None),
        ("a wrong number, explained", *first_and_again(number, explained(number, 0)), 40, 20),
        ("a right vector of four", fresh(vector, right), None, 15, None),
        ("a wrong vector of four, explained", *first_and_again(vector, explained(vector, 4)), 50, 20),
        ("a right order of growth", fresh(growth, "O(3n²·d + n·d)"), None, 1000, None),
        ("a wrong order of growth", fresh(growth, "O(n^2 d^2)"), None, 1000, None),
    ]
    print(f"json.dumps of one explained record: {floor:.1f} µs")
    print(f"{'':36}{'first µs':>10}{'goal':>6}{'again µs':>10}{'goal':>6}{'first / floor':>15}")
    for name, first, again, goal, goal_again in rows:
        repeated = f"{again:>10.1f}{goal_again:>6}" if again is not None else f"{'':16}"
        print(f"{name:36}{first:>10.1f}{goal:>6}{repeated}{first / floor:>15.1f}")


if __name__ == "__main__":
    main()
