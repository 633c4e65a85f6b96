"""Students with the names that people have, and that break files."""

from __future__ import annotations

from hypothesis import strategies as st

from checker.lms.gradebooks import ExportRequest, StudentGrade
from checker.lms.students import Student

HARD = ["Lee, Ana", 'Ana "Nan" Lee', "O'Brien", "Müller", "李明", "שלום", "\u202eevil", "LATE", "=1+1", "+49", "-x", "@ana", "two\nlines", "two\r\nlines",
        "semi;colon", "tab\there", " space ", "N/A", "EX", "1,234", "", "'quoted'", '="=x"', "\u0301", "😀", "Student, Test person", "sep=;"]  # fmt: skip
NAMES = st.one_of(st.sampled_from(HARD), st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12))
POINTS = st.one_of(st.none(), st.integers(0, 1000).map(lambda hundredths: hundredths / 100))


def grade(id_, points, *, max_points=10.0, **more):
    student = {key: more.pop(key) for key in ("name", "email", "section", "other_ids") if key in more}
    return StudentGrade(Student(id_, **student), points, max_points, **more)


def request(*grades, title="Homework 1", **more):
    return ExportRequest(title, grades, **more)


def said(exported, start):
    """Return the notes that begin so."""
    return [note for note in exported.notes if note.startswith(start)]


def only_file(exported):
    (data,) = exported.files.values()
    return data
