"""Canvas's reading of a zip with feedback, by the rules of its source: each file becomes a comment or is ignored."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple


class Assignment(NamedTuple):
    attachments: Mapping[int, Mapping[int, str]]
    """By the id of a user: the attachments of the current submission, and their names."""
    anonymous: Mapping[str, int] = MappingProxyType({})
    """Users by their anonymous ids."""
    groups: Sequence[str] = ()


class Comment(NamedTuple):
    user: int
    display_name: str
    """The name that the student sees."""
    type: str
    """The end of the name in the zip, by which Canvas guesses the type."""
    data: bytes


def comments(entries: Mapping[str, bytes], assignment: Assignment) -> tuple[list[Comment], list[str]]:
    """Return the comments, and the files that Canvas ignores."""
    made, ignored, extracted = [], [], set()
    for path, data in entries.items():
        name = path.rpartition("/")[2]
        if ".." in path.split("/"):
            continue  # skipped as unsafe
        if name in extracted:
            raise FileExistsError(name)  # all folders are extracted into one
        extracted.add(name)
        found = _context(name, assignment)
        if found is None:
            ignored.append(path)
        else:
            made.append(Comment(*found, name.rpartition(".")[2], data))
    return made, ignored


def _context(name, assignment):
    is_hidden = name.startswith("._")
    group = next((each for each in assignment.groups if name.startswith(f"{each}_")), None)
    if group is not None:
        name = name.removeprefix(f"{group}_")
    pieces = [piece for piece in name.split("_") if piece != "LATE"]
    user = attachment = None
    if pieces[:1] == ["anon"]:
        user = assignment.anonymous.get(pieces[1]) if len(pieces) > 1 else None
        attachment = pieces[2] if len(pieces) > 2 else None
    else:
        numbers = [piece for piece in pieces if re.search(r"^[0-9]+$", piece, re.MULTILINE)][:2]
        user = int(numbers[0]) if numbers else None
        attachment = numbers[1] if len(numbers) > 1 else None
    if is_hidden or pieces[-1].startswith("link") or attachment is None or not attachment.isascii():
        return None
    display_name = assignment.attachments.get(user, {}).get(int(attachment) if attachment.isdigit() else -1)
    return None if display_name is None else (user, display_name)
