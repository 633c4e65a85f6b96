"""Nodes of a YAML or JSON document: scalars, sequences and mappings, with places and text as written.

Also gives their values in Python (`resolve`, `to_python`) and a hash of them (`content_digest`), and `DocumentError`,
which names a place.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Mapping
from typing import Any, Final, final

from yaml.error import Mark

from checker.text.words import in_line, shortened

Value = str | int | float | bool | None

INTEGER: Final = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT: Final = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_WORDS: Final[dict[str, Value]] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **{sign + word: float(sign + "inf") for sign in ("", "+", "-") for word in (".inf", ".Inf", ".INF")},
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
}


def resolve(text: str) -> Value:
    """Return the value of an unquoted scalar by YAML 1.2: `1e-5` is a float, `010` is 10, `no` is text."""
    if text[:1] not in "0123456789+-.":
        return _WORDS.get(text, text)
    if len(text) > 1000:  # noqa: PLR2004 - Python refuses to read integers that are much longer
        return text
    if INTEGER.fullmatch(text):
        return int(text, {"0o": 8, "0x": 16}.get(text[:2], 10))
    if _FLOAT.fullmatch(text):
        return float(text)
    return _WORDS.get(text, text)


class Elsewhere(Mark):
    """The place of a node that was taken from another file, `name`."""


class _Located:
    """A node with its place in the file."""

    __slots__ = ("mark",)
    mark: Mark  # not converted: most lines and columns are never needed

    @property
    def line(self) -> int:
        """Return the line, counted from 1."""
        return self.mark.line + 1

    @property
    def column(self) -> int:
        """Return the column in characters, counted from 1."""
        return self.mark.column + 1


@final
class Scalar(_Located):
    """A single value: text, number, true, false or null."""

    __slots__ = ("style", "text")

    def __init__(self, text: str, mark: Mark, style: str | None) -> None:
        self.text = text
        """The text as written, without quotes and with folded lines joined: `0.60` stays `0.60`."""
        self.mark = mark
        self.style = style

    @property
    def quoted(self) -> bool:
        """Return whether it is in quotes, or a block of lines after `|` or `>`, so that it is always text."""
        return bool(self.style)

    @property
    def value(self) -> Value:
        """Return the value, computed from the text each time."""
        return self.text if self.style else resolve(self.text)


class _Collection(_Located):
    """A list or a mapping, which can give its text as it was written."""

    __slots__ = ("_document", "end")

    def __init__(self, mark: Mark, document: str | None) -> None:
        self.mark = mark
        self.end = mark
        self._document = document  # None unless it is written in brackets

    @property
    def text(self) -> str:
        """Return the text as written if it is in brackets on one line without quotes; else rewritten in that form."""
        if self._document is not None:
            written = self._document[self.mark.index : self.end.index]
            if not re.search(r"[\"'#\r\n]", written):  # a quote, a comment or a line end
                return written
        if isinstance(self, ListNode):
            return "[" + ", ".join(map(_inner, self.items)) + "]"
        entries = self.entries.values() if isinstance(self, MappingNode) else ()
        return "{" + ", ".join(f"{_inner(key)}: {_inner(node)}" for key, node in entries) + "}"


def _inner(node: DocumentNode) -> str:
    """Return a node's text for use inside brackets; a text with a comma, a bracket or a quote is put in quotes."""
    if not isinstance(node, Scalar):
        return node.text
    if re.search(r"[][{},\"\r\n]|: |^\s|\s$", node.text):
        return json.dumps(node.text, ensure_ascii=False)
    return node.text or ('""' if node.quoted else "null")


@final
class ListNode(_Collection):
    """A list in a document."""

    __slots__ = ("items",)

    def __init__(self, mark: Mark, document: str | None) -> None:
        super().__init__(mark, document)
        self.items: list[DocumentNode] = []


@final
class MappingNode(_Collection):
    """A mapping in a document: values by key, each with the node of its key."""

    __slots__ = ("entries",)

    def __init__(self, mark: Mark, document: str | None) -> None:
        super().__init__(mark, document)
        self.entries: dict[str, tuple[Scalar, DocumentNode]] = {}

    def get(self, key: str) -> DocumentNode | None:
        """Return the value at a key; None if there is none."""
        entry = self.entries.get(key)
        return entry and entry[1]


DocumentNode = Scalar | ListNode | MappingNode


def to_python(node: DocumentNode) -> Any:
    """Return a node as dicts, lists and values; keys are text."""  # at most 64 deep: recursion is safe
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, ListNode):
        return [to_python(item) for item in node.items]
    return {key: to_python(value) for key, (_, value) in node.entries.items()}


def node_at(node: DocumentNode | None, path: tuple[str | int, ...]) -> DocumentNode | None:
    """Return the node at a path; None where there is none."""
    for key in path:
        if isinstance(node, ListNode):
            node = node.items[int(key)] if key in range(len(node.items)) else None
        else:
            node = node.get(str(key)) if isinstance(node, MappingNode) else None
    return node


def replaced(
    node: DocumentNode, values: Mapping[tuple[str | int, ...], DocumentNode], path: tuple[str | int, ...] = ()
) -> DocumentNode:
    """Return a document with other values at some paths; a missing key is added."""
    if path in values:
        return values[path]
    below = [each for each in values if each[: len(path)] == path]
    if not below or isinstance(node, Scalar):
        return node
    if isinstance(node, ListNode):
        sequence = ListNode(node.mark, None)
        sequence.items = [replaced(each, values, (*path, place)) for place, each in enumerate(node.items)]
        return sequence
    mapping = MappingNode(node.mark, None)
    mapping.entries = {key: (name, replaced(each, values, (*path, key))) for key, (name, each) in node.entries.items()}
    for key in (str(each[len(path)]) for each in below):
        if key not in mapping.entries:
            added = replaced(MappingNode(node.mark, None), values, (*path, key))
            mapping.entries[key] = (Scalar(key, node.mark, None), added)
    return mapping


def content_digest(*nodes: DocumentNode | None, only: Collection[str] = ()) -> str:
    """Return a hash of documents that changes if a value, or the order of keys, changes.

    With `only`, just these keys of the outermost mapping count. Comments, spaces and the sort of quotes do not, but
    digits do: `0.60` is not `0.6`.
    """
    found = [_plain(node, only) for node in nodes]
    return hashlib.sha256(json.dumps(found, separators=(",", ":")).encode()).hexdigest()[:16]


def _plain(node: DocumentNode | None, only: Collection[str] = ()) -> Any:
    """Return a node as lists, dicts and texts; a text in quotes is in a list, so that it is no number."""
    if isinstance(node, Scalar):
        return [node.text] if node.quoted else node.text
    if isinstance(node, ListNode):
        return [None, *map(_plain, node.items)]
    if isinstance(node, MappingNode):
        return {key: _plain(value) for key, (_, value) in node.entries.items() if not only or key in only}
    return None


class DocumentError(Exception):
    """Raised for a file that cannot be opened, or read as YAML or JSON; its text is `source:line:column  message`."""

    def __init__(self, message: str, source: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message, source, line, column)
        self.message = message
        self.source = source.encode("utf-8", "backslashreplace").decode()  # the name of a file may not be printable
        self.line = line
        self.column = column

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (in_line(self.source), self.line, self.column) if part is not None)
        return f"{place}  {self.message}"


def place(text: str, index: int) -> tuple[int, int]:
    """Return the line and column, from 1, of a character in a text; CR, LF and CRLF end a line."""
    before = text[:index].replace("\r\n", "\n").replace("\r", "\n")
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def quote(text: str) -> str:
    """Return a piece of a document, quoted for a message and short enough for it."""
    return f"`{shortened(text)}`"
