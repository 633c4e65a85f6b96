"""The report as a page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from markupsafe import Markup

from checker.reports.class_report import charts
from checker.reports.class_report.model import AssignmentReport, ClassReport
from checker.reports.class_report.statistics import FEWEST
from checker.reports.page import html_page

STYLES: Final = ("page.css", "report.css")
SCRIPTS: Final = ("report.js",)

COUNTS: Final = {
    "right": "Right",
    "partial": "Partly right",
    "wrong": "Wrong",
    "blank": "No answer",
    "to_review": "To review",
}
"""The headings of the counts; those without any are left out."""

FEWEST_IN_PLOT: Final = 5
"""Minimum number of students for a plot of their points."""

MOST_IN_PLOT: Final = 60
"""Maximum number of questions in a plot; the table has them all."""


def report_page(report: ClassReport) -> str:
    """Return the report as HTML."""
    plots = {each.anchor: list(_plots(each)) for each in report.assignments}
    return html_page("report.html", STYLES, SCRIPTS, report=report, plots=plots, counts=COUNTS, fewest=FEWEST)


def _plots(assignment: AssignmentReport) -> Iterator[tuple[str, Markup]]:
    """Yield the plots, each with its caption."""
    name, title, questions = assignment.anchor, assignment.title, assignment.questions[:MOST_IN_PLOT]
    if assignment.spread and assignment.spread.number >= FEWEST_IN_PLOT:
        yield "Points of the students", charts.distribution(assignment.spread, f"{name}-points", title)
    if questions and assignment.handed_in:
        yield "Results of the questions", charts.results(questions, f"{name}-results", title)
    if plot := charts.difficulty(questions, f"{name}-difficulty", title):
        yield "Difficulty and discrimination of the questions, by number", plot
