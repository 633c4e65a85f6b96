"""Submissions: the students' answers in the files of a folder or a zip, and the troubles that need a person.

    walk_sources    a folder or a zip   to Source: what one student handed in, or one file, with its contents
    walk_hand_ins   a folder or a zip   to the same without contents
    read_file       a FoundFile         to Submission | Trouble; the documents of a HandIn are read elsewhere

`walk_sources` holds no more contents than those of the source that it yields; who gets a source opens no file.

Structured files are read by `formats`, documents by `checker.writeups`.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import suppress
from functools import partial
from typing import Final

from checker.document import DocumentError
from checker.grading.submissions.column_names import ColumnNames
from checker.grading.submissions.hand_ins import hand_ins
from checker.grading.submissions.model import FoundFile, HandIn, Source
from checker.grading.submissions.read import LIMIT, loaded_file, loaded_hand_in, read_file, sort_of, structured_formats
from checker.grading.submissions.walk import opened

SMALL_FILE: Final = 100_000
"""Bytes of a structured file; a larger one may hold many students' answers, and is read here, in pieces."""


def walk_sources(
    root: str,
    assignments: Collection[str] = (),
    exclude: Collection[str] = (),
    names: ColumnNames = ColumnNames(),  # noqa: B008 - it never changes
    *,
    small_file: int = SMALL_FILE,
) -> Iterator[Source]:
    """Yield the sources below a folder or in a zip, with their contents, in natural order.

    A source is what one student handed in, or one file.  `assignments`: the names of the folders of problems.
    `exclude`: real paths of files that are left out.
    """
    from checker.grading.submissions.read import pieces  # here, because few files are large

    keys: set[str] = set()
    with opened(root, assignments, exclude) as tree:
        for found in hand_ins(tree, assignments, partial(sort_of, tree=tree)):
            if found.key in keys:  # by names that are no text, or that look like a student's id
                found = found._replace(key=_unused(found.key, keys))  # noqa: PLW2901
            keys.add(found.key)
            if isinstance(found, HandIn):
                yield loaded_hand_in(found, tree)
            elif found.error or found.sort != "none":
                file = loaded_file(found, tree)
                if len(file.data) > small_file:
                    yield from pieces(file, partial(read_file, names=names))
                else:
                    yield file


def _unused(key: str, keys: Collection[str]) -> str:
    """Return a key that no other source has."""
    number = 2
    while f"{key} ({number})" in keys:
        number += 1
    return f"{key} ({number})"


def walk_hand_ins(
    root: str, assignments: Collection[str], exclude: Collection[str] = ()
) -> Iterator[FoundFile | HandIn]:
    """Yield the hand-ins and other files that `walk_sources` yields, READMEs too, but without their contents."""
    with opened(root, assignments, exclude) as tree:
        yield from hand_ins(tree, assignments, partial(sort_of, tree=tree))


def estimated_count(root: str) -> int:
    """Return roughly how many submissions there are: the lines of tables, and one for each other file."""
    count = 0
    with opened(root) as tree:
        for path, _, error, *_ in tree.walk():
            form = structured_formats().get(os.path.splitext(path)[1].lower())  # noqa: PTH122
            if error:
                continue
            if form and form.is_table:
                with suppress(DocumentError):
                    count += max(tree.contents(path, LIMIT).count(b"\n") - 1, 0)  # without the header
            else:
                count += form is not None or sort_of(path, tree) == "document"
    return count
