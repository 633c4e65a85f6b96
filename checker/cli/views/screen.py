"""A checked answer on the screen: how it was read, the verdict, why, where, and what to do next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from checker.cli.views.layout import Style, hanging, heading, labelled, paragraph
from checker.problems.wording import conventions_sentence

if TYPE_CHECKING:
    from checker.marking.outcome import Outcome
    from checker.problems import Part, Problem

FACES: Final = {"correct": ":)", "carried": ":)", "incorrect": ":("}
NEITHER: Final = ":|"

WORDS: Final = {
    "correct": "Correct.",
    "too_coarse": "Too few digits.",
    "carried": "Correct, given your earlier answers.",
    "partial": "Partly correct.",
    "incorrect": "Incorrect.",
    "unreadable": "Not readable.",
    "not_answered": "Not answered.",
    "needs_review": "Not graded yet: a person will look at it.",
    "error": "Not graded.",
}
"""Verdicts in words, for screen readers."""

LONGEST_QUOTE: Final = 60
FACE_COLUMN: Final = 4
NOWHERE: Final[Mapping[str | None, str]] = {}


def check(
    problem: Problem, outcomes: Sequence[Outcome], style: Style, found: Mapping[str | None, str] = NOWHERE
) -> list[str]:
    """Return the view of one answer, or of the answers to several parts; `found` says where in a document, by part."""
    parts = [problem.part(outcome.question.part) for outcome in outcomes]
    stated = list(dict.fromkeys(conventions_sentence(part.variant) for part in parts))
    shared = stated[0] if len(stated) == 1 else ""
    head = heading(problem, style)
    if shared:
        head[-1:] = [head[-1], shared] if style.plain else [*paragraph(shared, style), ""]
    pairs = zip(parts, outcomes, strict=True)
    answers = [
        line
        for part, outcome in pairs
        for line in _answer(part, outcome, style, found.get(part.id, ""), with_conventions=not shared)
    ]
    return [*head, *answers, *_not_given(problem, outcomes, style, is_whole=bool(found))]


def _answer(part: Part, outcome: Outcome, style: Style, found: str, *, with_conventions: bool) -> list[str]:
    feedback = outcome.feedback
    conventions = conventions_sentence(part.variant) if with_conventions else ""
    read, more = _read(outcome), _full(part, outcome, style)
    rows = [("Why", "\n".join(feedback.why)), ("Where", feedback.where), ("Next", feedback.next)]
    if style.plain:
        name = [f"Part: {part.id}"] if part.id else []
        headline = [feedback.headline] if outcome.status != "incorrect" else []
        return [
            *name,
            *filter(None, [conventions]),
            WORDS[outcome.shown_status],
            *headline,
            *filter(None, [read, found]),
            *labelled(rows, style),
            *more,
        ]
    head = f"{part.id}: {feedback.headline}" if part.id else feedback.headline
    indent = 2 + FACE_COLUMN
    lines = hanging(FACES.get(outcome.status, NEITHER), head, style, column=FACE_COLUMN)
    lines += [line for text in (read, found, conventions) if text for line in paragraph(text, style, indent)]
    below = labelled(rows, style, indent)
    return [*lines, "", *(([*below, ""]) if below else []), *([*more, ""] if more else [])]


def _read(outcome: Outcome) -> str:
    """Return how the answer was read: shells change `$` and `^`."""
    if outcome.reading is not None:
        return f"I read: {outcome.shown_reading}"
    given = " ".join(outcome.given.split())
    return f"You gave: {given if len(given) <= LONGEST_QUOTE else f'{given[:LONGEST_QUOTE]}...'}" if given else ""


def _full(part: Part, outcome: Outcome, style: Style) -> list[str]:
    """Return what only an instructor sees: the steps, next to the student's where these are known."""
    if outcome.question.level != "full" or outcome.status in {"correct", "needs_review"}:
        return []
    from checker.cli.views import account, solution
    from checker.marking.solution import expected_answer, steps

    counted = outcome.breakdown
    worked = account.compared_steps(part, outcome, style) or solution.shown(
        steps(part.variant, part.step), style, [part]
    )
    rows = [("Expected", expected_answer(part, outcome.question.expected_formula))]
    rows += [("Difference", account.difference(counted, style))] if counted else []
    contributions = account.contributions(outcome, counted, style) if counted else []
    return [*labelled(rows, style), *contributions, *([] if style.plain else [""]), *worked]


def _not_given(problem: Problem, outcomes: Sequence[Outcome], style: Style, *, is_whole: bool) -> list[str]:
    """Return the parts without an answer, if all were asked for (`is_whole`) or several were answered."""
    answered = {outcome.question.part for outcome in outcomes}
    missing = [part.id for part in problem.parts if part.id and part.id not in answered]
    return labelled([("Not given", ", ".join(missing))], style) if is_whole or len(outcomes) > 1 else []
