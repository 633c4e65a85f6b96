"""Front matter: a YAML mapping between two lines `---` at the top of a document."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from checker.document import DocumentError, Mapping, parse_document

FENCED: Final = re.compile(r"(\n*)---[ \t]*\n(.{0,100000}?)\n(?:---|\.\.\.)[ \t]*(?=\n|\Z)", re.DOTALL)
KEY: Final = re.compile(r"^[\w-]+:", re.MULTILINE)


class FrontMatter(NamedTuple):
    """The front matter of a text, and the rest of it, with empty lines where it was."""

    text: str
    front: Mapping | None = None
    notes: tuple[str, ...] = ()


def take_front_matter(text: str, file: str) -> FrontMatter:
    """Return the front matter of a text and its rest.  One that is broken stays in the text, with a note."""
    found = FENCED.match(text)
    if found is None or not KEY.search(found[2]):
        return FrontMatter(text)
    before = "\n" * (found[1].count("\n") + 1)  # so that its lines have their numbers in the file
    try:
        front = parse_document(before + found[2] + "\n", source=file)
    except DocumentError as error:
        where = f"line {error.line}: " if error.line else ""
        return FrontMatter(text, notes=(f"the front matter could not be read: {where}{error.message}",))
    if not isinstance(front, Mapping):
        return FrontMatter(text)
    return FrontMatter("\n" * found[0].count("\n") + text[found.end() :], front)
