"""The report on a class that is graded twice."""

from __future__ import annotations

import json
import re

import pytest

from checker.grading.results.members import Members
from checker.grading.store import Store
from checker.lms.students import Roster, Student
from checker.reports.class_report.build import class_report, report_page
from checker.reports.class_report.who import Who
from checker.reports.table import Cell, table
from tests.grading import runs
from tests.grading.problems import BLOCK, LAYER
from tests.reports.pages import tags_of, text_of

KEY, ODD = 31744, 999
NAMES = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy", "Jo", "Kim", "Lou"]


@pytest.fixture
def top(tmp_path):
    """A class of twelve of whom most give the answer with W_O, and three one that nobody knows."""
    runs.write(tmp_path, {"problems/layer.yaml": LAYER, "problems/block.yaml": BLOCK})
    for number, name in enumerate(NAMES):
        total = 160800 if number < 5 else ODD if number < 8 else "1 or 2"
        layer = 27648 if number < 3 else KEY
        answers = f"answers: {{encoder-layer: {layer}, block: {{queries: 40200, total: {total}}}}}"
        student = f"student: {{id: s{number}, name: {name} Doe}}"
        runs.write(tmp_path, {f"submissions/s{number}.yaml": f"{student}\n{answers}\n"})
    runs.run(tmp_path)
    return tmp_path


def report(top, naming="ids"):
    with Store(top / "results" / "checker.db") as store:
        return class_report(store, naming)


def texts(found):
    """Return the texts of a table's rows."""
    return [tuple(cell.text for cell in row) for row in found.rows]


def test_suspected_key_errors_come_first(top):
    found = report(top)
    assert found.suspicions == (
        (
            "encoder-layer",
            "9 of 12 gave 31,744: right for anyone who counts the output projection W_O. Declare it, or accept both.",
        ),
    )
    text = text_of(report_page(found))
    assert text.index("Suspected key errors\nMost students") < text.index("handed in")


def test_the_report_in_short_leaves_waiting_answers_out_of_the_mean(top):
    found = report(top)
    assert found.highlights == (
        "12 of 12 students handed in. They have 60% of the points on average, without the answers that wait.",
        "1 question may have a wrong key: check it before you give the grades out.",
        "4 answers wait for a person. Until then they count 0.",
    )
    (assignment,) = found.assignments
    assert ("mean of graded answers", "60%") in assignment.facts
    shares = [0.5, *[0.25] * 3, *[0.75] * 2, *[1.0] * 3]  # those who wait have 1 of the 2 points that are decided
    assert sorted(shares + [0.5] * 3) == sorted(float(row[3].strip("%")) / 100 for row in texts(assignment.students))


def test_questions_have_difficulty_discrimination_and_mistakes(top):
    (assignment,) = report(top).assignments
    rows = {row.name: row for row in assignment.questions}
    layer, queries = rows["encoder-layer"], rows["block.queries"]
    assert (layer.tally.right, layer.tally.wrong, layer.difficulty) == (3, 9, 0.25)
    assert layer.discrimination == pytest.approx(1 / 3)  # those who wait have all points of the rest
    assert layer.mistakes == (("output projection counted", 9, 75),)
    assert (queries.difficulty, queries.discrimination) == (1.0, None)
    assert [heading for heading, _ in assignment.question_table.columns] == [
        "Question", "Points", "Mean", "Discrimination", "Right", "Wrong", "To review", "Most common mistakes",
    ]  # fmt: skip


@pytest.mark.parametrize(("credit", "field"), [(0, "wrong"), (0.5, "partial"), (1, "right")])
def test_only_part_of_the_points_counts_as_partial(tmp_path, credit, field):
    runs.write(tmp_path, {"problems/layer.yaml": f"{LAYER}imprecise_credit: {credit}\n"})
    runs.run(runs.write(tmp_path, {"submissions/s1.yaml": "answers: {encoder-layer: 27.6K}\n"}))
    (assignment,) = report(tmp_path).assignments
    assert [*assignment.results] == [field]


def test_equal_wrong_answers_have_a_name_or_the_line_that_names_them(top):
    (assignment,) = report(top).assignments
    known, unknown = sorted(assignment.clusters, key=lambda each: not each.is_known)
    assert known[:4] == ("encoder-layer", "31,744", 9, 75)
    assert known.explanation.startswith("Your answer counts the output projection W_O; this question does not.")
    assert (known.entry, *unknown[:3]) == ("", "block.total", "999", 3)
    assert unknown.explanation.startswith("Nobody knows this one yet")
    assert (unknown.where, unknown.entry) == ("block.yaml, part total", '- {answer: "999", says: "..."}')


def test_what_waits_and_what_changed_is_grouped(top):
    ((question, answer, _, number, who),) = texts(report(top).waiting)
    assert (question, answer, number, who) == ("block.total", "1 or 2", "4", "s8, s9, s10, s11")
    roster = Roster(tuple(Student(f"s{number}", f"{name} Doe") for number, name in enumerate([*NAMES, "Max"])))
    runs.write(top, {"submissions/s3.yaml": "student: s3\nanswers: {encoder-layer: 27648}\n"})
    runs.run(top, members=Members(roster))
    found = report(top)
    (assignment,) = found.assignments
    assert (assignment.handed_in, assignment.absent) == (12, 1)
    change = ("encoder-layer", "0 (incorrect) → 1 (correct)", "the submission changed", "1", "s3")
    assert change in texts(found.changes)


def test_who_is_not_on_the_roster_does_not_count_in_the_mean(top):
    before = report(top).assignments[0]
    roster = Roster(tuple(Student(f"s{number}") for number in range(3)))  # those with all right
    runs.run(top, members=Members(roster), roster=b"a list of three")
    found = report(top).assignments[0]
    assert (before.handed_in, found.handed_in, found.absent) == (12, 3, 0)
    assert found.spread.mean == 1.0 > before.spread.mean
    assert ("not on the roster, left out here", "9 students") in found.facts
    assert len(found.students.rows) == 12


def test_there_are_no_names_unless_they_are_asked_for(top):
    assert "Doe" not in report_page(report(top))
    assert "Ada Doe" in text_of(report_page(report(top, "names")))


def test_an_anonymous_report_has_no_id_name_or_text_of_a_student(top):
    text = text_of(report_page(report(top, "anonymous")))
    assert not re.search(r"\bs\d+\b|Doe|1 or 2", text)
    rows = re.findall(r"^student (\d+)\n[\d.]+\n4\n", text, re.MULTILINE)
    assert rows == [str(number) for number in range(1, 13)]
    assert "9 of 12 gave 31,744" in text


def test_the_page_is_whole_without_scripts_and_loads_nothing(top):
    page = report_page(report(top))
    assert page.count("<tr>") > 15
    assert not re.search(r'src=|href="(?!#)|https?:|@import|style="', page)
    assert tags_of(page).isdisjoint({"img", "iframe", "object", "embed", "link", "form"})
    assert "script-src &#39;sha256-" in page


def test_hostile_texts_are_texts(tmp_path):
    evil = '"><img src=x onerror=alert(1)>'
    runs.write(tmp_path, {"problems/layer.yaml": LAYER})
    for number in range(3):
        student = {"id": f"{number}{evil}", "name": "<b>bold</b>"}
        given = {"student": student, "answers": {"encoder-layer": f"<script>alert({number})</script>"}}
        runs.write(tmp_path, {f"submissions/{number}.json": json.dumps(given)})
    runs.run(tmp_path)
    for naming in ("ids", "names", "anonymous"):
        page = report_page(report(tmp_path, naming))
        assert tags_of(page).isdisjoint({"img", "b"})
        assert page.count("<script>") == 1
        assert ("<b>bold</b>" in text_of(page)) == (naming == "names")
        assert (evil in text_of(page)) == (naming != "anonymous")


def test_blank_columns_and_tables_are_left_out():
    columns = {"Who": "", "Points": "number", "Late": "", "Mean": "number"}
    found = table("", columns, [["s1", 0, "", None], ["s2", 2.5, "", None]])
    assert (found.columns, texts(found)) == ((("Who", ""), ("Points", "number")), [("s1", ""), ("s2", "2.5")])
    assert table("", columns, [["s1", 0, "", Cell()]]) is None
    assert table("", columns, []) is None


STUDENTS = [
    Student("s1042", "Ana Lee", "lee@uni.edu"),
    Student("7", "Norm", "", "", ("li7",)),
    Student("s2", "Max Pool"),
]


def test_names_are_hidden_in_texts_unless_they_may_be_words():
    who = Who(STUDENTS, "ids")
    assert (who.told("s1042"), who.name_of("s1042")) == ("s1042", "")
    assert who.without_names("Ana Lee (lee@uni.edu) is s1042") == "… (…) is s1042"
    text = "Norm of LayerNorms, 7 of 17, Max Pooling"
    assert who.without_names(text) == who.reason(text) == text
    named = Who(STUDENTS, "names")
    assert named.told("s1042") == "s1042 Ana Lee"
    assert named.without_names("Ana Lee is s1042") == "Ana Lee is s1042"


def test_anonymous_students_are_numbers_in_an_order_that_cannot_be_worked_out():
    orders = set()
    for _ in range(3):
        who = Who([Student(f"s{number}") for number in range(100)], "anonymous")
        in_order = who.in_order(f"s{number}" for number in range(100))
        assert [who.told(each) for each in in_order] == [f"student {number}" for number in range(1, 101)]
        orders.add(tuple(in_order))
    assert len(orders) == 3
    assert (who.told("nobody"), who.without_names("I am Ana")) == ("a student", "")
    assert who.reason("A person will read this text.") == "A person will read this text."
    assert who.reason('"512" Zacharias "or 1024" is more than one number.') == "It could not be read."
