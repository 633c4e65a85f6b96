"""The report on a class that is graded twice."""

from __future__ import annotations

import json
import re

import pytest

from checker.grading.published import Results
from checker.lms.students import Roster, Student
from checker.reports.class_report import Who, class_report, report_page
from checker.reports.page import Cell, table
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


def report(top):
    return class_report(Results(top / "results"))


def page(top, *, with_names=False):
    return report_page(Results(top / "results"), with_names=with_names)


def texts(found):
    """Return the texts of a table's rows."""
    return [tuple(cell.text or " | ".join(map(" ".join, cell.items)) for cell in row) for row in found.rows]


def test_suspected_key_errors_come_first(top):
    message = "9 of 12 gave 31,744: right for anyone who counts the output projection W_O. Declare it, or accept both."
    assert report(top)["suspicions"] == [("encoder-layer", message)]
    text = text_of(page(top))
    assert text.index("Suspected key errors\nMost students") < text.index("handed in")


def test_the_report_in_short_leaves_waiting_answers_out_of_the_mean(top):
    text = text_of(page(top))
    highlights = [
        "In short",
        "12 of 12 students handed in. They have 60% of the points on average, without the answers that wait.",
        "1 question may have a wrong key: check it before you give the grades out.",
        "4 answers wait for a person. Points and means leave them out until then.",
    ]
    assert "\n".join(highlights) in text
    assert "\nmean of graded answers\n60%\n" in text
    (assignment,) = report(top)["assignments"]
    shares = [0.5, *[0.25] * 3, *[0.75] * 2, *[1.0] * 3]  # those who wait have 1 of the 2 points that are decided
    assert sorted(shares + [0.5] * 3) == sorted(float(row[3].strip("%")) / 100 for row in texts(assignment["students"]))


def test_questions_have_difficulty_discrimination_and_mistakes(top):
    (assignment,) = report(top)["assignments"]
    found = assignment["questions"]
    assert [heading for heading, _ in found.columns] == [
        "Question", "Points", "Mean", "Discrimination", "Right", "Wrong", "To review", "Most common mistakes",
    ]  # fmt: skip
    rows = {row[0]: row[1:] for row in texts(found)}
    assert rows["encoder-layer"] == ("1", "25%", "0.33", "3", "9", "", "output projection counted 9 (75%)")
    assert rows["block.queries"] == ("1", "100%", "–", "12", "", "", "")
    assert rows["block.total"][1:6] == ("62%", "–", "5", "3", "4")  # eight are graded: too few


@pytest.mark.parametrize(("credit", "field"), [(0, "wrong"), (0.5, "partial"), (1, "right")])
def test_only_part_of_the_points_counts_as_partial(tmp_path, credit, field):
    runs.write(tmp_path, {"problems/layer.yaml": f"{LAYER}imprecise_credit: {credit}\n"})
    runs.run(runs.write(tmp_path, {"submissions/s1.yaml": "answers: {encoder-layer: 27.6K}\n"}))
    assert [*report(tmp_path)["assignments"][0]["tally"]] == [field]


def test_equal_wrong_answers_have_a_name_or_the_line_that_names_them(top):
    unknown, known = sorted(report(top)["assignments"][0]["clusters"].rows, key=lambda row: row[0].text)
    assert [cell.text for cell in known[:3]] == ["encoder-layer", "31,744", "9 (75%)"]
    assert known[3].text.startswith("Your answer counts the output projection W_O; this question does not.")
    assert [cell.text for cell in unknown[:3]] == ["block.total", "999", "3 (25%)"]
    assert unknown[3].text.startswith("Nobody knows this one yet")
    assert unknown[3].text.endswith(" For block.yaml, part total:")
    assert (known[3].code, unknown[3].code) == ("", '- {answer: "999", says: "..."}')


def test_an_equal_wrong_answer_that_no_mistake_gives_says_what_students_read(tmp_path):
    times = "id: times\ntype: numeric\nanswer: set\nentries: each\nparameters: {value: [1, 2, 4, 8]}\n"
    runs.write(tmp_path, {"problems/times.yaml": times})
    runs.write(tmp_path, {f"submissions/s{n}.yaml": "answers: {times: '[1, 2, 4, 8, 12]'}\n" for n in range(3)})
    runs.run(tmp_path)
    ((_, answer, _, said),) = texts(report(tmp_path)["assignments"][0]["clusters"])
    assert (answer, said.partition(":")[0]) == ("[1, 2, 4, 8, 12]", "One entry is too many")


def test_what_waits_and_what_changed_is_grouped(top):
    ((question, answer, _, number, who),) = texts(report(top)["waiting"])
    assert (question, answer, number, who) == ("block.total", "1 or 2", "4", "s8, s9, s10 and s11")
    roster = Roster(tuple(Student(f"s{number}", f"{name} Doe") for number, name in enumerate([*NAMES, "Max"])))
    runs.write(top, {"submissions/s3.yaml": "student: s3\nanswers: {encoder-layer: 27648}\n"})
    runs.run(top, roster=roster)
    found = report(top)
    assert (found["assignments"][0]["handed_in"], found["assignments"][0]["absent"]) == (12, 1)
    change = ("encoder-layer", "0 (incorrect) → 1 (correct)", "the submission changed", "1", "s3")
    assert change in texts(found["changes"])


def test_who_has_only_answers_that_wait_has_no_points_yet(tmp_path):
    runs.write(tmp_path, {"problems/layer.yaml": LAYER, "submissions/s1.yaml": "answers: {encoder-layer: 1 or 2}\n"})
    runs.run(runs.write(tmp_path, {"submissions/s2.yaml": "answers: {encoder-layer: 5}\n"}))
    (assignment,) = report(tmp_path)["assignments"]
    rows = [tuple(cell.text for cell in row) for row in assignment["students"].rows]
    assert rows == [("s1", "–", "1", "–", "1"), ("s2", "0", "1", "0%", "")]


def test_who_is_not_on_the_roster_does_not_count_in_the_mean(top):
    before = report(top)["assignments"][0]
    runs.run(top, roster=Roster(tuple(Student(f"s{number}") for number in range(3))))  # those with all right
    found = report(top)["assignments"][0]
    assert (before["handed_in"], found["handed_in"], found["absent"]) == (12, 3, 0)
    assert found["spread"].mean == 1.0 > before["spread"].mean
    assert "\nnot on the roster, left out here\n9 students\n" in text_of(page(top))
    assert len(found["students"].rows) == 12


def test_there_are_no_names_unless_they_are_asked_for(top):
    assert "Doe" not in page(top)
    assert "Ada Doe" in text_of(page(top, with_names=True))


def test_the_page_is_whole_without_scripts_and_loads_nothing(top):
    found = page(top)
    assert found.count("<tr>") > 15
    assert not re.search(r'src=|href="(?!#)|https?:|@import|style="', found)
    assert tags_of(found).isdisjoint({"img", "iframe", "object", "embed", "link", "form"})
    assert "script-src &#39;sha256-" in found


def test_hostile_texts_are_texts(tmp_path):
    evil = '"><img src=x onerror=alert(1)>'
    runs.write(tmp_path, {"problems/layer.yaml": LAYER})
    for number in range(3):
        student = {"id": f"{number}{evil}", "name": "<b>bold</b>"}
        given = {"student": student, "answers": {"encoder-layer": f"<script>alert({number})</script>"}}
        runs.write(tmp_path, {f"submissions/{number}.json": json.dumps(given)})
    runs.run(tmp_path)
    for with_names in (False, True):
        found = page(tmp_path, with_names=with_names)
        assert tags_of(found).isdisjoint({"img", "b"})
        assert found.count("<script>") == 1
        assert ("<b>bold</b>" in text_of(found)) == with_names
        assert evil in text_of(found)


def test_blank_columns_and_tables_are_left_out():
    columns = {"Who": "", "Points": "number", "Late": "", "Mean": "number"}
    found = table("", columns, [["s1", 0, "", None], ["s2", 2.5, "", None]])
    assert (found.columns, texts(found)) == ((("Who", ""), ("Points", "number")), [("s1", ""), ("s2", "2.5")])
    assert table("", columns, [["s1", 0, "", Cell()]]) is None
    assert table("", columns, []) is None


STUDENTS = [Student("s1042", "Ana Lee", "lee@uni.edu"), Student("7", "Norm"), Student("s2", "Max Pool")]


def test_names_are_hidden_in_texts_unless_they_may_be_words():
    who = Who(STUDENTS, with_names=False)
    assert (who.told("s1042"), who.name_of("s1042")) == ("s1042", "")
    assert who.without_names("Ana Lee (lee@uni.edu) is s1042") == "… (…) is s1042"
    text = "Norm of LayerNorms, 7 of 17, Max Pooling"
    assert who.without_names(text) == text
    named = Who(STUDENTS, with_names=True)
    assert named.told("s1042") == "s1042 Ana Lee"
    assert named.without_names("Ana Lee is s1042") == "Ana Lee is s1042"
