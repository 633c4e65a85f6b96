"""CSV submissions: cells as they were written, whatever separates them, and what is told of rows and headers."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from checker.grading.submissions.formats import table as format_
from checker.grading.submissions.model import GivenAnswer, Submission, Trouble
from checker.lms.tables import UNMATCHED_QUOTES
from tests.grading.submissions.reading import of_paths

Found = Submission | Trouble
read = of_paths(format_.read)
ONE_FILE = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def hand_in(tmp_path):
    def write(text: str | bytes) -> list[Found]:
        path = tmp_path / "table.csv"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return list(read(str(path)))

    return write


def told(found: list[Found]) -> list[tuple[int | None, str | None, str]]:
    return [(trouble.line, trouble.student, trouble.message) for trouble in found if isinstance(trouble, Trouble)]


def table(found: list[Found]) -> list[tuple[str, ...]]:
    return [(s.student, *(answer.text for answer in s.answers)) for s in found if isinstance(s, Submission)]


def test_a_row_is_a_student(hand_in, tmp_path):
    path = tmp_path / "table.csv"
    found = hand_in('student,encoder-layer,bert-size.total\ns1,"27,648",110M\n\n../s2,,0.60\n')
    assert found == [
        Submission(
            "s1",
            None,
            None,
            path,
            (
                GivenAnswer("encoder-layer", None, "27,648", str(path), 2),
                GivenAnswer("bert-size", "total", "110M", str(path), 2),
            ),
        ),
        Submission(
            "../s2",
            None,
            None,
            path,
            (
                GivenAnswer("encoder-layer", None, "", str(path), 4),
                GivenAnswer("bert-size", "total", "0.60", str(path), 4),
            ),
        ),
    ]


@pytest.mark.parametrize("name", ["student", "Student", "STUDENT ID", "student_id", "id", "Email", "name"])
def test_names_of_the_student_s_column(hand_in, name):
    assert table(hand_in(f"q,{name}\n5,s1\n")) == [("s1", "5")]


def test_who_it_is(hand_in):
    found = hand_in("name,email,id,q,Student\nAda,a@b.c,17,5,s1\n,,18,6,s2\n")
    assert [found[0][:3], found[1][:3]] == [("s1", "Ada", "a@b.c"), ("s2", None, None)]
    assert table(found) == [("s1", "5"), ("s2", "6")]


def test_rows_of_other_lengths_are_reported(hand_in):
    found = hand_in("student,q,r\ns1,27,648,2\ns2,5,6,,\ns3,5\ns4\n")
    advice = "keep empty cells, and put quotes around a cell that contains the delimiter"
    assert told(found) == [
        (2, "s1", f"has 4 cells, the header 3; {advice}"),
        (4, "s3", f"has 2 cells, the header 3; {advice}"),
        (5, "s4", f"has 1 cell, the header 3; {advice}"),
    ]
    assert table(found) == [("s2", "5", "6")]


def test_only_in_tables_of_moodle_another_column_has_the_id_where_the_first_is_blank(hand_in):
    found = hand_in("student,student id,q\n,17,5\ns1,18,6\n")
    assert told(found) == [(2, None, "names no student")]
    assert table(found) == [("s1", "6")]


def test_rows_without_a_student_are_reported_and_blank_ones_are_not(hand_in):
    found = hand_in('student,q\n,5\n,\n \n""\n  ,6\ns1,7\n')
    assert told(found) == [(2, None, "names no student"), (6, None, "names no student")]
    assert table(found) == [("s1", "7")]


@pytest.mark.parametrize("row", ['s1,"5"6', 's1,"5', 's1,"'])
def test_a_broken_row_spoils_no_other(hand_in, row):
    found = hand_in(f"student,q\ns0,4\n{row}\ns2,6\ns3,7\n")
    assert told(found) == [(3, None, UNMATCHED_QUOTES)]
    assert table(found) == [("s0", "4"), ("s2", "6"), ("s3", "7")]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("\n \n", None, "is empty; its first line should name the columns"),
        (",,\n", 1, "has no column `student`; the first line names the columns"),
        ("s1,5\ns2,6\n", 1, "has no column `student`; the first line names the columns"),
        ("\nstudent,name\n", 2, "has no column for a problem; name it `problem` or `problem.part`"),
        ("student,q, q \n", 1, "has two columns `q`"),
        ("Student ID,student_id,q\n", 1, "has two columns `student id`"),
        ('student,"q\n', 1, UNMATCHED_QUOTES),
        ("student,q\n\n,\n", None, "has no rows below its header"),
        (b"student,q\ns1,5\ns2,Zo\x81\n", 3, "is not UTF-8: byte 0x81 at offset 20; save it as UTF-8"),
        (b"student,q\n" + b"1" * 10_000_000, None, "is too large; the limit is 10 MB"),
    ],
)
def test_bad_tables_are_reported(hand_in, text, line, message):
    assert told(hand_in(text)) == [(line, None, message)]
    assert len(hand_in(text)) == 1


def test_a_long_cell_is_read(hand_in):
    assert table(hand_in(f"student,q\ns1,{'1' * 5_000_000}\ns2,6\n")) == [("s1", "1" * 5_000_000), ("s2", "6")]


def test_what_excel_writes_is_read(hand_in):
    assert table(hand_in("student,q\nZoë,5\n".encode("utf-16"))) == [("Zoë", "5")]
    found = hand_in("student,q\ns1,5\nZoë,6\n".encode("cp1252"))
    assert table(found) == [("s1", "5"), ("Zoë", "6")]
    note = "is not UTF-8 and is read as Windows-1252, as in line 3: Zoë,6. If letters are wrong, save it as UTF-8"
    assert told(found) == [(None, None, note)]


def test_a_table_that_cannot_be_opened_is_reported(tmp_path):
    (trouble,) = read(str(tmp_path / "gone.csv"))
    assert trouble == Trouble(tmp_path / "gone.csv", None, None, "does not exist")


def pipe(path):
    os.mkfifo(path)


def device(path):
    path.symlink_to("/dev/zero")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes and devices in folders")
@pytest.mark.parametrize("make", [pipe, device])
def test_what_is_no_file_is_reported_and_never_waited_for(tmp_path, make):
    make(tmp_path / "table.csv")
    ((_, _, message),) = told(list(read(str(tmp_path / "table.csv"))))
    assert message == "is not a regular file; save its contents as one"


@ONE_FILE
@given(data=st.binary() | st.text('",;\t\n\r ab').map(lambda text: b"student,q\n" + text.encode()))
def test_any_bytes_give_submissions_or_troubles(tmp_path, data):
    path = tmp_path / "table.csv"
    path.write_bytes(data)
    for found in read(str(path)):
        assert isinstance(found, Submission | Trouble)
