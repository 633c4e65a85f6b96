"""Moodle's worksheet: its own importer, rebuilt from its rules, gives everybody exactly the grade that was meant."""

import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.lms.gradebooks import ExportError, export
from tests.lms.importers import tables
from tests.lms.importers.moodle_worksheet import Assignment, imported
from tests.lms.people import NAMES, grade, only_file, request, said

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


def test_grades_and_comments_go_to_their_students_and_nothing_else_changes():
    before = [row(1042), row(1043, "Kim, Bo", "4.00", comment="<p>well done</p>")]
    exported = filled(
        worksheet(*before), grade("1042", 8.25, comment="a < b\nsecond"), grade("1043", 4.0, comment="new")
    )
    after = [row(1042, old="8.25", comment="a &lt; b<br>second"), before[1]]
    assert exported.files == {"Grades-HW.csv": worksheet(*after)}
    assert imported(
        only_file(exported), Assignment({1042, 1043}, grades={1043: 4.0}, comments={1043: "<p>well done</p>"})
    ) == (
        {1042: 8.25},
        {1042: "a &lt; b<br>second"},
    )
    assert exported.changed == 1
    assert exported.notes == ("Kept the feedback comment that was there: 1043.",)
    assert exported.steps[1] == "2. Choose the action Upload grading worksheet, and then this file."


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


@given(st.lists(st.tuples(NAMES, st.sampled_from(["", "3.00"]), st.booleans(), st.sampled_from([None, 0.0, 3.0, 7.25, 10.0, 11.0])), min_size=1, max_size=6),
       st.sampled_from(["\n", "\r\n"]), st.sampled_from(["utf-8", "utf-8-sig"]), st.booleans(), st.randoms())  # fmt: skip
def test_every_student_gets_exactly_the_grade_that_was_meant(people, line_end, encoding, quoted, random):
    form = {"line_end": line_end, "encoding": encoding, "quoting": csv.QUOTE_ALL if quoted else csv.QUOTE_MINIMAL}
    rows = [row(number, name, old, can="Yes" if can else "No") for number, (name, old, can, _) in enumerate(people, 1)]
    grades = [grade(str(number), points, name="somebody") for number, (_, _, _, points) in enumerate(people, 1)]
    random.shuffle(grades)
    exported = filled(worksheet(*rows, **form), *grades)
    assignment = Assignment(
        set(range(1, len(people) + 1)),
        grades={number: 3.0 for number, each in enumerate(people, 1) if each[1]},
        locked=frozenset(number for number, each in enumerate(people, 1) if not each[2]),
    )
    meant = {
        number: points
        for number, (_, old, can, points) in enumerate(people, 1)
        if points is not None and can and points <= 10 and not (old and points == 3.0)
    }
    assert imported(only_file(exported), assignment) == (meant, {})
    assert exported.changed == len(meant)
    expected = [
        [*each[:4], {7.25: "7.25", None: each[4]}.get(meant.get(n), f"{meant.get(n, 0):g}"), *each[5:]]
        for n, each in enumerate(rows, 1)
    ]
    assert only_file(exported) == worksheet(*expected, **form)


@pytest.mark.parametrize(("points", "more", "note"), [
    (11.0, {}, "Left as it was, because the points are more than the column's maximum of 10: 1."),
    (None, {}, "Left as it was, because an answer is still to review: 1."),
    (None, {"handed_in": False}, "Left as it was, because nothing was handed in: 1."),
])  # fmt: skip
def test_a_grade_that_moodle_would_skip_is_left_and_reported(points, more, note):
    before = worksheet(row(1, old="2.00"))
    exported = filled(before, grade("1", points, comment="hello", **more))
    assert (only_file(exported), exported.changed, exported.notes) == (before, 0, (note,))


def test_a_sum_so_far_is_written_and_reported():
    exported = filled(worksheet(row(1)), grade("1", 3.0, is_provisional=True))
    assert only_file(exported) == worksheet(row(1, old="3"))
    assert exported.notes == ("A sum so far, because an answer is still to review: 1.",)


def test_points_are_scaled_to_the_maximum_of_each_row():
    exported = filled(
        worksheet(row(1, most="20.00"), row(2, most="5.00")), grade("1", 5.0), grade("2", 5.0), scale=True
    )
    assert only_file(exported) == worksheet(row(1, old="10", most="20.00"), row(2, old="2.5", most="5.00"))
    assert said(exported, "Points are scaled from 10 to the column's maximum of 5 or 20")


def test_a_comment_is_no_formula_and_without_a_column_it_is_reported():
    exported = filled(worksheet(row(1)), grade("1", 3.0, comment="=1+1"))
    assert only_file(exported) == worksheet(row(1, old="3", comment="'=1+1"))
    exported = filled(worksheet(row(1)[:-1], header=ENGLISH[:-1]), grade("1", 3.0, comment="=1+1"))
    assert exported.notes == ("The comments are not in the file: Moodle gave it no column Feedback comments.",)


def test_a_second_export_changes_nothing():
    once = filled(worksheet(row(1), row(2)), grade("1", 3.25, comment="<ok>"), grade("2", 0.0))
    again = filled(only_file(once), grade("1", 3.25, comment="<ok>"), grade("2", 0.0))
    assert (only_file(again), again.changed, again.notes) == (only_file(once), 0, ())


def test_points_barely_above_the_maximum_are_not_written():
    exported = filled(worksheet(row(1), row(2)), grade("1", 10.004), grade("2", 10.000000001))
    assert imported(only_file(exported), Assignment({1, 2})) == ({2: 10.0}, {})


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
