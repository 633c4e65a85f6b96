"""The tables, as rows of cells: goals, recall, false explanations, calibration, times, and every type."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from benchmarks.diagnosis.calibration import BINS
from benchmarks.diagnosis.figures import SINGLE, alarm_share, alarmed, calibrated, recall_share, recalled, share
from benchmarks.diagnosis.goals import goals
from benchmarks.diagnosis.halves import half_of
from benchmarks.diagnosis.latency import middle, percentile
from benchmarks.diagnosis.measure import Found
from benchmarks.diagnosis.stated import DIGITS

Table = Sequence[Sequence[str]]
"""Rows of cells; the first row is the head."""

KINDS: Final = {
    "number": "number",
    "matrix": "vector, matrix, shape",
    "order": "order of growth",
    "parts": "steps as parts",
    "bank": "bank, with parts",
}
STRENGTHS: Final = ("exact", "consistent", "possible")
NULLS: Final = ("near", "log-uniform", "digit slip", "structured", "held out")


def goals_table(report: Found, other: Found) -> Table:
    """Return the goals, for the types that were not tuned on next to those that were."""
    rows = [["measure", "goal", "measured", "", "guard off", "other half"]]
    for goal, beside in zip(goals(report), goals(other), strict=True):
        met = "-" if math.isnan(goal.measured) else "yes" if goal.is_met else "**no**"
        shown = [goal.shown(value) for value in (goal.measured, goal.ceiling, beside.measured)]
        rows.append([goal.name, goal.goal, shown[0], met, *shown[1:]])
    return rows


def recall_table(found: Found) -> Table:
    """Return the outcomes of mistakes, in % of the visible ones."""
    head = ["answers", "mistakes", "digits", "sets", "invisible", "identifiable", "in set", "top-1", "top-1 ⊆ made"]
    rows = [[*head, "silent", "in set, guard off"]]
    for kind, name in KINDS.items():
        for count in (1, 2, 3):
            for digits in DIGITS:
                if not (made := recalled(found, [kind], [count], digits, "made")):
                    continue
                wanted = ["invisible", "identifiable", "in set", "first", "true", "silent"]
                wanted += ["in set, no guard"] * (kind in SINGLE)
                cells = [percent(recall_share(found, [kind], count, digits, what)) for what in wanted]
                if kind == "bank":
                    cells[1] = "-"
                rows.append([name, f"{count}", _digits(digits), f"{made:,}", *cells, *["-"] * (kind not in SINGLE)])
    return rows


def alarms_table(found: Found) -> Table:
    """Return how often meaningless answers are explained, in %; twins of known answers apart."""
    head = ["answers", "null", "digits", "asked", "exactly", "fits", "perhaps"]
    rows = [[*head, "guard off", "twins", "of twins: exactly"]]
    for kind, name in KINDS.items():
        for null in NULLS:
            for digits in DIGITS:
                if not (count := alarmed(found, [kind], null, [digits], "plain asked")):
                    continue
                cells = [alarm_share(found, [kind], null, [digits], [what]) for what in STRENGTHS]
                unguarded = alarm_share(found, [kind], null, [digits], ["no guard"]) if kind in SINGLE else math.nan
                twins = alarmed(found, [kind], null, [digits], "twin asked")
                of_twins = share(alarmed(found, [kind], null, [digits], "twin exact"), twins)
                shown = [*(percent(cell, 2) for cell in cells), percent(unguarded), f"{twins:,}", percent(of_twins)]
                rows.append([name, null, _digits(digits), f"{count:,}", *shown])
    return rows


def calibration_table(found: Found) -> Table:
    """Return the reported share next to how often it was right."""
    tally = calibrated(found)
    rows = [["reported share", "explanations", "mean share", "right"]]
    for place in range(BINS):
        if count := tally[place, "told"]:
            means = [percent(tally[place, what] / count) for what in ("share", "right")]
            rows.append([f"{place / BINS:.1f}-{(place + 1) / BINS:.1f}", f"{count:,}", *means])
    return rows


def times_table(found: Found) -> Table:
    """Return the look-ups by kind."""
    rows = [["answers", "explained: p50", "p99", "unexplained: p50", "p99"]]
    for kind in SINGLE:
        explained = [seconds for one in found.latency if one.kind == kind for seconds in one.explained]
        unexplained = [seconds for one in found.latency if one.kind == kind for seconds in one.unexplained]
        cells = [middle(explained), percentile(explained, 0.99), middle(unexplained), percentile(unexplained, 0.99)]
        rows.append([KINDS[kind], *("-" if math.isnan(cell) else f"{1e6 * cell:.0f} µs" for cell in cells)])
    return rows


def types_table(found: Found) -> Table:
    """Return one row for every type."""
    head = [
        "type",
        "half",
        "one, 4 digits",
        "one, exact",
        "two, exact",
        "three, exact",
        "identifiable",
        "false, exactly",
    ]
    rows = [[*head, "index, ms", "third, ms"]]
    for name in sorted({key[0] for key in found.recall}):
        one = found.of([name])
        cells = []
        for count, digits in ((1, 4), (1, None), (2, None), (3, None)):
            pair = [percent(recall_share(one, SINGLE, count, digits, what), 0) for what in ("in set", "first")]
            cells.append(" / ".join(pair))
        cells.append(percent(recall_share(one, SINGLE, 1, None, "identifiable alone"), 0))
        asked = sum(alarmed(one, SINGLE, null, DIGITS, "plain asked") for null in NULLS)
        false = sum(alarmed(one, SINGLE, null, DIGITS, "plain exact") for null in NULLS)
        cells.append(percent(false / asked, 2) if asked else "-")
        times = [f"{1e3 * seconds:.0f}" for each in one.latency for seconds in (each.two, each.three)] or ["-", "-"]
        rows.append([name, half_of(name), *cells, *times])
    return rows


def percent(value: float, decimals: int = 1) -> str:
    """Format a share; a dash if there is none."""
    return "-" if math.isnan(value) else f"{100 * value:.{decimals}f}"


def as_text(table: Table) -> str:
    """Align columns for a terminal."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = []
    for row in table:
        cells = (
            cell.rjust(width) if at else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        lines.append("  ".join(cells).replace("**", "  ").rstrip())
    return "\n".join(lines)


def as_markdown(table: Table) -> str:
    """Return a Markdown table."""
    head, *rows = ("| " + " | ".join(row) + " |" for row in table)
    rule = "|---|" + "---:|" * (len(table[0]) - 1)
    return "\n".join([head, rule, *rows])


def _digits(digits: int | None) -> str:
    return "exact" if digits is None else f"{digits}"
