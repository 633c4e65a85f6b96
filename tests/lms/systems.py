"""Downloads and gradebooks of one assignment as each system makes them, and what its importer makes of the upload."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from tests.lms import downloads as built
from tests.lms.importers import blackboard as blackboard_importer
from tests.lms.importers import canvas as canvas_importer
from tests.lms.importers import moodle_worksheet as moodle_importer
from tests.lms.importers import tables

TITLE = "Homework 1"
OLD = "3.5"
"""What everybody has in another assignment."""


class Person(NamedTuple):
    number: int
    first: str
    last: str

    @property
    def login(self) -> str:
        return f"u{self.number}"

    @property
    def email(self) -> str:
        return f"{self.login}@uni.example"


class Work(NamedTuple):
    """A file that somebody handed in."""

    who: Person
    text: str
    file: str = "hw.yaml"
    time: str = "2026-10-05-12-00-00"
    is_late: bool = False


Points = Mapping[int, float]
"""By the number of a person."""


class System(NamedTuple):
    format: str
    download: Callable[[Sequence[Work]], dict[str, str]]
    gradebook: Callable[[Sequence[Person]], bytes]
    new_points: Callable[[bytes, Sequence[Person]], Points]
    """Return what the importer changes; fail if it is anything but grades of this assignment."""
    column: int
    """The place of the column of grades in the gradebook."""
    of_ids: Callable[[Sequence[str]], bytes]
    """Return a gradebook as UTF-8, without marks, in which the students have these ids, harmless or not."""


def canvas_file(work: Work, attachment: int) -> str:
    stem = built.canvas_stem(f"{work.who.last}, {work.who.first}", str(work.who.number), late=work.is_late)
    return f"{stem}_{attachment}_{built.canvas_file(work.file)}"


def _canvas_download(works):
    return {canvas_file(work, 90_000 + place): work.text for place, work in enumerate(works)}


def _canvas_gradebook(people):
    header = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", f"{TITLE} (11)", "Other (12)", "Final Score"]
    possible = ["    Points Possible", "", "", "", "", "15.00", "10.00", "(read only)"]
    rows = [[_sortable(each), each.number, f"S{each.number}", each.login, "A", "", OLD, "88"] for each in people]
    return tables.written([header, possible, *rows])


def _sortable(person):
    return f"{person.last}, {person.first}"


def _canvas_points(data, people):
    known = [canvas_importer.Person(each.number, _sortable(each), f"S{each.number}", each.login) for each in people]
    scores = {(each.number, 12): OLD for each in people}
    changes = canvas_importer.changes(data, canvas_importer.Course(known, {11: TITLE, 12: "Other"}, scores))
    assert {assignment for _, assignment in changes} <= {11}
    return {person: float(score) for (person, _), score in changes.items()}


def _moodle_download(works):
    return {f"{built.moodle_prefix(_full(work.who), str(work.who.number))}/{work.file}": work.text for work in works}


def _full(person):
    return f"{person.first} {person.last}"


def _moodle_gradebook(people):
    header = ["Identifier", "Full name", "Email address", "Status", "Grade", "Maximum grade", "Grade can be changed"]
    header += ["Last modified (submission)", "Last modified (grade)", "Feedback comments"]
    rows = [
        [f"Participant {each.number}", _full(each), each.email, "Submitted", "", "15.00", "Yes", "-", "-", "<p>hi</p>"]
        for each in people
    ]
    return tables.written([header, *rows], line_end="\n")


def _moodle_points(data, people):
    comments = {each.number: "<p>hi</p>" for each in people}
    assignment = moodle_importer.Assignment({each.number for each in people}, 15.0, comments=comments)
    grades, changed_comments = moodle_importer.imported(data, assignment)
    assert changed_comments == {}
    return grades


def blackboard_file(work: Work) -> str:
    return f"{TITLE}_{work.who.login}_attempt_{work.time}"


def _blackboard_download(works):
    files = {}
    for work in works:
        stem = blackboard_file(work)
        files[f"{stem}_{work.file}"] = work.text
        files[f"{stem}.txt"] = (
            f"Name: {_full(work.who)} ({work.who.login})\nAssignment: {TITLE}\nDate Submitted: Monday, October 5, 2026"
            " 12:00:59 PM CEST\nCurrent Grade: Needs Grading\n\nSubmission Field:\nThere is no student submission text"
            f" data for this assignment.\n\nFiles:\n\tOriginal filename: {work.file}\n\tFilename: {stem}_{work.file}\n"
        )
    return files


def _blackboard_gradebook(people):
    header = ["Last Name", "First Name", "Username", "Student ID", "Last Access", "Availability"]
    header += [f"{TITLE} [Total Pts: 15 Score] |11", "Other [Total Pts: 10 Score] |12"]
    rows = [[each.last, each.first, each.login, each.number, "-", "Yes", "Needs Grading", OLD] for each in people]
    return tables.written([header, *rows], delimiter="\t", encoding="utf-16", quoting=csv.QUOTE_ALL)


def _blackboard_points(data, people):
    cells, new_columns = blackboard_importer.uploaded(data)
    assert new_columns == []
    assert {cells[each.login, "12"] for each in people} == {OLD}
    found = {each.number: cells[each.login, "11"] for each in people}
    return {number: float(text) for number, text in found.items() if text != "Needs Grading"}


def _canvas_of_ids(ids):
    header = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", f"{TITLE} (1)"]
    rows = [[f"{each}, X", each, "", "", each, ""] for each in ids]
    return tables.written([header, ["    Points Possible", "", "", "", "", "3"], *rows], encoding="utf-8")


def _blackboard_of_ids(ids):
    header = ["Last Name", "First Name", "Username", "Student ID", "Last Access", "Availability"]
    rows = [[each, each, each, "", "", "Yes", ""] for each in ids]
    return tables.written([[*header, f"{TITLE} [Total Pts: 3 Score] |1"], *rows], encoding="utf-8")


def _moodle_of_ids(ids):
    header = ["Identifier", "Full name", "Email address", "Status", "Grade", "Maximum grade", "Grade can be changed"]
    rows = [[each, each, "", "Submitted", "", "3.00", "Yes", ""] for each in ids]
    return tables.written([[*header, "Feedback comments"], *rows], encoding="utf-8")


SYSTEMS = {
    "canvas": System("canvas", _canvas_download, _canvas_gradebook, _canvas_points, 5, _canvas_of_ids),
    "moodle": System("moodle-worksheet", _moodle_download, _moodle_gradebook, _moodle_points, 4, _moodle_of_ids),
    "blackboard": System(
        "blackboard", _blackboard_download, _blackboard_gradebook, _blackboard_points, 6, _blackboard_of_ids
    ),
}
"""By name, each system whose gradebook is filled in, for the tests of all of them; see also `tests/doors`."""
