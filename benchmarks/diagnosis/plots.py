"""Four plots: recall by digits, false alarms, calibration and times; as pictures, and as text for a terminal."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from benchmarks.diagnosis.calibration import BINS
from benchmarks.diagnosis.figures import alarm_share, calibrated, recall_share
from benchmarks.diagnosis.measure import Found
from benchmarks.diagnosis.nulls import RANDOM
from benchmarks.diagnosis.stated import DIGITS

WIDTH: Final = 40
LABELS: Final = ("2", "3", "4", "exact")


class Plot(NamedTuple):
    """Lines over the same positions."""

    name: str
    title: str
    across: str
    up: str
    places: Sequence[str]
    lines: Mapping[str, Sequence[float]]
    most: float = 1.0


def plots(found: Found) -> list[Plot]:
    """Return the data of the plots."""
    return [_recall(found), _alarms(found), _calibration(found), _times(found)]


def _recall(found: Found) -> Plot:
    def line(count: int, what: str) -> list[float]:
        return [recall_share(found, ["number"], count, digits, what) for digits in DIGITS]

    lines = {
        "one mistake: in the set": line(1, "in set"),
        "one: identifiable (the ceiling of top-1 without a prior)": line(1, "identifiable alone"),
        "two mistakes: in the set": line(2, "in set"),
        "two: identifiable": line(2, "identifiable"),
        "three mistakes: in the set": line(3, "in set"),
    }
    title = "Numbers: mistakes that are put in and told"
    return Plot("recall", title, "stated digits", "share of the visible ones", LABELS, lines)


def _alarms(found: Found) -> Plot:
    lines = {}
    for null in (*RANDOM, "held out"):
        for name, strengths in (("guard on", ("exact", "consistent", "possible")), ("off", ("no guard",))):
            shares = [alarm_share(found, ["number"], null, [digits], strengths) for digits in DIGITS]
            lines[f"{null}, {name}"] = shares
    title = "Numbers: answers that mean nothing, yet explained"
    return Plot("alarms", title, "stated digits", "share explained", LABELS, lines, most=0.6)


def _calibration(found: Found) -> Plot:
    tally = calibrated(found)
    places = [place for place in range(BINS) if tally[place, "told"]]
    lines = {what: [tally[place, what] / tally[place, "told"] for place in places] for what in ("share", "right")}
    labels = [f"{place / BINS:.1f}-{(place + 1) / BINS:.1f}" for place in places]
    named = {"reported share": lines["share"], "how often it is what was made": lines["right"]}
    return Plot("calibration", "The share that is reported, and how often it is right", "share", "", labels, named)


def _times(found: Found) -> Plot:
    slowest = sorted(found.latency, key=lambda one: -one.two)[:16]
    lines = {"index to two mistakes, ms": [1e3 * one.two for one in slowest]}
    most = max((1e3 * one.two for one in slowest), default=1.0)
    title = "The index to two mistakes: the sixteen slowest types"
    return Plot("latency", title, "", "ms (goal: 50)", [one.type for one in slowest], lines, most)


def as_text(plot: Plot) -> str:
    """Return bars for a terminal."""
    lines = [plot.title]
    for name, values in plot.lines.items():
        lines.append(f"  {name}")
        for place, value in zip(plot.places, values, strict=True):
            if not math.isnan(value):
                shown = f"{value:.3f}" if plot.most <= 1 else f"{value:.0f}"
                lines.append(f"    {place:>28} {'█' * round(WIDTH * min(value / plot.most, 1)):{WIDTH}} {shown}")
    return "\n".join(lines)


def draw(found: Found, folder: Path) -> None:
    """Draw the pictures; raise ImportError if matplotlib is not installed."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    folder.mkdir(parents=True, exist_ok=True)
    for plot in plots(found):
        figure, axes = plt.subplots(figsize=(7, 4), dpi=80)
        _how(plot)(plot, axes)
        axes.set(title=plot.title, xlabel=plot.across, ylabel=plot.up)
        figure.tight_layout()
        figure.savefig(folder / f"{plot.name}.png", metadata={"Software": None})
        plt.close(figure)


def _how(plot: Plot) -> Callable[[Plot, Any], None]:
    return {"latency": _bars, "calibration": _diagonal}.get(plot.name, _lines)


def _lines(plot: Plot, axes: Any) -> None:
    for at, (name, values) in enumerate(plot.lines.items()):
        is_paired = plot.name == "alarms"
        style = "--" if name.endswith(("off", "identifiable", ")")) else "-"
        axes.plot(plot.places, values, style, marker="o", label=name, color=f"C{at // 2 if is_paired else at}")
    axes.set_ylim(0, plot.most if plot.name == "alarms" else 1.02)
    axes.legend(fontsize=7)


def _diagonal(plot: Plot, axes: Any) -> None:
    share, right = plot.lines.values()
    axes.plot([0, 1], [0, 1], "--", color="grey")
    axes.plot(share, right, marker="o")
    axes.set_ylim(0, 1.02)


def _bars(plot: Plot, axes: Any) -> None:
    (values,) = plot.lines.values()
    axes.barh(plot.places[::-1], values[::-1])
    axes.axvline(50, linestyle="--", color="grey")
    axes.tick_params(labelsize=7)
