"""Canvas: its own importer, rebuilt from its rules, gives everybody exactly the grade that was meant."""

import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.lms.gradebooks import ExportError
from checker.lms.systems import export
from tests.lms.importers import tables
from tests.lms.importers.canvas import Course, InvalidFileError, Person, changes
from tests.lms.people import NAMES, grade, only_file, request, said

PREFIXES = [
    ["Student", "ID", "Section"],
    ["Student", "ID", "SIS Login ID", "Section"],
    ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"],
    ["Student", "ID", "SIS User ID", "SIS Login ID", "Integration ID", "Section"],
    ["Student", "ID", "SIS User ID", "SIS Login ID", "Integration ID", "Root Account", "Section"],
]
ASSIGNMENTS = {11: "Homework 1", 12: "Homework 2"}
PEOPLE = [Person(1042, "Lee, Ana", "S77", "lee@uni.edu"), Person(1043, "Kim, Bo", "S78", "kim@uni.edu")]


def gradebook(
    people, scores, *, prefix=PREFIXES[2], limit="10.00", columns=("Homework 1 (11)", "Homework 2 (12)"), **form
):
    """Return the gradebook that Canvas exports."""
    header = [*prefix, *columns, "Current Score"]
    blank = [""] * (len(prefix) - 1)
    rows = [
        header,
        ["", *blank, "Manual Posting", "", ""],
        ["    Points Possible", *blank, limit, "5.00", "(read only)"],
    ]
    for person in people:
        known = {
            "Student": person.name,
            "ID": str(person.id),
            "SIS User ID": person.sis_id,
            "SIS Login ID": person.login,
            "Section": "A",
        }
        rows.append(
            [
                *(known.get(each, "") for each in prefix),
                *(scores.get((person.id, each), "") for each in ASSIGNMENTS),
                "88",
            ]
        )
    return tables.written(rows, **form)


def filled(*grades, into=None, **more):
    into = gradebook(PEOPLE, more.pop("scores", {})) if into is None else into
    return export("canvas", request(*grades, into=into, into_name="folder/gb.csv", **more))


def test_grades_go_to_their_students_and_nothing_else_changes():
    exported = filled(grade("1042", 8.5), grade("1043", None, handed_in=False))
    assert exported.files == {"gb.csv": gradebook(PEOPLE, {(1042, 11): "8.5"})}
    assert changes(only_file(exported), Course(PEOPLE, ASSIGNMENTS)) == {(1042, 11): "8.5"}
    assert exported.changed == 1
    assert exported.notes == ("Left as it was, because nothing was handed in: 1043.",)
    assert exported.steps[:2] == (
        "1. In Canvas, open the course and then Grades.",
        "2. Choose Import, and then this file.",
    )
    assert "`Homework 1 (11)` only" in exported.steps[2]


IDS = st.lists(st.integers(1, 40), min_size=1, max_size=6, unique=True)
OLD = st.sampled_from(["", "3.00", "EX", "N/A", "10.00"])
POINTS = st.sampled_from([None, 0.0, 3.0, 7.25, 10.0, 10 / 3])


@given(
    IDS,
    st.sampled_from(PREFIXES),
    st.sampled_from(",;"),
    st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
    st.data(),
)
def test_every_student_gets_exactly_the_grade_that_was_meant(ids, prefix, delimiter, quoting, data):
    sis = data.draw(st.permutations(ids))  # the school's numbers may be Canvas's of somebody else
    people = [Person(id_, data.draw(NAMES), str(other), f"u{id_}@uni.edu") for id_, other in zip(ids, sis, strict=True)]
    scores = {(id_, number): score for id_ in ids for number in ASSIGNMENTS if (score := data.draw(OLD))}
    meant = {id_: data.draw(POINTS) for id_ in ids}
    before = gradebook(people, scores, prefix=prefix, delimiter=delimiter, quoting=quoting)
    grades = [grade(str(each.id), meant[each.id], other_ids=(each.sis_id, each.login)) for each in people]
    exported = filled(*data.draw(st.permutations(grades)), into=before)
    wanted = {
        (id_, 11): f"{points:.2f}"
        for id_, points in meant.items()
        if points is not None and scores.get((id_, 11)) not in {"EX", "N/A", f"{points:.2f}"}
    }
    known = {key: score for key, score in scores.items() if score != "N/A"}
    found = changes(only_file(exported), Course(people, ASSIGNMENTS, known))
    assert {key: f"{float(score):.2f}" for key, score in found.items()} == wanted
    assert exported.changed == len(wanted)
    rows, old_rows = (tables.read(each.decode(), delimiter) for each in (only_file(exported), before))
    for row in (*rows, *old_rows):
        row[len(prefix)] = ""
    assert rows == old_rows


@pytest.mark.parametrize("prefix", PREFIXES, ids="-".join)
@pytest.mark.parametrize("id_", ["1042", "S77", "lee@uni.edu", "LEE@uni.edu"])
def test_rows_are_found_by_any_id_that_the_file_has_and_never_by_name(prefix, id_):
    known = {"1042": "ID", "S77": "SIS User ID"}.get(id_, "SIS Login ID") in prefix
    exported = filled(grade(id_, 5.0, name="Kim, Bo"), into=gradebook(PEOPLE, {}, prefix=prefix))
    assert exported.changed == known
    assert changes(only_file(exported), Course(PEOPLE, ASSIGNMENTS)) == ({(1042, 11): "5"} if known else {})
    assert bool(said(exported, "In the results, but not in this file")) == (not known)


def test_a_number_of_the_school_is_never_taken_for_an_id_of_canvas():
    people = [Person(1, "A", "2", "a@x"), Person(2, "B", "1", "b@x"), Person(3, "C", "9", "c@x")]
    exported = filled(grade("2", 1.0), grade("1", 2.0), grade("9", 3.0), into=gradebook(people, {}))
    assert changes(only_file(exported), Course(people, ASSIGNMENTS)) == {(1, 11): "1", (2, 11): "2", (3, 11): "3"}
    absent = grade("99", 5.0, other_ids=("2",))  # the id of B in Canvas is the school's number of somebody else
    exported = filled(
        grade("1", 1.0, other_ids=("2x",)), grade("3", 3.0, other_ids=("9",)), absent, into=gradebook(people, {})
    )
    assert changes(only_file(exported), Course(people, ASSIGNMENTS)) == {(1, 11): "1", (3, 11): "3"}
    assert said(exported, "In the results") == ["In the results, but not in this file: 99."]


def test_an_id_of_two_students_fills_nobody_in():
    exported = filled(grade("a", 1.0, other_ids=("lee@uni.edu",)), grade("b", 2.0, other_ids=("lee@uni.edu",)))
    assert exported.changed == 0
    assert said(exported, "Not filled in") == [
        "Not filled in, because the ids fit several rows or several students: a; b."
    ]


MATCHES = [  # ids of students; the student of each row, from 1
    ([("1042", ("kim@uni.edu",))], {1042: 1}),  # the row of the id, and not also that of the login
    ([("1042", ()), ("zz", ("lee@uni.edu",))], {1042: 1}),  # a row that is taken is nobody else's
    ([("zz", ("lee@uni.edu", "kim@uni.edu"))], {}),
    ([("lee@uni.edu", ()), ("kim@uni.edu", ()), ("1044", ())], {1042: 1, 1043: 2}),  # most ids are of another kind
    ([("1042", ()), ("1043", ()), ("max@uni.edu", ())], {1042: 1, 1043: 2, 1044: 3}),
]


@pytest.mark.parametrize(("students", "rows"), MATCHES)
def test_each_student_gets_one_row_and_each_row_one_student(students, rows):
    people = [*PEOPLE, Person(1044, "Max", "S79", "max@uni.edu")]
    grades = [grade(id_, float(points), other_ids=others) for points, (id_, others) in enumerate(students, 1)]
    exported = filled(*grades, into=gradebook(people, {}))
    wanted = {(row, 11): str(points) for row, points in rows.items()}
    assert changes(only_file(exported), Course(people, ASSIGNMENTS)) == wanted
    assert exported.changed == len(rows)


@pytest.mark.parametrize(("old", "points", "now", "note"), [
    ("", 8.5, "8.5", ""),
    ("-", 8.5, "8.5", ""),
    ("8.50", 8.5, "8.50", ""),
    ("8,50", 8.5, "8,50", ""),
    ("3.33", 10 / 3, "3.33", ""),
    ("3.00", 8.5, "8.5", "Replaced a different grade: Ana (1042) had 3.00, now 8.5."),
    ("EX", 8.5, "EX", "Left as it was, because the cell has the text EX: Ana (1042)."),
    ("ex", 8.5, "ex", "Left as it was, because the cell has the text ex: Ana (1042)."),
    ("N/A", 8.5, "N/A", "Left as it was, because the cell has the text N/A: Ana (1042)."),
    ("B+", 8.5, "B+", "Left as it was, because the cell has the text B+: Ana (1042)."),
    ("3.00", None, "3.00", "Left as it was, because an answer is still to review: Ana (1042)."),
    ("3.00", -1.0, "3.00", "Left as it was, because the points are negative: Ana (1042)."),
    ("", 11.0, "11", "More points than the column's maximum, as extra credit: Ana (1042) 11."),
])  # fmt: skip
def test_what_is_in_a_cell_decides_what_becomes_of_it(old, points, now, note):
    exported = filled(grade("1042", points, name="Ana"), grade("1043", None), scores={(1042, 11): old})
    assert only_file(exported) == gradebook(PEOPLE, {(1042, 11): now})
    assert exported.changed == (old != now)
    assert not note or note.removesuffix(".") in " ".join(exported.notes)
    assert note or not [each for each in exported.notes if "1042" in each]


def test_a_smaller_maximum_is_reported_and_refuses_more_points():
    exported = filled(
        grade("1042", 6.0, max_points=8.0), grade("1043", 4.0, max_points=8.0), into=gradebook(PEOPLE, {}, limit="5.00")
    )
    assert changes(only_file(exported), Course(PEOPLE, ASSIGNMENTS)) == {(1043, 11): "4"}
    assert exported.notes == (
        "The column's maximum is 5, the assignment's is 8; points are written as they are, and --scale scales them.",
        "Left as it was, because the points are more than the column's maximum of 5: 1042.",
    )


def test_points_are_scaled_on_request():
    exported = filled(
        grade("1042", 6.0, max_points=8.0),
        grade("1043", 9.0, max_points=8.0),
        into=gradebook(PEOPLE, {}, limit="4"),
        scale=True,
    )
    assert changes(only_file(exported), Course(PEOPLE, ASSIGNMENTS)) == {(1042, 11): "3", (1043, 11): "4.5"}
    assert "Points are scaled from 8 to the column's maximum of 4." in exported.notes
    with pytest.raises(ExportError, match="has no maximum to scale to; leave out --scale"):
        filled(grade("1042", 6.0, max_points=8.0), into=gradebook(PEOPLE, {}, limit=""), scale=True)


def test_the_byte_order_mark_is_left_out_for_canvas():
    before = gradebook(PEOPLE, {}, quoting=csv.QUOTE_ALL, encoding="utf-8-sig")
    with pytest.raises(InvalidFileError):
        changes(before, Course(PEOPLE, ASSIGNMENTS))
    exported = filled(grade("1042", 1.0), grade("1043", None), into=before)
    assert changes(only_file(exported), Course(PEOPLE, ASSIGNMENTS)) == {(1042, 11): "1"}
    assert "The file is now UTF-8 without a byte order mark, as Canvas needs it." in exported.notes
    utf_16 = filled(
        grade("1042", 1.0), grade("1043", None), into=gradebook(PEOPLE, {}, quoting=csv.QUOTE_ALL, encoding="utf-16")
    )
    assert only_file(utf_16) == only_file(exported)


COLUMNS = ("Homework 1 (11)", "Homework 1 (12)")


@pytest.mark.parametrize(("columns", "title", "column", "message"), [
    (COLUMNS, "Homework 1", None, "`Homework 1 (11)` and `Homework 1 (12)` all fit `Homework 1`; choose one with --column"),
    (("Same (11)", "Same (11)"), "Same", None, "2 columns have the heading `Same (11)`; rename all but one and download again"),
    (("Homework 1 (11)", "B (12)"), "Homewrok 1", None, "there is no column `Homewrok 1`; did you mean Homework 1? Name the column with --column"),
    (("Homework 1 (11)", "B (12)"), "Homework 1", "Hello", "there is no column `Hello`; known are Homework 1, B, Current Score. Name the column"),
    (("Homework 1 (11)", "B (12)"), "", None, "the assignment has no title; name the column with --column"),
    (("Homework 1 (11)", "B (12)"), "Current Score", None, "Canvas takes the column `Current Score` for a total and ignores it"),
    (("The Final Grade (11)", "B (12)"), "The Final Grade", None, "rename the assignment in Canvas and export again"),
])  # fmt: skip
def test_a_column_that_is_not_clear_is_an_error(columns, title, column, message):
    with pytest.raises(ExportError) as error:
        filled(grade("1042", 1.0), into=gradebook(PEOPLE, {}, columns=columns), title=title, column=column)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("title", "column"), [("x", "Homework 1 (12)"), ("x", "12"), ("HOMEWORK 1 (12)", None), (" Homework 1 (12) ", None)]
)
def test_a_column_is_named_by_heading_id_or_title(title, column):
    exported = filled(grade("1042", 1.0), into=gradebook(PEOPLE, {}, columns=COLUMNS), title=title, column=column)
    assert changes(only_file(exported), Course(PEOPLE, ASSIGNMENTS)) == {(1042, 12): "1"}


@pytest.mark.parametrize(("data", "message"), [
    (b"id,name\n1,x\n", "gb.csv is not a Canvas gradebook, which begins with the columns Student, ID and Section (Grades > Export); its first line is: id,name"),
    (b"Student,ID,SIS Login ID,Section\n", "no column of this file can hold grades; add the assignment there"),
    (b'Student,ID,Section,A (1)\n"x,1,2,3', "gb.csv:2  has quotes that do not match"),
    (b"Student,ID,Section,A (1)\nLee, Ana,1,A,3", "gb.csv:2  has 5 cells, the header 4; keep empty cells, and put quotes around a cell that contains the delimiter"),
    (b"Student,ID,Section,A (1)\n    Points Possible,,,(read only)\n", "the column `A (1)` is read-only, so Canvas ignores it"),
])  # fmt: skip
def test_another_file_is_an_error_that_says_what_was_expected(data, message):
    with pytest.raises(ExportError) as error:
        export("canvas", request(grade("1042", 1.0), into=data, into_name="gb.csv", title="A"))
    assert message in str(error.value)


def test_what_excel_saved_is_filled_in_as_utf_8():
    into = 'Student,ID,Section,A\nMüller,1,S,\n"Student, Test",9,S,\nKim,2,S,\n'.encode("cp1252")
    exported = filled(grade("1", 1.5), into=into, title="A")
    assert only_file(exported).decode() == 'Student,ID,Section,A\nMüller,1,S,1.5\n"Student, Test",9,S,\nKim,2,S,\n'
    assert exported.notes == (
        "folder/gb.csv is not UTF-8 and is read as Windows-1252, as in line 2: Müller,1,S,. If letters are wrong, save it as UTF-8. It is written as UTF-8.",
        "The heading `A` has no id, so Canvas looks for an assignment with this title.",
        "In this file, but not in the results; the row is as it was: Kim (2).",
    )
