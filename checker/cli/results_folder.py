"""The folder of results that a command is about, and the store in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from checker.grading.store import Store

results_argument = click.argument("results", type=click.Path(path_type=Path), default=Path("results"), required=False)


def store_in(results: Path) -> Path:
    """Return the path of the store in a folder of results.  Raise UsageError if there is none."""
    from checker.grading.store import STORE

    path = results / STORE
    if not path.is_file():
        raise click.UsageError(f"there are no grades in {results}: `checker grade` writes them there")
    return path


@contextmanager
def opened(results: Path) -> Iterator[Store]:
    """Open the store of a folder of results, to read it.  Raise UsageError if there is none."""
    from checker.grading.store import Store, StoreError

    try:
        with Store(store_in(results)) as store, store.errors():
            yield store
    except StoreError as error:
        raise click.UsageError(str(error)) from None
