"""Options and exit codes that several commands share, and how they load problems, assignments and rosters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from checker.cli import output
from checker.engine.errors import UserError
from checker.text.words import did_you_mean, shortened

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from checker.lms.students import Roster
    from checker.problems import Problem, ProblemFolder
    from checker.solvers.registry import Solver


RIGHT: Final = 0
USAGE: Final = 2
UNGRADED: Final = 3
FAULT: Final = 4


def worst(codes: Iterable[int]) -> int:
    """Return the most important exit code: 4, 2, 3, 1, 0 in this order."""
    return max(codes, key=(RIGHT, 1, UNGRADED, USAGE, FAULT).index, default=RIGHT)


_Command = TypeVar("_Command", bound=Callable[..., Any])


def command(*examples: str, **settings: Any) -> Callable[[Callable[..., Any]], click.Command]:
    """Return a decorator that makes a command of a function; its help ends with examples, each without `checker`."""
    title = "Example:" if len(examples) == 1 else "Examples:"
    return click.command(epilog="\n".join(["\b", title, *(f"  checker {each}" for each in examples)]), **settings)


def file_option(
    name: str, explanation: str, metavar: str = "FILE", default: str | None = None, **more: Any
) -> Callable[[_Command], _Command]:
    """Return a decorator that adds an option with the path of a file or folder to a command."""
    more = {"default": default, "show_default": default is not None, **more}
    return click.option(name, type=click.Path(path_type=Path), metavar=metavar, help=explanation, **more)


def typed_option(
    names: str, type_: click.ParamType[Any], default: object, explanation: str, **more: Any
) -> Callable[[_Command], _Command]:
    """Return a decorator that adds an option of this type to a command; `names` may end in that of its argument."""
    return click.option(*names.split(), type=type_, default=default, help=explanation, **{"show_default": True, **more})


results_argument = click.argument("results", type=click.Path(path_type=Path), default="results")


def use_types(context: click.Context, _: click.Parameter, value: Path | None) -> None:
    """Take the question types of --types, or else of the folder next to that of the problems, which is known by now."""
    from checker.solvers import outside

    if value and not value.is_dir():
        raise click.UsageError(f"there is no folder {value} with question types")
    problems = Path(context.params.get("problems") or "problems")
    outside.use_types(value or outside.folder_near(problems.parent if problems.is_file() else problems))


types_option = file_option(
    "--types",
    "Your question types.  [default: types, next to the problems]",
    "DIR",
    callback=use_types,
    expose_value=False,
)


def problems_option(decorated: _Command) -> _Command:
    """Add the folder of problems, and that of question types, to a command."""
    return file_option("--problems", "The folder of problems.", "DIR", "problems")(types_option(decorated))


def completed(
    words: Callable[[click.Context, Path], Iterable[str]],
) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem]]:
    """Return how a shell completes words of the problems in a folder; files where none of them fits."""

    def complete(context: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        found: list[str] = []
        with suppress(UserError):
            found = list(words(context, Path(context.params.get("problems") or "problems")))
        fitting = [CompletionItem(each) for each in dict.fromkeys(found) if each.startswith(begun)]
        return fitting or [CompletionItem(begun, type="file")]

    return complete


@completed
def complete_problems(_: click.Context, folder: Path) -> Iterable[str]:
    """Return the ids of problems."""
    from checker.problems.load import problem_files, written_id

    return sorted(written.id for path in problem_files(folder) if (written := written_id(path)))


@completed
def complete_assignments(_: click.Context, folder: Path) -> Iterable[str]:
    """Return the names of assignments."""
    from checker.problems.load import problem_files

    return [path.parent.relative_to(folder).as_posix() for path in problem_files(folder)]


@completed
def complete_types(*_: object) -> Iterable[str]:
    """Return the names of question types."""
    from checker.solvers.registry import topics

    return sorted(topics())


def _part_ids(context: click.Context, folder: Path) -> Iterable[str]:
    from checker.problems import load_problem

    problem = context.params.get("problem") or "".join(context.args[:1])  # the latter behind an option without value
    return [part.id for part in load_problem(problem, problems=folder).parts if part.id]


complete_answers = completed(lambda context, folder: [f"{part}=" for part in _part_ids(context, folder)])


def _kept(context: click.Context, option: click.Parameter, value: Any) -> None:
    """Keep how to print for `output`, so that no command has to pass it on."""
    context.meta[option.opts[0]] = value


KEPT: Final[dict[str, Any]] = {"callback": _kept, "expose_value": False}
format_option = typed_option("--format", click.Choice(["text", "json"]), "text", "Text, or JSON for scripts.", **KEPT)
plain_option = click.option("--plain", is_flag=True, help="Lines of `label: value`, as with ACCESSIBLE=1.", **KEPT)
part_option = click.option(
    "--part", metavar="ID", help="One part of a problem that has several.", shell_complete=completed(_part_ids)
)

student_option = click.option("--student", metavar="ID", help="The student whose drawn numbers are meant.")
assignment_option = click.option(
    "--assignment",
    metavar="NAME",
    help="A folder in --problems.  [default: what fits]",
    shell_complete=complete_assignments,
)
NOT_NAMED: Final = (
    "{} draws its numbers for each student. These are those of the student without an id; name one with --student."
)


def load_variant(name: str, folder: Path, student: str | None) -> Problem:
    """Return a problem as this student has it; without a student, print a note that numbers differ between students."""
    from checker.problems import load_problem

    found = load_problem(name, problems=folder, student=student or "")
    if student is None and found.variants:
        output.note(NOT_NAMED.format(found.id))
    return found


def type_of(name: str) -> Solver:
    """Return the question type with this name, hyphens allowed.  Raise UsageError if there is none."""
    from checker.solvers.registry import is_type, solver, topics

    if not is_type(type_ := name.replace("-", "_")):
        raise click.UsageError(f"{word_shown(name)} is not a question type{did_you_mean(type_, topics())}")
    return solver(type_)


def problem_folders(problems: Path, name: str | None, suggested: Sequence[str] = ()) -> dict[str, ProblemFolder]:
    """Return the assignments in a folder, or that of a `name`, or the first `suggested` one.  Raise UsageError."""
    from checker.problems import load_problems
    from checker.problems.load import problem_files

    if problems.is_file():
        raise click.UsageError(f"--problems {problems} is a file; name the folder that it is in")
    names = dict.fromkeys(path.parent.relative_to(problems).as_posix() for path in problem_files(problems))
    if not names:
        raise click.UsageError(f"there are no problem files in {problems}")
    if name is not None and (name := name.rstrip("/")) not in names:
        raise click.UsageError(f"{word_shown(name)} is not an assignment in {problems}{did_you_mean(name, names)}")
    if name is None:
        name = next((each for each in suggested if each in names), None)
    if name is None:
        return dict(load_problems(problems, extensions=False).assignments)
    return {name: replace(load_problems(problems / name, extensions=False).assignments[""], name=name)}


def whole_folder(problems: Path, name: str) -> ProblemFolder:
    """Return the assignment with this name.  Raise ProblemError if one of its files has errors, and UsageError."""
    from checker.problems import ProblemError

    (folder,) = problem_folders(problems, name).values()
    if folder.broken:
        raise ProblemError(finding for broken in folder.broken for finding in broken.findings)
    return folder


def read_roster_of(path: Path, folders: Iterable[ProblemFolder]) -> Roster:
    """Return the students on a roster, and print a note on how it was read.  Raise UserError."""
    from checker.lms.roster import roster_of

    roster = roster_of(path, folders)
    if roster.note:
        output.note(f"{path} {roster.note}.")
    return roster


def word_shown(word: str) -> str:
    """Return a word of the command line for a message: short, printable, and `""` if it is empty."""
    return shortened(word) or '""'
