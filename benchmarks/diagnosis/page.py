"""The page in docs/: writes tables between markers, and pictures; the text around them is written by hand."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from benchmarks.diagnosis import tables
from benchmarks.diagnosis.curves import curve_rows, curve_tally
from benchmarks.diagnosis.halves import half_of
from benchmarks.diagnosis.measure import Found
from benchmarks.diagnosis.plots import draw

DOCS: Final = Path(__file__).parent.parent.parent / "docs"
PAGE: Final = DOCS / "diagnosis.md"


def write(report: Found, other: Found, everything: Found) -> None:
    """Write the tables and the pictures."""
    text = PAGE.read_text(encoding="utf-8")
    made = {
        "goals": tables.goals_table(report, other),
        "recall": tables.recall_table(report),
        "alarms": tables.alarms_table(report),
        "curves": curve_rows(curve_tally(report.curves)),
        "calibration": tables.calibration_table(report),
        "times": tables.times_table(everything),
        "types": tables.types_table(everything),
    }
    for name, table in made.items():
        text = between(text, name, tables.as_markdown(table))
    text = between(text, "halves", halves(everything))
    PAGE.write_text(text, encoding="utf-8")
    draw(report, DOCS / "diagnosis")


def between(text: str, name: str, content: str) -> str:
    """Replace the content between the two markers with this name."""
    marked = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end of {name} -->)", re.DOTALL)
    if not marked.search(text):
        raise ValueError(f"{PAGE.name} has no markers for {name}")
    return marked.sub(lambda found: f"{found[1]}\n{content}\n\n{found[2]}", text)


def halves(everything: Found) -> str:
    """List the types of each half."""
    names = sorted({key[0] for key in everything.recall})
    listed = {half: [f"`{name}`" for name in names if half_of(name) == half] for half in ("report", "tune")}
    return f"Reporting: {', '.join(listed['report'])}.\n\nTuning: {', '.join(listed['tune'])}."
