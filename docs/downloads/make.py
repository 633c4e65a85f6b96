"""Make the example downloads of docs/lms.md: what each system gives for one assignment of five students.

    python docs/downloads/make.py

Every name and address is invented.  The same script gives the same bytes.
"""
# ruff: noqa: INP001 - a script, not a module of a package

from __future__ import annotations

import csv
from io import BytesIO, StringIO
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile, ZipInfo

HERE = Path(__file__).parent
TITLE = "One layer and its shapes"
SUBMISSIONS = "submissions.zip"
PARTICIPANTS = 6000  # Moodle numbers students anew in each assignment


class Student(NamedTuple):
    """A student, with the id that each system uses."""

    number: int
    first: str
    last: str
    login: str

    @property
    def email(self) -> str:
        """Return the email address."""
        return f"{self.login}@uni.example"


ZOE = Student(1042, "Zoë", "O'Brien", "zobrien")
MING = Student(1043, "小明", "王", "xwang")
JURGEN = Student(1044, "Jürgen", "Müller", "jmueller")
ANN = Student(1045, "Ann", "Late", "alate")
CHLOE = Student(1046, "Chloé", "Dubois", "cdubois")
STUDENTS = (CHLOE, ANN, JURGEN, ZOE, MING)  # by last name, as the systems list them


def homework(weights: str, shape: str, elements: str, values: str, front: str = "") -> str:
    """Return a document with an answer to each question."""
    return (
        f"{front}# Week 1\n\nAnswer (encoder-layer): {weights}\n\nAnswer (head-output.shape): {shape}\n\n"
        f"Answer (head-output.elements): {elements}\n\nAnswer (head-output.values): {values}\n"
    )


RIGHT = homework("3·64² + 2·64·120 = 27,648", "(32, 16)", "512", "1,024")
WITH_MISTAKES = homework("31,744", "(16, 32)", "512", "1,024")
TYPED = "".join(f"<p>{line}</p>\n" for line in WITH_MISTAKES.splitlines()[2:] if line)
FIRST_TRY = homework("28,024", "(32, 16)", "512", "1,024")
SECOND_TRY = homework("27,648", "(32, 16)", "512 or 1024", "1,024")
OF_ANOTHER = homework("27,648", "(32, 16)", "2,048", "1,024", "---\nstudent: zobrien\n---\n")


def canvas() -> dict[str, bytes]:
    """Return the zip of Download Submissions, and the gradebook of Export.  Only the last attempt is in the zip."""
    submissions = {
        "obrienzoë_1042_90001_homework.md": RIGHT,
        "王小明_LATE_1043_text.html": TYPED,
        "müllerjürgen_1044_90007_homework-1.md": SECOND_TRY,
        "lateann_1045_90003_hw.md": OF_ANOTHER,
    }
    header = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", f"{TITLE} (88231)", "Week 2 (88232)"]
    rows = [[f"{each.last}, {each.first}", each.number, "", each.login, "ML1", "", "7.50"] for each in STUDENTS]
    possible = ["    Points Possible", "", "", "", "", "4.00", "10.00", "(read only)"]
    test_student = ["Student, Test", 999, "", "t3st", "ML1", "", "", ""]
    table = [[*header, "Current Score"], possible, *([*row, "75.00"] for row in rows), test_student]
    return {SUBMISSIONS: zipped(submissions), "gradebook.csv": csv_of(table, line_end="\n")}


def moodle() -> dict[str, bytes]:
    """Return the zip of Download all submissions, and the grading worksheet."""
    submissions = {
        "Zoë O'Brien_7042_assignsubmission_file/homework.md": RIGHT,
        "小明 王_7043_assignsubmission_onlinetext/onlinetext.html": TYPED,
        "Jürgen Müller_7044_assignsubmission_file/homework.md": SECOND_TRY,
        "Ann Late_7045_assignsubmission_file/hw.md": OF_ANOTHER,
    }
    header = ["Identifier", "Full name", "Email address", "Status", "Grade", "Maximum Grade", "Grade can be changed"]
    header += ["Last modified (submission)", "Last modified (grade)", "Feedback comments"]
    table = [header, *map(_moodle_row, STUDENTS)]
    return {SUBMISSIONS: zipped(submissions), "worksheet.csv": "\ufeff".encode() + csv_of(table, line_end="\n")}


def _moodle_row(student: Student) -> list[str]:
    status, time = "Submitted for grading", "Monday, 5 October 2026, 9:58 PM"
    if student is CHLOE:
        status, time = "No submission", "-"
    if student is MING:
        status, time = f"{status} - 2 hours late", "Tuesday, 6 October 2026, 1:59 AM"
    who = [f"Participant {student.number + PARTICIPANTS}", f"{student.first} {student.last}", student.email]
    return [*who, status, "", "4.00", "Yes", time, "-", ""]


def blackboard() -> dict[str, bytes]:
    """Return the zip of Assignment File Download with all attempts, and the gradebook of Work Offline."""
    submissions = dict(
        _attempt(ZOE, "2026-10-05-21-58-10", RIGHT)
        | _attempt(MING, "2026-10-06-01-59-00", TYPED, is_typed=True)
        | _attempt(JURGEN, "2026-10-03-10-00-00", FIRST_TRY)
        | _attempt(JURGEN, "2026-10-05-20-15-30", SECOND_TRY)
        | _attempt(ANN, "2026-10-05-23-40-00", OF_ANOTHER)
    )
    header = ["Last Name", "First Name", "Username", "Student ID", "Last Access", "Availability"]
    rows = [[each.last, each.first, each.login, each.number, "2026-10-06 08:00:00", "Yes", ""] for each in STUDENTS]
    table = [[*header, f"{TITLE} [Total Pts: 4 Score] |88231"], *rows]
    return {
        SUBMISSIONS: zipped(submissions),
        "gradebook.csv": "\ufeff".encode() + csv_of(table, quoting=csv.QUOTE_ALL),
    }


def _attempt(student: Student, time: str, text: str, *, is_typed: bool = False) -> dict[str, str]:
    """Return the files of an attempt: its receipt, and what was handed in."""
    stem = f"{TITLE}_{student.login}_attempt_{time}"
    day, clock = time[:10], time[11:].replace("-", ":")
    file = "homework.md"
    files = "There are no attached files." if is_typed else f"\tOriginal filename: {file}\n\tFilename: {stem}_{file}"
    typed = text if is_typed else "There is no student submission text data for this assignment."
    receipt = (
        f"Name: {student.first} {student.last} ({student.login})\nAssignment: {TITLE}\nDate Submitted: {day} {clock}\n"
        f"Current Grade: Needs Grading\n\nSubmission Field:\n{typed}\n\n"
        f"Comments:\nThere are no student comments for this assignment.\n\nFiles:\n{files}\n"
    )
    return {f"{stem}.txt": receipt} | ({} if is_typed else {f"{stem}_{file}": text})


def gradescope() -> dict[str, bytes]:
    """Return the zip of Export Submissions, and the roster of the course."""
    submissions = {
        "submission_287654301/homework.md": RIGHT,
        "submission_287654302/homework.md": WITH_MISTAKES,
        "submission_287654303/homework.md": SECOND_TRY,
        "submission_287654304/hw.md": OF_ANOTHER,
    }
    times = ("2026-10-05 19:58:10", "2026-10-05 23:59:00", "2026-10-05 18:15:30", "2026-10-05 21:40:00")
    authors = zip(submissions, (ZOE, MING, JURGEN, ANN), times, strict=True)
    listed = "".join(
        f"{path.partition('/')[0]}:\n  :submitters:\n  - :name: {each.first} {each.last}\n    :sid: '{each.number}'\n"
        f"    :email: {each.email}\n  :created_at: {time}.000000000 Z\n  :score: 0.0\n  :status: processed\n"
        for path, each, time in authors
    )
    folder = "assignment_5512345_export"
    files = {f"{folder}/{path}": text for path, text in submissions.items()}
    files[f"{folder}/submission_metadata.yml"] = f"---\n{listed}"
    header = ["First Name", "Last Name", "SID", "Email", "Role", "Sections"]
    rows = [[each.first, each.last, each.number, each.email, "Student", "ML1"] for each in STUDENTS]
    staff = ["Ada", "Osei", "", "aosei@uni.example", "Instructor", ""]
    return {SUBMISSIONS: zipped(files), "roster.csv": csv_of([header, *rows, staff], line_end="\n")}


def zipped(files: dict[str, str]) -> bytes:
    """Return a zip of texts, with the same time for all of them."""
    buffer = BytesIO()
    with ZipFile(buffer, "w") as archive:
        for name, text in files.items():
            entry = ZipInfo(name, (2026, 10, 6, 8, 0, 0))
            entry.create_system = 3  # as on Linux, wherever this runs
            archive.writestr(entry, text)  # not compressed, because each version of zlib gives other bytes
    return buffer.getvalue()


def csv_of(table: list[list[object]], *, line_end: str = "\r\n", quoting: int = csv.QUOTE_MINIMAL) -> bytes:
    """Return a table as CSV."""
    file = StringIO()
    csv.writer(file, lineterminator=line_end, quoting=quoting).writerows(table)
    return file.getvalue().encode()


def files() -> dict[str, bytes]:
    """Return all files by their paths below this folder."""
    makers = {"canvas": canvas, "moodle": moodle, "blackboard": blackboard, "gradescope": gradescope}
    return {f"{name}/{file}": data for name, make in makers.items() for file, data in make().items()}


def main() -> None:
    """Write all files."""
    for path, data in files().items():
        (HERE / path).parent.mkdir(exist_ok=True)
        (HERE / path).write_bytes(data)


if __name__ == "__main__":
    main()
