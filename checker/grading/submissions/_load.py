"""Loading: the contents of files, and a hash of everything that decides what is read from them."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from checker.document import DocumentError
from checker.grading.submissions._model import FoundFile, HandIn, HandInFile
from checker.grading.submissions._tree import Tree
from checker.grading.submissions._walk import is_result

LIMIT: Final = 10_000_000
"""Maximum size of a structured file in bytes."""

MOST_TOGETHER: Final = 100_000_000
"""Maximum size of the files of one hand-in that are read."""

WRITTEN: Final = "was written by checker; hand in the student's own file"
TOGETHER: Final = f"is not read, because the files of this hand-in have more than {MOST_TOGETHER / 1e6:g} MB together"


def loaded_file(found: FoundFile, tree: Tree) -> FoundFile:
    """Return a file of no hand-in with its contents and its hash."""
    path, hint, error, sort, key, *_ = found
    data, unread = b"", ""
    if error or sort not in {"structured", "table"}:
        _, _, _, _, _, data, unread, _ = _with_contents(found, tree, 0)
    else:
        try:
            data = tree.contents(path, LIMIT)
        except DocumentError as wrong:
            unread = wrong.message
    about = key, hint, sort, error, unread
    return FoundFile(path, hint, error, sort, key, data, unread, sha256(ascii(about).encode() + data).digest())


def loaded_hand_in(hand_in: HandIn, tree: Tree) -> HandIn:
    """Return a hand-in with the contents of its files and its hash."""
    files: list[HandInFile] = []
    room = MOST_TOGETHER
    for each in hand_in.files:
        found = _with_contents(each.found, tree, room)
        room -= len(found.data)
        files.append(each._replace(found=found))
    about = (
        *(hand_in.student, hand_in.name, hand_in.email, hand_in.assignment_hint, hand_in.is_certain),
        tuple(hand_in.delivery),
        *((name, sort, found.error, found.unread) for found, name, sort in files),
    )
    contents = [each.found.data for each in files]
    digest = sha256(ascii((hand_in.key, *about, *map(len, contents))).encode())
    for data in contents:
        digest.update(data)
    return hand_in._replace(files=tuple(files), digest=digest.digest())


def _with_contents(found: FoundFile, tree: Tree, room: int) -> FoundFile:
    """Return a file with its contents, if they are read and there is room for them."""
    from checker.writeups.formats import LIMIT as OF_DOCUMENTS  # here, because structured files need none of it
    from checker.writeups.formats import is_read, too_large

    path = found.path
    if found.error or found.sort == "none":
        return found
    if found.sort == "other":
        return found._replace(unread=WRITTEN) if is_result(path, tree.beginning) else found
    is_document = found.sort == "document"
    if is_document and not is_read(path):
        return found
    limit = OF_DOCUMENTS if is_document else LIMIT
    size = tree.size(path)
    if is_document and size > limit:
        return found._replace(unread=too_large(size))
    if limit >= size > room:
        return found._replace(unread=TOGETHER)
    try:
        return found._replace(data=tree.contents(path, limit))
    except DocumentError as error:
        return found._replace(unread=error.message)
