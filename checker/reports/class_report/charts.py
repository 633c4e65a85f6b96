"""The plots of the report, each with the same in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import islice
from typing import Any, Final

from markupsafe import Markup
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from checker.notation.words import counted, enumerated, shortened
from checker.reports.class_report.model import QuestionRow
from checker.reports.class_report.statistics import Spread
from checker.reports.class_report.svg import colour, inline

WIDTH: Final = 7.2
"""Width of a plot in inches of 72 units."""

ROW: Final = 0.26
"""Height of a question in inches."""

LONGEST: Final = 34
"""Maximum number of characters of a name in a plot."""

LETTER: Final = 1.15
"""Width of a letter of a name, in percent of the plot."""

MIDDLE: Final = 60
"""Percent from which names stand to the left of their points."""

NEAR: Final = 0.05
"""Distance in discrimination below which a name covers a point."""

WEAK: Final = 0.2
"""Discrimination below which a question is weak and has its name in the plot.  Source: Ebel, 1954."""

MOST_NAMED: Final = 8
"""Maximum number of points with a name: those with the lowest discrimination."""

Point = tuple[QuestionRow, float, float]
"""A question with its mean share of the points in percent, and its discrimination."""

RESULTS: Final = (
    ("right", "right", "good"),
    ("partial", "partly right", "part"),
    ("wrong", "wrong", "bad"),
    ("blank", "no answer", "none"),
    ("to_review", "to review", "wait"),
)
"""Fields of a tally, their names, and their colours."""

SETTINGS: Final[Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "checker",
    "font.size": 10,
    "text.color": colour("ink"),
    "axes.labelcolor": colour("soft"),
    "axes.edgecolor": colour("line"),
    "axes.linewidth": 1,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": colour("line"),
    "ytick.color": colour("line"),
    "xtick.labelcolor": colour("soft"),
    "ytick.labelcolor": colour("ink"),
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "legend.frameon": False,
}


def distribution(found: Spread, name: str, title: str) -> Markup:
    """Return the numbers of students by their share of the points."""
    with rc_context(SETTINGS):
        figure, axes = _figure(2.4)
        places = [10 * each + 5 for each in range(len(found.bins))]
        bars = axes.bar(places, found.bins, width=9, color=colour("bar"))
        axes.bar_label(bars, labels=[str(each or "") for each in found.bins], padding=2)
        height = 1.2 * max(found.bins)
        axes.plot([100 * found.mean], [height], marker="v", color=colour("ink"))
        axes.text(100 * found.mean + 1.5, height, f"mean {found.mean:.0%}", va="center")
        axes.set(xlabel="share of the points in %", ylabel="students", xlim=(0, 100), xticks=range(0, 101, 10))
        axes.set_ylim(0, 1.1 * height)
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
        tenths = [f"{count} from {10 * place} to {10 * place + 10}%" for place, count in enumerate(found.bins) if count]
        words = f"{counted(found.number, 'student')}: {enumerated(tenths)} of the points."
        return _drawn(figure, name, f"Distribution of points: {title}", words)


def results(rows: Sequence[QuestionRow], name: str, title: str) -> Markup:
    """Return the shares of right, wrong and other answers to each question."""
    with rc_context(SETTINGS):
        figure, axes = _figure(0.75 + ROW * len(rows))
        labels = [shortened(row.name, LONGEST) for row in rows]
        left = [0.0] * len(rows)
        for field, label, sign in RESULTS:
            shares = [100 * getattr(row.tally, field) / max(1, row.tally.total) for row in rows]
            if any(shares):
                options: Any = {"color": colour(sign), "edgecolor": colour("card"), "linewidth": 1, "label": label}
                axes.barh(range(len(rows)), shares, left=left, height=0.72, **options)
                left = [start + share for start, share in zip(left, shares, strict=True)]
        axes.set(xlim=(0, 100), ylim=(len(rows) - 0.5, -0.5), xlabel="share of the students in %")
        axes.set_yticks(range(len(rows)), labels)
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        axes.legend(
            loc="lower left", bbox_to_anchor=(0, 1), ncols=len(RESULTS), handlelength=1, columnspacing=1.2, borderpad=0
        )
        words = "; ".join(f"{row.name} {row.percent('right')}% right, {row.percent('wrong')}% wrong" for row in rows)
        return _drawn(figure, name, f"Results of each question: {title}", f"{words}.")


def difficulty(rows: Sequence[QuestionRow], name: str, title: str) -> Markup | None:
    """Return difficulty against discrimination; None where there are fewer than three questions with both."""
    known = [(row, row.difficulty, row.discrimination) for row in rows]
    points = [(row, 100 * one, other) for row, one, other in known if one is not None and other is not None]
    if len(points) < 3:  # noqa: PLR2004 - fewer are no picture
        return None
    with rc_context(SETTINGS):
        figure, axes = _figure(3.4)
        axes.axhline(0, color=colour("line"), linewidth=1)
        axes.scatter([each[1] for each in points], [each[2] for each in points], color=colour("bar"), s=36)
        lowest, highest = min(0.0, *(each[2] for each in points)), max(each[2] for each in points)
        axes.set(xlim=(0, 100), ylim=(lowest - 0.1, max(0.5, highest + 0.1)))
        axes.set(xlabel="mean share of the points in %", ylabel="discrimination")
        weak = [each for each in points if each[2] < WEAK]
        for row, x, y in islice(_apart(weak, points), MOST_NAMED):
            side, shift = ("right", -6) if x > MIDDLE else ("left", 6)
            place: Any = {"xytext": (shift, 4), "textcoords": "offset points"}
            axes.annotate(shortened(row.name, LONGEST), (x, y), ha=side, fontsize=8.5, **place)
        words = "; ".join(f"{row.name} {x:.0f}%, {y:.2f}" for row, x, y in points)
        return _drawn(figure, name, f"Mean points and discrimination of each question: {title}", f"{words}.")


def _apart(weak: Sequence[Point], points: Sequence[Point]) -> Iterator[Point]:
    """Yield the weak points whose names cover no other point or name, the lowest discrimination first."""
    named: list[Point] = []
    for point in sorted(weak, key=lambda each: each[2]):
        row, x, y = point
        width = LETTER * min(len(row.name), LONGEST)
        start, end = (x - width, x - 1) if x > MIDDLE else (x + 1, x + width)
        others = (each for each in (*points, *named) if each is not point)
        if not any(start - 2 <= each[1] <= end + 2 and abs(each[2] - y) < NEAR for each in others):
            named.append(point)
            yield point


def _figure(height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    FigureCanvasSVG(figure)
    return figure, figure.add_subplot()


def _drawn(figure: Figure, name: str, title: str, description: str) -> Markup:
    with StringIO() as file:
        figure.savefig(file, format="svg", metadata={"Date": None})
        return inline(file.getvalue(), name, title, description)
