"""Decisions that could not be applied, each with the reason: none is dropped silently."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from difflib import get_close_matches
from typing import Final

from checker.grading.decisions import Met
from checker.grading.issues import GradingIssue
from checker.grading.reviews import Decision, Reviews
from checker.notation.words import did_you_mean, is_near, shortened
from checker.problems import Finding

MOST_SOUGHT: Final = 20
"""Unknown students of whom is looked for who was meant."""

CHANGED: Final = "the answer has changed since"


def unapplied(
    reviews: Reviews, met: Met, students: Collection[str], is_twice: Callable[[Decision, str], bool]
) -> Iterator[GradingIssue]:
    """What is wrong in the files, then the decisions that met no answer, or another one than was decided on."""
    for finding in reviews.findings:
        yield GradingIssue(None, _place(finding), finding.message)
    sought = 0
    for number, decision in enumerate(reviews.decisions):
        student: str | None = decision.student or None
        concerned = [decision.student] if decision.student else met.decisions.get(number, [])
        if concerned and all(is_twice(decision, each) for each in concerned):
            why = f"{' and '.join(map(shortened, concerned))} handed in more than once, and nobody knows which is meant"
        elif number in met.changed and not (decision.student and number in met.held):  # of several hand-ins in one
            student, why = met.changed[number], CHANGED
        elif number in met.decisions:
            continue
        elif decision.group:
            why = f"no answer that needs a person is in the group {shortened(decision.group)} any more"
        elif decision.student in students:
            why = f"{shortened(decision.student)} handed in nothing that it belongs to"
        else:
            sought += 1
            found = get_close_matches(decision.student, students, 1) if sought <= MOST_SOUGHT else ()
            near = [each for each in found if is_near(decision.student, each)]
            why = f"there is no student {shortened(decision.student)}{did_you_mean(decision.student, near)}"
        asked = f"{decision.problem}.{decision.part}" if decision.part else decision.problem
        yield GradingIssue(student, decision.place, f"A decision on {asked} is not applied: {why}")


def _place(finding: Finding) -> str:
    return ":".join(str(part) for part in finding[:3] if part is not None)
