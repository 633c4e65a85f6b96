"""Review files without the decisions about students who are left out.

Comments are left out too, for review.yaml names students and shows answers in them.  All else keeps its line, since a
record names the line of its decision.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from checker.document import DocumentError, DocumentNode, Mapping, Scalar, parse_document
from checker.document import Sequence as List
from checker.document.nodes import FRAGILE, UNTIDY
from checker.grading.left_out import LeftOut
from checker.grading.reviews.read import ReviewFiles


def redacted(files: ReviewFiles, left_out: LeftOut, *, with_groups: bool = True) -> ReviewFiles:
    """Return reviewers' files without the decisions about students who are left out.

    Without groups, decisions on answers that only these students gave are left out, too.
    """
    return {name: _of_others(data, name, left_out, with_groups=with_groups) for name, data in files.items()}


def about_left_out(files: ReviewFiles, left_out: LeftOut) -> list[str]:
    """Return the names of the files with a decision about such a student, or with one that cannot be read."""
    found = []
    for name, data in files.items():
        items = _items(data, name)
        if items is None or any(_is_left_out(each, left_out, with_groups=False) for each in items):
            found.append(name)
    return found


def _of_others(
    data: bytes | DocumentError, name: str, left_out: LeftOut, *, with_groups: bool
) -> bytes | DocumentError:
    try:
        root = parse_document(data, source=name) if isinstance(data, bytes) else None
    except DocumentError as error:
        return error  # no decision in it applies
    if root is None:
        return data
    if isinstance(root, List):
        root.items = [each for each in root.items if not _is_left_out(each, left_out, with_groups=with_groups)]
    return _Writer().written(root)


def _items(data: bytes | DocumentError, name: str) -> Iterable[DocumentNode] | None:
    try:
        root = parse_document(data, source=name) if isinstance(data, bytes) else None
    except DocumentError:
        return None
    return root.items if isinstance(root, List) else None if root is None else [root]


def _is_left_out(item: DocumentNode, left_out: LeftOut, *, with_groups: bool) -> bool:
    if not isinstance(item, Mapping):
        return False
    student, group = item.get("student"), item.get("group")
    if isinstance(student, Scalar) and left_out.has(student.text):
        return True
    return not with_groups and isinstance(group, Scalar) and left_out.has_group(group.text.strip().lower())


class _Writer:
    """Writes nodes in brackets, each in its line and, where there is room, in its column."""

    def __init__(self) -> None:
        self._lines = [""]

    def written(self, root: DocumentNode) -> bytes:
        """Return a document as the bytes of a file."""
        self._write(root)
        return "\n".join(self._lines).encode("utf-8", "surrogatepass") + b"\n"

    def _write(self, node: DocumentNode) -> None:
        if isinstance(node, Scalar):
            self._move(node, 0)
            self._lines[-1] += _text(node)
        elif isinstance(node, List):
            self._lines[-1] += "["
            for each in node.items:
                self._write(each)
                self._lines[-1] += ","
            self._lines[-1] += "]"
        else:
            self._move(node, 1)
            self._lines[-1] += "{"
            for key, value in node.entries.values():
                self._write(key)
                self._lines[-1] += ": "
                self._write(value)
                self._lines[-1] += ","
            self._lines[-1] += "}"

    def _move(self, node: DocumentNode, room: int) -> None:
        """Go to the place of a node; `room`: the number of characters that are written before it."""
        self._lines += [""] * (node.line - len(self._lines))
        if node.line == len(self._lines):
            self._lines[-1] = self._lines[-1].ljust(node.column - 1 - room)


def _text(node: Scalar) -> str:
    """Return a scalar as it is written in brackets: plain only if it was, and if it stays what it is."""
    is_plain = not node.quoted and node.text and not FRAGILE.search(node.text) and not UNTIDY.search(node.text)
    return node.text if is_plain else json.dumps(node.text) if node.quoted or node.text else "null"
