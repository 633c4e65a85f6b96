"""Gradescope: its downloads, and grades as its autograder takes them.  Its roster has usual headings.

A download: `submission_287654321/homework.md`, a folder for each submission, and `submission_metadata.yml`:

    submission_287654321:
      :submitters:
      - :name: Ana Lee
        :sid: '1042'
        :email: ana@uni.edu
      :created_at: 2026-10-05 13:12:07.123456789 Z

Grades: a results.json for each submission, as an autograder writes it.  Gradescope takes a file without a score for a
failed autograder.  So a submission with an answer that is still to review has the points so far as its score, and
students see nothing of the result until the instructor publishes the grades.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from checker.document import DocumentError, ListNode, MappingNode, parse_document
from checker.document.entries import answer_text
from checker.document.tables import writable
from checker.document.tree import decode
from checker.lms.gradebooks import Exported, ExportRequest, GradebookForm, Notes, StudentGrade, rounded, steps
from checker.lms.names import safe_names
from checker.lms.students import Student, Submitted
from checker.lms.system import Owner, Parts, System

NAME: Final = "gradescope"
_SUBMISSION: Final = re.compile(r"submission_(?P<id>[0-9]{6,})")  # `submission_2` is a student's second try


def owner_of(parts: Parts) -> Owner | None:
    """Return the owner of a file in a download."""
    found = next(filter(None, map(_SUBMISSION.fullmatch, parts[:-1])), None)
    return Owner(found["id"]) if found else None


# Ruby writes the list: its keys are symbols, and the results of an autograder, of any size, have tags.  So only the
# lines on students and times are read as YAML; no others are looked at.

LIST: Final = "submission_metadata.yml"
_ENTRY: Final = re.compile(r"""^["']?submission_([0-9]+)["']?:[ \t]*$""", re.MULTILINE)
_WANTED: Final = re.compile(r"^  :(?:submitters|created_at):.*\n(?:(?:  [ -].*)?\n)*", re.MULTILINE)
"""A key of a submission, and what is deeper; a list may begin as far left as its key."""


def submitted(data: bytes, parts: Parts) -> tuple[dict[str, Submitted], str]:
    """Return who handed in each submission, and what is wrong with the list.  Raise DocumentError."""
    found: dict[str, Submitted] = {}
    wrong = ""
    _, *pieces = _ENTRY.split("\n".join((*decode(data, parts[-1]).splitlines(), "")))
    for number, entry in zip(pieces[::2], pieces[1::2], strict=True):
        try:
            node = parse_document("".join(_WANTED.findall(entry)), source=parts[-1])
        except DocumentError as error:
            wrong = wrong or f"submission_{number} cannot be read: {error.message}"
            continue
        submitters = node.get(":submitters") if isinstance(node, MappingNode) else None
        students = []
        for each in submitters.items if isinstance(submitters, ListNode) else ():
            if isinstance(each, MappingNode):
                name, sid, email = (answer_text(each.get(key)).strip() for key in (":name", ":sid", ":email"))
                students += [Student(sid or email, name, email)] if sid or email else []
        if isinstance(node, MappingNode) and students:
            found[number] = Submitted(tuple(students), answer_text(node.get(":created_at")))
    return found, wrong or ("" if found else "names no students")


def export(request: ExportRequest) -> Exported:
    """Return a JSON file for each student who handed something in, as an autograder writes results.json."""
    notes = Notes()
    grades = [grade for grade in request.grades if grade.handed_in]
    for grade in request.grades:
        if not grade.handed_in:
            notes.add(f"No file, because {grade.why_missing}", grade.student.shown)
        elif _waits(grade):
            hidden = "Hidden from the student until grades are published, because an answer is still to review"
            notes.add(hidden, grade.student.shown)
    names = safe_names(grade.student.id for grade in grades)
    documents = {grade.student.id: json.dumps(_results(grade), ensure_ascii=False, indent=2) for grade in grades}
    files = {f"{names[id_]}.json": f"{document}\n".encode() for id_, document in documents.items()}
    return Exported(files, notes.listed(), steps(NAME), len(grades))


def _waits(grade: StudentGrade) -> bool:
    return grade.points is None or grade.is_provisional or any(each.points is None for each in grade.questions)


def _results(grade: StudentGrade) -> dict[str, Any]:
    tests = [
        {
            "name": _text(each.title or each.name),
            "name_format": "text",
            **({} if each.points is None else {"score": rounded(each.points)}),
            "max_score": rounded(each.max_points),
            "output": _text(each.message or ("An instructor will grade this answer." if each.points is None else "")),
            "output_format": "text",
        }
        for each in grade.questions
    ]
    return {
        "score": rounded(grade.so_far if grade.points is None else grade.points),
        "output": _text(grade.comment),
        "output_format": "text",
        "visibility": "after_published" if _waits(grade) else "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
    }


def _text(words: str) -> str:
    return writable("\n".join(words.splitlines()))


SYSTEM: Final = System(
    NAME,
    owner_of,
    lambda owners: len({owner.id for owner in owners}) > 1,
    lists_owners=lambda parts: parts[-1] == LIST and owner_of(parts) is None,
    submitted=submitted,
    gradebooks=(GradebookForm(NAME, export, new=NAME, is_folder=True),),
)
