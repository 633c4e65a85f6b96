"""`Results`: what a folder of results holds, read from the files that `checker grade` published there.

Pages, exports, the report, the desk and `changes` know nothing else of a run.  Problem files are read again for prompts
and worked solutions alone (`GradedProblems`), as far as they are those that were graded.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import orjson

from checker.engine.errors import UserError
from checker.grading.members import Forgotten
from checker.grading.model import Record, question_of
from checker.grading.output_folder import is_half_published
from checker.grading.own_files import CHANGES, DOCUMENTS, RESULTS, SCHEMA, SUMMARY
from checker.grading.totals import KEPT, StudentResult
from checker.lms.gradebooks import QuestionGrade, StudentGrade
from checker.lms.students import Student
from checker.marking.mark import UNDECIDED
from checker.marking.told import told_record
from checker.problems import (
    NoProblemError,
    Problem,
    ProblemError,
    Problems,
    QuestionKey,
    load_problems,
)
from checker.solvers.outside import use_types
from checker.text.words import did_you_mean, shortened

if TYPE_CHECKING:
    from checker.grading.course import Course

About = tuple[str, str]
"""The id of an assignment, and that of a student."""

_OLDER: Final = "the results in {} are of another version of checker; grade again"


class ResultsError(UserError):
    """Raised where a folder has no results that can be read, or not those that are wanted; it says what to do."""


class GradedAssignment(NamedTuple):
    """An assignment that has grades."""

    id: str
    title: str
    about: Mapping[str, Any]
    students: Sequence[StudentResult]

    @property
    def questions(self) -> Sequence[Mapping[str, Any]]:
        """Return its questions, each with `problem`, `part`, `title`, `max_points`, a tally and its `mistakes`."""
        found: Sequence[Mapping[str, Any]] = self.about["questions"]
        return found


class GradedProblems:
    """The problem files that were graded, as far as they are there and have not changed."""

    def __init__(self, problems: Mapping[str, Problem], changed: Iterable[str], course: Course) -> None:
        self._problems = problems
        self.course = course
        """All problems in the folder, as `grade` would take them now."""
        self.changed = tuple(changed)
        """The problems that are gone, or not those that were graded."""

    def of_student(self, problem: str, student: str) -> Problem | None:
        """Return a problem with a student's numbers; None if it is not the one that was graded."""
        with suppress(KeyError, ProblemError):
            return self._problems[problem].of_student(student)
        return None


class Results:
    """Everything that a folder of results holds."""

    def __init__(self, folder: Path) -> None:
        """Read the files.  Raise ResultsError if there are none, or if they are of another version of checker."""
        self.folder = folder
        if is_half_published(folder):
            raise ResultsError(
                f"a run that writes into {folder} has not ended: wait for it, or grade again if it was interrupted"
            )
        self.summary: Mapping[str, Any] = self._read(SUMMARY)
        if not isinstance(self.summary, dict) or self.summary.get("schema") != SCHEMA:
            raise ResultsError(_OLDER.format(folder))
        for name in ("assignments", "code", "decisions", "options", "versions"):
            if name not in self.summary:
                raise self._damaged(SUMMARY, f"it has no `{name}`")

    def records(self) -> Iterator[tuple[About, Record]]:
        """Yield all records, one at a time, with the assignment and the student."""
        return self._lines(RESULTS)

    @cached_property
    def assignments(self) -> tuple[GradedAssignment, ...]:
        """Return the assignments that have grades, each with the students in the order of the gradebook."""
        records: dict[About, list[Record]] = {}
        documents: dict[About, list[Record]] = {}
        for found, lines in (
            (records, self.records()),
            (documents, self._lines(DOCUMENTS) if (self.folder / DOCUMENTS).exists() else ()),
        ):
            for about, line in lines:
                found.setdefault(about, []).append(line)
        assignments = []
        for sheet in self.summary["assignments"]:
            id_, width = sheet["assignment"], len(sheet["questions"])
            students = []
            for each in sheet["students"]:
                about = id_, each["student"]
                who = Student(about[1], each["name"], each["email"], each["section"], tuple(each["other_ids"]))
                kept: dict[str, Any] = {name: each[name] for name in KEPT}
                theirs = records.get(about, [])
                kept |= {"records": theirs[:width], "more": theirs[width:], "documents": documents.get(about, [])}
                students.append(StudentResult(assignment=id_, who=who, **kept))
            assignments.append(GradedAssignment(id_, sheet["title"] or id_, sheet, students))
        return tuple(assignments)

    def assignment(self, name: str | None) -> GradedAssignment:
        """Return the assignment with this id or title, or the only one.  Raise ResultsError, with what there is."""
        found = [each for each in self.assignments if name in {None, each.id, each.title}]
        if len(found) == 1:
            return found[0]
        if found:
            ids = ", ".join(shortened(each.id) for each in found)
            which = "" if name is None else " with this title"
            raise ResultsError(f"these results hold several assignments{which}; name one with --assignment: {ids}")
        advice = did_you_mean(name or "", [each.id for each in self.assignments])
        raise ResultsError(f"there is no assignment {shortened(name or '')} in these results{advice}")

    def keys_that_differ(self, assignments: Iterable[GradedAssignment]) -> list[tuple[str, str]]:
        """Return the questions of some assignments whose key is not the solver's answer, each with a warning."""
        wanted = {question_of(each) for one in assignments for each in one.questions}
        keys = ((question_of(each), each["message"]) for each in self.summary["keys_that_differ"])
        return [(str(key), message) for key, message in keys if key in wanted]

    @cached_property
    def changes(self) -> Sequence[Mapping[str, Any]]:
        """Return the grades that the last run changed, as changes.json has them."""
        found: Sequence[Mapping[str, Any]] = self._read(CHANGES)["changes"]
        return found

    def use_types(self) -> None:
        """Take the question types with which these results were graded."""
        if types := self.summary["options"].get("types"):
            use_types(Path(os.path.normpath(self.folder / types)))

    def problems(self, folder: Path | None = None) -> GradedProblems:
        """Return the problem files that were graded, from `folder`, or from where they were."""
        from checker.grading.course import Course

        self.use_types()
        collection = Problems({}, ())
        with suppress(NoProblemError):
            collection = load_problems(
                folder or Path(os.path.normpath(self.folder / self.summary["options"]["problems"]))
            )
        course, graded = Course(collection), self.summary["versions"]
        same = {id_: each for id_, each in collection.problems.items() if course.versions[id_] == graded.get(id_)}
        questions = (each for one in self.assignments for each in one.questions)
        asked = {each["problem"] for each in questions if each["max_points"] is not None}
        return GradedProblems(same, sorted(asked - same.keys()), course)

    def _read(self, name: str) -> Any:
        with self._errors(name):
            return orjson.loads((self.folder / name).read_bytes())

    def _lines(self, name: str) -> Iterator[tuple[About, Record]]:
        with self._errors(name), (self.folder / name).open("rb") as file:
            for line in file:
                each = orjson.loads(line)
                yield (each["assignment"], each["student"]), each

    @contextmanager
    def _errors(self, name: str) -> Iterator[None]:
        try:
            yield
        except FileNotFoundError:
            nothing = "there are no grades in {}: `checker grade` writes them there"
            has_older = (self.folder / "checker.db").exists()
            raise ResultsError((_OLDER if has_older else nothing).format(self.folder)) from None
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise self._damaged(name, error) from None

    def _damaged(self, name: str, why: object) -> ResultsError:
        return ResultsError(f"{self.folder / name} cannot be read ({why}); grade again")


class Before(NamedTuple):
    """What the last results say, to compare with."""

    records: Mapping[About, Mapping[QuestionKey, Record]]
    students: Mapping[About, Mapping[str, Any]]
    """What summary.json has of each."""
    versions: Mapping[str, str]
    """By problem, a hash of all that its author decides."""
    code: str

    @classmethod
    def of(cls, results: Results, forgotten: Forgotten) -> Before:
        """Return what is needed of the last results.

        Nothing is said of students who were forgotten since, as where `forget` was killed before it had ended.
        """
        sheets = results.summary["assignments"]
        everyone = {(sheet["assignment"], each["student"]): each for sheet in sheets for each in sheet["students"]}
        students = {about: each for about, each in everyone.items() if not forgotten.has(about[1])}
        records: dict[About, dict[QuestionKey, Record]] = {about: {} for about in students}
        for about, each in results.records():
            records.get(about, {}).setdefault(question_of(each), each)
        return cls(records, students, results.summary["versions"], results.summary["code"])


NOTHING_BEFORE: Final = Before({}, {}, {}, "")


class ChangeGroup(NamedTuple):
    """The same change of a grade for several students."""

    question: str
    change: str
    """`0 (incorrect) → 0.5 (partial)`."""
    why: str
    students: list[str]


def change_groups(changes: Iterable[Mapping[str, Any]]) -> list[ChangeGroup]:
    """Return equal changes, as changes.json has them, in groups, in the order of the first of each."""
    whys = {
        "submission": "the submission changed",
        "problem": "the problem changed",
        "review": "a decision changed",
        "dates": "the dates changed",
        "checker": "another version of checker",
    }
    found: dict[tuple[str, str, str], ChangeGroup] = {}
    for each in changes:
        question = "total" if each["problem"] is None else str(question_of(each))
        is_open = each["why"] == "review" and each["to"]["points"] is None
        why = "no decision applies now" if is_open else whys[each["why"]]
        key = question, f"{_grade(each['from'])} → {_grade(each['to'])}", why
        found.setdefault(key, ChangeGroup(*key, [])).students.append(each["student"])
    return list(found.values())


def _grade(grade: Mapping[str, Any]) -> str:
    """Return `0.5 (partial)`, `12` for a total, `to review` where a person decides, `-` where nothing was handed in."""
    status, points = grade["status"], grade["points"]
    if points is None:
        return "to review" if status in UNDECIDED else status or "-"
    shown = f"{round(points, 6):.15g}"
    return shown if status is None else f"{shown} ({status.replace('_', ' ')})"


def noted(assignment: GradedAssignment) -> list[str]:
    """Return sentences to print with an export: whose file could not be read, and who has other things to review."""
    hidden: dict[str, list[str]] = {}
    others = [each.who.shown for each in assignment.students if each.issues and (each.handed_in or not each.file)]
    for each in assignment.students:
        if each.file and not each.handed_in:
            hidden.setdefault(each.file, []).append(each.who.shown)
    found = [
        f"{shortened(file)} could not be read, or its id is unclear, and it may hold the answers of students who "
        "handed nothing else in. They get no grade, and no 0, until you fix or remove it and grade again: "
        f"{'; '.join(names)}."
        for file, names in hidden.items()
    ]
    look = "Look at these in needs-review.md before you upload, whatever grade they have"
    return [*found, f"{look}: {'; '.join(others)}."] if others else found


def student_grades(
    assignment: GradedAssignment, level: str | None, *, provisional: bool = False, missing_as_zero: bool = False
) -> list[StudentGrade]:
    """Return the grades of all students in an assignment, in the order of the gradebook.

    A total with an answer still waiting is blank, unless it is `provisional`; so is that of somebody who handed nothing
    in, unless it is `missing_as_zero`.  `level` is that of the messages for students; None if no question is wanted.
    """
    found = []
    for each in assignment.students:
        points: float | None = None if each.waiting and not provisional else each.points
        if not each.handed_in:  # what could not be read is not missing
            points = 0.0 if missing_as_zero and not each.issues else None
        grade = StudentGrade(
            each.who,
            points,
            each.max_points,
            tuple(_questions(assignment, each, level)) if level else (),
            each.late_reason,
            handed_in=each.handed_in,
            is_unread=bool(not each.handed_in and each.issues),
            is_provisional=bool(each.waiting),
            so_far=each.points,
        )
        found.append(grade)
    return found


def _questions(assignment: GradedAssignment, student: StudentResult, level: str) -> Iterator[QuestionGrade]:
    for about, record in zip(assignment.questions, student.records, strict=False):
        points, part, title = record["counted"], record["part"], about["title"]
        if points is not None or record["points"] is None:
            title = f"{title} ({part})" if title and part is not None else title
            told = told_record(record, level).message
            name, most = str(question_of(record)), about["max_points"] or 0.0
            yield QuestionGrade(name, title, points, most, record["status"], told)
