"""grades.csv by the rules and dates of an assignment: what counts, what late work keeps, and who is absent."""

from __future__ import annotations

import pytest

from checker.grading.results.members import Members
from checker.lms.roster import read_roster
from tests.grading import runs
from tests.grading.problems import BLOCK, LAYER
from tests.grading.weeks import grades

HEADER = "student,points,max_points,raw_points,late_credit,to_review,block.queries,block.total,encoder-layer"
DUE = "due: 2026-10-05 12:00\ngrace: 15m\nlate: [{within: 24h, credit: 0.9}, {within: 3d, credit: 0.5}]\n"
ALL = "answers: {encoder-layer: 27648, block: {queries: 40200, total: 160800}}"


@pytest.fixture
def grade(tmp_path):
    def grade(settings: str, *submissions: str, **options) -> list[str]:
        files = {"problems/a/layer.yaml": LAYER, "problems/a/block.yaml": BLOCK, "problems/a/assignment.yaml": settings}
        files |= {f"submissions/a/s{n}.yaml": text for n, text in enumerate(submissions, 1)}
        runs.run(runs.write(tmp_path, files), **options)
        return grades(tmp_path)

    return grade


def rules(*listed: str) -> str:
    return f"problems: [{', '.join(f'{{id: {each}}}' for each in listed)}]\n"


def test_the_columns(grade, tmp_path):
    assert grade("title: A", ALL) == ["s1,4,4,4,1,0,1,2,1"]
    assert (tmp_path / "results/grades.csv").read_text().splitlines()[0] == HEADER


@pytest.mark.parametrize(
    ("listed", "right", "wrong", "blank"),
    [
        (["block", "encoder-layer"], "s1,4,4,4,1,0,1,2,1", "s2,1,4,1,1,1,1,,0", "s3,0,4,0,1,0,0,0,0"),
        (["block", "encoder-layer, grading: drop"], "s1,3,3,3,1,0,1,2,", "s2,1,3,1,1,1,1,,", "s3,0,3,0,1,0,0,0,"),
        (
            ["block", "encoder-layer, grading: full_for_all"],
            "s1,4,4,4,1,0,1,2,1",
            "s2,2,4,2,1,1,1,,1",
            "s3,0,4,0,1,0,0,0,0",
        ),
        (
            ["block", "encoder-layer, grading: bonus"],
            "s1,4,3,4,1,0,1,2,1",
            "s2,1,3,1,1,1,1,,0",
            "s3,0,3,0,1,0,0,0,0",
        ),
        (
            ["'block', grading: {total: drop}", "encoder-layer"],
            "s1,2,2,2,1,0,1,,1",
            "s2,1,2,1,1,0,1,,0",
            "s3,0,2,0,1,0,0,,0",
        ),
        (
            ["'block', grading: {total: full_for_all}", "encoder-layer"],
            "s1,4,4,4,1,0,1,2,1",
            "s2,3,4,3,1,0,1,2,0",
            "s3,0,4,0,1,0,0,0,0",
        ),
    ],
)
def test_rules(grade, listed, right, wrong, blank):
    waits = "answers: {encoder-layer: 31744, block: {queries: 40200, total: 1 or 2}}"
    assert grade(rules(*listed), ALL, waits, "answers: {encoder-layer: ''}") == [right, wrong, blank]


@pytest.mark.parametrize(
    ("submitted", "line"),
    [
        ("2026-10-05 12:00", "s1,4,4,4,1,0,1,2,1"),
        ("2026-10-05 12:15", "s1,4,4,4,1,0,1,2,1"),
        ("2026-10-05 12:16", "s1,3.6,4,4,0.9,0,1,2,1"),
        ("2026-10-06T12:00:00Z", "s1,3.6,4,4,0.9,0,1,2,1"),
        ("2026-10-06 12:01", "s1,2,4,4,0.5,0,1,2,1"),
        ("2026-10-09 12:00", "s1,0,4,4,0,0,1,2,1"),
        ("", "s1,4,4,4,1,0,1,2,1"),
    ],
)
def test_late_work(grade, submitted, line):
    head = f"submitted: {submitted}\n" if submitted else ""
    assert grade(DUE, f"{head}{ALL}") == [line]


def test_an_extension(grade, tmp_path):
    runs.write(tmp_path, {"problems/a/more.csv": "student,due\ns1,2026-10-06 12:00\n"})
    late = f"submitted: 2026-10-06 11:00\n{ALL}"
    assert grade(f"{DUE}extensions: more.csv\n", late, late) == ["s1,4,4,4,1,0,1,2,1", "s2,3.6,4,4,0.9,0,1,2,1"]


def test_records_keep_raw_points(grade, tmp_path):
    grade(DUE, f"submitted: 2026-10-06 11:00\n{ALL}")
    assert [each["points"] for each in runs.records(tmp_path)] == [1.0, 2.0, 1.0]


def test_a_change_of_the_dates_grades_nothing_anew(grade):
    late = f"submitted: 2026-10-06 11:00\n{ALL}"
    assert grade("title: A", late) == ["s1,4,4,4,1,0,1,2,1"]
    assert grade(DUE, late) == ["s1,3.6,4,4,0.9,0,1,2,1"]


def test_who_handed_nothing_in_has_the_maximum_and_no_points(grade, tmp_path):
    roster = b'id,name,email,section\ns2,Bo,bo@x.org,B\ns1,"=Ana",,A\n'
    members = Members(read_roster(roster, "roster.csv"))
    assert grade("title: A", ALL, members=members, roster=roster) == [
        "s2,Bo,bo@x.org,B,,4,,,0,,,",
        "s1,'=Ana,,A,4,4,4,1,0,1,2,1",
    ]
    header = (tmp_path / "results/grades.csv").read_text().splitlines()[0]
    assert header == HEADER.replace("student,", "student,name,email,section,")


def test_of_two_assignments_with_different_late_credit_none_is_given(tmp_path):
    files = {
        "problems/a/layer.yaml": LAYER,
        "problems/a/assignment.yaml": DUE,
        "problems/b/block.yaml": BLOCK,
        "submissions/a/s1.yaml": "submitted: 2026-10-06 11:00\nanswers: {encoder-layer: 27648}",
        "submissions/b/s1.yaml": "answers: {block: {queries: 40200}}",
    }
    runs.run(runs.write(tmp_path, files))
    assert grades(tmp_path) == ["s1,1.9,4,2,,0,1,1,0"]
