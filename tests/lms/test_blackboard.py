"""Blackboard: its columns keep their ids, and every student gets exactly the grade that was meant."""

import csv

import pytest

from checker.lms.gradebooks import ExportError
from checker.lms.systems import export
from tests.lms.importers import tables
from tests.lms.importers.blackboard import uploaded
from tests.lms.people import grade, only_file, request

HOMEWORK = "Homework 1 [Total Pts: 10 Score] |123456"
INFO = ["Last Name", "First Name", "Username", "Student ID", "Last Access", "Availability"]
FORM = {"delimiter": "\t", "encoding": "utf-16", "quoting": csv.QUOTE_ALL, "line_end": "\n"}


def person(username, old="", last="Lee", number="", total="9"):
    return [last, "Ana", username, number, "2026-10-05 12:00:00", "Yes", old, total]


def gradebook(*rows, heading=HOMEWORK, **form):
    return tables.written([[*INFO, heading, "Total [Total Pts: up to 10 Score] |9"], *rows], **{**FORM, **form})


def filled(into, *grades, **more):
    return export("blackboard", request(*grades, into=into, into_name="gc.xls", **more))


def test_grades_go_to_their_students_and_nothing_else_changes():
    exported = filled(gradebook(person("lee"), person("kim", "4", "Kim")), grade("lee", 8.5), grade("kim", None))
    assert exported.files == {"gc.xls": gradebook(person("lee", "8.5"), person("kim", "4", "Kim"))}
    cells, new_columns = uploaded(only_file(exported))
    assert (cells["lee", "123456"], cells["kim", "123456"], new_columns) == ("8.5", "4", [])
    assert exported.notes == ("Left as it was, because an answer is still to review: kim.",)
    assert (
        exported.steps[2]
        == "3. Check that only the column `Homework 1 [Total Pts: 10 Score] |123456` is marked, and clear the check boxes of all others."
    )


def test_students_are_found_by_student_id_and_decimal_commas_are_kept():
    into = gradebook(person("lee", "2,5", number="77"), person("kim", "", "Kim", "78"))
    exported = filled(into, grade("78", 8.5), grade("77", 2.5))
    assert only_file(exported) == gradebook(person("lee", "2,5", number="77"), person("kim", "8,5", "Kim", "78"))


@pytest.mark.parametrize(("old", "points", "now", "note"), [
    ("Exempt", 8.0, "Exempt", "Left as it was, because the cell has the text Exempt: lee."),
    ("4", 8.0, "8", "Replaced a different grade: lee had 4, now 8."),
    ("Needs Grading(4)", 8.0, "8", ""),
    ("", 12.0, "12", "More points than the column's maximum, as extra credit: lee 12."),
])  # fmt: skip
def test_what_is_in_a_cell_decides_what_becomes_of_it(old, points, now, note):
    exported = filled(gradebook(person("lee", old)), grade("lee", points))
    assert only_file(exported) == gradebook(person("lee", now))
    assert exported.notes == ((note,) if note else ())


@pytest.mark.parametrize(("heading", "message"), [
    ("Homework 1 [Total Pts: 10 Score]", "lost its column id, `|` and a number; download the gradebook again"),
    ("Homework 1", "the heading `Homework 1` lost its column id"),
    ("Homework 1 [Total Pts: up to 10 Score] |5", "Blackboard computes the column"),
    ("Homework 1 [Total Pts: 10 Percentage] |5", "does not hold points; set its primary display to Score"),
    ("Homework 1 [Total Pts: 0 Text] |5", "does not hold points"),
    ("Homework 2 [Total Pts: 10 Score] |5", "there is no column `Homework 1`; did you mean Homework 2? Name the column with --column"),
])  # fmt: skip
def test_a_column_that_would_not_take_the_grades_is_an_error(heading, message):
    with pytest.raises(ExportError) as error:
        filled(gradebook(person("lee"), heading=heading), grade("lee", 8.0))
    assert message in str(error.value)


@pytest.mark.parametrize(
    "heading",
    [
        "Homework 1 [Total Pts: 10] |5",
        "Homework 1 [Puntos totales: 10,0 Puntuación] |5",
        "  homework 1   [Total Pts: 10 Score] |5",
    ],
)
def test_headings_of_other_versions_are_read(heading):
    exported = filled(gradebook(person("lee"), heading=heading), grade("lee", 8.0))
    assert only_file(exported) == gradebook(person("lee", "8"), heading=heading)
    assert exported.notes == ()
