"""The folder of results that a command is about, and the store in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from checker.notation.packaged import extra

if TYPE_CHECKING:
    from checker.grading.output.output_folder import OutputFolder
    from checker.grading.store import Store

results_argument = click.argument("results", type=click.Path(path_type=Path), default=Path("results"), required=False)


@contextmanager
def opened(results: Path) -> Iterator[Store]:
    """Open the store of a folder of results, to read it.  Raise UsageError if there is none."""
    from checker.grading.store import Store, StoreError

    try:
        with Store(store_in(results)) as store, store.errors():
            yield store
    except StoreError as error:
        raise click.UsageError(str(error)) from None


@contextmanager
def opened_to_write(results: Path, names: Sequence[str]) -> Iterator[tuple[Store, OutputFolder]]:
    """Open the store, and lock the folder to publish files with these names in it.  Raise UsageError."""
    from checker.grading.output.output_folder import OutputFolder, Unwritable

    store_in(results)  # no folder is made where there is none
    try:
        with OutputFolder(results, names) as folder, folder.disk_errors(), opened(results) as store:
            yield store, folder
    except Unwritable as unusable:
        raise click.UsageError(str(unusable)) from None


def require(module: str, command: str, needed: str = "reports") -> None:
    """Raise UsageError if a library of an extra that a command needs is missing."""
    if find_spec(module) is None:
        raise click.UsageError(f"`{command}` needs {extra(needed)}")


def store_in(results: Path) -> Path:
    """Return the path of the store in a folder of results.  Raise UsageError if there is none."""
    from checker.grading.store import STORE

    path = results / STORE
    if not path.is_file():
        raise click.UsageError(f"there are no grades in {results}: `checker grade` writes them there")
    return path
