"""The HTML page of a class report, and its charts as SVG."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from typing import Any, Final, NamedTuple
from xml.etree import ElementTree as ET

from markupsafe import Markup
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from checker.reports.class_report.model import FEWEST, AssignmentReport, ClassReport, QuestionRow, Spread
from checker.reports.page import html_page
from checker.text.steering import without_steering
from checker.text.words import counted, enumerated, shortened

WIDTH: Final = 4.6
"""Width of a plot in inches of 72 units: that of a phone, so that its words can be read there."""

ROW: Final = 0.26
"""Height of a question in inches."""

LONGEST: Final = 26
"""Maximum number of characters of a name in a plot."""

LETTER: Final = 1.7
"""Width of a letter, in percent of the plot."""

LINE: Final = 0.05
"""Height of a line of text, as a share of the plot."""

POINT: Final = 1.5
"""Half the width of a point, in percent of the plot."""

MIDDLE: Final = 60
"""Percent from which labels stand to the left of their points, if there is room."""

WEAK: Final = 0.2
"""Discrimination below which a question is weak and has its name in the plot.  Source: Ebel, 1954."""

_SVG: Final = "{http://www.w3.org/2000/svg}"

_HREF: Final = "{http://www.w3.org/1999/xlink}href"

_COLOURS: Final[Mapping[str, str]] = {
    "#0000f0": "ink",
    "#0000f1": "soft",
    "#0000f2": "line",
    "#0000f3": "bar",
    "#0000f4": "good",
    "#0000f5": "part",
    "#0000f6": "bad",
    "#0000f7": "none",
    "#0000f8": "wait",
    "#0000f9": "card",
}
"""Colours that stand for classes of the style sheet."""

_DROPPED: Final = frozenset({"metadata", "style"})

_PROPERTY: Final = re.compile(r"\s*([\w-]+)\s*:\s*([^;]+)")

_FONT: Final = re.compile(r"(?:(bold|[1-9]00)\s+)?([\d.]+)px\b.*")

_KEPT: Final = frozenset(
    {"stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "text-anchor", "opacity"}
)
"""Properties that become attributes."""


def _colour(name: str) -> str:
    """Return the colour that stands for a class."""
    return next(sign for sign, class_ in _COLOURS.items() if class_ == name)


def _inline(text: str, name: str, title: str, description: str) -> Markup:
    """Return a plot's SVG to be put into a page; its ids begin with `name`, so that those of two plots differ."""
    root = ET.fromstring(text)  # noqa: S314 - made by matplotlib
    used = {each.attrib[_HREF].removeprefix("#") for each in root.iter() if _HREF in each.attrib}
    for element in root.iter():
        _clean(element, name, used)
    for size in ("width", "height"):
        del root.attrib[size]  # the page decides
    root.attrib |= {"role": "img", "aria-labelledby": f"{name}-title {name}-text", "class": "plot"}
    for place, (tag, id_, content) in enumerate((("title", "title", title), ("desc", "text", description))):
        element = ET.Element(tag, {"id": f"{name}-{id_}"})
        element.text = without_steering(content)
        root.insert(place, element)
    return Markup(ET.tostring(root, encoding="unicode"))  # noqa: S704 - an XML library escapes its texts


def _clean(element: ET.Element, name: str, used: set[str]) -> None:
    """Replace the style of an SVG element by attributes and classes, and remove ids that nothing refers to."""
    element.tag = element.tag.removeprefix(_SVG)
    for child in [child for child in element if child.tag.removeprefix(_SVG) in _DROPPED]:
        element.remove(child)
    found = dict(_PROPERTY.findall(element.attrib.pop("style", "")))
    classes = [f"{kind}-{_COLOURS[value]}" for kind in ("fill", "stroke") if (value := found.get(kind, "")) in _COLOURS]
    if classes:
        element.attrib["class"] = " ".join(classes)
    element.attrib |= {key: value for key, value in found.items() if key in _KEPT}
    element.attrib |= {kind: "none" for kind in ("fill", "stroke") if found.get(kind) == "none"}
    if font := _FONT.match(found.get("font", "") or found.get("font-size", "")):
        element.attrib |= {"font-size": font[2]} | ({"font-weight": font[1]} if font[1] else {})
    element.attrib.pop("clip-path", None)  # nothing is drawn outside of its axes
    if element.attrib.get("id") in used:
        element.attrib["id"] = f"{name}-{element.attrib['id']}"
    else:
        element.attrib.pop("id", None)
    if _HREF in element.attrib:
        element.attrib["href"] = f"#{name}-{element.attrib.pop(_HREF).removeprefix('#')}"


class Point(NamedTuple):
    """A question as a point in the chart of difficulty against discrimination."""

    number: int
    """Its number among the questions."""
    name: str
    x: float
    """Its mean share of the points in percent."""
    y: float
    """Its discrimination."""

    @property
    def label(self) -> str:
        """Return the number and the name of the question, to write next to the point."""
        return f"{self.number} {self.name}"


class Label(NamedTuple):
    """A text next to a point of the chart."""

    text: str
    x: float
    y: float
    is_left: bool

    def covers(self, labels: Iterable[Label], points: Iterable[Point], line: float) -> bool:
        """Return whether the text would cover another text, a point or the edge; `line` is the height of a line."""
        start, end = self.ends
        others = (each for each in points if (each.x, each.y) != (self.x, self.y))
        return (
            start < 0
            or end > 100  # noqa: PLR2004 - percent
            or any(start - POINT <= each.x <= end + POINT and -0.4 < (each.y - self.y) / line < 1.3 for each in others)  # noqa: PLR2004 - of a line
            or any(start < each.ends[1] and each.ends[0] < end and abs(each.y - self.y) < line for each in labels)
        )

    @property
    def ends(self) -> tuple[float, float]:
        """Return where the text begins and ends, in percent of the chart's width."""
        width = LETTER * len(self.text) + POINT
        return (self.x - width, self.x) if self.is_left else (self.x, self.x + width)


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
    "text.color": _colour("ink"),
    "axes.labelcolor": _colour("soft"),
    "axes.edgecolor": _colour("line"),
    "axes.linewidth": 1,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": _colour("line"),
    "ytick.color": _colour("line"),
    "xtick.labelcolor": _colour("soft"),
    "ytick.labelcolor": _colour("ink"),
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "legend.frameon": False,
}


def distribution(found: Spread, name: str, title: str) -> Markup:
    """Return a bar chart of how many students have each tenth of the points, with the mean marked."""
    with rc_context(SETTINGS):
        figure, axes = _figure(2.4)
        places = [10 * each + 5 for each in range(len(found.bins))]
        bars = axes.bar(places, found.bins, width=9, color=_colour("bar"))
        axes.bar_label(bars, labels=[str(each or "") for each in found.bins], padding=2)
        mean, height = 100 * min(found.mean, 1.0), 1.2 * max(found.bins)  # people may give more than all points
        axes.plot([mean], [height], marker="v", color=_colour("ink"))
        axes.text(mean + 1.5, height, f"mean {found.mean:.0%}", va="center")
        axes.set(xlabel="share of the points in %", ylabel="students", xlim=(0, 100), xticks=range(0, 101, 10))
        axes.set_ylim(0, 1.1 * height)
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
        tenths = [f"{count} from {10 * place} to {10 * place + 10}%" for place, count in enumerate(found.bins) if count]
        words = f"{counted(found.number, 'student')}: {enumerated(tenths)} of the points."
        return _drawn(figure, name, f"Distribution of points: {title}", words)


def results(rows: Sequence[QuestionRow], name: str, title: str) -> Markup:
    """Return a bar chart of the shares of right, wrong and other answers to each question."""
    with rc_context(SETTINGS):
        figure, axes = _figure(0.75 + ROW * len(rows))
        labels = [f"{number} {_name(row)}" for number, row in enumerate(rows, 1)]
        left = [0.0] * len(rows)
        for field, label, sign in RESULTS:
            shares = [100 * getattr(row.tally, field) / max(1, row.tally.total) for row in rows]
            if any(shares):
                options: Any = {"color": _colour(sign), "edgecolor": _colour("card"), "linewidth": 1, "label": label}
                axes.barh(range(len(rows)), shares, left=left, height=0.72, **options)
                left = [start + share for start, share in zip(left, shares, strict=True)]
        axes.set(xlim=(0, 100), ylim=(len(rows) - 0.5, -0.5), xlabel="share of the students in %")
        axes.set_yticks(range(len(rows)), labels)
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        space: Any = {"handlelength": 1, "handletextpad": 0.4, "columnspacing": 0.9, "borderpad": 0, "fontsize": 9.5}
        figure.legend(loc="outside upper left", ncols=len(RESULTS), **space)
        words = "; ".join(f"{row.name} {row.percent('right')}% right, {row.percent('wrong')}% wrong" for row in rows)
        return _drawn(figure, name, f"Results of each question: {title}", f"{words}.")


def difficulty(rows: Sequence[QuestionRow], name: str, title: str) -> Markup | None:
    """Return a chart of difficulty against discrimination; None for fewer than three questions with both.

    Every point has the number of its question, and a weak question its name, too, if there is room.
    """
    points = [
        Point(number, _name(row), 100 * row.difficulty, row.discrimination)
        for number, row in enumerate(rows, 1)
        if row.difficulty is not None and row.discrimination is not None
    ]
    if len(points) < 3:  # noqa: PLR2004 - fewer are no picture
        return None
    with rc_context(SETTINGS):
        figure, axes = _figure(3.6)
        axes.axhline(0, color=_colour("line"), linewidth=1)
        axes.scatter([each.x for each in points], [each.y for each in points], color=_colour("bar"), s=30)
        lowest, highest = min(0.0, *(each.y for each in points)), max(each.y for each in points)
        bottom, top = lowest - 0.1, max(0.5, highest + 0.1)
        axes.set(xlim=(0, 100), ylim=(bottom, top))
        axes.set(xlabel="mean share of the points in %", ylabel="discrimination")
        for each in _labels(points, LINE * (top - bottom)):
            side, shift = ("right", -5) if each.is_left else ("left", 5)
            place: Any = {"xytext": (shift, 3), "textcoords": "offset points"}
            axes.annotate(each.text, (each.x, each.y), ha=side, fontsize=9, **place)
        words = "; ".join(f"{each.label} {each.x:.0f}%, {each.y:.2f}" for each in points)
        return _drawn(figure, name, f"Mean points and discrimination of each question: {title}", f"{words}.")


def _name(row: QuestionRow) -> str:
    return shortened(row.name, LONGEST)


def _labels(points: Sequence[Point], line: float) -> list[Label]:
    """Return labels that cover nothing: names of weak questions, numbers of others; near points may share one."""
    found: list[Label] = []
    for point in sorted(points, key=lambda each: (each.y, each.number)):
        texts = [point.label] * (point.y < WEAK) + [str(point.number)]
        sides = (point.x > MIDDLE, point.x <= MIDDLE)
        possible = [Label(text, point.x, point.y, is_left) for text in texts for is_left in sides]
        free = next((each for each in possible if not each.covers(found, points, line)), None)
        if free is None and found:
            place = min(range(len(found)), key=lambda at: abs(found[at].x - point.x) / 100 + abs(found[at].y - point.y))
            found[place] = found[place]._replace(text=f"{found[place].text}, {point.number}")
        else:
            found.append(free or possible[-1])
    return found


def _figure(height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    FigureCanvasSVG(figure)
    return figure, figure.add_subplot()


def _drawn(figure: Figure, name: str, title: str, description: str) -> Markup:
    """Return a figure as SVG to be put into a page."""
    with StringIO() as file:
        figure.savefig(file, format="svg", metadata={"Date": None})
        return _inline(file.getvalue(), name, title, description)


STYLES: Final = ("page.css", "report.css")
SCRIPTS: Final = ("report.js",)

COUNTS: Final = {field: name.capitalize() for field, name, _ in RESULTS}
"""The headings of the counts; those without any are left out."""

FEWEST_IN_PLOT: Final = 5
"""Minimum number of students for a plot of their points."""

MOST_IN_PLOT: Final = 60
"""Maximum number of questions in a plot; the table has them all."""


def report_page(report: ClassReport) -> str:
    """Return a class report as an HTML page."""
    plots = {each.anchor: list(_plots(each)) for each in report.assignments}
    return html_page("report.html", STYLES, SCRIPTS, report=report, plots=plots, counts=COUNTS, fewest=FEWEST)


def _plots(assignment: AssignmentReport) -> Iterator[tuple[str, Markup]]:
    """Yield the plots, each with its caption."""
    name, title, questions = assignment.anchor, assignment.title, assignment.questions[:MOST_IN_PLOT]
    if assignment.spread and assignment.spread.number >= FEWEST_IN_PLOT:
        yield "Points of the students", distribution(assignment.spread, f"{name}-points", title)
    if questions and assignment.handed_in:
        yield "Results of the questions", results(questions, f"{name}-results", title)
    if plot := difficulty(questions, f"{name}-difficulty", title):
        yield "Difficulty and discrimination of the questions, by number", plot
