"""Files of our own: a table for people, and one document for each student for an autograder."""

import csv
import json
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.lms.gradebooks import ExportError, QuestionGrade
from checker.lms.systems import export
from checker.lms.tables import safe
from tests.lms.people import POINTS, grade, only_file, request

QUESTIONS = (
    QuestionGrade("encoder", "Encoder layer", 0.75, 1.0, "partial", "Not quite.\r\nCheck W_O."),
    QuestionGrade("essay", "", None, 2.0, "needs_review"),
)
DONE = tuple(question._replace(points=question.points or 0.5) for question in QUESTIONS)


def documents(name, *grades, **more):
    exported = export(name, request(*grades, **more))
    return exported, {file: json.loads(data) for file, data in exported.files.items()}


@pytest.mark.parametrize(("name", "more", "message"), [
    ("canvsa", {}, "canvsa is not a format of gradebooks; did you mean canvas?"),
    ("canvas", {}, "canvas fills in a file that you download from the LMS; name it with --into FILE"),
    ("csv", {"into": b""}, "csv writes a new file; leave out --into"),
    ("gradescope", {"column": "x"}, "gradescope has no column to choose; leave out --column"),
])  # fmt: skip
def test_a_wrong_request_is_an_error(name, more, message):
    with pytest.raises(ExportError) as error:
        export(name, request(grade("a", 1.0), **more))
    assert str(error.value) == message


def test_a_student_twice_is_an_error():
    with pytest.raises(ExportError, match=r"^Ana Lee \(a\) is in the results twice; keep one"):
        export("csv", request(grade("a", 1.0), grade("b", 1.0), grade("a", 2.0, name="Ana\nLee")))
    with pytest.raises(ExportError, match="the points of a are not a number"):
        export("csv", request(grade("a", float("nan"))))


def test_csv_has_a_row_for_each_student_and_a_column_for_each_question():
    exported = export("csv", request(
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
    assert list(exported.files) == ["grades.csv"]
    assert exported.notes == (
        "Blank, because an answer is still to review: =Ana (a).",
        "Blank, because nothing was handed in: b.",
        "A sum so far, because an answer is still to review: c.",
    )
    assert exported.changed == 1


@given(
    st.lists(st.tuples(st.text(max_size=8), st.text(max_size=8), POINTS), max_size=5, unique_by=lambda each: each[0])
)
def test_csv_holds_any_text_and_its_ids_are_a_roster(people):
    exported = export("csv", request(*(grade(id_, points, name=name) for id_, name, points in people)))
    rows = list(csv.DictReader(StringIO(only_file(exported).decode(), newline="")))
    assert [(row["student"], row["name"]) for row in rows] == [(safe(id_), safe(name)) for id_, name, _ in people]
    assert [row["points"] and float(row["points"]) for row in rows] == [
        "" if points is None else points for *_, points in people
    ]


def test_gradescope_shows_a_finished_result():
    exported, files = documents(
        "gradescope", grade("a", 1.25, max_points=3.0, questions=DONE, comment="Late: 1 point less")
    )
    assert files == {"a.json": {
        "score": 1.25, "output": "Late: 1 point less", "output_format": "text", "visibility": "visible", "stdout_visibility": "hidden",
        "tests": [
            {"name": "Encoder layer", "name_format": "text", "score": 0.75, "max_score": 1, "output": "Not quite.\nCheck W_O.", "output_format": "text"},
            {"name": "essay", "name_format": "text", "score": 0.5, "max_score": 2, "output": "", "output_format": "text"},
        ],
    }}  # fmt: skip
    assert (exported.notes, exported.changed) == ((), 1)


def test_gradescope_hides_a_result_with_an_answer_to_review_until_grades_are_published():
    exported, files = documents(
        "gradescope", grade("a", None, questions=QUESTIONS, so_far=0.75), grade("b", None, handed_in=False), scale=True
    )
    assert list(files) == ["a.json"]
    assert (files["a.json"]["score"], files["a.json"]["visibility"]) == (0.75, "after_published")
    assert files["a.json"]["tests"][1] == {
        "name": "essay", "name_format": "text", "max_score": 2, "output": "An instructor will grade this answer.", "output_format": "text",
    }  # fmt: skip
    assert exported.notes == (
        "Hidden from the student until grades are published, because an answer is still to review: a.",
        "No file, because nothing was handed in: b.",
        "Points are written as they are: this format has no column to scale them to.",
    )
