"""Gradebooks that are filled in: each system's own importer, rebuilt from its rules, gives everybody what was meant."""

import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.lms.gradebooks import ExportError
from checker.lms.systems import GRADEBOOKS
from tests.lms.importers import moodle, tables
from tests.lms.importers.blackboard import uploaded
from tests.lms.importers.canvas import Course, InvalidFileError, Person, changes
from tests.lms.people import NAMES, grade, only_file, request, said
from tests.tables import rows

CANVAS = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
PREFIXES = [
    ["Student", "ID", "Section"],
    ["Student", "ID", "SIS Login ID", "Section"],
    CANVAS,
    [*CANVAS[:4], "Integration ID", "Section"],
    [*CANVAS[:4], "Integration ID", "Root Account", "Section"],
]
ASSIGNMENTS = {11: "Homework 1", 12: "Homework 2"}
PEOPLE = [Person(1042, "Lee, Ana", "S77", "lee@uni.edu"), Person(1043, "Kim, Bo", "S78", "kim@uni.edu")]
COURSE = Course(PEOPLE, ASSIGNMENTS)


def canvas(people, scores, *, prefix=CANVAS, limit="10.00", columns=("Homework 1 (11)", "Homework 2 (12)"), **form):
    """Return the gradebook that Canvas exports."""
    blank = [""] * (len(prefix) - 1)
    rows = [
        [*prefix, *columns, "Current Score"],
        ["", *blank, "Manual Posting", "", ""],
        ["    Points Possible", *blank, limit, "5.00", "(read only)"],
    ]
    for person in people:
        known = dict(
            zip((*CANVAS[:4], "Section"), (person.name, str(person.id), person.sis_id, person.login, "A"), strict=True)
        )
        points = [scores.get((person.id, each), "") for each in ASSIGNMENTS]
        rows.append([*(known.get(each, "") for each in prefix), *points, "88"])
    return tables.written(rows, **form)


def fill_canvas(*grades, into=None, scores=None, **more):
    into = canvas(PEOPLE, scores or {}) if into is None else into
    return GRADEBOOKS["canvas"].export(request(*grades, into=into, into_name="folder/gb.csv", **more))


ENGLISH = ["Identifier", "Full name", "Email address", "Status", "Grade", "Maximum grade", "Grade can be changed",
           "Last modified (submission)", "Last modified (grade)", "Feedback comments"]  # fmt: skip
GERMAN = ["ID", "Vollständiger Name", "E-Mail-Adresse", "Status", "Bewertung", "Bestwertung", "Bewertung kann geändert werden",
          "Zuletzt geändert (Abgabe)", "Zuletzt geändert (Bewertung)", "Feedback als Kommentar"]  # fmt: skip
GERMAN_WORDS = ("ID", "Bewertung", "Zuletzt geändert (Bewertung)", "Teilnehmer/in")


def moodle_row(number, old="", *, most="10.00", can="Yes", comment="", word="Participant "):  # noqa: PLR0913 - the columns of a row
    when = "Monday, 5 October 2026, 12:00 PM"
    return [f"{word}{number}", "Ana Lee", f"u{number}@uni.edu", "Submitted", old, most, can, when, "-", comment]


def worksheet(*rows, header=ENGLISH, **form):
    return tables.written([header, *rows], line_end="\n", **form)


def fill_moodle(into, *grades, **more):
    return GRADEBOOKS["moodle-worksheet"].export(request(*grades, into=into, into_name="Grades-HW.csv", **more))


HOMEWORK = "Homework 1 [Total Pts: 10 Score] |123456"


def blackboard(*rows, heading=HOMEWORK):
    info = ["Last Name", "First Name", "Username", "Student ID", "Last Access", "Availability"]
    people = [["Lee", "Ana", username, number, "", "Yes", old, "9"] for username, old, number in rows]
    header = [*info, heading, "Total [Total Pts: up to 10 Score] |9"]
    return tables.written([header, *people], delimiter="\t", encoding="utf-16", quoting=csv.QUOTE_ALL, line_end="\n")


def fill_blackboard(into, *grades, **more):
    return GRADEBOOKS["blackboard"].export(request(*grades, into=into, into_name="gc.xls", **more))


def test_canvas_gets_the_grades_and_nothing_else_changes():
    exported = fill_canvas(grade("1042", 8.5), grade("1043", None, handed_in=False))
    assert exported.files == {"gb.csv": canvas(PEOPLE, {(1042, 11): "8.5"})}
    assert changes(only_file(exported), COURSE) == {(1042, 11): "8.5"}
    assert (exported.changed, exported.notes) == (1, ("Left as it was, because nothing was handed in: 1043.",))
    assert exported.steps[1] == "2. Choose Import, and then this file."
    assert "`Homework 1 (11)` only" in exported.steps[2]


def test_moodle_gets_the_grades_and_nothing_else_changes():
    before = [moodle_row(1042), moodle_row(1043, "4.00", comment="<p>well done</p>")]
    exported = fill_moodle(worksheet(*before), grade("1042", 8.25, comment="late"), grade("1043", 4.0))
    assert exported.files == {"Grades-HW.csv": worksheet(moodle_row(1042, "8.25"), before[1])}
    assignment = moodle.Assignment({1042, 1043}, grades={1043: 4.0}, comments={1043: "<p>well done</p>"})
    assert moodle.from_worksheet(only_file(exported), assignment) == ({1042: 8.25}, {})
    assert (exported.changed, exported.notes) == (1, ())


def test_blackboard_gets_the_grades_and_nothing_else_changes():
    exported = fill_blackboard(blackboard(("lee", "", ""), ("kim", "4", "")), grade("lee", 8.5), grade("kim", None))
    assert exported.files == {"gc.xls": blackboard(("lee", "8.5", ""), ("kim", "4", ""))}
    cells, new_columns = uploaded(only_file(exported))
    assert (cells["lee", "123456"], cells["kim", "123456"], new_columns) == ("8.5", "4", [])
    assert exported.notes == ("Left as it was, because an answer is still to review: kim.",)
    assert f"only the column `{HOMEWORK}` is marked" in exported.steps[2]


@given(
    st.lists(st.integers(1, 40), min_size=1, max_size=6, unique=True),
    st.sampled_from(PREFIXES),
    st.sampled_from(",;"),
    st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
    st.data(),
)
def test_every_student_gets_exactly_the_grade_that_was_meant(ids, prefix, delimiter, quoting, data):
    sis = data.draw(st.permutations(ids))  # the school's numbers may be Canvas's of somebody else
    people = [Person(id_, data.draw(NAMES), str(other), f"u{id_}@uni.edu") for id_, other in zip(ids, sis, strict=True)]
    old = st.sampled_from(["", "3.00", "EX", "N/A", "10.00"])
    scores = {(id_, number): score for id_ in ids for number in ASSIGNMENTS if (score := data.draw(old))}
    meant = {id_: data.draw(st.sampled_from([None, 0.0, 3.0, 7.25, 10.0, 10 / 3])) for id_ in ids}
    before = canvas(people, scores, prefix=prefix, delimiter=delimiter, quoting=quoting)
    grades = [grade(str(each.id), meant[each.id], other_ids=(each.sis_id, each.login)) for each in people]
    exported = fill_canvas(*data.draw(st.permutations(grades)), into=before)
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
    exported = fill_canvas(grade(id_, 5.0, name="Kim, Bo"), into=canvas(PEOPLE, {}, prefix=prefix))
    assert changes(only_file(exported), COURSE) == ({(1042, 11): "5"} if known else {})
    assert bool(said(exported, "In the results, but not in this file")) == (not known)


MATCHES = [  # ids of students, each with others; the student of each row, from 1
    ([("2", ()), ("1", ()), ("9", ())], {1: 1, 2: 2, 3: 3}),  # numbers of the school, and never ids of Canvas
    ([("1", ("2x",)), ("3", ("9",)), ("99", ("2",))], {1: 1, 3: 2}),
    ([("b", ("2@x",)), ("c", ("2@x",)), ("1@x", ())], {1: 3}),  # an id of two students fills nobody in
    ([("b", ("2@x", "3@x"))], {}),
    ([("1@x", ()), ("2@x", ()), ("3", ())], {1: 1, 2: 2}),  # most ids are of another kind
    ([("1", ()), ("2", ()), ("3", ()), ("4@x", ())], {1: 1, 2: 2, 3: 3, 4: 4}),
]


@pytest.mark.parametrize(("students", "rows"), MATCHES)
def test_each_student_gets_one_row_and_each_row_one_student(students, rows):
    numbers = {1: "2", 2: "1", 3: "9", 4: "8"}
    people = [Person(id_, "X", sis, f"{id_}@x") for id_, sis in numbers.items()]
    grades = [grade(id_, float(points), other_ids=others) for points, (id_, others) in enumerate(students, 1)]
    exported = fill_canvas(*grades, into=canvas(people, {}))
    wanted = {(row, 11): str(points) for row, points in rows.items()}
    assert changes(only_file(exported), Course(people, ASSIGNMENTS)) == wanted
    assert exported.changed == len(rows)
    assert len(said(exported, "Not filled in") + said(exported, "In the results")) == (len(rows) < len(students))


@pytest.mark.parametrize(
    ("system", "old", "points", "now", "note"), rows(__file__, "what_is_in_a_cell_decides_what_becomes_of_it")
)
def test_what_is_in_a_cell_decides_what_becomes_of_it(system, old, points, now, note):
    fill, sheet = {
        "canvas": (lambda into, who: fill_canvas(who, grade("1043", None), into=into), lambda text: canvas(PEOPLE, {(1042, 11): text})),
        "blackboard": (fill_blackboard, lambda text: blackboard(("1042", text, ""))),
        "moodle": (fill_moodle, lambda text: worksheet(moodle_row(1042, text))),
    }[system]  # fmt: skip
    exported = fill(sheet(old), grade("1042", points, name="Ana"))
    assert only_file(exported) == sheet(now)
    assert exported.changed == (old != now)
    assert not note or note.removesuffix(".") in " ".join(exported.notes)
    assert note or not [each for each in exported.notes if "1042" in each]


def test_maxima_that_differ_are_reported_and_points_scaled_on_request():
    grades = grade("1042", 6.0, max_points=8.0), grade("1043", 4.0, max_points=8.0)
    exported = fill_canvas(*grades, into=canvas(PEOPLE, {}, limit="5.00"))
    assert changes(only_file(exported), COURSE) == {(1043, 11): "4"}
    assert exported.notes == (
        "The column's maximum is 5, the assignment's is 8; points are written as they are, and --scale scales them.",
        "Left as it was, because the points are more than the column's maximum of 5: 1042.",
    )
    exported = fill_canvas(*grades, into=canvas(PEOPLE, {}, limit="4"), scale=True)
    assert changes(only_file(exported), COURSE) == {(1042, 11): "3", (1043, 11): "2"}
    with pytest.raises(ExportError, match="has no maximum to scale to; leave out --scale"):
        fill_canvas(*grades, into=canvas(PEOPLE, {}, limit=""), scale=True)
    into = worksheet(moodle_row(1, most="20.00"), moodle_row(2, most="5.00"))
    exported = fill_moodle(into, grade("1", 5.0), grade("2", 5.0), scale=True)
    assert only_file(exported) == worksheet(moodle_row(1, "10", most="20.00"), moodle_row(2, "2.5", most="5.00"))


def test_canvas_gets_utf_8_without_a_byte_order_mark():
    before = canvas(PEOPLE, {}, quoting=csv.QUOTE_ALL, encoding="utf-8-sig")
    with pytest.raises(InvalidFileError):
        changes(before, COURSE)
    for encoding in ("utf-8-sig", "utf-16"):
        into = canvas(PEOPLE, {}, quoting=csv.QUOTE_ALL, encoding=encoding)
        assert changes(only_file(fill_canvas(grade("1042", 1.0), into=into)), COURSE) == {(1042, 11): "1"}
    into = 'Student,ID,Section,A\nMüller,1,S,\n"Student, Test",9,S,\nKim,2,S,\n'.encode("cp1252")
    exported = fill_canvas(grade("1", 1.5), into=into, title="A")
    assert only_file(exported).decode() == 'Student,ID,Section,A\nMüller,1,S,1.5\n"Student, Test",9,S,\nKim,2,S,\n'
    assert exported.notes == (
        "folder/gb.csv is not UTF-8 and is read as Windows-1252, as in line 2: Müller,1,S,. If letters are wrong, save it as UTF-8. It is written as UTF-8.",
        "In this file, but not in the results; the row is as it was: Kim (2).",
    )


TWICE = ("Homework 1 (11)", "Homework 1 (12)")


@pytest.mark.parametrize(
    ("title", "column"), [("x", "Homework 1 (12)"), ("x", "12"), ("HOMEWORK 1 (12)", None), (" Homework 1 (12) ", None)]
)
def test_a_column_is_named_by_heading_id_or_title(title, column):
    exported = fill_canvas(grade("1042", 1.0), into=canvas(PEOPLE, {}, columns=TWICE), title=title, column=column)
    assert changes(only_file(exported), COURSE) == {(1042, 12): "1"}


@pytest.mark.parametrize(("columns", "title", "column", "message"), [
    (TWICE, "Homework 1", None, "`Homework 1 (11)` and `Homework 1 (12)` all fit `Homework 1`; choose one with --column"),
    (("Same (11)", "Same (11)"), "Same", None, "all fit `Same`; choose one with --column, or rename all but one"),
    (("Homework 1 (11)", "B (12)"), "Homewrok 1", None, "there is no column `Homewrok 1`; did you mean Homework 1? Name the column with --column"),
    (("Homework 1 (11)", "B (12)"), "Homework 1", "Hello", "there is no column `Hello`; known are Homework 1, B, Current Score. Name the column"),
    (("Homework 1 (11)", "B (12)"), "", None, "the assignment has no title; name the column with --column"),
    (("The Final Grade (11)", "B (12)"), "The Final Grade", None, "it is read-only or has the name of a total; choose another, or rename the assignment"),
])  # fmt: skip
def test_a_column_that_is_not_clear_is_an_error(columns, title, column, message):
    with pytest.raises(ExportError) as error:
        fill_canvas(grade("1042", 1.0), into=canvas(PEOPLE, {}, columns=columns), title=title, column=column)
    assert message in str(error.value)


@pytest.mark.parametrize(("heading", "message"), rows(__file__, "columns_of_blackboard"))
def test_columns_of_blackboard(heading, message):
    into = blackboard(("lee", "", ""), heading=heading)
    if message is None:
        assert only_file(fill_blackboard(into, grade("lee", 8.0))) == blackboard(("lee", "8", ""), heading=heading)
        return
    with pytest.raises(ExportError) as error:
        fill_blackboard(into, grade("lee", 8.0))
    assert message in str(error.value)


@pytest.mark.parametrize(("form", "data", "message"), [
    ("canvas", b"id,name\n1,x\n", "gb.csv is not a Canvas gradebook, which begins with the columns Student, ID and Section (Grades > Export); its first line is: id,name"),
    ("canvas", b"Student,ID,SIS Login ID,Section\n", "no column of this file can hold grades; add the assignment there"),
    ("canvas", b'Student,ID,Section,A (1)\n"x,1,2,3', "gb.csv:2  has quotes that do not match"),
    ("canvas", b"Student,ID,Section,A (1)\nLee, Ana,1,A,3", "gb.csv:2  has 5 cells, the header 4; keep empty cells"),
    ("canvas", b"Student,ID,Section,A (1)\n    Points Possible,,,(read only)\n", "Canvas ignores the column `A (1)`"),
    ("moodle-worksheet", worksheet(moodle_row(1, most="Bad,Good")), "graded with a scale; set its grade type to Point in Moodle"),
    ("moodle-worksheet", b"Student,ID,Section,A (1)\n", "gb.csv is not a Moodle grading worksheet, which begins with the column Identifier"),
    ("blackboard", b"Student,ID,Section,A (1)\n", "gb.csv is not a Blackboard gradebook, which has the columns Last Name"),
])  # fmt: skip
def test_another_file_is_an_error_that_says_what_was_expected(form, data, message):
    with pytest.raises(ExportError) as error:
        GRADEBOOKS[form].export(request(grade("1", 1.0), into=data, into_name="gb.csv", title="A"))
    assert message in str(error.value)


def test_a_worksheet_without_names_is_that_of_blind_marking():
    header = ["Identifier", *ENGLISH[3:]]
    rows = [[each[0], *each[3:]] for each in (moodle_row(1), moodle_row(2))]
    exported = fill_moodle(worksheet(*rows, header=header), grade("1", 8.0))
    found = moodle.from_worksheet(only_file(exported), moodle.Assignment({1, 2}))
    assert found == ({1: 8.0}, {})
    assert exported.notes == ("In this file, but not in the results; the row is as it was: 2.",)


def test_a_worksheet_in_german_keeps_its_headings_its_decimal_commas_and_what_is_locked():
    form = {"most": "10,00", "word": "Teilnehmer/in"}
    before = [
        moodle_row(7, can="Ja", **form),
        moodle_row(8, can="Nein", **form),
        moodle_row(9, "2,50", can="Ja", **form),
    ]
    into = worksheet(*before, header=GERMAN, encoding="utf-8-sig")
    exported = fill_moodle(into, grade("7", 8.25), grade("8", 1.0), grade("9", 2.5))
    after = [moodle_row(7, "8,25", can="Ja", **form), *before[1:]]
    assert only_file(exported) == worksheet(*after, header=GERMAN, encoding="utf-8-sig")
    assignment = moodle.Assignment({7, 8, 9}, grades={9: 2.5}, locked=frozenset([8]), decimal=",", words=GERMAN_WORDS)
    assert moodle.from_worksheet(only_file(exported), assignment) == ({7: 8.25}, {})
    assert exported.notes == ("Left as it was, because the gradebook does not allow changing the grade: 8.",)


def test_a_worksheet_in_an_unknown_language_needs_the_name_of_the_column():
    header = ["Identifiant", "Nom", "Courriel", "Statut", "Punkte", "Max", "Dernière (note)"]
    rows = [["Participant 1", "A", "a@x", "ok", "", "10.00", "-"]]
    with pytest.raises(ExportError, match="which column holds the grades\\? Name it with --column; the columns are"):
        fill_moodle(worksheet(*rows, header=header), grade("1", 3.0))
    exported = fill_moodle(worksheet(*rows, header=header), grade("1", 3.0), column="Punkte")
    assert only_file(exported) == worksheet(["Participant 1", "A", "a@x", "ok", "3", "10.00", "-"], header=header)
    assert said(exported, "No column with yes or no says which grades can be changed")
    with pytest.raises(ExportError, match="the column `Nom` says who the student is"):
        fill_moodle(worksheet(*rows, header=header), grade("1", 3.0), column="Nom")
