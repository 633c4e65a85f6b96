"""The Python interface: `check`, `solve` and `mistakes`; `load_problem` and `grade` are in their rooms."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, overload

from checker.engine.memory import Memory
from checker.marking.parts import Questions
from checker.marking.result import PartResults, Result
from checker.marking.told import LEVELS, told
from checker.problems import Problem, load_problem
from checker.reading.from_program import as_text

if TYPE_CHECKING:
    from checker.marking.solution import Solution

AnyProblem = Problem | str | os.PathLike[str] | Mapping[str, Any]
"""A problem, or what `load_problem` takes."""


_questions: Memory[int, Questions] = Memory(64)  # the index of a question takes up to some MB
"""By the identity of a problem, which its questions keep alive."""


@overload
def check(problem: AnyProblem, answer: Mapping[Any, Any], *, feedback: str = ...) -> PartResults: ...
@overload
def check(problem: AnyProblem, answer: Any, *, feedback: str = ...) -> Result: ...
def check(problem: AnyProblem, answer: Any, *, feedback: str = "explain") -> Result | PartResults:
    """Return the result of an answer to a problem; of a mapping from parts to answers, those of the parts.

    An answer is a text, a number, or a list, tuple or array of them.  Raise what `load_problem` raises, LookupError if
    the problem has no such part, ValueError for an unknown level of feedback, and TypeError for an answer of another
    type, a list that holds itself too.  Any other exception is a fault of ours.
    """
    if feedback not in LEVELS:
        raise ValueError(f"feedback is one of {', '.join(LEVELS)}, not {feedback!r}")
    asked = _loaded(problem)
    answers = answer if isinstance(answer, Mapping) else {None: answer}
    given = {asked.part(part, '{"PART": answer}').id: as_text(each) for part, each in answers.items()}
    outcomes = _questions.get(id(asked), lambda: Questions(asked)).mark(given)
    found = PartResults({part: told(outcomes[part], feedback) for part in given})
    return found if isinstance(answer, Mapping) else found.parts[None]


def solve(problem: AnyProblem) -> Solution:
    """Return the right answer to a problem with its worked solution.  Raise what `load_problem` raises."""
    from checker.marking.solution import Solution  # here, because checking an answer needs none of it

    asked = _loaded(problem)
    return Solution(asked, asked.parts)


def mistakes(problem: AnyProblem) -> list[Result]:
    """Return the results of the wrong answers that single known mistakes give, part by part, likeliest first."""
    from checker.marking.wrong_answers import wrong_answers

    asked = _loaded(problem)
    questions = _questions.get(id(asked), lambda: Questions(asked))
    return [result for question in questions.values() for _, result in wrong_answers(question)]


def _loaded(problem: AnyProblem) -> Problem:
    return problem if isinstance(problem, Problem) else load_problem(problem)
