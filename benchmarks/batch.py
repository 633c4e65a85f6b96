"""Time grading a class of 1,000 submissions with ten answers each, next to YAML's loader.

About 60% of the answers are right, the others come from a pool of mistaken and of random numbers, for students give the
same answers.  What is done once, however large the class, is also measured apart: building the indexes of mistaken
answers.  The class is graded again, too: with nothing changed, and with one problem of ten worth more points.
"""

from __future__ import annotations

import gc
import shutil
import tempfile
from pathlib import Path
from random import Random

import yaml

from benchmarks.floors import seconds
from checker.diagnosis import MistakenRuns
from checker.grading.api import Options, known_problems
from checker.grading.api import run as run_
from checker.grading.course import Course, GradeColumn
from checker.grading.pipeline import GradedClass
from checker.marking.question import known_runs
from checker.problems import load_problems

APART = "read, marked, kept and written"
WITH = "  and with the indexes"
UNCHANGED = "  again, and nothing has changed"
CHANGED = "  again, and one problem of ten has"
ROUNDS = 3
STUDENTS = 1000
RIGHT = 0.6
MISTAKEN = 40
RANDOM = 10
"""Number of different wrong answers to each question."""

LAYER = "type: encoder_layer_parameters\nparameters: {{d_model: {}, num_heads: 4, d_ff: {}}}\n"
BLOCK = "type: attention_parameters\nparameters: {{d_model: {}, num_heads: 4}}\n"
VECTOR = """type: self_attention_output
parameters:
  inputs: [[0.3, 1.1, 1, 0.2, 0.7, 1.3, 0.4, 2.1], [1, 0.6, 0.4, -1, -1.2, 1.0, 0.9, 0.{}]]
  slices: {{query_dims: [1, 2], key_dims: [3, 4], value_dims: [5, 6, 7, 8]}}
  query: 1
"""
QUESTIONS = [
    *(LAYER.format(d_model, d_ff) for d_model, d_ff in ((64, 120), (96, 200), (128, 512), (256, 1000))),
    *(BLOCK.format(d_model) for d_model in (64, 128, 256, 512)),
    *(VECTOR.format(digit) for digit in (1, 7)),
]


def make(folder: Path, students: int) -> Course:
    """Make problems, and submissions to them."""
    for place in ("problems", "submissions"):
        (folder / place).mkdir(parents=True, exist_ok=True)
    for number, question in enumerate(QUESTIONS):
        (folder / "problems" / f"question-{number}.yaml").write_text(f"id: question-{number}\n{question}")
    course = Course(load_problems(folder / "problems"))
    random = Random(1)
    pools = {column.id: pool(column, random) for column in course.columns}
    for student in range(students):
        text = f"student: s{student:05}\nanswers:\n"
        for question, (right, wrong) in pools.items():
            text += f"  {question}: {right if random.random() < RIGHT else random.choice(wrong)}\n"
        (folder / "submissions" / f"s{student:05}.yaml").write_text(text)
    return course


def pool(column: GradeColumn, random: Random) -> tuple[str, list[str]]:
    """Return the right answer to a question, and wrong ones."""
    part = column.part
    assert part is not None
    traces = MistakenRuns(part.variant, {part.step})
    shape, truth = traces.truth[part.step]
    values = [run.values[part.step] for run in (*traces.singles, *traces.pairs)]
    mistaken = sorted({written(numbers) for at, numbers in values if at == shape} - {written(truth)})
    strange = [written([type(number)(number * random.uniform(0.2, 5)) for number in truth]) for _ in range(RANDOM)]
    return written(truth), random.sample(mistaken, min(MISTAKEN, len(mistaken))) + strange


def written(numbers) -> str:
    """Format an answer as students write it: `"27,648"`, `[0.609, 0.196]`."""
    if len(numbers) == 1:
        return f'"{numbers[0]:,}"'
    return f"[{', '.join(f'{number:.4f}' for number in numbers)}]"


def load(folder: Path) -> None:
    """Load all submissions with YAML's loader: the floor."""
    for path in sorted((folder / "submissions").iterdir()):
        with path.open("rb") as file:
            yaml.load(file, yaml.CSafeLoader)


def grade(folder: Path, jobs: int = 1) -> GradedClass:
    """Read, mark, keep and write everything that is new, as `checker grade` does."""
    options = Options(folder / "submissions", folder / "problems", folder / "results", jobs=jobs)
    return run_(options, known_problems(options.problems, options.out))


def change(folder: Path, points: int) -> None:
    """Let the first problem be worth this many points."""
    (folder / "problems" / "question-0.yaml").write_text(f"id: question-0\npoints: {points}\n{QUESTIONS[0]}")


def figures() -> dict[str, float]:
    """Return what a class costs, as ratios to YAML's own loader: the best of some rounds, and one with the indexes."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make(folder, STUDENTS)
        known_runs.clear()  # what `make` has built
        cold = seconds(grade, folder)
        floors, first, unchanged, regraded = [], [], [], []
        for points in range(2, 2 + ROUNDS):
            gc.collect()
            floors.append(seconds(load, folder))
            shutil.rmtree(folder / "results")
            first.append(seconds(grade, folder))
            unchanged.append(seconds(grade, folder))
            change(folder, points)
            regraded.append(seconds(grade, folder))
    best = {APART: min(first), WITH: cold, UNCHANGED: min(unchanged), CHANGED: min(regraded)}
    return {name: taken / min(floors) for name, taken in best.items()}
