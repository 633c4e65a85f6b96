"""Reads what an export to a learning management system needs from the store: assignments, grades and warnings.

It warns of files that could not be read, of problems that changed, and of keys that differ from the solver's answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from checker.engine.errors import UserError
from checker.grading.store import Standing, Store
from checker.grading.student_feedback import StudentFeedback
from checker.lms.gradebooks import QuestionGrade, StudentGrade
from checker.problems import question_name
from checker.text.words import did_you_mean, shortened

NOT_READ: Final = (
    "{} could not be read, or its id is unclear, and it may hold the answers of students who handed nothing else in."
    " They get no grade, and no 0, until you fix or remove it and grade again: {}."
)
LOOK: Final = "Look at these in needs-review.md before you upload, whatever grade they have: {}."


class NoSuchAssignment(UserError):  # noqa: N818 - the name of a state
    """Raised where an assignment has no grades, or several have and one must be named; the message lists them."""


class GradedAssignment(NamedTuple):
    """An assignment that has grades."""

    name: str
    title: str
    parts: tuple[tuple[str, str | None, str, float | None], ...]
    """By column: the problem, the part, its title and what it is worth."""


def graded_assignments(store: Store) -> list[GradedAssignment]:
    """Return the assignments that have grades.  Raise NoSuchAssignment if there are none."""
    used = {each.assignment for each in store.history.standings()}
    known = {key: value for key, value in store.history.assignments().items() if key in used}
    if not known:
        raise NoSuchAssignment("there are no grades in these results yet; run `checker grade`")
    return [
        GradedAssignment(name, about["title"] or name, tuple(map(tuple, about["parts"])))
        for name, about in known.items()
    ]


def graded_assignment(store: Store, name: str | None) -> GradedAssignment:
    """Return the assignment with this name or title, or the only one.  Raise NoSuchAssignment."""
    known = graded_assignments(store)
    found = [each for each in known if name in {None, each.name, each.title}]
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(shortened(each.name) for each in found)
        several = f"several assignments{'' if name is None else ' with this title'}"
        raise NoSuchAssignment(f"these results hold {several}; name one with --assignment: {names}")
    advice = did_you_mean(name or "", [each.name for each in known])
    raise NoSuchAssignment(f"there is no assignment {shortened(name or '')} in these results{advice}")


def problems_changed(store: Store, assignment: GradedAssignment, versions: Mapping[str, str]) -> list[str]:
    """Return the problems whose version of today, in `versions`, neither the last run nor any graded answer had.

    Some answers may stay graded by an older version: where grades must not go down, or the folder is gone.
    """
    last = store.history.assignments()[assignment.name].get("versions", {})
    graded: dict[str, set[str]] = {problem: {version} for problem, version in last.items()}
    for key in store.marks.keys({mark for each in _standings(store, assignment) for mark in each.marks}).values():
        graded.setdefault(key.problem, set()).add(key.version)
    return sorted(problem for problem, found in graded.items() if versions.get(problem) not in found)


def _standings(store: Store, assignment: GradedAssignment) -> list[Standing]:
    """Return the grades of an assignment as a list: an open query would keep `checker grade` from writing."""
    return [each for each in store.history.standings() if each.assignment == assignment.name]


def noted(store: Store, assignment: GradedAssignment) -> list[str]:
    """Return sentences to print with an export: whose file could not be read, and who has other things to review."""
    hidden: dict[str, list[str]] = {}
    others = []
    for each in _standings(store, assignment):
        if each.file and not each.path:
            hidden.setdefault(each.file, []).append(each.who.shown)
        elif each.issues:
            others.append(each.who.shown)
    found = [NOT_READ.format(shortened(file), "; ".join(names)) for file, names in hidden.items()]
    return [*found, LOOK.format("; ".join(others))] if others else found


def keys_that_differ(store: Store, assignments: Iterable[GradedAssignment]) -> list[tuple[str, str]]:
    """Return the questions whose key differs from the solver's answer, each with a warning to print.

    Of a question that was graded in several folders of submissions, the last run counts.
    """
    wanted = {(problem, part) for each in assignments for problem, part, _, _ in each.parts}
    found = []
    for _, run in store.history.last_runs():
        keys = {(each["problem"], each["part"]): each["message"] for each in run.summary.get("keys_that_differ", ())}
        graded = {
            (each["problem"], each["part"]) for sheet in run.summary["assignments"] for each in sheet["questions"]
        }
        found += [(question_name(*each), message) for each, message in keys.items() if each in wanted]
        wanted -= graded
    return found


def student_grades(
    store: Store,
    assignment: GradedAssignment,
    feedback: StudentFeedback | None,
    *,
    provisional: bool = False,
    missing_as_zero: bool = False,
) -> list[StudentGrade]:
    """Return the grades of all students in an assignment, in the order of the gradebook.

    A total with an answer still waiting is blank, unless it is `provisional`; so is that of somebody who handed nothing
    in, unless it is `missing_as_zero`.  `feedback`: None if no question is wanted.
    """
    found = []
    for standing in _standings(store, assignment):
        points: float | None = standing.points
        if not standing.path:  # what could not be read is not missing
            points = 0.0 if missing_as_zero and not standing.issues else None
        elif standing.waiting and not provisional:
            points = None
        questions = tuple(_questions(store, standing, assignment, feedback)) if feedback and standing.path else ()
        found.append(
            StudentGrade(
                standing.who,
                points,
                standing.max_points,
                questions,
                standing.late_reason,
                handed_in=bool(standing.path),
                is_unread=bool(not standing.path and standing.issues),
                is_provisional=bool(standing.waiting),
                so_far=standing.points,
            )
        )
    return found


def _questions(
    store: Store, standing: Standing, assignment: GradedAssignment, feedback: StudentFeedback
) -> list[QuestionGrade]:
    """Return the grade of each question with the feedback that the student may read, but for dropped questions."""
    marks = standing.marks[: len(standing.counted)]
    found_records = store.marks.fields(marks)
    records = [found_records[mark] for mark in marks]
    by_question = {(problem, part): (title, most) for problem, part, title, most in assignment.parts}
    found = []
    for record, points, answer in zip(
        records, standing.counted, feedback(standing.student, records, feedback.graded(marks, store)), strict=True
    ):
        if points is None and record["points"] is not None:
            continue
        title, most = by_question.get((record["problem"], record["part"]), ("", record["max_points"]))
        name = question_name(record["problem"], record["part"])
        title = f"{title} ({record['part']})" if title and record["part"] is not None else title
        found.append(QuestionGrade(name, title, points, most or 0.0, record["status"], answer.message))
    return found
