"""Time the start of `checker check`, next to a process that imports click and yaml and validates one model.

The two run in turn, in a pipe and on a (pseudo) terminal; the least time of the processor of several runs counts.
"""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

from benchmarks.floors import FLOOR, ratios, seconds

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
"""Number of runs of each."""


def in_pipe(command: list[str]) -> None:
    subprocess.run(
        command, cwd=REPOSITORY, env=CACHED, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False
    )


def on_terminal(command: list[str]) -> None:
    parent, child = pty.openpty()
    process = subprocess.Popen(command, cwd=REPOSITORY, env=CACHED, stdin=child, stdout=child, stderr=child)
    os.close(child)
    try:
        while os.read(parent, 65536):
            pass
    except OSError:
        pass  # the other end is closed: the process has ended
    process.wait()
    os.close(parent)


def figures() -> dict[str, float]:
    """Return the ratios of the processor's time, in a pipe and on a terminal."""
    found = {}
    for name, measure in (("in a pipe", in_pipe), ("on a terminal", on_terminal)):
        both = {FLOOR: [sys.executable, "-c", BARE], f"check {name}": CHECK}
        runs = [{each: seconds(measure, command) for each, command in both.items()} for _ in range(RUNS)]
        found |= ratios(runs)
    return found
