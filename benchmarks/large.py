"""Time a large class as whole processes: one job, two jobs, again, and after a problem has changed.

    python -m benchmarks.large [STUDENTS ...]        (5,000 if not given)

Each line has the seconds, how many times as long as YAML's own loader takes for the same files, and the peak memory.
The runs take turns, and the best of three counts.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from benchmarks.batch import load, make

ROUNDS = 3
ROOT = Path(__file__).parents[1]


class Cost(NamedTuple):
    """The time and the memory of one process."""

    seconds: float
    megabytes: float


def grade(folder: Path, out: str, *options: str) -> Cost:
    """Grade the class in a process of its own."""
    command = [sys.executable, "-m", "checker", "grade", "submissions", "--out", out, *options]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    begun = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"ended with {process.returncode}")
    return Cost(time.perf_counter() - begun, used.ru_maxrss / 1024)


def loaded(folder: Path) -> Cost:
    """Load all submissions with YAML's loader: the floor."""
    begun = time.perf_counter()
    load(folder)
    return Cost(time.perf_counter() - begun, 0.0)


def changed(folder: Path, number: int) -> None:
    """Make one problem of ten worth other points."""
    problem = folder / "problems" / "question-0.yaml"
    text = problem.read_text().partition("points:")[0]
    problem.write_text(f"{text}points: {number}\n")


def measured(students: int) -> dict[str, Cost]:
    """Return the best of some rounds."""
    found: dict[str, list[Cost]] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make(folder, students)
        for number in range(2, 2 + ROUNDS):
            for out in ("one", "two"):
                shutil.rmtree(folder / out, ignore_errors=True)
            found.setdefault("yaml.load alone", []).append(loaded(folder))
            found.setdefault("one job", []).append(grade(folder, "one"))
            found.setdefault("two jobs", []).append(grade(folder, "two", "--jobs", "2"))
            found.setdefault("again, nothing changed", []).append(grade(folder, "one"))
            changed(folder, number)
            found.setdefault("again, one problem of ten changed", []).append(grade(folder, "one"))
    return {what: min(costs) for what, costs in found.items()}


def main(sizes: list[int]) -> None:
    """Print a table for each size of class."""
    for students in sizes:
        costs = measured(students)
        floor = costs["yaml.load alone"].seconds
        print(f"{students:,} submissions of ten answers, best of {ROUNDS}")
        for what, (seconds, megabytes) in costs.items():
            memory = f"{megabytes:7.1f} MB" if megabytes else ""
            print(f"  {what:<36}{seconds:7.2f} s {seconds / floor:6.2f} times {memory}", flush=True)


if __name__ == "__main__":
    main(list(map(int, sys.argv[1:])) or [5_000])
