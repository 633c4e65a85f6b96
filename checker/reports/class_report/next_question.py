"""The question to ask the class next: it tells apart what may have led to the wrong answers to the hardest one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from checker.diagnosis.mistakes import Mistake, Mistakes
from checker.diagnosis.next_question import OpenExplanation
from checker.marking.next_question import in_words, questions_about
from checker.problems import Problem, QuestionKey, question_name

MOST_LEFT: Final = 12
"""Maximum number of explanations that are told apart, likeliest first."""


def next_question(hardest: QuestionKey, left: Sequence[OpenExplanation], problems: Mapping[str, Problem]) -> str:
    """Return what to ask next, as a sentence; empty where no question tells the explanations of wrong answers apart."""
    id_, part_id = hardest
    problem = problems.get(id_)
    part = next((each for each in problem.parts if each.id == part_id), None) if problem else None
    if problem is None or part is None:
        return ""
    found = questions_about(problem, part, left, problems.values())
    if not found:
        return ""
    asked = in_words(found[0], part)
    return (
        f"The hardest question is {question_name(*hardest)}. To tell apart what led to its wrong answers, ask {asked}."
    )


def left_open(wrong: Iterable[tuple[int, Mapping[str, Any]]]) -> Sequence[OpenExplanation]:
    """Return the explanations of some wrong answers, each with its expected number of students as its share.

    `wrong`: the records of the answers, each with the number of its students.
    """
    shares: Counter[Mistakes] = Counter()
    for number, record in wrong:
        for each in record["explanations"]:
            if mistakes := tuple(_mistake(one) for one in each["mistakes"]):
                shares[mistakes] += number * each["share"]
    return [OpenExplanation(*each) for each in shares.most_common(MOST_LEFT)]


def _mistake(record: Mapping[str, Any]) -> Mistake:
    point, _, option = record["id"].rpartition(".")
    return Mistake(point, option, record["where"] or "")
