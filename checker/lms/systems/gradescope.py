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
from collections.abc import Iterator, Sequence
from typing import Any, Final

from checker.document import DocumentError, Mapping, parse_document
from checker.document import Sequence as SequenceNode
from checker.document.entries import answer_text
from checker.document.tree import decode
from checker.lms.gradebooks import (
    UNSCALED,
    Exported,
    ExportRequest,
    Gradebook,
    Notes,
    StudentGrade,
    rounded,
    steps,
)
from checker.lms.names import safe_names
from checker.lms.students import Student, Submitted
from checker.lms.system import Owner, OwnerKey, System
from checker.lms.tables import writable
from checker.text.steering import escaped_in_json

NAME: Final = "gradescope"
SUBMISSION: Final = re.compile(r"submission_(?P<id>[0-9]{6,})")  # `submission_2` is a student's second try


def owner_of(parts: Sequence[str]) -> Owner | None:
    """Return the owner of a file in a download."""
    for place, folder in enumerate(parts[:-1], 1):
        if found := SUBMISSION.fullmatch(folder):
            return Owner(NAME, found["id"], "", "/".join(parts[place:]))
    return None


# Ruby writes the list: its keys are symbols, and the results of an autograder, of any size, have tags.  So only the
# lines on students and times are read as YAML; no others are looked at.

LIST: Final = "submission_metadata.yml"
ENTRY: Final = re.compile(r"""["']?submission_(?P<id>[0-9]+)["']?:[ \t]*""")
KEY: Final = re.compile(r"  (?P<key>:?[\w-]+):(?:[ \t]+(?P<value>.*))?")
"""A key of a submission; what is deeper belongs to its value."""
WANTED: Final = (":submitters", ":created_at")


def submitted(data: bytes, parts: Sequence[str]) -> tuple[dict[OwnerKey, Submitted], str]:
    """Return who handed in each submission, and what is wrong with the list.  Raise DocumentError."""
    found: dict[OwnerKey, Submitted] = {}
    wrong = ""
    for number, lines in _blocks(decode(data, parts[-1]).splitlines()):
        try:
            node = parse_document("\n".join(lines), source=parts[-1])
        except DocumentError as error:
            wrong = wrong or f"submission_{number} cannot be read: {error.message}"
            continue
        if isinstance(node, Mapping) and (students := tuple(_students(node))):
            found[number, "", ()] = Submitted(students, answer_text(node.get(":created_at")))
    return found, wrong or ("" if found else "names no students")


def _blocks(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the number of each submission, and its lines on students and time."""
    block: list[str] = []
    number, is_wanted = "", False
    for line in lines:
        if line[:1] not in {"", " "}:
            if block:
                yield number, block
            top = ENTRY.fullmatch(line)
            number, block, is_wanted = (top["id"] if top else ""), [], False
        elif number:
            if line[2:3] not in {"", " ", "-"}:  # a list may begin as far left as its key
                key = KEY.fullmatch(line)
                is_wanted = key is not None and key["key"] in WANTED
            if is_wanted:
                block.append(line)
    if block:
        yield number, block


def _students(node: Mapping) -> Iterator[Student]:
    """Yield the students of a submission who have an id or an email address."""
    submitters = node.get(":submitters")
    for each in submitters.items if isinstance(submitters, SequenceNode) else ():
        if isinstance(each, Mapping):
            name, sid, email = (answer_text(each.get(key)).strip() for key in (":name", ":sid", ":email"))
            if sid or email:
                yield Student(sid or email, name, email)


TO_REVIEW: Final = "An instructor will grade this answer."
HIDDEN: Final = "Hidden from the student until grades are published, because an answer is still to review"


def export(request: ExportRequest) -> Exported:
    """Return a JSON file for each student who handed something in, as an autograder writes results.json."""
    notes = Notes()
    for grade in request.grades:
        if not grade.handed_in:
            notes.add(grade.why_missing("No file, because {}"), grade.student.shown)
        elif _waits(grade):
            notes.add(HIDDEN, grade.student.shown)
    if request.scale:
        notes.add(UNSCALED)
    grades = [grade for grade in request.grades if grade.handed_in]
    names = safe_names(grade.student.id for grade in grades)
    files = {}
    for grade in grades:
        document = escaped_in_json(json.dumps(_results(grade), ensure_ascii=False, indent=2))
        files[f"{names[grade.student.id]}.json"] = f"{document}\n".encode()
    return Exported(files, notes.listed(), steps(NAME), len(grades))


def _waits(grade: StudentGrade) -> bool:
    """Return whether a person has yet to decide on the total or on any question."""
    return grade.points is None or grade.is_provisional or any(each.points is None for each in grade.questions)


def _results(grade: StudentGrade) -> dict[str, Any]:
    """Return a result; a test without a score is only information."""
    tests = [
        {
            "name": _text(each.title or each.name),
            "name_format": "text",
            **({} if each.points is None else {"score": rounded(each.points)}),
            "max_score": rounded(each.max_points),
            "output": _text(each.message) or (TO_REVIEW if each.points is None else ""),
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
    r"""Return a text with `\n` at the ends of lines, and with control characters made visible."""
    return writable(words.replace("\r\n", "\n").replace("\r", "\n"))


SYSTEM: Final = System(
    NAME,
    owner_of,
    lambda owners: len({owner.id for owner in owners}) > 1,
    lists_owners=lambda parts: parts[-1] == LIST and owner_of(parts) is None,
    submitted=submitted,
    gradebooks=(Gradebook(NAME, export, new=NAME, is_folder=True),),
)
