"""Time to check the typed answers of tests/cases that have units, and those that are formulas."""

from __future__ import annotations

from benchmarks.floors import FLOOR, ratios, seconds, work
from tests.cases import typed

NAMES = ("units", "formulas")


def figures() -> dict[str, float]:
    """Return what it takes to load the questions of each file and to check all answers, as ratios."""
    rows = {name: [row for row in typed.rows() if row.data["file"] == name] for name in NAMES}
    runs = []
    for _ in range(2):
        typed.question.cache_clear()
        taken = {name: seconds(lambda name=name: typed.run(rows[name])) for name in NAMES}
        runs.append({FLOOR: min(seconds(work) for _ in range(5)), **taken})
    return ratios(runs)
