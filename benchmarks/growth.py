"""Measure how time and memory of wrong answers grow with choice points and equal layers.

    python -m benchmarks.growth

Choice points: made-up solvers with 10 to 120 of them.  Layers: networks of 1 to 100 equal convolutions, residual blocks
or encoder layers.  Each size is measured in a process that has seen no other, in time of the processor, and a series
ends at the first size that takes too long.  The exponent is that of the power of the size which fits the larger
sizes best.
"""

from __future__ import annotations

import math
import sys
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from benchmarks.floors import apart, seconds
from benchmarks.wrong import wrong_answers
from checker import load_problem
from checker.engine.trace import choose, convention, reading, step, wrong
from checker.marking.mark import mark
from checker.marking.question import Question
from checker.marking.told import told
from checker.problems import Problem
from checker.solvers.registry import Solver, solver
from checker.solvers.variant import Variant

POINTS: Final = (10, 20, 30, 40, 60, 80, 100, 120)
LAYERS: Final = (1, 2, 5, 10, 20, 50, 100)
BLOCKS: Final = (1, 2, 5, 10, 20, 50, 80)
"""Maximum number of layers in a network; a block has three."""
CONV: Final = {"type": "conv", "out_channels": 16, "kernel_size": 3, "padding": 1}
BLOCK: Final = {"type": "residual", "layers": [CONV, {"type": "batch_norm"}]}
ENCODER: Final = {"vocab_size": 3000, "d_model": 64, "num_heads": 4, "d_ff": 120, "max_positions": 512}

TEMPLATE: Final = "{id: question, type: linear_parameters, prompt: '?', parameters: {in_features: 10, out_features: 5}}"

LONGEST: Final = 3.0
"""Seconds: a series ends at the first wrong answer that takes longer."""

CALM: Final = 0.5
"""Seconds from which one round is enough."""

ROUNDS: Final = 3
WRONG: Final = 5
MEASURES: Final = {
    "first": ("a first wrong answer", "ms"),
    "later": ("a later wrong answer", "ms"),
    "peak": ("memory at most", "MiB"),
    "kept": ("memory of the index", "MiB"),
}


class Size(NamedTuple):
    """The cost of a question of one size: milliseconds and MiB, by measure."""

    size: int
    costs: Mapping[str, float]


def made_up(sizes: Sequence[int]) -> int:
    """Add numbers; each may be left out or doubled, and every third has a convention."""
    total = 0
    for place, size in enumerate(sizes):
        name = f"point_{place}"
        if place % 3:
            forgotten = wrong(0, f"You forgot number {place}.")
            total += choose(
                name, size, forgotten=forgotten, doubled=wrong(2 * size, f"You counted number {place} twice.")
            )
        else:
            counted = reading(size, f"counts number {place}")
            total += convention(name, counted=counted, left_out=reading(0, f"leaves number {place} out"))
        if place % 10 == 0:
            step(f"up_to_{place}", total, "the sum so far")
    return step("total", total, "the sum")


def of_points(count: int) -> Problem:
    """Return a question with this many choice points."""
    sizes = [1009 + 74 * place + place**3 for place in range(count)]
    return question(Solver("made_up", made_up, [], lambda _: {}), {"sizes": sizes})


def question(type_: Solver, arguments: Mapping[str, Any]) -> Problem:
    """Return a question of a type, however large: what files may say has bounds."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "question.yaml"
        file.write_text(TEMPLATE, encoding="utf-8")
        problem = load_problem(file)
    return replace(problem, parts=(replace(problem.parts[0], variant=Variant(type_, arguments)),))


def of_layers(layer: Mapping[str, Any], count: int) -> Problem:
    """Return a network of this many equal layers."""
    return question(solver("cnn_parameters"), {"input_shape": [16, 32, 32], "layers": [dict(layer)] * count})


def of_encoders(count: int) -> Problem:
    """Return an encoder model of this many layers."""
    return question(solver("encoder_model_parameters"), {**ENCODER, "num_layers": count})


SERIES: Final[Mapping[str, tuple[Sequence[int], Callable[[int], Problem]]]] = {
    "choice points": (POINTS, of_points),
    "convolutions": (LAYERS, lambda count: of_layers(CONV, count)),
    "residual blocks": (BLOCKS, lambda count: of_layers(BLOCK, count)),
    "repeated convolutions": (LAYERS, lambda count: of_layers({"type": "repeat", "times": count, "layers": [CONV]}, 1)),
    "encoder layers": (LAYERS, of_encoders),
}


def times(make: Callable[[int], Problem], size: int) -> dict[str, float]:
    """Return the milliseconds of a first wrong answer, and of a later one (the median)."""
    known = wrong_answers(make(size).parts[0], WRONG)
    first, *later = [*known.unexplained, *known.explained]
    problem = make(size)
    question = Question.of(problem, problem.parts[0])

    def explain(text: str) -> None:
        told(mark(text, question), "full")

    return {"first": 1e3 * seconds(explain, first), "later": 1e3 * median(seconds(explain, text) for text in later)}


def memory(make: Callable[[int], Problem], size: int) -> dict[str, float]:
    """Return the MiB that a first wrong answer needs at most, and those that it keeps."""
    problem = make(size)
    part = problem.parts[0]
    (wrong,) = wrong_answers(part, 1).unexplained
    question = Question.of(problem, part)
    told(mark(str(question.truth), question), "full")
    tracemalloc.start()
    told(mark(wrong, question), "full")
    kept, peak = tracemalloc.get_traced_memory()
    return {"peak": peak / 2**20, "kept": kept / 2**20}


def measure(name: str, sizes: Sequence[int]) -> list[Size]:
    """Return the costs of a series: the least of some rounds."""
    _, make = SERIES[name]
    make(sizes[0])  # imports what it needs
    found = []
    for size in sizes:
        rounds = [apart(times, make, size)]
        while len(rounds) < ROUNDS and rounds[0]["first"] < 1e3 * CALM:
            rounds.append(apart(times, make, size))
        costs = {each: min(one[each] for one in rounds) for each in rounds[0]}
        found.append(Size(size, {**costs, **apart(memory, make, size)}))
        print(f"{name}, {size}: {costs['first']:.0f} ms", file=sys.stderr)
        if costs["first"] > 1e3 * LONGEST:
            break
    return found


def exponent(series: Sequence[Size], measure: str) -> float:
    """Return the power of the size that fits the larger half of the sizes best, by least squares of the logarithms."""
    half = series[max(min(len(series) // 2, len(series) - 2), 0) :]
    across = [math.log(each.size) for each in half]
    up = [math.log(max(each.costs[measure], 1e-6)) for each in half]
    middle, mean = sum(across) / len(across), sum(up) / len(up)
    spread = sum((each - middle) ** 2 for each in across)
    return sum((x - middle) * (y - mean) for x, y in zip(across, up, strict=True)) / spread if spread else math.nan


def table(name: str, series: Sequence[Size]) -> list[list[str]]:
    """Return the rows of a series: its sizes, and the exponents."""
    head = [name, *(f"{title}, {unit}" for title, unit in MEASURES.values())]
    rows = [[str(each.size), *(f"{each.costs[measure]:,.2f}" for measure in MEASURES)] for each in series]
    return [head, *rows, ["exponent", *(f"{exponent(series, measure):.1f}" for measure in MEASURES)]]


def figures() -> dict[str, float]:
    """Return how much more a question costs that is larger: the floor is the small one."""
    found = {}
    for name, (small, large) in {"choice points": (10, 40), "convolutions": (2, 20), "encoder layers": (2, 20)}.items():
        low, high = measure(name, (small, large))
        for each in MEASURES:
            found[f"{MEASURES[each][0]}: {large} {name} to {small}"] = high.costs[each] / low.costs[each]
    return found


def main() -> None:
    """Print a table for each series; docs/speed.md has their ends."""
    for name, (sizes, _) in SERIES.items():
        head, *rows = table(name, measure(name, sizes))
        print("\n".join(f"| {' | '.join(row)} |" for row in (head, ["---:"] * len(head), *rows)), "\n")


if __name__ == "__main__":
    main()
