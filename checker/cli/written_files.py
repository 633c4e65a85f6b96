"""Writes the files of a command whole, over any of the same name, into a folder or a zip.

`remember` records the command that made them; `remake_commands` gives it to `checker forget`, and `tell_of_old_pages`
names it after a run.
"""

from __future__ import annotations

import os
import secrets
import shlex
import stat
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import click
from click.core import ParameterSource

from checker.cli.views import terminal

if TYPE_CHECKING:
    from checker.grading.store import Store


FIRST_TIME: Final = (1980, 1, 1, 0, 0, 0)
"""The time of all entries, so that the same files give the same zip."""


def write_files(files: Mapping[str, bytes], place: Path, *, is_folder: bool) -> list[str]:
    """Write files into a folder or a zip; if not `is_folder`, a single file to `place` itself.  Raise UsageError.

    Return the names of files in the folder that end like one of these but were not written now.
    """
    refuse_irregular(files, place, is_folder=is_folder)
    try:
        if not is_folder:
            (data,) = files.values()
            _write(place, data)
        elif _is_zip(place):
            _write(place, zipped(files))
        else:
            for name, data in files.items():
                _write(place / name, data)
            suffixes = {Path(name).suffix for name in files}
            return sorted(each.name for each in place.iterdir() if each.suffix in suffixes and each.name not in files)
    except OSError as error:
        raise click.UsageError(f"cannot write {place}: {error.strerror or error}") from None
    return []


_KEPT: Final = frozenset({".yaml", ".yml", ".db"})
"""Suffixes of files that people and checker read: no export and no bank is one."""


def refuse_irregular(files: Iterable[str], place: Path, *, is_folder: bool) -> None:
    """Raise UsageError for a place where something is that must not be replaced; links are followed.

    That is what is no regular file, and a problem, a hand-in or the store of the results.
    """
    for path in [place / name for name in files] if is_folder and not _is_zip(place) else [place]:
        try:
            mode = path.stat().st_mode
        except FileNotFoundError:
            continue
        except OSError as error:
            raise click.UsageError(f"cannot write {path}: {error.strerror or error}") from None
        if not stat.S_ISREG(mode):
            what = "a folder" if stat.S_ISDIR(mode) else "no regular file"
            raise click.UsageError(f"cannot write {path}: it is {what}")
        if Path(os.path.realpath(path)).suffix.lower() in _KEPT:
            raise click.UsageError(f"cannot write {path}: it may be a problem or answers; choose another name")


def _is_zip(place: Path) -> bool:
    return place.suffix.lower() == ".zip"


def _write(path: Path, data: bytes) -> None:
    """Write a file next to its place first, so that no half of a file is ever there; a link to a file stays a link."""
    path = Path(os.path.realpath(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name[:100]}.{secrets.token_hex(8)}")
    try:
        temporary.write_bytes(data)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return the bytes of a zip with these files."""
    found = BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, FIRST_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return found.getvalue()


DEFAULT: Final = Path("results")
OLD: Final = "The pages in {} are older than these grades. `{}` writes them again."
UNKNOWN: Final = "`checker forget` will not know {}: {}"


def remember(store: Store, results: Path, made: Path, assignment: str | None) -> None:
    """Record in the store which command made a file, so that `forget` can say how to make it again."""
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


class RemakeCommands(NamedTuple):
    """For the files in a folder of results, the commands that make them again, as one types them."""

    usual: dict[str, str]
    """By the name of a file or folder in the results."""
    others: dict[Path, str]
    """By path, for files under a name that the user chose."""


def remake_commands(store: Store, results: Path, usual: Mapping[str, str]) -> RemakeCommands:
    """Return which command makes each file again.

    `usual` has the commands, without the results folder, for files without a record: {name: words}.
    """
    is_one_of_several = len({each.assignment for each in store.history.standings()}) > 1
    found = RemakeCommands({name: _command_line(words.split(), results) for name, words in usual.items()}, {})
    for made in store.made.all():
        words = [
            "checker",
            *(each if isinstance(each, str) else _from_working_directory(each[0], results) for each in made.command),
        ]
        if is_one_of_several and made.assignment is not None and "--assignment" not in words:
            words += ["--assignment", made.assignment]
        if made.path in usual:
            found.usual[made.path] = _command_line(words, results)
        else:
            path = results / made.path
            found.others[Path(os.path.normpath(path)) if ".." in path.parts else path] = _command_line(words, results)
    return found


def _command_line(words: Sequence[str], results: Path) -> str:
    """Return a command as one types it, with the folder of results unless it is the default."""
    return shlex.join([*words, *([] if results == DEFAULT else [os.fspath(results)])])


def _from_working_directory(path: str, results: Path) -> str:
    """Return a path that is relative to the results, relative to the working directory."""
    from checker.grading.results.identity import relative_to_results

    return relative_to_results(Path(os.path.realpath(results), path), Path())


def tell_of_old_pages(results: Path) -> None:
    """Say that the feedback pages, if there are any, are older than the grades, and which command writes them again."""
    from checker.cli.results_folder import opened
    from checker.reports import FEEDBACK

    if (results / FEEDBACK).is_dir():
        with opened(results) as store:
            command = remake_commands(store, results, {FEEDBACK: "checker feedback"}).usual[FEEDBACK]
        terminal.note(OLD.format(results / FEEDBACK, command))


def old_pages(folder: Path) -> str:
    return ""
