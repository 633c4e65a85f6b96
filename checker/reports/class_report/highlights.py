"""The most important facts of a report, for who has a minute."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from checker.grading.grader.mark import TOO_COARSE, UNEXPLAINED
from checker.notation.words import counted
from checker.reports.class_report.model import AssignmentReport, Suspicion

FEWEST_QUESTIONS: Final = 3
"""Minimum number of questions with the same wrong answer, or the same mistake, to be worth a sentence."""

FEWEST_DIGITS: Final = 3
"""Minimum number of digits of such an answer: short numbers are wrong answers to many questions by chance."""

MOST: Final = 2
"""Maximum number of mistakes, and of answers, that are named."""


def highlights(assignments: Sequence[AssignmentReport], suspicions: Sequence[Suspicion]) -> Iterator[str]:
    """Yield the facts in a sentence each."""
    for each in assignments:
        everyone = each.handed_in + each.absent
        mean = f" They have {each.spread.mean:.0%} of the points on average." if each.spread else ""
        where = f"{each.title}: " if len(assignments) > 1 else ""
        yield f"{where}{each.handed_in} of {counted(everyone, 'student')} handed in.{mean}"
    if questions := {each.question for each in suspicions}:
        yield f"{counted(len(questions), 'question')} may have a wrong key: check it before you give the grades out."
    waiting = sum(each.waiting for each in assignments)
    if waiting:
        answers = "answer waits" if waiting == 1 else "answers wait"
        yield f"{waiting:,} {answers} for a person. Until then they count 0."
    yield from _repeated_mistakes(assignments)
    yield from _repeated_answers(assignments)


def _repeated_mistakes(assignments: Sequence[AssignmentReport]) -> Iterator[str]:
    """Yield the mistakes that come again in other questions."""
    numbers: Counter[str] = Counter()
    questions: Counter[str] = Counter()
    for each in (mistake for assignment in assignments for row in assignment.questions for mistake in row.mistakes):
        if each.label not in {UNEXPLAINED, TOO_COARSE} and not each.label.endswith("?"):
            numbers[each.label] += each.number
            questions[each.label] += 1
    for label, number in sorted(numbers.items(), key=lambda item: (-item[1], item[0]))[:MOST]:
        if questions[label] >= FEWEST_QUESTIONS:
            yield f"A mistake in {questions[label]} questions: {label} ({counted(number, 'answer')})."


def _repeated_answers(assignments: Sequence[AssignmentReport]) -> Iterator[str]:
    """Yield the unexplained answers that are given to several questions."""
    numbers: Counter[str] = Counter()
    questions: Counter[str] = Counter()
    for each in (cluster for assignment in assignments for cluster in assignment.clusters if not cluster.is_known):
        if sum(map(str.isdigit, each.answer)) >= FEWEST_DIGITS:
            numbers[each.answer] += each.number
            questions[each.answer] += 1
    for answer, number in sorted(numbers.items(), key=lambda item: (-item[1], item[0]))[:MOST]:
        if questions[answer] >= FEWEST_QUESTIONS:
            yield (
                f"The same wrong answer to {questions[answer]} questions: {answer} ({counted(number, 'time')}). "
                "Is it a placeholder?"
            )
