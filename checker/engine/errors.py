"""Errors by who can fix them: the author of a problem, the student, or whoever runs a command.

Any other exception is a fault of this program.  It is reported as one, and never as a wrong answer or as 0 points.
`INVALID_RUN` lists the errors of a solver's run with mistakes that do not fit the question.
"""

from __future__ import annotations

from typing import Final

INVALID_RUN: Final = (ValueError, ArithmeticError, IndexError)
"""Errors of a run whose mistakes do not fit the question or each other.  Any other is a fault of this program."""


class UserError(Exception):
    """Raised for a fault that the user of a command can fix.  The command prints the text and ends with exit code 2."""

    code = "usage"
    """What is wrong, for scripts: the command line, or a file."""


class ParameterError(ValueError):
    """Raised by solvers for impossible parameters.

    `checker.problems` adds the file, line and column of the problem file.
    """

    def __init__(self, parameter: str, problem: str, path: tuple[str | int, ...] = ()) -> None:
        super().__init__(f"{parameter} {problem}")
        self.parameter = parameter
        self.problem = problem
        self.path = path or (parameter,)
        """The place of the fault in the parameters: a parameter, then an entry of it."""

    def __reduce__(self) -> tuple[type[ParameterError], tuple[object, ...]]:
        """Return what makes it again in another process."""
        return type(self), (self.parameter, self.problem, self.path)


class UnreadableAnswer(Exception):  # noqa: N818 - not an error of the program: the name of a verdict
    """Raised for an answer that cannot be read or can be read in two ways.  The message is for the student."""

    def __init__(self, message: str, place: int | None = None, problem: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        """The 0-based place in the answer where reading failed, if it is known."""
        self.problem = problem or f"cannot be read: {message}"
        """The problem without the text itself, for the author of an expression."""

    @classmethod
    def of(cls, quoted: str, problem: str, place: int | None = None) -> UnreadableAnswer:
        """Return the error about a text, which the message quotes before the problem."""
        return cls(f'"{quoted}" {problem}', place, problem)
