"""Reading of structured files: each in its format, found by its suffix."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple

from checker.document.errors import quote
from checker.grading.submissions._column_names import ColumnNames
from checker.grading.submissions._model import (
    FileSort,
    FoundFile,
    FoundSubmissions,
    Hiding,
    Submission,
    Trouble,
    printable,
)
from checker.grading.submissions._tree import Tree
from checker.grading.submissions._walk import is_among_results, is_result
from checker.notation import packaged

NO_SUBMISSION: Final = re.compile(r"(readme|licen[sc]e|copying)(\..*)?", re.IGNORECASE | re.DOTALL)
ARCHIVES: Final = frozenset((".zip", ".7z", ".rar", ".tar", ".gz", ".tgz", ".bz2", ".xz"))
NESTED: Final = "is an archive; unpack it here"
NESTED_ZIP: Final = "is a zip inside the submissions; unpack it here, or grade it on its own"

MOST_TROUBLES: Final = 100
"""Maximum number of troubles that are reported for one file, which may hold millions."""


class Format(NamedTuple):
    """A structured format of files."""

    name: str
    is_table: bool
    """Each row names its student."""
    read: Callable[[bytes, str, str, ColumnNames, str | None], Iterator[FoundSubmissions]]
    estimated_count: Callable[[bytes], int]


def sort_of(path: str, tree: Tree) -> FileSort:
    """Return how a file is read."""
    name = os.path.basename(path)  # noqa: PTH119 - a Path costs more than the rest
    suffix = os.path.splitext(name)[1].lower()  # noqa: PTH122
    if suffix in formats():
        return "table" if formats()[suffix].is_table else "structured"
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
    """Yield the submissions in a file that is no document; the owner is the student where the file names none."""
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
            results = formats()[suffix].read(found.data, path, owner, names, found.hint)
            yield from _limited(results, file, found.hint)
    elif found.sort != "none":
        yield Trouble(file, None, owner or None, found.unread or _unknown_format(suffix))


def _limited(results: Iterator[FoundSubmissions], file: Path, hint: str | None) -> Iterator[FoundSubmissions]:
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
def formats() -> dict[str, Format]:
    """Return the format of each suffix."""
    found = [import_module(f"{__package__}.{name}") for name in packaged.modules([str(Path(__file__).parent)])]
    return {
        suffix: Format(name, module.IS_TABLE, module.read, module.estimated_count)
        for module in found
        for suffix, name in module.SUFFIXES.items()
    }


def _unknown_format(suffix: str) -> str:
    if suffix in ARCHIVES:
        return NESTED_ZIP if suffix == ".zip" else NESTED
    names = ", ".join(dict.fromkeys(form.name for form in formats().values()))
    advice = f"hand in {names} or a document such as `.md`"
    return f"I cannot read {quote(suffix)} files; {advice}" if suffix else f"has no suffix; {advice}"
