"""The files that students handed in, found again to be shown."""

from __future__ import annotations

import threading
from collections.abc import Collection
from functools import lru_cache
from pathlib import Path
from typing import Final

from checker.document import DocumentError
from checker.grading.store import Store
from checker.grading.submissions import HandIn, loaded_hand_in, opened, walk_hand_ins
from checker.notation.packaged import extra
from checker.reports.review_desk.cases import OriginalPage
from checker.writeups.formats import DocumentUnreadable, limit_of, picture_of

GONE: Final = "This file is not where it was when it was graded: {}"
CHANGED: Final = "This file changed since it was graded; grade again"


class NotShown(Exception):  # noqa: N818 - not an error of the program
    """A page cannot be shown; the message says why."""


class Originals:
    """The hand-ins below the folders of submissions that were graded."""

    def __init__(self, store: Store, folders: Collection[str]) -> None:
        """`folders`: the names of folders of submissions that are assignments."""
        results = store.path.parent.resolve()
        self._roots = {folder: str((results / folder).resolve()) for folder, _ in store.history.last_runs()}
        self._folders = folders
        self._lock = threading.Lock()
        self._hand_ins: dict[str, dict[str, HandIn]] = {}
        self._picture = lru_cache(64)(self._drawn)

    def picture(self, page: OriginalPage) -> bytes:
        """Return a page as a JPEG picture.  Raise NotShown."""
        with self._lock:
            return self._picture(page)

    def _drawn(self, page: OriginalPage) -> bytes:
        folder = max((each for each in self._roots if page.path.startswith(f"{each}/")), key=len, default="")
        root = self._roots.get(folder, "")
        if folder not in self._hand_ins:
            found = walk_hand_ins(root, self._folders) if root and Path(root).exists() else ()
            self._hand_ins[folder] = {each.key: each for each in found if isinstance(each, HandIn)}
        hand_in = self._hand_ins[folder].get(page.path.removeprefix(f"{folder}/"))
        file = next((each for each in hand_in.files if each.name == page.file), None) if hand_in else None
        if hand_in is None or file is None:
            raise NotShown(GONE.format(page.file))
        try:
            with opened(root, self._folders) as tree:
                if loaded_hand_in(hand_in, tree).digest.hex() != page.content:
                    raise NotShown(CHANGED)
                data = tree.contents(file.found.path, limit_of(file.found.path))
            return picture_of(data, page.number)
        except DocumentError as error:
            raise NotShown(f"This file {error.message}") from None
        except DocumentUnreadable as error:
            raise NotShown(error.message) from None
        except ModuleNotFoundError:
            raise NotShown(f"showing pages needs {extra('web')}") from None
