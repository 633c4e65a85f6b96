"""Points: rules such as `bonus`, a student's total, and what stands in grades.csv by the rules and dates of an assignment."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.grading.course import AssignmentColumns
from checker.grading.members import NOBODY
from checker.grading.model import Answers
from checker.grading.rows import Row
from checker.grading.totals import StudentResult, counted_points, is_waiting, most_points
from checker.lms.roster import read_roster
from checker.lms.students import Student
from checker.problems import ProblemFolder
from tests.grading import runs
from tests.grading.problems import BLOCK, LAYER
from tests.grading.weeks import grades
from tests.tables import rows


def record(points, most, rule=None, *, handed_in=True):
    made = {"points": points, "max_points": most} | ({"rule": rule} if rule else {})
    return made | {"counted": counted_points(made, handed_in=handed_in)}


@pytest.mark.parametrize(("points", "most", "rule", "handed_in", "expected"), rows(__file__, "rules"))
def test_rules(points, most, rule, handed_in, expected):
    made = record(points, most, rule, handed_in=handed_in)
    assert [made["counted"], most_points(made), is_waiting(made)] == expected


RULES = st.sampled_from([None, "drop", "full_for_all", "bonus"])
MOST = st.integers(0, 400).map(lambda quarters: quarters / 4)


@st.composite
def records(draw, rules=RULES):
    most = draw(MOST)
    points = draw(st.none() | st.sampled_from([0.0, 0.1, 0.25, 1 / 3, 0.9, 1.0]).map(lambda share: share * most))
    return record(points, most, draw(rules))


def total(*several):
    row = Row(
        AssignmentColumns(ProblemFolder("a", "A", (), ()), ()), Student("s1"), Answers(Student("s1"), ""), [*several]
    )
    return replace(StudentResult.of(row, NOBODY), records=())


def test_a_total_is_exact_to_six_decimals():
    found = total(record(0.1, 1.0), record(0.2, 1.0), record(None, 3.0), record(1.0, 1.0, "bonus"))
    assert (found.raw_points, found.points, found.max_points, found.waiting) == (1.3, 1.3, 5.0, 1)
    assert total(*[record(1 / 3, 1 / 3)] * 2).points == 0.666667
    assert total(*[record(0.1, 0.1)] * 1000).points == 100.0


@given(st.lists(records(), min_size=1), records(st.just("drop")), records(st.just("bonus")), st.randoms())
def test_laws_of_totals(several, dropped, bonus, random):
    found = total(*several)
    extra = sum(Fraction(each["max_points"]) for each in several if each.get("rule") == "bonus")
    assert 0 <= found.points == found.raw_points <= found.max_points + extra
    assert 0 <= found.waiting <= sum(each["points"] is None for each in several)
    assert total(*random.sample(several, len(several))) == found, "the order makes no difference"
    assert total(*several, dropped) == found, "what is dropped might as well not be there"
    more = total(*several, bonus)
    assert more.points >= found.points
    assert more.max_points == found.max_points
    full = total(*(record(each["points"], each["max_points"], "full_for_all") for each in several))
    assert (full.raw_points, full.waiting) == (full.max_points, 0)


# grades.csv

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


def test_the_columns(grade, tmp_path):
    assert grade("title: A", ALL) == ["s1,4,4,4,1,0,1,2,1"]
    assert (tmp_path / "results/grades.csv").read_text().splitlines()[0] == HEADER


def test_an_extension_by_any_id_and_one_for_nobody(grade, tmp_path):
    more = "student,due\nana@uni.edu,2026-10-06 12:00\nnobody,2026-10-06 12:00\ns3,2026-10-06 12:00\n"
    runs.write(tmp_path, {"problems/a/more.csv": more})
    late = f"submitted: 2026-10-06 11:00\n{ALL}"
    roster = read_roster(b"id,email\ns1,ana@uni.edu\ns2,\ns3,\n", "roster.csv")
    found = grade(f"{DUE}extensions: more.csv\n", late, late, roster=roster)
    assert found == ["s1,ana@uni.edu,4,4,4,1,0,1,2,1", "s2,,3.6,4,4,0.9,0,1,2,1", "s3,,,4,,,0,,,"]
    summary = json.loads((tmp_path / "results/summary.json").read_text())
    assert [each["message"] for each in summary["needs_person"]["others"]] == [
        "the student `nobody` has an extension, but is not on the roster and handed nothing in"
    ]


def test_without_a_roster_nobody_is_said_not_to_be_on_it(grade, tmp_path):
    runs.write(tmp_path, {"problems/a/more.csv": "student,due\nnobody,2026-10-06 12:00\n"})
    grade(f"{DUE}extensions: more.csv\n", ALL)
    (issue,) = json.loads((tmp_path / "results/summary.json").read_text())["needs_person"]["others"]
    assert issue["message"] == "the student `nobody` has an extension, but handed nothing in"


def test_several_assignments(tmp_path):
    files = {
        "problems/a/layer.yaml": LAYER,
        "problems/b/block.yaml": BLOCK,
        "submissions/a/s1.yaml": "answers: {encoder-layer: 27648}",
        "submissions/b/s1.yaml": "answers: {block: {queries: 40200}}",
        "submissions/b/s2.yaml": "answers: {block: {total: 160800}}",
    }
    runs.run(runs.write(tmp_path, files))
    assert grades(tmp_path) == ["s1,2,4,2,1,0,1,1,0", "s2,2,3,2,1,0,,0,2"]
    header = (tmp_path / "results/grades.csv").read_text().splitlines()[0]
    assert header.endswith("to_review,a/encoder-layer,b/block.queries,b/block.total")
    late = {"problems/a/assignment.yaml": DUE}
    runs.run(
        runs.write(
            tmp_path, late | {"submissions/a/s1.yaml": "submitted: 2026-10-06 11:00\nanswers: {encoder-layer: 27648}"}
        )
    )
    assert grades(tmp_path)[0] == "s1,1.9,4,2,,0,1,1,0", "there is no one credit for both"


INVISIBLE = ["\uff1d1+1", "\uff20x", "\n=1", "\r=1", "\u00a0=1", "\u200b=1", "\ufeff\u2060 =1", "\u3164=1", "\u00ad@x"]
SHOWN = {
    **{student: f"'{student}" for student in ("=1+1", "+1", "-1", "@x", "\t=1", *INVISIBLE)},
    **{student: student for student in ("../s1", "a\nb", 'q"u,o', "plain", "a\rb", "a =1", "\u2212a")},
    "\x1b]0;x\x07=1": "\\x1b]0;x\\x07=1",
}


def test_no_cell_is_a_formula_and_any_text_is_an_id(tmp_path):
    files = {"problems/a/layer.yaml": LAYER} | {
        f"submissions/a/{n:02}.yaml": f"student: {{id: {json.dumps(student)}, name: '=LINK()'}}\nanswers: {{}}"
        for n, student in enumerate(SHOWN)
    }
    runs.run(runs.write(tmp_path, files))
    text = (tmp_path / "results/grades.csv").read_bytes().decode()
    assert "\x1b" not in text
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert {row["student"] for row in rows} == set(SHOWN.values())
    assert {row["name"] for row in rows} == {"'=LINK()"}
    assert {each["student"] for each in runs.records(tmp_path)} == set(SHOWN)
