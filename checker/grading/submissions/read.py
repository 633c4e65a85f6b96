"""Finds out how a file is read (`sort_of`), loads files and hand-ins with their digests, and reads structured files.

Documents are loaded here but read elsewhere.  A large table is read in `pieces`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from checker.document import DocumentError
from checker.document.errors import quote
from checker.grading.submissions import formats
from checker.grading.submissions.column_names import ColumnNames
from checker.grading.submissions.formats import table
from checker.grading.submissions.model import (
    MOST_IN_PIECE,
    FilePiece,
    FileSort,
    FoundFile,
    FoundSubmissions,
    HandIn,
    Hiding,
    Submission,
    Trouble,
    printable,
)
from checker.grading.submissions.walk import Tree, is_among_results, is_result
from checker.text import packaged

NO_SUBMISSION: Final = re.compile(r"(readme|licen[sc]e|copying)(\..*)?", re.IGNORECASE | re.DOTALL)
ARCHIVES: Final = frozenset((".zip", ".7z", ".rar", ".tar", ".gz", ".tgz", ".bz2", ".xz"))
NESTED: Final = "is an archive; unpack it here"
NESTED_ZIP: Final = "is a zip inside the submissions; unpack it here, or grade it on its own"

MOST_TROUBLES: Final = 100
"""Maximum number of troubles that are reported for one file, which may hold millions."""


class Format(NamedTuple):
    """A structured format of submissions, such as YAML or CSV: the functions that read it."""

    name: str
    is_table: bool
    """Each row names its student."""
    read: Callable[[bytes, str, str, ColumnNames, str | None], Iterator[FoundSubmissions]]


def sort_of(path: str, tree: Tree) -> FileSort:
    """Return how a file is read: as a table, structured, document, other or not at all."""
    name = os.path.basename(path)  # noqa: PTH119 - a Path costs more than the rest
    suffix = os.path.splitext(name)[1].lower()  # noqa: PTH122
    if suffix in structured_formats():
        return "table" if structured_formats()[suffix].is_table else "structured"
    if NO_SUBMISSION.fullmatch(name):
        return "none"
    if is_result(path, tree.beginning):
        return "none" if is_among_results(path) else "other"
    from checker.writeups.formats import is_document  # here, because structured files need none of it

    return "document" if is_document(path) else "other"


def read_file(
    found: FoundFile,
    owner: str = "",
    names: ColumnNames = ColumnNames(),  # noqa: B008
) -> Iterator[FoundSubmissions]:
    """Yield the submissions in a file that is no document, or the trouble because of which it is not read.

    Those that name no student are the owner's.
    """
    path = printable(found.path)
    file = Path(path)
    suffix = file.suffix.lower()
    trouble = Hiding if found.sort == "table" else Trouble
    if found.error:
        yield trouble(file, None, owner or None, found.error)
    elif found.sort in {"structured", "table"}:
        if found.unread:
            yield trouble(file, None, None, found.unread)
        else:
            results = structured_formats()[suffix].read(found.data, path, owner, names, found.hint)
            yield from _limited(results, file, found.hint)
    elif found.sort != "none":
        yield Trouble(file, None, owner or None, found.unread or _unknown_format(suffix))


def _limited(results: Iterator[FoundSubmissions], file: Path, hint: str | None) -> Iterator[FoundSubmissions]:
    """Yield what was read, submissions with their hint; stop with a last trouble after very many troubles."""
    troubles = 0
    for found in results:
        if type(found) is Submission:
            yield found._replace(assignment_hint=hint)
            continue
        yield found
        troubles += 1
        if troubles == MOST_TROUBLES:
            message = f"has {MOST_TROUBLES} errors or more; the rest of it was not read"
            yield Hiding(file, None, None, message)
            return


@cache
def structured_formats() -> dict[str, Format]:
    """Return the structured format for each suffix, such as `.csv`."""
    found = [import_module(f"{formats.__name__}.{name}") for name in packaged.modules(formats.__path__)]
    return {
        suffix: Format(name, module.IS_TABLE, module.read)
        for module in found
        for suffix, name in module.SUFFIXES.items()
    }


def _unknown_format(suffix: str) -> str:
    """Return the message about a file whose suffix no format has."""
    if suffix in ARCHIVES:
        return NESTED_ZIP if suffix == ".zip" else NESTED
    names = ", ".join(dict.fromkeys(form.name for form in structured_formats().values()))
    advice = f"hand in {names} or a document such as `.md`"
    return f"I cannot read {quote(suffix)} files; {advice}" if suffix else f"has no suffix; {advice}"


LIMIT: Final = 10_000_000
"""Maximum size of a structured file in bytes."""

MOST_TOGETHER: Final = 100_000_000
"""Maximum size of the files of one hand-in that are read."""

WRITTEN: Final = "was written by checker; hand in the student's own file"
TOGETHER: Final = f"is not read, because the files of this hand-in have more than {MOST_TOGETHER / 1e6:g} MB together"


def loaded_file(found: FoundFile, tree: Tree) -> FoundFile:
    """Return a file that is in no hand-in, with the hash of what is read from it, and its contents if these are read.

    If they cannot be loaded, it has the reason.
    """
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
    """Return a hand-in with the contents of its files, up to 100 MB together, and their hash.

    A picture has only its hash; what could not be loaded has the reason.
    """
    files: list[FoundFile] = []
    room = MOST_TOGETHER
    for each in hand_in.files:
        files.append(_with_contents(each, tree, room))
        room -= len(files[-1].data)
    about = (
        *(hand_in.student, hand_in.name, hand_in.email, hand_in.assignment_hint, hand_in.is_certain),
        tuple(hand_in.delivery),
        *((each.key, each.sort, each.error, each.unread) for each in files),
        *(each.digest for each in files if each.digest),
    )
    contents = [each.data for each in files]
    digest = sha256(ascii((hand_in.key, *about, *map(len, contents))).encode())
    for data in contents:
        digest.update(data)
    return hand_in._replace(files=tuple(files), digest=digest.digest())


def _with_contents(found: FoundFile, tree: Tree, room: int) -> FoundFile:  # noqa: PLR0911 - one reason each
    """Return a file with its contents, if they are read and there is room for them."""
    # imported here, because structured files need none of it
    from checker.writeups.formats import is_picture, is_read, limit_of, too_large

    path = found.path
    if found.error or found.sort == "none":
        return found
    if found.sort == "other":
        return found._replace(unread=WRITTEN) if is_result(path, tree.beginning) else found
    is_document = found.sort == "document"
    if is_document and not (is_read(path) or is_picture(path)):
        return found
    limit = limit_of(path) if is_document else LIMIT
    size = tree.size(path)
    if is_document and size > limit:
        return found._replace(unread=too_large(size, limit))
    if limit >= size > room:
        return found._replace(unread=TOGETHER)
    try:
        data = tree.contents(path, limit)
    except DocumentError as error:
        return found._replace(unread=error.message)
    if is_document and is_picture(path):  # a person looks at the file itself
        return found._replace(digest=sha256(data).digest())
    return found._replace(data=data)


def pieces(found: FoundFile, read: Callable[[FoundFile], Iterator[FoundSubmissions]]) -> Iterator[FilePiece]:
    """Yield the submissions of a file in pieces, each of which a worker marks.

    The hash of a piece of a table is made from its rows as they are written, not from the problems that they are for.
    """
    everything = read(found)
    lines, header = _written(found)
    piece = tuple(islice(everything, MOST_IN_PIECE))
    number = 0
    while piece:
        number += 1
        after = tuple(islice(everything, MOST_IN_PIECE))
        about = (found.key, found.hint, len(header), [_hashed_fields(each, is_row=bool(header)) for each in piece])
        digest = sha256(ascii(about).encode())
        if header:
            first, end = _line(piece, len(header) + 1), _line(after, len(lines) + 1)
            digest.update("".join((*header, f"{first}\n", *lines[first - 1 : end - 1])).encode())
        sort = "table" if number > 1 or after else found.sort
        yield FilePiece(found.path, f"{found.key}#{number}", digest.digest(), piece, found.hint, sort)
        piece = after


def _written(found: FoundFile) -> tuple[list[str], list[str]]:
    """Return the lines of a table and those of its header; none of any other file, or of one without rows."""
    if found.sort == "table":
        with suppress(DocumentError):
            return table.written_lines(found.data, found.path)
    return [], []


def _hashed_fields(each: FoundSubmissions, *, is_row: bool) -> object:
    """Return what the hash of a piece takes from this: all but its place, and of a table's row no answers."""
    if isinstance(each, Submission):
        answers = None if is_row else [(one.problem, one.part, one.text, one.line) for one in each.answers]
        return each.student, each.name, each.email, tuple(each.delivery), answers
    return None if is_row else (each.line, each.student, each.message)


def _line(found: tuple[FoundSubmissions, ...], otherwise: int) -> int:
    """Return the line in which these begin."""
    lines = (
        each.line if isinstance(each, Trouble) else next((one.line for one in each.answers), None) for each in found
    )
    return next((line for line in lines if line is not None), otherwise)
