"""Time grading a class of 1,000 submissions with ten answers each, next to YAML's loader.

    python benchmarks/batch.py [rounds]

About 60% of the answers are right, the others come from a pool of mistaken and of random numbers, for students give the
same answers.  What is done once, however large the class, is also measured apart: building the indexes of mistaken
answers.  The class is graded again, too: with nothing changed, and with one problem of ten worth more points.
"""

from __future__ import annotations

import gc
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import yaml

from checker.diagnosis import MistakenRuns
from checker.grading.api import Options, known_problems
from checker.grading.api import run as run_
from checker.grading.course import Course, GradeColumn
from checker.grading.pipeline import GradedClass
from checker.marking.question import known_runs
from checker.problems import load_problems

LOADER = "yaml.load alone"
APART = "read, marked, kept and written"
WITH = "  and with the indexes"
UNCHANGED = "  again, and nothing has changed"
CHANGED = "  again, and one problem of ten has"
GOALS = {APART: 2.5, WITH: 6}
"""Ratios to YAML's loader."""

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


def timed(function, *arguments) -> float:
    """Return the processor time of one call; other programs on the machine hardly count."""
    gc.collect()
    start = time.process_time()
    function(*arguments)
    return time.process_time() - start


def peak(students: int) -> float:
    """Return the peak memory in MB of a process that grades a class of this size, imports included."""
    with tempfile.TemporaryDirectory() as folder:
        make(Path(folder), students)
        command = [sys.executable, __file__, "--memory", folder]
        return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def figures(rounds: int = ROUNDS) -> dict[str, float]:
    """Return what a class costs, as ratios to YAML's own loader: indexes apart, and with them."""
    seconds = measured(rounds)
    return {name: taken / seconds[LOADER] for name, taken in seconds.items() if name != LOADER}


def measured(rounds: int) -> dict[str, float]:
    """Return the seconds: the best of several rounds, and the first for what is built only once."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make(folder, STUDENTS)
        known_runs.clear()  # what `make` has built
        cold = timed(grade, folder)
        floors, first, unchanged, regraded = [], [], [], []
        for points in range(2, 2 + rounds):
            floors.append(timed(load, folder))
            shutil.rmtree(folder / "results")
            first.append(timed(grade, folder))
            unchanged.append(timed(grade, folder))
            change(folder, points)
            regraded.append(timed(grade, folder))
        everything = {LOADER: floors, APART: first, UNCHANGED: unchanged, CHANGED: regraded}
        return {name: min(seconds) for name, seconds in everything.items()} | {WITH: cold}


def main(rounds: int) -> None:
    """Print the table."""
    seconds = measured(rounds)
    floor = seconds[LOADER]
    print(f"{STUDENTS} submissions of {len(QUESTIONS)} answers, best of {rounds}")
    for name, taken in seconds.items():
        goal = f"   goal {GOALS[name]}" if name in GOALS else ""
        print(f"  {name:<48}{1e3 * taken:7.1f} ms   {taken / floor:5.2f} times{goal}")
    small, large = peak(STUDENTS), peak(5 * STUDENTS)
    print(f"  peak memory: {small:.1f} MB for {STUDENTS:,} submissions, {large:.1f} MB for {5 * STUDENTS:,}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--memory"]:
        grade(Path(sys.argv[2]))
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    else:
        main(int(sys.argv[1]) if sys.argv[1:] else ROUNDS)
