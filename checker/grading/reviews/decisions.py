"""Applies reviewers' decisions to answers, instead of what was found automatically; the record says so.

Where decisions disagree, the answer waits.  `unapplied` lists the decisions that fit no answer.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Final

from checker.grading.course import GradeColumn
from checker.grading.grader.graded_source import GradingIssue
from checker.grading.grader.mark import Mark, fingerprint, short_hash
from checker.grading.left_out import LeftOut
from checker.grading.reviews.read import Decision, Reviews
from checker.marking.result import dumps
from checker.marking.solution import expected_value
from checker.problems import Part, question_name
from checker.text.words import did_you_mean, is_near, shortened

UNDECIDED: Final = frozenset({"unreadable", "needs_review"})
"""Statuses that wait for a person anyway: a decision on one overrides nothing."""

DISAGREE: Final = "Decisions disagree: "

MOST_MATCHED_STUDENTS: Final = 20
"""Maximum number of students that are remembered for a decision."""

MOST_ADVISED: Final = 20
"""Maximum number of unknown students for whom similar ids are searched."""

CHANGED: Final = "the answer has changed since"
OTHER_QUESTION: Final = "the question's numbers or its right answer have changed since; decide again"
NO_ANSWERS: Final = "{} handed nothing in, or nothing that could be read; decide once there is something"
NOT_THERE: Final = (
    "no answer that needs a person is in the group {}. The answer has changed since, or the decision is about another "
    "class; --reviews names the folder of decisions"
)


@dataclass(slots=True)
class MatchedDecisions:
    """Which decisions were about an answer of this run; the others are reported."""

    students: dict[int, list[str]] = field(default_factory=dict)
    """The first students with such an answer."""
    changed: dict[int, tuple[str, str]] = field(default_factory=dict)
    """The first student whose answer or question has changed since the decision, and which of them has."""
    applied: set[int] = field(default_factory=set)
    """Decisions on an answer that has not changed."""


def question_digest(part: Part) -> str:
    """Return a short hash of a question's numbers and right answer, by which a decision on it knows that they changed.

    Of a text it is one of the rubric's points; the phrases in it only find sentences.  Empty where the solver fails.
    """
    try:
        if part.answer_kind.needs_person:
            return short_hash(str(part.truth))
        return short_hash(json.dumps([part.variant.key(part.step), part.key, expected_value(part)]))
    except Exception:  # noqa: BLE001 - the answers wait all the same, and the fault is reported there
        return ""


def decided(mark: Mark, column: GradeColumn, student: str, reviews: Reviews, matched: MatchedDecisions) -> Mark:
    """Return an answer's mark after a reviewer's decision; unchanged if there is none, or what it is on has changed.

    If decisions disagree, the mark waits.  What was found about each decision is added to `matched`.
    """
    numbers = reviews.numbers(student, mark.group, column.id, column.part_id)
    if not numbers or column.part is None:
        return mark
    for number in numbers:
        students = matched.students.setdefault(number, [])
        if len(students) < MOST_MATCHED_STUDENTS:
            students.append(student)
    given = " ".join(mark.fields["given"].split())
    asked = question_digest(column.part) if any(reviews.decisions[each].question for each in numbers) else ""
    applying: list[Decision] = []
    for number in numbers:
        decision = reviews.decisions[number]
        if decision.answer not in ("", given) and decision.answer.lower() != fingerprint(given):
            matched.changed.setdefault(number, (student, CHANGED))
        elif decision.question not in ("", asked):
            matched.changed.setdefault(number, (student, OTHER_QUESTION))
        else:
            applying.append(decision)
            matched.applied.add(number)
    if not applying:
        return mark
    if len({decision.points for decision in applying}) > 1:
        return _disputed(mark, column, applying, given)
    return _applied(mark, column, column.part.points, applying[0])


def may_be_decided(cell: Mark, column: GradeColumn, student: str, reviews: Reviews) -> bool:
    """Return whether there may be a decision about an answer: a quick test, since most have none."""
    question = column.id, column.part_id
    return bool(cell.group and reviews.groups.get(question)) or (student, *question) in reviews.students


def _applied(mark: Mark, column: GradeColumn, most: float, decision: Decision) -> Mark:
    """Return a mark with the points of a decision, its status by these, and the decision in its record."""
    points = decision.points
    status = "correct" if points >= most else "partial" if points else "incorrect"
    sentence = f"{decision.by} gave {points:g} of {most:g} point{'' if most == 1 else 's'}."
    review = {
        "points": points,
        "by": decision.by,
        "at": decision.at or None,
        "comment": decision.comment or None,
        "file": decision.file,
        "line": decision.line,
        "overrides": None if mark.status in UNDECIDED else {"status": mark.status, "points": mark.points},
    }
    message = f"{sentence} {decision.comment.strip()}".strip()
    fields = {"status": status, "points": points, "message": message, "review": review}
    kept = (mark.label, mark.answer) if mark.points is not None and status != "correct" else ()
    return _replaced(mark, Mark(column.index, status, points, *kept), fields)


def _disputed(mark: Mark, column: GradeColumn, decisions: Sequence[Decision], given: str) -> Mark:
    """Return the answer as one that still needs a person, who corrects one of the decisions."""
    places = ", ".join(dict.fromkeys(each.summary for each in decisions))
    reason = f"{DISAGREE}{places}. Correct one of them."
    disputed = Mark(column.index, "needs_review", None, reason, shortened(given), fingerprint(given))
    return _replaced(mark, disputed, {"status": "needs_review", "points": None, "message": reason})


def is_disputed(record: Mapping[str, Any]) -> bool:
    """Return whether an answer waits because reviewers' decisions disagree, as its record says."""
    return record["status"] == "needs_review" and str(record["message"]).startswith(DISAGREE)


def _replaced(mark: Mark, decided: Mark, fields: dict[str, Any]) -> Mark:
    """Return the mark of a decision, with these fields of the record changed.

    Its digest still tells apart answers that differed, and stays empty for a blank one.
    """
    digest = mark.digest and f"{mark.digest} {decided.status} {decided.points}"
    return decided._replace(digest=digest, record=dumps(mark.fields | fields)[1:])


def unapplied(  # noqa: PLR0913, PLR0917 - everything that a decision may be about
    reviews: Reviews,
    matched: MatchedDecisions,
    students: Collection[str],
    has_conflict: Callable[[Decision, str], bool],
    left_out: LeftOut,
    without_answers: Collection[str] = (),
) -> Iterator[GradingIssue]:
    """Yield the errors in review files, then the decisions that are not applied.

    Their answer is not there, has changed, or is one of several.  A decision on a group of only forgotten students is
    not reported.  `without_answers`: students who handed nothing in, or nothing that could be read.
    """
    for finding in reviews.findings:
        yield GradingIssue(None, finding.place, finding.message)
    advised = 0
    for number, decision in enumerate(reviews.decisions):
        student: str | None = decision.student or None
        concerned = [decision.student] if decision.student else matched.students.get(number, [])
        if concerned and all(has_conflict(decision, each) for each in concerned):
            names = " and ".join(map(shortened, concerned))
            why = f"{names} handed in different answers, and only one of them can count"
        elif number in matched.changed and not (decision.student and number in matched.applied):
            # of several hand-ins of one student, one may still have the answer that was decided on
            student, why = matched.changed[number]
        elif number in matched.students or (decision.group and left_out.has_group(decision.group)):
            continue
        elif decision.group:
            why = NOT_THERE.format(shortened(decision.group))
        elif decision.student in students:
            why = f"{shortened(decision.student)} handed in nothing that it belongs to"
        elif decision.student in without_answers:
            why = NO_ANSWERS.format(shortened(decision.student))
        else:
            advised += 1
            found = get_close_matches(decision.student, students, 1) if advised <= MOST_ADVISED else ()
            near = [each for each in found if is_near(decision.student, each)]
            why = f"there is no student {shortened(decision.student)}{did_you_mean(decision.student, near)}"
        question = question_name(decision.problem, decision.part or None)
        yield GradingIssue(student, decision.place, f"A decision on {question} is not applied: {why}")
