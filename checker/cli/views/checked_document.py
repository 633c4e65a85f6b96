"""A checked document on the screen: each answer with its place and its verdict, then what was not answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from checker.cli.views import screen
from checker.cli.views.layout import Style, labelled
from checker.cli.views.reading import head, notes
from checker.notation.text import brief

if TYPE_CHECKING:
    from checker.cli.checked_document import CheckedAnswer, CheckedQuestion
    from checker.cli.student_documents import ReadDocuments

COUNTED: Final = {
    "correct": "correct",
    "carried": "correct given earlier answers",
    "partial": "partly correct",
    "too_coarse": "with too few digits",
    "incorrect": "incorrect",
    "unreadable": "not readable",
    "needs_review": "for a person",
    "error": "not graded",
    "not_answered": "not answered",
}


def lines(read: ReadDocuments, checked: Sequence[CheckedQuestion], style: Style) -> list[str]:
    """Return the results of a student's document as text; a question without an answer is only named."""
    shown: list[str] = []
    missing: list[str] = []
    for question in checked:
        problem, answers = question.problem, question.answers
        given = [each for each in answers if each.outcome.status != "not_answered"]
        if given:
            places = {each.answer.part: _found(each) for each in given}
            shown += screen.check(problem, [each.outcome for each in given], style, places)
            shown += _working(question, style)
        else:
            missing.append(" ".join(filter(None, (problem.label, problem.id))))
    rows = [("Not answered", ", ".join(missing)), ("Answers", _counts(checked))]
    found = [*head(read, style), *notes(read, style), *shown, *([] if style.plain else [""]), *labelled(rows, style)]
    return [line for before, line in pairwise(["-", *found]) if line or before]  # one blank line in a row


def _working(question: CheckedQuestion, style: Style) -> list[str]:
    """Return the lines of working that are not right, where no answer tells them."""
    rows = [("Working", f"{place}: {fault}") for place, _, fault in question.remarks()]
    return ["", *labelled(rows, style)] if rows else []


def _found(checked: CheckedAnswer) -> str:
    """Return the place of an answer, and the line there."""
    evidence = checked.answer.evidence
    if not evidence or checked.answer.doubt:
        return ""
    return f"Found in {evidence[0].place}: {brief(evidence[0].text)}"


def _counts(checked: Sequence[CheckedQuestion]) -> str:
    counts = Counter(each.outcome.shown_status for question in checked for each in question.answers)
    return ", ".join(f"{counts[status]} {words}" for status, words in COUNTED.items() if counts[status])
