"""Time the pages of feedback and the report of a class of 300 with ten answers each.

    python -m benchmarks.pages [STUDENTS ...]

times whole commands on larger classes: the seconds, the peak memory, and the size of the report.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.batch import make
from benchmarks.floors import in_turn
from checker.grading.published import Results
from checker.reports.class_report import report_page
from checker.reports.feedback import pages

STUDENTS = 300
ROUNDS = 3
ROOT = Path(__file__).parents[1]
COMMANDS = (
    ("grade, two jobs", "grade", "submissions", "--jobs", "2"),
    ("feedback", "feedback"),
    ("report", "report"),
)


def figures() -> dict[str, float]:
    """Return the ratios of pages and of a report to plain work."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make(folder, STUDENTS)
        run(folder, "grade", "submissions")
        results = Results(folder / "results")
        of_today, assignments = results.problems(), results.assignments
        return in_turn(
            {
                f"{STUDENTS} pages of feedback": lambda: list(pages(results, assignments, of_today, "explain", "html")),
                f"a report on {STUDENTS} students": lambda: report_page(results),
            },
            ROUNDS,
        )


def run(folder: Path, *words: str) -> tuple[float, float]:
    """Run a command in a process of its own; return its seconds and its peak memory in MB."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    begun = time.perf_counter()
    command = [sys.executable, "-m", "checker", *words]
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(words)} ended with {process.returncode}")
    return time.perf_counter() - begun, used.ru_maxrss / 1024


def main(sizes: list[int]) -> None:
    """Print a table for each size of class."""
    for students in sizes:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            make(folder, students)
            print(f"{students:,} students with ten answers each")
            for what, *words in COMMANDS:
                seconds, megabytes = run(folder, *words)
                print(f"  {what:<24}{seconds:7.1f} s   {megabytes:6.0f} MB")
            size = (folder / "results" / "report.html").stat().st_size
            print(f"  size of the report      {size / 1e6:7.2f} MB")


if __name__ == "__main__":
    main([int(each) for each in sys.argv[1:]] or [5_000])
