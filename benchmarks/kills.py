"""Kill processes of `checker grade --jobs 2` at random moments: no run may hang, and no grade may be lost.

    python benchmarks/kills.py [workers [parents]]      (300 and 100 if not told)

A worker is killed in each of the first runs, which then goes on and has to end with the bytes of a run that nobody
disturbed.  The parent is killed in each of the others; the next run has to start at once and to end with these bytes.
At last the parent is killed again and again, until a run comes to its end: each goes on with what the others have kept.
Needs /proc to find the workers.  Exit code 1 if anything went wrong.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random

STUDENTS = 200
PATIENCE = 60.0
"""Seconds after which a run counts as hanging."""

SHOWN = ("grades.csv", "needs-review.md", "results.jsonl", "review.yaml")
"""Results that are the same bytes for the same input; summary.json has times."""

LAYER = """id: encoder-layer
type: encoder_layer_parameters
parameters: {d_model: 64, num_heads: 4, d_k: 16, d_v: 16, d_ff: 120}
"""
BLOCK = """id: block
type: attention_parameters
parameters: {d_model: 200, num_heads: 2}
parts:
  - {id: queries, asks: queries}
  - {id: total, points: 2}
"""


def make(folder: Path) -> None:
    """Make two problems and a class; some answers need a person."""
    random = Random(1)
    for name, text in (("layer", LAYER), ("block", BLOCK)):
        _put(folder / "problems" / f"{name}.yaml", text)
    for student in range(STUDENTS):
        layer = random.choice(("27648", "31,744", "28024", "64 or 128", ""))
        text = f"answers: {{encoder-layer: '{layer}', block: {{queries: 40200, total: 160800}}}}"
        _put(folder / "submissions" / f"s{student:03}.yaml", text)
    _put(folder / "submissions" / "broken.yaml", "[")


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def start(folder: Path) -> subprocess.Popen[bytes]:
    """Start a run into `results`, in its own session, so that all of it can be ended if it hangs."""
    command = [sys.executable, "-m", "checker", "grade", "submissions", "--jobs", "2"]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, cwd=folder, env=environment, start_new_session=True, **quiet)


def workers(parent: int) -> list[int]:
    """Return the processes that the run has started."""
    try:
        return [int(each) for each in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]
    except OSError:
        return []


def ended(run: subprocess.Popen[bytes]) -> str:
    """Wait for the end of a run and of everything that holds its stderr, and return what is wrong with it."""
    try:
        _, told = run.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(run.pid, signal.SIGKILL)
        run.communicate()
        return "hangs"
    if b"Traceback" in told:
        return "prints a traceback"
    return "" if run.returncode in {3, -signal.SIGKILL} else f"ends with {run.returncode}"


def bytes_of(folder: Path) -> str:
    """Return a hash of the results."""
    pieces = [(folder / "results" / name).read_bytes() for name in SHOWN]
    return hashlib.sha256(b"\0".join(pieces)).hexdigest()


def disturbed(folder: Path, after: float, *, parent: bool, random: Random) -> tuple[bool, str]:
    """Kill the parent or a worker after this time, and return whether one was killed."""
    run = start(folder)
    while not parent and run.poll() is None and not workers(run.pid):
        time.sleep(0.001)
    time.sleep(after)
    there = [run.pid] if parent else workers(run.pid)
    if not there or run.poll() is not None:
        return False, ended(run)
    try:
        os.kill(random.choice(there), signal.SIGKILL)
    except ProcessLookupError:
        return False, ended(run)
    return True, ended(run)


def measure(folder: Path) -> tuple[float, float]:
    """Measure how long a first run takes, and how long there are workers."""
    shutil.rmtree(folder / "results", ignore_errors=True)
    begun, seen = time.perf_counter(), []
    run = start(folder)
    while run.poll() is None:
        if workers(run.pid):
            seen.append(time.perf_counter())
        time.sleep(0.001)
    run.communicate()
    return time.perf_counter() - begun, seen[-1] - seen[0]


def series(folder: Path, count: int, expected: str, *, parent: bool) -> Counter[str]:
    """Kill runs this many times, and count the outcomes."""
    random, found, results = Random(2), Counter[str](), folder / "results"
    whole, working = map(min, zip(*(measure(folder) for _ in range(3)), strict=True))
    while found["killed"] < count:
        shutil.rmtree(results, ignore_errors=True)
        after = random.uniform(0.0, whole if parent else working)
        was_killed, wrong = disturbed(folder, after, parent=parent, random=random)
        found["killed" if was_killed else "missed"] += 1
        if parent:
            begun = time.perf_counter()
            wrong = wrong or ended(start(folder))
            seconds = time.perf_counter() - begun
            found["slow next runs"] += seconds > 5 * whole
            whole = min(whole, seconds)  # the machine may have been busy before
        if wrong:
            found[wrong] += 1
        elif bytes_of(folder) != expected:
            found["end with other bytes"] += 1
    return found


def resumed(folder: Path, count: int, expected: str) -> Counter[str]:
    """Kill runs, of which each goes on with the results of the one before until one ends, and count the outcomes."""
    random, found, results = Random(3), Counter[str](), folder / "results"
    whole, _ = map(min, zip(*(measure(folder) for _ in range(3)), strict=True))
    shutil.rmtree(results, ignore_errors=True)
    while found["killed"] < count:
        was_killed, wrong = disturbed(folder, random.uniform(0.0, whole), parent=True, random=random)
        found["killed" if was_killed else "missed"] += 1
        if wrong:
            found[wrong] += 1
        if wrong or not was_killed:
            found["end with other bytes"] += not wrong and bytes_of(folder) != expected
            shutil.rmtree(results, ignore_errors=True)
    wrong = ended(start(folder))
    found[wrong or "end with other bytes"] += bool(wrong) or bytes_of(folder) != expected
    return found


def main(workers: int = 300, parents: int = 100) -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make(folder)
        ended(start(folder))
        expected, wrong = bytes_of(folder), 0
        for what, measured in (
            ("a worker", partial(series, folder, workers, expected, parent=False)),
            ("the parent", partial(series, folder, parents, expected, parent=True)),
            ("the parent, again and again", partial(resumed, folder, parents, expected)),
        ):
            begun = time.perf_counter()
            found = measured()
            bad = {key: value for key, value in found.items() if key not in {"killed", "missed"} and value}
            told = ", ".join(f"{value} {key}" for key, value in bad.items()) or "none hangs, none loses a grade"
            seconds = time.perf_counter() - begun
            print(
                f"{found['killed']} kills of {what} ({found['missed']} too late): {told} ({seconds:.0f} s)", flush=True
            )
            wrong += sum(bad.values())
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
