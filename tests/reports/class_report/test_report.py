"""The report on a class that is graded twice."""

from __future__ import annotations

import json
import re

import pytest

from checker.diagnosis.mistakes import Mistake
from checker.grading.results.members import Members
from checker.grading.store import Store
from checker.lms.students import Roster, Student
from checker.problems import load_problems
from checker.reports.class_report.build import ReportBuilder
from checker.reports.class_report.clusters import left_open
from checker.reports.class_report.page import report_page
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
        runs.write(
            tmp_path, {f"submissions/s{number}.yaml": f"student: {{id: s{number}, name: {name} Doe}}\n{answers}\n"}
        )
    runs.run(tmp_path)
    return tmp_path


def report(top, naming="ids", **more):
    with Store(top / "results" / "checker.db") as store:
        return ReportBuilder(store, naming, **more).report()


def test_suspected_key_errors_come_first(top):
    found = report(top)
    (suspicion,) = found.suspicions
    assert suspicion.question == "encoder-layer"
    assert suspicion.message == (
        "9 of 12 gave 31,744: right for anyone who counts the output projection W_O. Declare it, or accept both."
    )
    text = text_of(report_page(found))
    assert text.index("Suspected key errors\nMost students") < text.index("handed in")


def test_the_question_to_ask_next_tells_apart_what_led_to_wrong_answers_to_the_hardest(top):
    """31,744 counts W_O, or one projection for each head: the queries of `block` are then 40,200 or 2 · 40,200."""
    found = report(top, problems=lambda: load_problems(top / "problems").problems)
    asked = "The hardest question is encoder-layer. To tell apart what led to its wrong answers, ask block.queries."
    assert found.assignments[0].next_question == asked
    assert asked in text_of(report_page(found))
    assert "hardest question" not in text_of(report_page(report(top)))  # without problems nothing is proposed


def test_explanations_are_left_open_by_how_many_students_they_may_be_of():
    mistake = {"id": "block~d_ff.left_out"}
    one = {"mistakes": [mistake], "share": 0.75}
    other = {"mistakes": [mistake, {"id": "biases.left_out"}], "share": 0.25}
    slip = {"mistakes": [], "share": 0.5}
    wrong = [(8, {"explanations": [one, other]}), (2, {"explanations": [other, slip]})]
    assert left_open(wrong) == [
        ((Mistake("block~d_ff", "left_out"),), 6.0),
        ((Mistake("block~d_ff", "left_out"), Mistake("biases", "left_out")), 2.5),
    ]


def test_questions_have_difficulty_discrimination_and_mistakes(top):
    (assignment,) = report(top).assignments
    layer = next(row for row in assignment.questions if row.name == "encoder-layer")
    assert (layer.tally.right, layer.tally.wrong) == (3, 9)
    assert layer.difficulty == 0.25
    assert layer.discrimination == pytest.approx(1 / 3)  # those who wait have all points of the rest
    assert [(each.label, each.number, each.percent) for each in layer.mistakes] == [
        ("output projection counted", 9, 75),
    ]
    queries = next(row for row in assignment.questions if row.name == "block.queries")
    assert (queries.difficulty, queries.discrimination) == (1.0, None)


@pytest.mark.parametrize(("credit", "field"), [(0, "wrong"), (0.5, "partial"), (1, "right")])
def test_only_part_of_the_points_counts_as_partial(tmp_path, credit, field):
    runs.write(tmp_path, {"problems/layer.yaml": f"{LAYER}imprecise_credit: {credit}\n"})
    runs.write(tmp_path, {"submissions/s1.yaml": "answers: {encoder-layer: 27.6K}\n"})
    runs.run(tmp_path)
    (assignment,) = report(tmp_path).assignments
    assert assignment.counted == [field]


def test_equal_wrong_answers_have_a_name_or_the_line_that_names_them(top):
    (assignment,) = report(top).assignments
    known, unknown = sorted(assignment.clusters, key=lambda each: not each.is_known)
    assert (known.question, known.answer, known.number, known.percent) == ("encoder-layer", "31,744", 9, 75)
    assert known.explanation.startswith(
        "Your answer counts the output projection W_O; this question does not. Or: You multiplied the Q, K and V"
    )
    assert known.entry == ""
    assert (unknown.question, unknown.answer, unknown.number) == ("block.total", "999", 3)
    assert unknown.explanation.startswith("Nobody knows this one yet")
    assert (unknown.where, unknown.entry) == ("block.yaml, part total", '- {answer: "999", says: "..."}')


def test_what_waits_is_grouped(top):
    (group,) = report(top).waiting
    assert (group.question, group.what, group.number) == ("block.total", "1 or 2", 4)
    assert group.students == "s8, s9, s10, s11"


def test_who_is_missing_and_what_changed(top):
    roster = Roster(tuple(Student(f"s{number}", f"{name} Doe") for number, name in enumerate([*NAMES, "Max"])))
    runs.write(top, {"submissions/s3.yaml": "student: s3\nanswers: {encoder-layer: 27648}\n"})
    runs.run(top, members=Members(roster))
    found = report(top)
    (assignment,) = found.assignments
    assert (assignment.handed_in, assignment.absent) == (12, 1)
    changes = {(each.question, each.what, each.why, each.students) for each in found.changes}
    assert ("encoder-layer", "0 (incorrect) → 1 (correct)", "the submission changed", "s3") in changes


def test_who_is_not_on_the_roster_does_not_count_in_the_mean(top):
    before = report(top).assignments[0]
    roster = Roster(tuple(Student(f"s{number}") for number in range(3)))  # those with all right
    runs.run(top, members=Members(roster), roster=b"a list of three")
    found = report(top).assignments[0]
    assert (before.handed_in, found.handed_in, found.absent) == (12, 3, 0)
    assert found.spread.mean == max(each.percent for each in before.students) / 100 > before.spread.mean
    assert ("not on the roster, left out here", "9 students") in found.facts
    assert len(found.students) == 12


def test_there_are_no_names_unless_they_are_asked_for(top):
    assert "Doe" not in report_page(report(top))
    assert "Ada Doe" in text_of(report_page(report(top, "names")))


def test_an_anonymous_report_has_no_id_name_or_text_of_a_student(top):
    page = report_page(report(top, "anonymous"))
    text = text_of(page)
    assert not re.search(r"\bs\d+\b|Doe", text)
    assert "1 or 2" not in text
    rows = re.findall(r"^student (\d+)\n[\d.]+\n4\n", text, re.MULTILINE)
    assert rows == [str(number) for number in range(1, 13)]
    assert "9 of 12 gave 31,744" in text


def test_the_page_is_whole_without_scripts_and_loads_nothing(top):
    page = report_page(report(top))
    assert page.count("<tr>") + page.count('<tr class="unknown">') > 15
    assert not re.search(r'src=|href="(?!#)|https?:(?!//www\.w3\.org/(?:2000/svg|1999/xlink))|@import', page)
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


def test_what_another_folder_settled_is_not_in_the_report(tmp_path):
    runs.write(tmp_path, {"problems/layer.yaml": LAYER})
    for number in range(5):
        wrong = "1 or 2" if number == 4 else KEY
        runs.write(tmp_path, {f"monday/s{number}.yaml": f"answers: {{encoder-layer: {wrong}}}"})
        runs.write(tmp_path, {f"tuesday/s{number}.yaml": "answers: {encoder-layer: 27648}"})
    runs.run(tmp_path, "monday")
    before = report(tmp_path)
    assert (len(before.suspicions), len(before.waiting)) == (1, 1)
    runs.run(tmp_path, "tuesday")
    after = report(tmp_path)
    assert (after.suspicions, after.waiting, after.others) == ((), (), ())
    assert after.assignments[0].spread.mean == 1.0


def test_a_key_that_two_folders_contradict_has_the_message_of_the_last_run(tmp_path):
    runs.write(tmp_path, {"problems/layer.yaml": LAYER})
    for folder, wrong in (("monday", 4), ("tuesday", 5)):
        for number in range(6):
            answer = KEY if number < wrong else 27648
            runs.write(tmp_path, {f"{folder}/{folder}{number}.yaml": f"answers: {{encoder-layer: {answer}}}"})
        runs.run(tmp_path, folder)
    (suspicion,) = report(tmp_path).suspicions
    assert suspicion.message.startswith("5 of 6 gave 31,744: ")
    runs.run(tmp_path, "monday")
    (suspicion,) = report(tmp_path).suspicions
    assert suspicion.message.startswith("4 of 6 gave 31,744: ")


def test_points_of_an_earlier_maximum_are_shares_of_it(tmp_path):
    runs.write(tmp_path, {"problems/layer.yaml": LAYER + "points: 4\n"})
    runs.write(tmp_path, {"one/s1.yaml": "answers: {encoder-layer: 27648}"})
    runs.write(tmp_path, {"two/s2.yaml": "answers: {encoder-layer: 5}"})
    runs.run(tmp_path, "one")
    (tmp_path / "problems/layer.yaml").write_text(LAYER)
    runs.run(tmp_path, "two")
    (row,) = report(tmp_path).assignments[0].questions
    assert row.difficulty == 0.5


def test_the_report_in_short(top):
    assert report(top).highlights == (
        "12 of 12 students handed in. They have 52% of the points on average.",
        "1 question may have a wrong key: check it before you give the grades out.",
        "4 answers wait for a person. Until then they count 0.",
    )
