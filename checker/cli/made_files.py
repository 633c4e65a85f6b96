"""The files that commands make from the grades: the store keeps with which command, so that `forget` can name both."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import click
from click.core import ParameterSource

from checker.cli.views import terminal

if TYPE_CHECKING:
    from checker.grading.store import Store

DEFAULT: Final = Path("results")
RENEWED: Final = "The pages in {} are written again: some answers have another explanation, or another grade."
OUTDATED: Final = "The pages in {} are of before. `{}` writes them again."
UNKNOWN: Final = "`checker forget` will not know {}: {}"


def remember(store: Store, results: Path, made: Path, assignment: str | None) -> None:
    """Keep in the store which command made a file, so that `forget` can say how to make it again."""
    from checker.grading.results.identity import relative_to_results
    from checker.grading.store import MadeFile, StoreError

    context = click.get_current_context()
    words: list[str | list[str]] = [context.info_name or ""]
    for option in context.command.params:
        is_typed = context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
        if isinstance(option, click.Option) and is_typed:
            value = context.params[option.name or ""]
            words.append(option.opts[0])
            if not option.is_flag:
                words.append([relative_to_results(value, results)] if isinstance(value, Path) else str(value))
    try:
        with store.transaction():
            store.made.save(MadeFile(relative_to_results(made, results), assignment, words))
    except StoreError as error:
        terminal.note(UNKNOWN.format(made, error))


class Commands(NamedTuple):
    """The commands that make files again, as they have to be typed here."""

    usual: dict[str, str]
    """By the name of a file or folder in the results."""
    others: dict[Path, str]
    """By path, for files under a name that the user chose."""


def commands(store: Store, results: Path, usual: Mapping[str, str]) -> Commands:
    """Return the commands by what they make; `usual` has those of files that nothing is known about."""
    is_one_of_several = len({each.assignment for each in store.history.standings()}) > 1
    found = Commands({name: _typed(words.split(), results) for name, words in usual.items()}, {})
    for made in store.made.all():
        words = ["checker", *(each if isinstance(each, str) else _here(each[0], results) for each in made.command)]
        if is_one_of_several and made.assignment is not None and "--assignment" not in words:
            words += ["--assignment", made.assignment]
        if made.path in usual:
            found.usual[made.path] = _typed(words, results)
        else:
            path = results / made.path
            found.others[Path(os.path.normpath(path)) if ".." in path.parts else path] = _typed(words, results)
    return found


def _typed(words: Sequence[str], results: Path) -> str:
    return shlex.join([*words, *([] if results == DEFAULT else [os.fspath(results)])])


def _here(path: str, results: Path) -> str:
    from checker.grading.results.identity import relative_to_results

    return relative_to_results(Path(os.path.realpath(results), path), Path())


def renew_pages(results: Path) -> None:
    """Write the pages of feedback again with the command that wrote them, if there are any."""
    from checker.cli.results_folder import opened
    from checker.reports.names import FEEDBACK

    if not (results / FEEDBACK).is_dir():
        return
    with opened(results) as store:
        command = commands(store, results, {FEEDBACK: "checker feedback"}).usual[FEEDBACK]
    program = click.get_current_context().find_root().command
    with redirect_stdout(StringIO()):  # which has the summary of the run, perhaps for a script
        code = program.main(shlex.split(command)[1:], standalone_mode=False)
    terminal.note(RENEWED.format(results / FEEDBACK) if not code else OUTDATED.format(results / FEEDBACK, command))
