"""The wrong answers that a question has: those of its known mistakes, and others that earn credit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from checker.diagnosis.values import Value
from checker.kinds import Tolerance, flatten
from checker.marking.mark import Status, mark
from checker.marking.question import Question
from checker.marking.result import Result
from checker.marking.told import told
from checker.problems import Part
from checker.reading.show import nest


def wrong_answers(question: Question, most_pairs: int = 0) -> list[tuple[Value, Result]]:
    """Return the other answers that earn credit or that mistakes explain, by what they earn and how likely they are.

    They are those of single mistakes, and of pairs up to `most_pairs` answers.
    """
    part, found, seen = question.part, list[tuple[Value, Result]](), {flatten(question.truth)}
    for value in _other_values(question, most_pairs):
        if value in seen:
            continue
        seen.add(value)
        shape, numbers = value
        if not (question.index.whole or question.index.is_coded):  # else 1,800 could be read as 1.8
            numbers = tuple(float(each) if type(each) is int else each for each in numbers)
        outcome = mark(part.answer_kind.show(nest(shape, numbers), None, rounded(part, value[1])), question)
        if outcome.points is None or outcome.status is Status.CORRECT:
            continue
        if outcome.points or (outcome.diagnosis and outcome.diagnosis.explanations):
            found.append((value, told(outcome, "explain", is_graded=True)))
    return sorted(found, key=lambda each: -(each[1].outcome.points or 0))


def _other_values(question: Question, most_pairs: int) -> Iterator[Value]:
    """Yield the values of accepted answers, of single mistakes, and of pairs while they are few."""
    part, runs = question.part, question.index.runs
    yield from (flatten(each.value) for each in part.rules.accepted)
    singles = sorted(runs.singles, key=lambda run: -runs.prior(run.mistakes))
    pairs = runs.pairs[: most_pairs - len(singles)] if most_pairs > len(singles) else []
    yield from (run.values[part.step] for run in (*singles, *pairs) if part.step in run.values)


def rounded(part: Part, numbers: Sequence[Any]) -> Tolerance:
    """Return the tolerance of a wrong answer: where whole numbers are asked for, others may be rounded."""
    is_whole = all(isinstance(each, int) for each in numbers)
    return part.tolerance if part.tolerance.rule != "exact" or is_whole else Tolerance.default(whole=False)
