"""Time answers to variants next to the same answers to problems without draws.

A class of 200 answers three problems, each student with numbers of their own, and the same class with the numbers of
the file.  Without draws equal answers are marked once for the whole class; with draws there are hardly any equal ones.
So what one answer costs is also measured apart: making the numbers of a student, a right answer, and the first wrong
answer to each variant, of which the goals are 20 ms at the median and 300 ms for 95 of 100.
"""

from __future__ import annotations

import gc
import shutil
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Final

from benchmarks.batch import grade
from benchmarks.floors import seconds, work
from checker.marking.mark import mark
from checker.marking.question import Question
from checker.marking.told import told
from checker.problems import Problem, load_problems

STUDENTS: Final = 200
ROUNDS: Final = 5
FILES: Final = {
    "layer": (
        (
            "type: encoder_layer_parameters\nprompt: '{d_model}, {num_heads}, {d_ff}. {conventions}'\n"
            "parameters: {d_model: %s, num_heads: 4, d_ff: %s}\n"
        ),
        ("256", "1000"),
        ("{from: 64, to: 512, step: 4}", "{from: 600, to: 2000, step: 20}"),
    ),
    "slope": (
        (
            "type: formula\nprompt: A slope of {a}° with g = {g}.\nparameters:\n  expression: g*sin(a)\n"
            "  symbols: {g: {value: %s, unit: m/s²}, a: {value: %s, unit: °}}\n  unit: m/s²\n"
        ),
        ("9.81", "30"),
        ("{choose: [9.81, 9.80]}", "{from: 10, to: 80, step: 0.5}"),
    ),
    "heat": (
        (
            "type: formula\nprompt: Heat {m} kg from {a} to {b}.\nparameters:\n  expression: m*4180*(b - a)\n"
            "  symbols: {m: %s, a: 12, b: %s}\n"
        ),
        ("3.5", "55"),
        ("{from: 1.0, to: 9.0, step: 0.1}", "{from: 40, to: 90}"),
    ),
}
"""By id: a file with two places, and what stands there without draws and with them."""

MADE: Final = "the numbers of a student"
RIGHT: Final = "a right answer"
WRONG: Final = "the first wrong answer, median"
SLOWEST: Final = "the first wrong answer, 95%"
CLASS: Final = "a class to one without draws"


def figures() -> dict[str, float]:
    """Return what variants cost, in floors, and a class as a ratio to one without draws."""
    with tempfile.TemporaryDirectory() as name:
        problems = {has_draws: make(Path(name) / str(has_draws), has_draws=has_draws) for has_draws in (False, True)}
        classes = {has_draws: min(graded(Path(name) / str(has_draws)) for _ in range(ROUNDS)) for has_draws in problems}
        floor = min(seconds(work) for _ in range(ROUNDS))
        made, right, wrong = apart(list(problems[True].values()))
    alone = [right_answer(problem) for problem in problems[False].values()]
    slowest = quantiles(wrong, n=20)[-1]
    costs = {MADE: median(made), RIGHT: median(right), WRONG: median(wrong), SLOWEST: slowest}
    return {figure: cost / floor for figure, cost in costs.items()} | {
        f"{RIGHT} to one without draws": median(right) / median(alone),
        CLASS: classes[True] / classes[False],
    }


def make(folder: Path, *, has_draws: bool) -> dict[str, Problem]:
    """Write problems and right answers to them, and return the problems."""
    for place in ("problems", "submissions"):
        (folder / place).mkdir(parents=True)
    (folder / "problems" / "assignment.yaml").write_text("seed: spring\n")
    for id_, (text, *values) in FILES.items():
        (folder / "problems" / f"{id_}.yaml").write_text(f"id: {id_}\n{text % values[has_draws]}", encoding="utf-8")
    problems = load_problems(folder / "problems").problems
    for student in range(STUDENTS):
        answers = "".join(
            f"  {id_}: '{truth(problem.of_student(f's{student}') if has_draws else problem)!r}'\n"
            for id_, problem in problems.items()
        )
        (folder / "submissions" / f"s{student}.yaml").write_text(f"student: s{student}\nanswers:\n{answers}")
    return dict(problems)


def truth(problem: Problem) -> float:
    """Return the right answer."""
    (part,) = problem.parts
    value: float = part.variant.board[part.step].value
    return value


def graded(folder: Path) -> float:
    """Return the processor's time to grade a class from nothing."""
    shutil.rmtree(folder / "results", ignore_errors=True)
    gc.collect()
    return seconds(grade, folder)


def apart(problems: list[Problem]) -> tuple[list[float], list[float], list[float]]:
    """Return the times to make the numbers of a student, and of a right and a first wrong answer to them."""
    made, right, wrong = [], [], []
    for problem in problems:
        for student in range(STUDENTS // 4):
            start = time.process_time()
            variant = problem.of_student(f"t{student}")
            made.append(time.process_time() - start)
            right.append(right_answer(variant))
            wrong.append(seconds(explain, repr(truth(variant) * 1.37), variant))
    return made, right, wrong


def right_answer(problem: Problem) -> float:
    """Return the time of a right answer, the least of some rounds, each to a question that knows none."""
    return min(seconds(explain, repr(truth(problem)), problem) for _ in range(ROUNDS))


def explain(text: str, problem: Problem) -> None:
    """Do everything for one answer."""
    told(mark(text, Question.of(problem, problem.parts[0])), "full")
