"""What commands have in common: options, and finding the problem that is meant."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from checker.problems import Problem
    from checker.questions.registry import Solver


_Command = TypeVar("_Command", bound=Callable[..., Any])


def folder_option(shortened: str, default: str, told: str) -> Callable[[_Command], _Command]:
    """An option that names a folder."""
    path = click.Path(path_type=Path)
    return click.option(shortened, type=path, default=default, show_default=True, metavar="DIR", help=told)


problem_argument = click.argument("problem")
problems_option = folder_option("--problems", "problems", "The folder below which a problem is found by its id.")
format_option = click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Text for people, or one JSON object for scripts.",
)
plain_option = click.option(
    "--plain",
    is_flag=True,
    help="Lines of `label: value`, for screen readers; also by ACCESSIBLE=1.",
)
part_option = click.option("--part", metavar="ID", help="One part of a problem that has several.")


class ProblemInError(click.ClickException):
    """A problem file is in error; the message has a line for each finding."""

    exit_code = 2


def load(shortened: str, folder: Path, *, without: Sequence[str] = (), only_below: bool = False) -> Problem:
    """The problem in the file of this name, or with this id below the folder; `without` are keys to pass over.

    `only_below`: no file outside of the folder is opened.  Raises ProblemInError, or UsageError where there is none.
    """
    from checker.problems import NoProblemError, ProblemError, find_below, find_problem, load_problem

    find = find_below if only_below else find_problem
    try:
        return load_problem(find(shortened, folder), without=without)
    except NoProblemError as error:
        raise click.UsageError(str(error)) from None
    except ProblemError as error:
        raise ProblemInError(str(error)) from None


def type_of(shortened: str) -> Solver:
    """The question type of this name, also as it is written in an id.  UsageError where there is none."""
    from checker.questions.registry import solver, topics

    known = topics()
    if (type_ := shortened.replace("-", "_")) not in known:
        raise click.UsageError(f"{named(shortened)} is not a question type{nearest(type_, list(known))}")
    return solver(type_)


def part_ids(problem: Problem) -> list[str]:
    """The ids of the parts; none where there is only one question."""
    return [part.id for part in problem.parts if part.id is not None]


def check_part(problem: Problem, part: str | None) -> None:
    """UsageError where the problem has no such part."""
    if part is None or part in (ids := part_ids(problem)):
        return
    if not ids:
        raise click.UsageError(f"{problem.id} has no parts; leave out the part {named(part)}")
    raise click.UsageError(f"{named(part)} is not a part of {problem.id}{nearest(part, ids)}")


def named(word: str) -> str:
    """A word of a command line in a sentence: short, printable, and seen where it is empty."""
    from checker.notation.words import shortened

    return shortened(word) or '""'


def nearest(word: str, known: Sequence[str]) -> str:
    """`; did you mean total?`, or all that there is."""
    from checker.notation.words import did_you_mean

    return did_you_mean(word, known)
