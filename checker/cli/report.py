"""`checker report`: writes one page on the class: points, questions, mistakes, suspected key errors."""

from __future__ import annotations

from pathlib import Path

import click

from checker.cli import output
from checker.cli.options import RIGHT, command, results_argument
from checker.cli.written_files import write_files
from checker.grading.own_files import HTML_MARK, REPORT
from checker.grading.published import Results
from checker.reports.class_report import report_page


@command("report", "report results --names")
@results_argument
@click.option("--names", is_flag=True, help="Show the names of students next to their ids.")
def report(results: Path, *, names: bool) -> int:
    """Write a report on the class: report.html in RESULTS, one page that needs no network.

    It begins with suspected key errors. Then come, for each assignment, the distribution of points, the questions with
    their difficulty, discrimination and mistakes, and equal wrong answers with their explanation, or with the line for
    the problem file that would name them. At the end: what needs a person, and what changed in the last run.

    Students have their ids in it, but no names, unless --names is given.
    """
    page, place = report_page(Results(results), with_names=names), results / REPORT
    if place.is_file() and not place.read_bytes().startswith(HTML_MARK.encode()):
        raise click.UsageError(f"{place} was not written by checker; move it away")
    write_files({REPORT: page.encode("utf-8", "backslashreplace")}, place, is_folder=False)
    output.write([str(place)])
    return RIGHT
