"""The Python interface, `check` and `check_parts`: check answers to a problem, without the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from checker.engine.memory import Memory
from checker.marking.parts import Questions
from checker.marking.result import Result
from checker.marking.told import LEVELS, told
from checker.problems import Problem
from checker.reading.from_program import EXPECTED, as_text

_questions: Memory[int, Questions] = Memory(32)
"""By the identity of a problem, which its questions keep alive."""


def check(problem: Problem, answer: Any, part: str | None = None, *, feedback: str = "explain") -> Result:
    """Return the result of one answer to a problem, or to one of its parts.

    The answer is a text, a number, or a list, tuple or array of them.  Raises LookupError if the problem has no such
    part, ValueError for an unknown level of feedback, and TypeError for an answer of another type, a list that holds
    itself too.  Any other exception is a fault of ours.
    """
    if isinstance(answer, Mapping):
        raise TypeError(f"{EXPECTED}, not {type(answer).__name__}; `check_parts` takes answers by their parts")
    return _checked(problem, {part: answer}, feedback)[part]


def check_parts(problem: Problem, answers: Mapping[str, Any], *, feedback: str = "explain") -> dict[str, Result]:
    """Return the results of a student's answers to parts of a problem, marked together.  Raise what `check` does."""
    return _checked(problem, answers, feedback)


_Part = TypeVar("_Part", bound=str | None)


def _checked(problem: Problem, answers: Mapping[_Part, Any], feedback: str) -> dict[_Part, Result]:
    if feedback not in LEVELS:
        raise ValueError(f"feedback is one of {', '.join(LEVELS)}, not {feedback!r}")
    given = {problem.part(part).id: as_text(answer) for part, answer in answers.items()}
    outcomes = _questions.get(id(problem), lambda: Questions(problem)).mark(given)
    return {part: told(outcomes[part], feedback) for part in answers}
