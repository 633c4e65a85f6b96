"""Decisions that could not be applied, each with the reason.  None is dropped silently."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from difflib import get_close_matches
from typing import Final

from checker.grading.grader.issues import GradingIssue
from checker.grading.left_out import LeftOut
from checker.grading.reviews.decisions import MatchedDecisions
from checker.grading.reviews.read import Decision, Reviews
from checker.notation.words import did_you_mean, is_near, shortened
from checker.problems import question_name

MOST_ADVISED: Final = 20
"""Maximum number of unknown students for whom similar ids are searched."""

CHANGED: Final = "the answer has changed since"
NO_ANSWERS: Final = "{} handed nothing in, or nothing that could be read; decide once there is something"
NOT_THERE: Final = (
    "no answer that needs a person is in the group {}. The answer has changed since, or the decision is about another "
    "class; --reviews names the folder of decisions"
)


def unapplied(  # noqa: PLR0913, PLR0917 - everything that a decision may be about
    reviews: Reviews,
    matched: MatchedDecisions,
    students: Collection[str],
    has_conflict: Callable[[Decision, str], bool],
    left_out: LeftOut,
    without_answers: Collection[str] = (),
) -> Iterator[GradingIssue]:
    """Yield the errors in review files, then the decisions that matched no answer or one that has changed.

    One on an answer that only students gave who are `left_out` needs nobody.  `without_answers`: students of whom no
    answer is known, because they handed nothing in or it could not be read.
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
            student, why = matched.changed[number], CHANGED
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
