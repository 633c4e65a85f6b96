"""Recognises the assignments that the store has grades of, also in renamed folders, so that none counts twice.

An assignment is known by its id: the one in its assignment.yaml, or else the name that its folder had when it was
graded first.  A folder that was renamed is recognised by its problems.  What cannot be told apart is refused.

`add_staying` adds the rows of grades that stay from earlier runs; `described` returns what the store keeps about
assignments; `relative_to_results` returns paths as the store has them.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from checker.grading.course import AssignmentColumns, Course, EarlierPart
from checker.grading.grader.mark import Mark
from checker.grading.results.course_results import CourseResults
from checker.grading.store import NO_MARK, Row, Standing, Store, StoreError
from checker.grading.versions import Versions, content_of
from checker.problems import QuestionKey
from checker.text.words import shortened

RENAMED: Final = "the problems in {here} are graded as {id}: they were in {before} before"
OTHER_DRAWS: Final = (
    "the problems in {here} were graded as {id}, and the numbers of the students were drawn by this name; write"
    " `seed: {id_name}` in assignment.yaml next to the problems, so that everybody keeps the same numbers"
)
OTHER_PROBLEMS: Final = (
    "these results hold grades for the problems in {before}, which are not those in {here}; if both are the same"
    " assignment, write `id: {id}` in assignment.yaml next to the problems, else choose another folder with --out"
)
FIXED: Final = (
    "these results know the assignment in {here} as {id}, and an id stays once it is graded; write `id: {id}` in"
    " assignment.yaml next to the problems, or choose another folder with --out"
)
SAME_PROBLEMS: Final = (
    "these results hold grades for the problems in {before}, and {here} has problems with the same ids; in"
    " assignment.yaml next to the problems write `id: {id}` if this is the same assignment, or `id: {other}` if it is"
    " another one"
)


class Identities:
    """Compares the assignments of a course with those that the store has grades of."""

    def __init__(self, course: Course, store: Store, versions: Versions, problems: str, out: str) -> None:
        """Take the folder of problems, relative to the results, and the absolute path of the results."""
        self._course = course
        self._store = store
        self._versions = versions
        self._problems = problems
        self._out = Path(out)
        graded = store.history.graded_assignments()
        self._known = {id_: about for id_, about in store.history.assignments().items() if id_ in graded}

    def adopt(self) -> list[str]:
        """Give assignments without an id the one under which the store has their grades; return what to report.

        Raise StoreError if the students would get other numbers by it.
        """
        found: dict[str, list[AssignmentColumns]] = {}
        for each in self._course.assignments.values():
            same = [id_ for id_ in self._known if self._is_same(id_, each)]
            if len(same) == 1 and not each.has_id and each.stored_name not in self._known:
                found.setdefault(same[0], []).append(each)
        taken = {each.stored_name for each in self._course.assignments.values()}
        notices = []
        for id_, some in found.items():
            if len(some) == 1 and id_ not in taken:
                if _draws_otherwise(some[0], id_):
                    raise StoreError(self._filled(OTHER_DRAWS, id_, some[0]))
                self._course.adopt(some[0], id_)
                if self._before(id_) != self._here(some[0]):
                    notices.append(self._filled(RENAMED, id_, some[0]))
        return notices

    def refuse_unclear(self, is_below: Callable[[str], bool]) -> None:
        """Raise StoreError if an assignment may be a known one with grades from elsewhere, or has got another id.

        `is_below`: whether a path is in the folder that is graded now.
        """
        for each in self._course.assignments.values():
            for id_ in self._known:
                message = self._clash(id_, each)
                is_new_id = message == FIXED and each.has_id and each.stored_name not in self._known
                if message and (is_new_id or self._has_staying_grades(id_, is_below)):
                    raise StoreError(self._filled(message, id_, each))

    def _clash(self, id_: str, each: AssignmentColumns) -> str:
        """Return why it is not clear whether an assignment is the known one with this id; empty if it is clear."""
        if id_ == each.stored_name:
            is_clear = each.has_id or self._before(id_) is None or self._is_same(id_, each)
            return "" if is_clear else OTHER_PROBLEMS
        if self._is_same(id_, each) and (not each.has_id or self._shares_problems(id_, each)):
            return FIXED
        if each.has_id or not self._shared(id_, each):
            return ""
        return SAME_PROBLEMS if self._is_gone(id_) or self._has_same_content(id_, each) else ""

    def _is_same(self, id_: str, each: AssignmentColumns) -> bool:
        """Return whether the folder is that of the known one, or has its problems while that no longer exists."""
        return self._before(id_) == self._here(each) or (self._is_gone(id_) and self._has_same_content(id_, each))

    def _shares_problems(self, id_: str, each: AssignmentColumns) -> bool:
        """Return whether an assignment has problems of the known one: their content if its own id is known too."""
        is_known = each.stored_name in self._known
        return self._has_same_content(id_, each) if is_known else bool(self._shared(id_, each))

    def _before(self, id_: str) -> str | None:
        """Return the folder of problems of a known assignment, relative to the results; None if it is not known."""
        found: str | None = self._known[id_].get("problems")
        return found

    def _here(self, each: AssignmentColumns) -> str:
        return folder_of(each, self._problems)

    def _is_gone(self, id_: str) -> bool:
        """Return whether the folder in which an assignment was graded last no longer exists, or is not known."""
        before = self._before(id_)
        return before is None or not (self._out / before).is_dir()

    def _shared(self, id_: str, each: AssignmentColumns) -> set[str]:
        """Return the ids of the problems that both have."""
        return {problem for problem, *_ in self._known[id_]["parts"]}.intersection(column.id for column in each.columns)

    def _has_same_content(self, id_: str, each: AssignmentColumns) -> bool:
        """Return whether both have a problem that says the same."""
        shared = self._shared(id_, each)
        return any((problem, content_of(self._versions.problems[problem])) in self._graded[id_] for problem in shared)

    @cached_property
    def _graded(self) -> dict[str, set[tuple[str, str]]]:
        """Return the problems of each known assignment, with their contents as they were graded."""
        marks: dict[str, set[int]] = {id_: set() for id_ in self._known}
        for each in self._store.history.standings():
            marks[each.assignment].update(each.marks)
        return {
            id_: {
                *((key.problem, content_of(key.version)) for key in self._store.marks.keys(some).values()),
                *((problem, content_of(last)) for problem, last in self._known[id_].get("versions", {}).items()),
            }
            for id_, some in marks.items()
        }

    def _has_staying_grades(self, id_: str, is_below: Callable[[str], bool]) -> bool:
        """Return whether a known assignment has grades from another folder of submissions."""
        graded = (each for each in self._store.history.standings() if each.assignment == id_)
        return any(each.path and not is_below(each.path) for each in graded)

    def _filled(self, message: str, id_: str, each: AssignmentColumns) -> str:
        names = {"id": shortened(id_), "id_name": shortened(_name(id_)), "other": shortened(each.stored_name)}
        return message.format(before=self._before(id_), here=self._here(each), **names)


def _draws_otherwise(assignment: AssignmentColumns, id_: str) -> bool:
    """Return whether draws depend on the name of a folder, which was another one when it was graded first."""
    drawing = (each.problem.variants for each in assignment.columns if each.problem and each.problem.variants)
    return any(each.has_default_seed and each.seed != _name(id_) for each in drawing)


def _name(id_: str) -> str:
    return id_.rpartition("/")[2]


def folder_of(assignment: AssignmentColumns, problems: str) -> str:
    """Return the path of an assignment's folder below the folder of problems."""
    return f"{problems}/{assignment.name}" if assignment.name else problems


def relative_to_results(path: Path, out: Path) -> str:
    """Return a path relative to the folder of results, so that both can be moved together."""
    try:
        found = os.path.relpath(os.path.realpath(path), os.path.realpath(out))
    except ValueError:  # on another drive of Windows
        found = os.path.realpath(path)
    return Path(found).as_posix()


def described(course: Course, problems: str, versions: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """Return what the store keeps about the assignments that are graded now, for the next run.

    `problems`: the folder of problems, relative to the results; `versions`: that of each problem.
    """
    return {
        each.stored_name: {
            "title": each.title,
            "problems": folder_of(each, problems),
            "top": problems,
            "rules": rules_of(each),
            "versions": {column.id: versions[column.id] for column in each.columns},
            "parts": [[column.id, column.part_id, column.title, column.points] for column in each.columns],
        }
        for each in course.assignments.values()
        if not each.is_earlier
    }


def rules_of(assignment: AssignmentColumns) -> str:
    """Return a hash of an assignment's title, dates and rules, which decide points in addition to the problems."""
    return hashlib.sha256(repr((assignment.title, assignment.settings)).encode()).hexdigest()[:16]


def add_staying(
    results: CourseResults, staying: Sequence[Standing], everyone: Iterable[Standing], store: Store
) -> list[Standing]:
    """Add the rows of students whose grades stay to the results, and their assignments to the course if it lacks them.

    Return all grades in the order of `everyone`; those that stay have their points in the order of today's columns.
    """
    course = results.course
    names = {each.stored_name: each for each in course.assignments.values()}
    known = store.history.assignments()
    in_columns: dict[tuple[str, str], Standing] = {}
    for standing in staying:
        if standing.assignment not in names:
            about = known[standing.assignment]
            parts = [(id_, EarlierPart(part, title, points)) for id_, part, title, points in about["parts"]]
            names[standing.assignment] = course.add_earlier(standing.assignment, about["title"], parts)
        if standing.marks:
            assignment = names[standing.assignment]
            questions = _by_question(standing, store)
            row = _row(assignment, standing, questions, store)
            results.rows.setdefault((row.assignment, row.student), row)
            points = tuple(questions.get((each.id, each.part_id), (NO_MARK, None))[1] for each in assignment.columns)
            in_columns[standing.assignment, standing.student] = standing._replace(counted=points)
    if staying:  # the order is the same whichever of the assignments is graded last
        course.assignments = dict(sorted(course.assignments.items(), key=lambda item: item[1].stored_name))
        places = {(each.assignment, each.student): place for place, each in enumerate(everyone)}
        stored = {name: each.stored_name for name, each in course.assignments.items()}
        results.rows = dict(sorted(results.rows.items(), key=lambda item: places[stored[item[0][0]], item[0][1]]))
    return [in_columns.get((each.assignment, each.student), each) for each in everyone]


def _by_question(standing: Standing, store: Store) -> dict[QuestionKey, tuple[int, float | None]]:
    """Return the mark and the points of each question, as they were."""
    marks = standing.marks[: len(standing.counted)]
    keys = store.marks.keys(marks)
    return {keys[mark][:2]: (mark, points) for mark, points in zip(marks, standing.counted, strict=True)}


def _row(
    assignment: AssignmentColumns,
    standing: Standing,
    questions: Mapping[QuestionKey, tuple[int, float | None]],
    store: Store,
) -> Row:
    """Return a row in the columns of today; a question that is new since then has no mark."""
    cells = store.marks.cells([mark for mark, _ in questions.values()])
    marks = tuple(questions.get((column.id, column.part_id), (NO_MARK, None))[0] for column in assignment.columns)
    found = [
        (cells[mark] if mark else Mark(0, "not_answered", None))._replace(column=column.index)
        for mark, column in zip(marks, assignment.columns, strict=True)
    ]
    others = tuple(mark for mark in standing.marks if mark not in marks)
    return Row(assignment.name, standing.who, standing.file, standing.line, tuple(found), marks, others)
