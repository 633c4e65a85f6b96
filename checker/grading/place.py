"""Where a run keeps what it finds: the store in the folder of results, or a copy in memory that nobody keeps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from checker.grading.closing import NothingGraded
from checker.grading.output.output_folder import OutputFolder
from checker.grading.output.write import FILES, RESULTS
from checker.grading.store import STORE, Store, StoreDamaged, StoreError, keep_aside

ANEW: Final = (
    "everything is graded again, the history of grades begins anew, and decisions come from the folder of reviews only"
)
MISSING: Final = f"{{}} has results, but no checker.db: {ANEW}"
DAMAGED: Final = f"{{}} was damaged and is kept as {{}}; {ANEW}"


class Place(NamedTuple):
    """The open store, and the folder for the files; None where nothing is written."""

    store: Store
    folder: OutputFolder | None
    notice: str = ""
    """What the user has to know about the store."""


@contextmanager
def in_folder(out: Path, *, is_draft: bool) -> Iterator[Place]:
    """Open the store of a folder of results, and lock it.  Raise Unwritable, StoreError.

    A store that was made for nothing is removed.
    """
    path = out / STORE
    if is_draft:
        with Store(path, is_draft=True) as store:
            yield Place(store, None)
        return
    with OutputFolder(out, FILES) as folder:
        is_new = not path.exists()
        store, notice = _opened(path)
        try:
            with store:
                yield Place(store, folder, notice)
        except BaseException as ended:
            if is_new and (isinstance(ended, NothingGraded) or _is_empty(path)):
                path.unlink()
                with suppress(OSError):
                    path.with_name(f"{STORE}-journal").unlink()
            raise


def _is_empty(path: Path) -> bool:
    """Return whether nothing was graded that the next run could go on with."""
    try:
        with Store(path) as store:
            return not store.sources.exist
    except StoreError:
        return False


def _opened(path: Path) -> tuple[Store, str]:
    """Return the store, a new one in place of a damaged one, and what the user has to know."""
    is_missing = not path.exists() or path.stat().st_size == 0
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
    has_results = is_missing and path.with_name(RESULTS).exists()
    return store, MISSING.format(path.parent) if has_results else ""
