"""How many students made a slip, and how many a mistake in thinking, in summary.json and in the report."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from checker.grading.output.summary import WorkingTally, of_all, working_tallies
from checker.grading.store import Store
from checker.reports.class_report.build import class_report, report_page
from tests.grading import runs
from tests.grading.problems import BLOCK, LAYER
from tests.reports.pages import text_of

BOTH = "- projections:  $3 \\times (768 \\times 768) \\times 8 = 14,155,008$"
CONCEPT = BOTH.replace("14,155,008", "14,155,776")
SLIP = "- projections:  $3 \\times (768 \\times 768) = 1,769,742$"
RIGHT = SLIP.replace("742", "472")
SEEDS = Path(__file__).resolve().parents[3] / "problems" / "000"


@pytest.fixture
def top(tmp_path):
    (tmp_path / "problems").mkdir()
    shutil.copytree(SEEDS, tmp_path / "problems/000")
    lines = {"ana": BOTH, "bo": CONCEPT, "cy": SLIP, "di": RIGHT, "ed": "- projections: 1,769,472"}
    runs.write(tmp_path, {f"submissions/000/{who}.md": f"# Q1\n\n{line}\n" for who, line in lines.items()})
    runs.run(tmp_path)
    return tmp_path


def summary(top):
    return json.loads((top / "results/summary.json").read_text())["assignments"]


def test_students_are_counted_by_problem_once(top):
    expected = [{"problem": "small-bert", "students": 4, "arithmetic": 1, "mistake": 2}]
    assert summary(top)[0]["working"] == expected


def test_the_report_has_the_same_numbers_and_their_shares(top):
    with Store(top / "results/checker.db") as store:
        report = class_report(store, "ids")
    text = text_of(report_page(report))
    assert "1 of 4 students with working made a slip in the arithmetic, 2 a mistake in thinking." in text
    assert "small-bert\n4\n1 (25%)\n2 (50%)\n" in text


def test_a_class_without_working_has_no_such_table(tmp_path):
    files = {"problems/layer.yaml": LAYER, "problems/block.yaml": BLOCK, "submissions/s1.yaml": "answers: {block: 1}"}
    runs.run(runs.write(tmp_path, files))
    assert "working" not in summary(tmp_path)[0]
    with Store(tmp_path / "results/checker.db") as store:
        report = class_report(store, "ids")
    assert report.assignments[0].all_working == ""
    assert "Slip in the arithmetic" not in report_page(report)


def line(finding, message=""):
    return {"text": "2 + 2 = 5", "finding": finding, "message": message}


@pytest.mark.parametrize(
    ("lines", "numbers"),
    [
        ([], (0, 0, 0)),
        ([line(None)], (1, 0, 0)),
        ([line("arithmetic"), line("arithmetic")], (1, 1, 0)),
        ([line("mistake", "Heads counted twice.")], (1, 0, 1)),
        ([line("mistake", "Heads counted twice. And: 2 + 2 is 4, not 5.")], (1, 0, 1)),
    ],
)
def test_what_each_finding_counts_as(lines, numbers):
    tally = WorkingTally("sum")
    for each in lines:
        tally.add("s1", each)
    assert tuple(tally.record().values())[1:] == numbers


def test_in_the_total_a_student_counts_once():
    one, other = WorkingTally("a"), WorkingTally("b")
    for tally in (one, other):
        tally.add("s1", line("arithmetic"))
    other.add("s2", line("mistake"))
    assert of_all([one, other]).record() == {"problem": "", "students": 2, "arithmetic": 1, "mistake": 1}


def test_a_question_that_was_added_after_the_grading_has_no_mark(top):
    with Store(top / "results/checker.db") as store:
        assert working_tallies([("s1", (0,))], store) == []
