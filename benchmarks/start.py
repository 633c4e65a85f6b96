"""Time the start of `checker check`, next to a process that imports click and yaml and validates one model.

    python -m benchmarks.start [--runs N]

The two run in turn, and the ratio is taken pair by pair; once in a pipe, once on a (pseudo) terminal.  `figures`
compares the processor's time, the least of several runs.
"""

from __future__ import annotations

import argparse
import os
import pty
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from benchmarks.floors import FLOOR, ratios

REPOSITORY = Path(__file__).parent.parent
BARE = """
import click, yaml, pydantic
class Problem(pydantic.BaseModel):
    id: str
    title: str
    points: float = 1
Problem.model_validate({"id": "a", "title": "b"})
"""
CHECK = [sys.executable, "-m", "checker", "check", "problems/001/encoder-layer.yaml", "31744"]


CACHED = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""The environment: compiled code is kept, as in an installed package."""

RUNS = 5
"""Number of runs of each, for `figures`."""


def in_pipe(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(
        command, cwd=REPOSITORY, env=CACHED, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False
    )
    return time.perf_counter() - start


def on_terminal(command: list[str]) -> float:
    parent, child = pty.openpty()
    start = time.perf_counter()
    process = subprocess.Popen(command, cwd=REPOSITORY, env=CACHED, stdin=child, stdout=child, stderr=child)
    os.close(child)
    try:
        while os.read(parent, 65536):
            pass
    except OSError:
        pass  # the other end is closed: the process has ended
    process.wait()
    os.close(parent)
    return time.perf_counter() - start


def figures() -> dict[str, float]:
    """Return the ratios of the processor's time, in a pipe and on a terminal."""
    found = {}
    for name, measure in (("in a pipe", in_pipe), ("on a terminal", on_terminal)):
        both = {FLOOR: [sys.executable, "-c", BARE], f"check {name}": CHECK}
        runs = [{each: processor_time(measure, command) for each, command in both.items()} for _ in range(RUNS)]
        found |= ratios(runs)
    return found


def processor_time(measure: Callable[[list[str]], float], command: list[str]) -> float:
    """Return the processor's time of a command and its system calls."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    measure(command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--runs", type=int, default=25)
    runs = options.parse_args().runs
    floor = [sys.executable, "-c", BARE]
    print(f"{'':14}{'floor ms':>10}{'check ms':>10}{'ratio':>8}{'goal':>8}")
    for name, measure, goal in (("in a pipe", in_pipe, 1.25), ("on a terminal", on_terminal, 1.6)):
        measure(floor), measure(CHECK)
        pairs = [(measure(floor), measure(CHECK)) for _ in range(runs)]
        ratio = median(check / bare for bare, check in pairs)
        print(
            f"{name:14}{1e3 * median(bare for bare, _ in pairs):>10.0f}"
            f"{1e3 * median(check for _, check in pairs):>10.0f}{ratio:>8.2f}{goal:>8}"
        )


if __name__ == "__main__":
    main()
