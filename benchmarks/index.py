"""The index of known wrong answers, and hostile answers.

    python benchmarks/index.py

How long the mistaken runs of a BERT-sized problem take, stage by stage, and how much memory they keep; and how long the
longest and deepest answers take to be refused.
"""

from __future__ import annotations

import time
import tracemalloc
from pathlib import Path

from checker import load_problem
from checker.grade import Marker

PROBLEM = Path(__file__).parent.parent / "problems" / "000" / "small-bert.yaml"
HOSTILE = {
    "100,000 brackets": "[" * 100_000,
    "100,000 parentheses": "(" * 100_000 + "1" + ")" * 100_000,
    "5 MB of digits": "7" * 5_000_000,
    "9**9**9**9": "9**9**9**9",
    "1e999999999": "1e999999999",
    "1,000 powers": "2^" * 1000 + "2",
    "50,000 spaces": "1" + " " * 50_000 + "2",
    "groups without end": "1 234" * 10_000,
    "__import__": "__import__('os').system('true')",
}


def main() -> None:
    problem = load_problem(PROBLEM)
    print("mistaken runs of a BERT-sized problem with eight parts")
    for stage, goal in ((1, ""), (2, "50 ms for both"), (3, "1,000 ms")):
        index = Marker(problem, problem.part("total")).index
        traces = index.traces
        start = time.perf_counter()
        runs = len(traces.stage(stage))
        if stage != 1:
            index.find((), [(0, 0)], stage)
        elapsed = 1e3 * (time.perf_counter() - start)
        print(f"  {stage} mistake(s): {runs:>7,} runs {elapsed:>8.1f} ms   {goal}")
    tracemalloc.start()
    from checker.diagnose import Index, Traces

    fresh = Index(Traces(problem.part("total").variant, ["total"]))
    for stage in (2, 3):
        fresh.find((), [(0, 0)], stage)
        print(f"  memory up to stage {stage}: {tracemalloc.get_traced_memory()[0] / 2**20:.1f} MiB")
    tracemalloc.stop()
    print("hostile answers, goal 10 ms each")
    marker = Marker(problem, problem.part("total"))
    for name, text in HOSTILE.items():
        start = time.perf_counter()
        outcome = marker.mark(text)
        elapsed = 1e3 * (time.perf_counter() - start)
        print(f"  {name:22}{elapsed:>8.2f} ms  {outcome.status}: {outcome.feedback.headline[:70]}")


if __name__ == "__main__":
    main()
