"""`open_cases`: the answers that wait for a reviewer, as cases, with the pages of the students' files to look at."""

from __future__ import annotations

import re
import threading
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from checker.document import DocumentError
from checker.grading.course import AssignmentColumns, GradeColumn
from checker.grading.output import review
from checker.grading.reviews.decisions import question_digest
from checker.grading.store import Standing, Store
from checker.grading.student_feedback import GradedProblems
from checker.grading.submissions import walk_hand_ins
from checker.grading.submissions.model import HandIn
from checker.grading.submissions.read import loaded_hand_in
from checker.grading.submissions.walk import opened
from checker.lms.students import Student
from checker.marking.result import NEEDS_A_PERSON
from checker.marking.solution import expected_answer
from checker.problems import ProblemError
from checker.text.packaged import extra
from checker.writeups.formats import DocumentUnreadable, is_picture, limit_of, picture_of

GONE: Final = "This file is not where it was when it was graded: {}"
CHANGED: Final = "This file changed since it was graded; grade again"

PAGE: Final = re.compile(r"page ([1-9][0-9]{0,4})\b")
PICTURE: Final = re.compile(r".*, picture ([1-9][0-9]{0,4})")
"""The place of a picture in a file of a word processor, whose pages nobody draws."""

MOST_PAGES: Final = 40
"""Maximum number of pages of a case that are shown."""


class NotShown(Exception):  # noqa: N818 - not an error of the program
    """Raised where a page cannot be shown as a picture; the message says why."""


class OriginalPage(NamedTuple):
    """A page of a file that a student handed in."""

    path: str
    """The path of the hand-in in the store."""
    content: str
    """The digest of the hand-in: another one is not what was graded."""
    file: str
    """The name of the file in the hand-in."""
    number: int

    @property
    def title(self) -> str:
        """Return what the page is called: the file, and the page's number unless the file is a photograph."""
        if is_picture(self.file):
            return self.file
        return f"{self.file}, {'page' if self.file.lower().endswith('.pdf') else 'picture'} {self.number}"


class Originals:
    """Draws pages of the hand-ins in the folder of submissions that was graded."""

    def __init__(self, store: Store, assignments: Collection[str]) -> None:
        """Find the files; `assignments` are the names of folders of submissions that are assignments."""
        last = store.inputs.last()
        self._folder = last[0] if last else ""
        self._root = str((store.path.parent.resolve() / self._folder).resolve())
        self._assignments = assignments
        self._lock = threading.Lock()
        self._picture = lru_cache(64)(self._drawn)

    def picture(self, page: OriginalPage) -> bytes:
        """Return a page as a JPEG picture.

        Raise NotShown if its file is gone or has changed, or cannot be drawn.
        """
        with self._lock:
            return self._picture(page)

    @cached_property
    def _hand_ins(self) -> dict[str, HandIn]:
        found = walk_hand_ins(self._root, self._assignments) if Path(self._root).exists() else ()
        return {each.key: each for each in found if isinstance(each, HandIn)}

    def _drawn(self, page: OriginalPage) -> bytes:
        hand_in = self._hand_ins.get(page.path.removeprefix(f"{self._folder}/"))
        file = next((each for each in hand_in.files if each.key == page.file), None) if hand_in else None
        if hand_in is None or file is None:
            raise NotShown(GONE.format(page.file))
        try:
            with opened(self._root, self._assignments) as tree:
                if loaded_hand_in(hand_in, tree).digest.hex() != page.content:
                    raise NotShown(CHANGED)
                data = tree.contents(file.path, limit_of(file.path))
            return picture_of(data, page.number)
        except DocumentError as error:
            raise NotShown(f"This file {error.message}") from None
        except DocumentUnreadable as error:
            raise NotShown(error.message) from None
        except ModuleNotFoundError:
            raise NotShown(f"showing pages needs {extra('web')}") from None


class OpenQuestion(NamedTuple):
    """A group of equal answers to one question, on which a reviewer decides at once."""

    group: str
    problem: str
    part: str | None
    name: str
    prompt: str
    points: float
    expected: str
    reason: str
    answer: tuple[str, ...]
    """The lines of the answer; none where none was found."""
    digest: str
    """Digest of the question that a decision keeps: the decision ends if its numbers or its right answer change."""
    hints: tuple[str, ...]
    """What may be the answer and where it is, sentences that match the rubric, and what is wrong with the working."""


class Case(NamedTuple):
    """What is decided on one web page: one question, or all questions on one student's scanned pages."""

    assignment: str
    students: list[Student]
    pages: tuple[OriginalPage, ...]
    questions: tuple[OpenQuestion, ...]

    @property
    def id(self) -> str:
        """Return the id of the case: the review group of its first question."""
        return self.questions[0].group


def open_cases(store: Store, problems: GradedProblems) -> list[Case]:
    """Return all cases that wait for a decision, in the order of the files of results.

    Equal answers of several students are one case, and so are all answers on the same scanned pages of one student.
    """
    found: dict[object, Case] = {}
    students: dict[str, list[Student]] = {}
    for standing in store.history.standings():
        assignment = problems.assignments.get(standing.assignment)
        if assignment is None or not standing.waiting:
            continue
        for group, column, record, reason in _waiting(standing, assignment, store):
            if group in students:
                students[group].append(standing.who)
                continue
            students[group] = [standing.who]
            pages = tuple(_pages(standing, record))
            places = record.get("candidates", ()) or record.get("evidence", ())
            is_scan = pages and not record["given"] and len(pages) == len(places)
            key = (standing.assignment, standing.who.id, pages) if is_scan else group
            case = found.get(key) or Case(assignment.title or assignment.name, students[group], pages, ())
            question = _question(group, column, record, reason, problems.problems[column.id], standing.student)
            found[key] = case._replace(questions=(*case.questions, question))
    return list(found.values())


def _waiting(
    standing: Standing, assignment: AssignmentColumns, store: Store
) -> Iterator[tuple[str, GradeColumn, Mapping[str, Any], str]]:
    """Yield (group, column, record, reason) for each answer of a student that waits and has a group to decide."""
    marks = standing.marks[: len(assignment.columns)]
    cells, records = store.marks.cells(marks), store.marks.fields(marks)
    for mark, column in zip(marks, assignment.columns, strict=False):
        if (cell := cells.get(mark)) is None or cell.status not in NEEDS_A_PERSON:
            continue
        if cell.group and column.part and column.index not in assignment.settled:
            yield cell.group, column, records[mark], cell.label


def _pages(standing: Standing, record: Mapping[str, Any]) -> Iterator[OriginalPage]:
    """Yield the pages on which the answer is, or may be, once each."""
    seen: set[tuple[str, int]] = set()
    for each in (*record.get("candidates", ()), *record.get("evidence", ())):
        file = each.get("file", "")  # a sentence of an essay that matches its rubric has none
        form = PAGE if is_picture(file) or file.lower().endswith(".pdf") else PICTURE
        number = form.match(each.get("where", "")) if file else None
        if number and (place := (file, int(number[1]))) not in seen and len(seen) < MOST_PAGES:
            seen.add(place)
            yield OriginalPage(standing.path, standing.content, *place)


def _question(  # noqa: PLR0913, PLR0917 - everything that is known about it
    group: str, column: GradeColumn, record: Mapping[str, Any], reason: str, problem: Any, student: str
) -> OpenQuestion:
    """Return a question as a person sees it, with the numbers of this student."""
    expected = ""  # where the student's numbers are not known any more, and of essays
    try:
        problem = problem.of_student(student)
        part = problem.part(column.part_id)
        expected = "" if part.answer_kind.needs_person else expected_answer(part)
    except ProblemError:
        pass
    view = review.view_of_record(record, column)
    return OpenQuestion(
        group,
        column.id,
        column.part_id,
        column.name,
        problem.prompt,
        column.points or 0.0,
        expected,
        reason,
        tuple(review.answer_lines(view)),
        question_digest(column.part) if column.part else "",
        (*view.candidates, *review.rubric_lines(view), *view.remarks),
    )
