"""Gradescope: whose the files of its downloads are, its rosters, and grades as its autograder takes them.

A download: `submission_287654321/homework.md`, a folder for each submission.

Names and ids of the students are in the file `submission_metadata.yml` next to the folders.

The roster, and the grades of an assignment:

    First Name,Last Name,SID,Email,Role,Section

Grades: a results.json for each submission, as an autograder writes it.  Gradescope takes a file without a score for a
failed autograder.  So a submission with an answer that is still to review has the points so far as its score, and
students see nothing of the result until the instructor publishes the grades.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from checker.lms.gradebooks import Exported, ExportRequest, Gradebook, QuestionGrade, StudentGrade
from checker.lms.gradebooks.tables import UNSCALED, Notes, numbered, rounded, why_missing
from checker.lms.layouts import Layout, ListRule, cell, column
from checker.lms.names import Naming, Owner, safe_names
from checker.lms.spreadsheet import writable
from checker.text.steering import escaped_in_json

_SUBMISSION = re.compile(r"submission_(?P<id>[0-9]{6,})")  # `submission_2` is a student's second try


def _owner_of(parts: Sequence[str]) -> Owner | None:
    for place, folder in enumerate(parts[:-1], 1):
        if found := _SUBMISSION.fullmatch(folder):
            return Owner("gradescope", found["id"], "", "/".join(parts[place:]))
    return None


def _is_plausible(owners: Sequence[Owner]) -> bool:
    """Return whether there are at least two submissions."""
    return len({owner.id for owner in owners}) > 1


NAMING = Naming("gradescope", 2, _owner_of, _is_plausible)


def recognise(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Layout | None:  # noqa: ARG001 - as in all
    """Return the layout of a Gradescope roster, without staff; None if the list is none."""
    sid, email = column(header, ["sid"]), column(header, ["email"])
    if sid is None or email is None:
        return None
    role = column(header, ["role"])
    first, last = (column(header, [each]) for each in ("first name", "last name"))
    name = column(header, ["name", "full name"])
    return Layout(
        ids=(sid,),
        names=tuple(place for place in (first, last) if place is not None) or (() if name is None else (name,)),
        email=email,
        section=column(header, ["section", "sections", "section name"]),
        is_student=lambda row: cell(row, role).casefold() in {"", "student"},
    )


NO_SUBMISSION: Final = "No file, because {}"
TO_REVIEW: Final = "An instructor will grade this answer."
HIDDEN: Final = "Hidden from the student until grades are published, because an answer is still to review"


def export(request: ExportRequest) -> Exported:
    """Return a JSON file for each student who handed something in, as an autograder writes results.json."""
    notes = Notes()
    for grade in request.grades:
        if not grade.handed_in:
            notes.add(why_missing(NO_SUBMISSION, grade), grade.student.shown)
    grades = [grade for grade in request.grades if grade.handed_in]
    for grade in grades:
        if _waits(grade):
            notes.add(HIDDEN, grade.student.shown)
    if request.scale:
        notes.add(UNSCALED)
    steps = numbered(
        "In your autograder, find the student's file by the email address in /autograder/submission_metadata.json. With"
        " `roster: {id: Email}` in assignment.yaml, the files have these names.",
        "Copy it to /autograder/results/results.json.",
        "Grade the answers that are still to review in Gradescope.",
        "Then choose Publish Grades.",
    )
    names = safe_names(grade.student.id for grade in grades)
    files = {f"{names[grade.student.id]}.json": _document(_results(grade)) for grade in grades}
    return Exported(files, notes.listed(), steps, len(grades))


def _document(content: dict[str, Any]) -> bytes:
    return f"{escaped_in_json(json.dumps(content, ensure_ascii=False, indent=2))}\n".encode()


def _waits(grade: StudentGrade) -> bool:
    """Return whether a person has yet to decide on the total or on any question."""
    return grade.points is None or grade.is_provisional or any(each.points is None for each in grade.questions)


def _results(grade: StudentGrade) -> dict[str, Any]:
    return {
        "score": rounded(grade.so_far if grade.points is None else grade.points),
        "output": _text(grade.comment),
        "output_format": "text",
        "visibility": "after_published" if _waits(grade) else "visible",
        "stdout_visibility": "hidden",
        "tests": [_test(question) for question in grade.questions],
    }


def _test(question: QuestionGrade) -> dict[str, Any]:
    """Return a test; without a score it is only information."""
    score = {} if question.points is None else {"score": rounded(question.points)}
    return {
        "name": _text(question.title or question.name),
        "name_format": "text",
        **score,
        "max_score": rounded(question.max_points),
        "output": _text(question.message) or (TO_REVIEW if question.points is None else ""),
        "output_format": "text",
    }


def _text(words: str) -> str:
    r"""Return a text with `\n` at the ends of lines, and with control characters made visible."""
    return writable(words.replace("\r\n", "\n").replace("\r", "\n"))


LISTS = (ListRule(3, recognise),)
GRADEBOOKS = (Gradebook("gradescope", export, new="gradescope", is_folder=True),)
