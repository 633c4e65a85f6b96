"""Two students with one name: the usual headings of ids are known, and a name alone never merges rows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.grading.course import Course, column_names
from checker.grading.submissions.column_names import ColumnNames, Meant
from checker.grading.submissions.formats.table import read
from checker.grading.submissions.model import Submission, Trouble
from checker.lms.roster import read_roster
from checker.problems import load_problems
from tests.grading.problems import LAYER

COURSE = ColumnNames(ids={"layer": ("layer", None)}, questions={"a": (("layer", None),)})
HEADINGS = [
    "Matrikel", "Matr.-Nr.", "Matrikelnummer", "Student number", "Matriculation number", "Username", "SIS ID", "Roll No",
    "Roll No.", "ID", "Student ID", "N° étudiant", "NUMERO DE MATRICULA", "matricola", "Studentnummer", "学号", "学籍番号",
    "학번", "Öğrenci Numarası",
]  # fmt: skip


def students(found: list[Submission | Trouble]) -> list[str]:
    return [each.student for each in found if isinstance(each, Submission)]


def told(found: list[Submission | Trouble]) -> list[tuple[int | None, str | None, str]]:
    return [(each.line, each.student, each.message) for each in found if isinstance(each, Trouble)]


@pytest.mark.parametrize("heading", HEADINGS)
def test_the_usual_headings_of_a_number_are_ids(heading):
    found = list(read(f"{heading},Name,layer\n1002,Meier,1\n1009,Meier,2\n".encode(), "t.csv", names=COURSE))
    assert (students(found), told(found)) == (["1002", "1009"], [])
    assert [each.name for each in found] == ["Meier", "Meier"]
    roster = read_roster(f"{heading},Name\n1002,Meier\n1009,Meier\n".encode(), "r.csv")
    assert [each.id for each in roster.students] == ["1002", "1009"]


def test_a_question_may_have_the_heading_of_a_number():
    names = ColumnNames(ids={"legi": ("legi", None)})
    (found,) = read(b"student,legi\ns1,5\n", "t.csv", names=names)
    assert [each.problem for each in found.answers] == ["legi"]


NO_ID = (
    "the name `Meier` is in several rows, and no column has ids: the rows may be of different students, so none of them "
    "is graded. Add a column `ID` with the id of each student"
)


def test_rows_with_one_name_and_no_id_are_refused():
    found = list(read(b"Name,layer\nMeier,1\nKurz,1\n meier ,2\n", "t.csv", names=COURSE))
    assert students(found) == ["Kurz"]
    assert told(found) == [(line, None, NO_ID.replace("Meier", "meier")) for line in (2, 4)]


@given(st.lists(st.sampled_from(["Ana", "ana", "Bo", " Bo", "Cy"]), min_size=1))
def test_no_table_of_names_merges_rows(rows):
    found = list(read("\n".join(["Name,layer", *(f"{each},1" for each in rows)]).encode(), "t.csv", names=COURSE))
    assert len(students(found)) == len({each.strip().casefold() for each in students(found)})
    assert len(found) == len(rows)


def test_a_column_with_other_values_in_each_row_is_named_as_a_possible_id():
    rows = b"Kennz,Comment,Name,layer\nx2,a b,Meier,1\nx9,,Meier,2\nx7,,Kurz,3\n"
    found = list(read(rows, "t.csv", names=COURSE))
    why = f'{NO_ID}. Or, if `Kennz` has the ids, write `columns: {{"Kennz": id}}` into assignment.yaml'
    advice = (
        "2 columns belong to no question; known are layer. `Kennz` has another value in each row, so it may hold the "
        'students\' ids. Write `columns: {"Kennz": id, "Comment": ignore}` into assignment.yaml, with the id of its '
        "question instead of `ignore` for each column with answers"
    )
    assert told(found) == [(2, None, why), (3, None, why), (4, "Kurz", advice)]


@pytest.mark.parametrize("listed", ['columns: {"Kennz": id}', "roster: {id: Kennz}"])
def test_assignment_yaml_names_the_column_of_ids(write, listed):
    top = write({"problems/a/layer.yaml": LAYER, "problems/a/assignment.yaml": listed})
    names = column_names(Course(load_problems(top / "problems")))
    found = list(read(b"Kennz,Name,encoder-layer\nx2,Meier,1\nx9,Meier,2\n", "t.csv", names=names))
    assert (students(found), told(found)) == (["x2", "x9"], [])


def test_one_student_with_two_ids_is_refused():
    found = list(read(b"Student,Matrikel,layer\nMeier,1002,1\nMeier,1009,2\nKurz,1010,3\n", "t.csv", names=COURSE))
    assert students(found) == ["Kurz"]
    assert {each[2] for each in told(found)} == {
        (
            "`Meier` is in several rows with different values in the column `Matrikel`: the rows may be of different students, "
            'so none of them is graded. If that column has the ids, write `columns: {"Matrikel": id}` into assignment.yaml'
        )
    }


def test_attempts_of_one_student_stay_attempts():
    found = list(read(b"Student,Matrikel,layer\ns1,1002,1\ns1,1002,2\ns1,,3\n", "t.csv", names=COURSE))
    assert students(found) == ["s1", "s1", "s1"]


@pytest.mark.parametrize(
    ("hint", "file"),
    [
        (None, "a/assignment.yaml or b/assignment.yaml, whichever the table belongs to"),
        ("a", "a/assignment.yaml"),
        ("b", "b/assignment.yaml"),
    ],
)
def test_the_assignment_yaml_of_several_is_named(hint, file):
    names = COURSE._replace(questions={"a": (("layer", None),), "b": (("size", None),)})
    (trouble, _) = read(b"student,layer,Comment\ns1,1,x\n", "t.csv", names=names, hint=hint)
    assert f'columns: {{"Comment": ignore}}` into {file}, or' in trouble.message


@pytest.mark.parametrize(
    ("header", "file"),
    [
        ("Response 1,Response 2,Response 3", "a/assignment.yaml or b/assignment.yaml, whichever the table belongs to"),
        ("Response 1,layer", "a/assignment.yaml"),
        ("Response 1,size", "b/assignment.yaml"),
        ("Response 1,Of b", "b/assignment.yaml"),
        ("Response 1,layer,size", "a/assignment.yaml or b/assignment.yaml, whichever the table belongs to"),
        ("Response 1,Shared,size", "b/assignment.yaml"),
        ("Response 1,Shared", "a/assignment.yaml or b/assignment.yaml, whichever the table belongs to"),
    ],
)
def test_a_table_whose_headings_name_questions_of_one_assignment_is_for_its_file(header, file):
    names = COURSE._replace(
        words={
            "layer": (Meant("a", ("layer", None)),),
            "size": (Meant("b", ("size", None)),),
            "shared": (Meant("a", ("layer", None)), Meant("b", ("size", None))),
        },
        settings={"ofb": (Meant("b", ("size", None)),), "student": (Meant("a", "id"),)},
        questions={"a": (("layer", None),), "b": (("size", None),)},
    )
    data = f"student,{header}\ns1,1{',1' * header.count(',')}\n".encode()
    assert any(f"{file}, " in message for *_, message in told(list(read(data, "t.csv", names=names))))


def test_the_settings_of_the_root_are_named_without_a_folder():
    names = ColumnNames(questions={"": (("layer", None),), "b": (("size", None),)})
    assert names.settings_file == "assignment.yaml or b/assignment.yaml, whichever the table belongs to"


def test_up_to_five_assignments_are_all_named():
    def names(count, **more):
        return ColumnNames(questions={f"w{number}": ((f"q{number}", None),) for number in range(count)}, **more)

    assert names(0).settings_file == names(1).settings_file == "assignment.yaml"
    assert names(3).settings_file == (
        "w0/assignment.yaml, w1/assignment.yaml or w2/assignment.yaml, whichever the table belongs to"
    )
    assert names(5).settings_file.endswith("w4/assignment.yaml, whichever the table belongs to")
    assert names(5, home="w2").settings_file == names(5, hint="w2").settings_file == "w2/assignment.yaml"
    assert names(6, home="w5").settings_file == "w5/assignment.yaml"


def test_of_many_assignments_no_file_is_named():
    names = ColumnNames(questions={f"week-{number}": ((f"q{number}", None),) for number in range(6)})
    assert names.settings_file == "the assignment.yaml of the assignment that the table belongs to"
    assert names._replace(hint="week-3").settings_file == "week-3/assignment.yaml"
