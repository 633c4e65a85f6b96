"""Opening of a folder of results: its lock, and its store, which is a copy in memory for a dry run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from checker.grading.computed_grades import NothingGraded
from checker.grading.output.output_folder import ADVICE, OutputFolder, Unwritable
from checker.grading.output.write import FILES, PUBLISHED
from checker.grading.store import STORE, Store, StoreDamaged, StoreError, journal_of, keep_aside
from checker.grading.submissions import holds_results

ANEW: Final = (
    "everything is graded again, the history of grades begins anew, decisions come from the folder of reviews only, and"
    " students who were forgotten are graded again"
)
MISSING: Final = f"{{}} has results, but no checker.db: {ANEW}"
DAMAGED: Final = f"{{}} was damaged and is kept as {{}}; {ANEW}"
DAMAGED_NOW: Final = "{} is damaged and now kept as {}; run the command again"
NOT_OURS: Final = (
    "cannot write {}: it is not known to be a file of checker, since there is no summary.json of a run next to it; {}"
)


class OpenResults(NamedTuple):
    """The open store, and the folder for the files; None where nothing is written."""

    store: Store
    folder: OutputFolder | None
    notice: str = ""
    """What the user has to know about the store."""


@contextmanager
def open_results(out: Path, *, is_draft: bool) -> Iterator[OpenResults]:
    """Open the store of a folder of results, and lock it.  Raise Unwritable, StoreError.

    A store that was made for nothing is removed.
    """
    path = out / STORE
    if is_draft:
        with Store(path, is_draft=True) as store:
            yield OpenResults(store, None, _checked(out, store))
        return
    with OutputFolder(out, PUBLISHED) as folder:
        is_new = not path.exists()
        try:
            store, notice = _opened(path)
            with store:
                yield OpenResults(store, folder, notice or _checked(out, store))
        except StoreDamaged:  # in a way that only shows where it is read
            aside = keep_aside(path)
            raise StoreDamaged(DAMAGED_NOW.format(path, aside.name)) from None
        except BaseException as ended:
            if is_new and (isinstance(ended, NothingGraded) or _is_empty(path)):
                for each in (path, journal_of(path)):
                    each.unlink(missing_ok=True)
            raise


def _is_empty(path: Path) -> bool:
    """Return whether nothing was graded that the next run could go on with."""
    if not path.exists() or path.stat().st_size == 0:
        return True
    try:
        with Store(path) as store:
            return not store.sources.exist
    except StoreError:
        return False


def _opened(path: Path) -> tuple[Store, str]:
    """Return the store, a new one in place of a damaged one, and what the user has to know."""
    try:
        store = Store(path)
        try:
            store.check()
        except StoreDamaged:
            store.close()
            raise
    except StoreDamaged:
        aside = keep_aside(path)
        return Store(path), DAMAGED.format(path, aside.name)
    return store, ""


def _checked(out: Path, store: Store) -> str:
    """Return what the user has to know where the files are not those of the store.

    Raise Unwritable if a file may be the user's own: no run into this folder has ended, and there is no summary,
    which is the first file that a run publishes.
    """
    with store.errors():
        if store.history.last_id() is not None:
            return ""
        is_new = not store.sources.exist
    there = next((name for name in FILES if os.path.lexists(out / name)), None)
    if there is None:
        return ""
    if not holds_results(str(out)):
        raise Unwritable(NOT_OURS.format(out / there, ADVICE))
    return MISSING.format(out) if is_new else ""
