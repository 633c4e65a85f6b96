"""Receipts of Blackboard, which name the student of an attempt.

    Homework_1_ann_lee_attempt_2026-10-05-12-00-00.txt
        Name: Ann Lee (ann_lee)
        Assignment: Homework_1

The title and the username may both have underscores, so a file name alone does not tell where the username begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from checker.document import DocumentError
from checker.document.text import decode
from checker.grading.submissions._sorted_file import SortedFile
from checker.grading.submissions._tree import Tree

if TYPE_CHECKING:
    from checker.lms.names import Owner

LIMIT: Final = 1_000_000
SUFFIX: Final = ".txt"
NAME: Final = re.compile(r"[^(\n]*:.*\((?P<username>[^()\s]+)\)\s*")
"""The first line, in any language; the name before the username may have brackets, too."""

Usernames = dict[str, str]
"""By the beginning of the file names of an attempt, the username that its receipt names."""


def usernames(owned: Iterable[tuple[SortedFile, Owner]], tree: Tree) -> Usernames:
    """Return the usernames in the receipts of attempts that may be of several students."""
    found = {}
    for file, owner in owned:
        if owner.kind == "receipt" and owner.other_ids:
            name = _username(file, tree)
            if name in {owner.id, *owner.other_ids}:
                found[file.parts[-1].removesuffix(SUFFIX)] = name
    return found


def with_username(file: SortedFile, owner: Owner, known: Usernames) -> Owner:
    """Return the owner of a file with the username that the receipt of its attempt names."""
    if not owner.other_ids:
        return owner
    end = f"_attempt_{owner.attempt}"
    stem = "".join(file.parts[-1].partition(end)[:2])
    return owner._replace(id=known[stem], other_ids=()) if stem in known else owner


def _username(file: SortedFile, tree: Tree) -> str:
    try:
        lines = decode(tree.contents(file.found.path, LIMIT), file.parts[-1]).lstrip("\ufeff").splitlines()
    except DocumentError:
        return ""
    match = NAME.fullmatch(lines[0]) if lines else None
    return match["username"] if match else ""
