"""Two families of errors, by who can mend them.

An author mends `ParameterError` (and the located findings of problem.py); a student mends `UnreadableAnswer`.
Any other exception is a fault of ours, and is shown as one: never as a wrong answer or as zero points.
"""

from __future__ import annotations

from typing import Final

INVALID_RUN: Final = (ValueError, ArithmeticError, IndexError)
"""How a run may end whose mistakes do not fit the question or each other; any other exception is a fault of ours.

A mistake that may fail alone is declared in `may_fail` of its solver: so a fault of ours in any other is found.
"""


class ParameterError(ValueError):
    """A question's parameters are impossible.  Raised by solvers; problem.py adds file, line and column."""

    def __init__(self, parameter: str, problem: str, path: tuple[str | int, ...] = ()) -> None:
        super().__init__(f"{parameter} {problem}")
        self.parameter = parameter
        self.problem = problem
        self.path = path or (parameter,)
        """Where it stands among the parameters: that of an entry leads into one."""


class UnreadableAnswer(Exception):  # noqa: N818 - not an error of the program: the name of a verdict
    """An answer cannot be read, or can be read in two ways.  The message is for the student who wrote it."""

    def __init__(self, message: str, place: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        """Where in the answer reading stumbled (0-based), if that is known."""
