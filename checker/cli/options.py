"""Options and exit codes that several commands share, and how they load problems.

`file_option`, `choice_option` and others make options. `word_shown` and `suggestion` are for messages on wrong words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

if TYPE_CHECKING:
    from checker.problems import Problem
    from checker.questions.registry import Solver


SCHEMA: Final = "checker.check/1"

RIGHT: Final = 0
NOT_RIGHT: Final = 1
USAGE: Final = 2
UNGRADED: Final = 3
FAULT: Final = 4

PRECEDENCE: Final = (RIGHT, NOT_RIGHT, UNGRADED, USAGE, FAULT)
CODES: Final = {
    "correct": RIGHT,
    "too_coarse": NOT_RIGHT,
    "carried": NOT_RIGHT,
    "partial": NOT_RIGHT,
    "incorrect": NOT_RIGHT,
    "unreadable": UNGRADED,
    "not_answered": UNGRADED,
    "needs_review": UNGRADED,
    "error": FAULT,
}


def exit_code(status: str) -> int:
    """Return the exit code for a status of a result, such as 1 for `incorrect`."""
    return CODES[status]


def worst(codes: Iterable[int]) -> int:
    """Return the most important exit code: 4, 2, 3, 1, 0 in this order."""
    return max(codes, key=PRECEDENCE.index, default=RIGHT)


_Command = TypeVar("_Command", bound=Callable[..., Any])


def folder_option(name: str, default: str, explanation: str) -> Callable[[_Command], _Command]:
    """Return a decorator that adds an option with a folder to a command."""
    return file_option(name, explanation, "DIR", default=default, show_default=True)


def file_option(name: str, explanation: str, metavar: str = "FILE", **more: Any) -> Callable[[_Command], _Command]:
    """Return a decorator that adds an option with the path of a file or folder to a command."""
    return click.option(name, type=click.Path(path_type=Path), metavar=metavar, help=explanation, **more)


def choice_option(
    names: str, choices: Iterable[str], default: str, explanation: str, **more: Any
) -> Callable[[_Command], _Command]:
    """Return a decorator that adds an option with one of several words to a command.

    `names` is the option, perhaps with the name of its argument after a space: `--format format_`.
    """
    more = {"show_default": True, **more}
    return click.option(*names.split(), type=click.Choice(list(choices)), default=default, help=explanation, **more)


def number_option(
    name: str, least: int, most: int | None, default: int | None, explanation: str, **more: Any
) -> Callable[[_Command], _Command]:
    """Return a decorator that adds an option with a whole number from `least` to `most` to a command."""
    more = {"show_default": True, "metavar": "N", **more}
    return click.option(name, type=click.IntRange(least, most), default=default, help=explanation, **more)


problems_option = folder_option("--problems", "problems", "The folder in which problems are found by id.")
format_option = choice_option(
    "--format format_", ["text", "json"], "text", "Text for people, or one JSON object for scripts."
)
plain_option = click.option(
    "--plain", is_flag=True, help="Print lines of `label: value`, for screen readers. ACCESSIBLE=1 does the same."
)
part_option = click.option("--part", metavar="ID", help="One part of a problem that has several.")


student_option = click.option(
    "--student", metavar="ID", help="The student whose numbers are meant, where the problem draws them for each."
)
roster_option = file_option(
    "--roster", "The students, as for grade: the document's student is known by any id or email address there."
)
NOT_NAMED: Final = (
    "{} draws its numbers for each student. These are those of the student without an id; name one with --student."
)


def load_variant(name: str, folder: Path, student: str | None) -> Problem:
    """Return a problem as this student has it; without a student, print a note that numbers differ between students."""
    from checker.cli.views import terminal

    found = load(name, folder, student=student or "")
    if student is None and found.variants:
        terminal.note(NOT_NAMED.format(found.id))
    return found


def load(
    name: str, folder: Path, *, without: Sequence[str] = (), only_below: bool = False, student: str = ""
) -> Problem:
    """Load the problem from this file, or with this id below the folder; keys in `without` are skipped.

    It is the variant of a student.  With `only_below` no file outside the folder is opened.  Raise ProblemError for a
    file with errors, and UsageError if there is no such problem.
    """
    from checker.problems import NoProblemError, find_below, find_problem, load_problem

    find = find_below if only_below else find_problem
    try:
        return load_problem(find(name, folder), without=without).of_student(student)
    except NoProblemError as error:
        raise click.UsageError(str(error)) from None


def type_of(name: str) -> Solver:
    """Return the question type with this name, hyphens allowed.  Raise UsageError if there is none."""
    from checker.questions.registry import solver, topics

    known = topics()
    if (type_ := name.replace("-", "_")) not in known:
        raise click.UsageError(f"{word_shown(name)} is not a question type{suggestion(type_, list(known))}")
    return solver(type_)


def part_ids(problem: Problem) -> list[str]:
    """Return the ids of a problem's parts; empty if it is a single question."""
    return [part.id for part in problem.parts if part.id is not None]


def check_part(problem: Problem, part: str | None) -> None:
    """Raise UsageError if the problem has no part with this id."""
    if part is None or part in (ids := part_ids(problem)):
        return
    if not ids:
        raise click.UsageError(f"{problem.id} has no parts; leave out the part {word_shown(part)}")
    raise click.UsageError(f"{word_shown(part)} is not a part of {problem.id}{suggestion(part, ids)}")


def word_shown(word: str) -> str:
    """Return a word of the command line for a message: short, printable, and `""` if it is empty."""
    from checker.text.words import shortened

    return shortened(word) or '""'


def suggestion(word: str, known: Sequence[str]) -> str:
    """Return the end of a message on an unknown word: `; did you mean total?`, or the known words if none is near."""
    from checker.text.words import did_you_mean

    return did_you_mean(word, known)
