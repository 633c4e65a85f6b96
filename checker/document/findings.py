"""Faults in an author's file: `Finding`, one fault with its line and column, and `ProblemError`, which has all.

`Findings` collects those of one file, which are given by paths such as `("parts", 0, "asks")`, and finds their lines.
Of more than 100 in a file, the last one only counts the rest.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from checker.document.files import read_document
from checker.document.nodes import DocumentError, DocumentNode, Elsewhere, ListNode, MappingNode, Scalar, node_at
from checker.document.tree import parse_document
from checker.engine.errors import UserError
from checker.text.words import UnknownName, in_line

_MAX_FINDINGS: Final = 100  # maximum number of findings in one file; a last one counts the rest

DataPath = tuple[str | int, ...]


class Issue(NamedTuple):
    """Something wrong in what an author wrote: a path to it and a message.  It has no line yet."""

    path: DataPath
    text: str
    at_key: bool = False
    unknown: UnknownName | None = None

    @property
    def message(self) -> str:
        """Return the message, with suggestions for an unknown name."""
        return f"{self.text}{self.unknown or ''}"


class Finding(NamedTuple):
    """One thing that is wrong or risky in a file; line and column count from 1, or are None."""

    file: str
    line: int | None
    column: int | None
    code: str
    message: str
    rest: int = 0
    """How many more findings of the file the last one stands for, `and 12 more`; 0 for any other finding."""

    def __str__(self) -> str:
        if self.line is None:
            return f"{self.place} {self.message}"  # `nope.yaml does not exist`
        return f"{self.place} {self.code} {self.message}"

    @property
    def place(self) -> str:
        """Return the place as editors know it: `size.yaml:9:3`, or only the file if there is no line."""
        return ":".join(str(part) for part in (in_line(self.file), self.line, self.column) if part is not None)


def bounded(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield findings by file, from top to bottom, each once; of more than 100 in a file, a last one counts the rest."""
    files: dict[str, dict[Finding, None]] = {}
    for finding in findings:
        files.setdefault(finding.file, {})[finding] = None
    for found in files.values():
        in_order = sorted(found, key=lambda each: (each.line or 0, each.column or 0))
        several = [each for each in in_order if not each.rest]
        rests = [each for each in in_order if each.rest]  # they may count the same ones
        yield from several[:_MAX_FINDINGS]
        if more := len(several[_MAX_FINDINGS:]) + max((each.rest for each in rests), default=0):
            yield (several[_MAX_FINDINGS:] or rests)[0]._replace(message=f"and {more} more", rest=more)


class ProblemError(UserError):
    """Raised for a problem file or assignment.yaml in error; `findings` has everything that is wrong."""

    code = "problem"

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(bounded(findings))
        super().__init__(self.findings)

    def __str__(self) -> str:
        return "\n".join(map(str, self.findings))


class Findings:
    """Collects everything that is wrong with one file."""

    def __init__(self, file: str | os.PathLike[str], root: DocumentNode) -> None:
        self.file = os.fspath(file).encode("utf-8", "backslashreplace").decode()  # the name may not be printable
        self.root = root
        self._found: dict[Finding, None] = {}
        self._others = 0
        """Number of findings that were counted, but not kept."""

    @classmethod
    def of_file(cls, path: str | os.PathLike[str], data: bytes | str | None = None) -> Findings:
        """Return a file, of which nothing is found yet; `data` is what is in it, if it was read already.

        Raise ProblemError if it cannot be read as YAML.
        """
        try:
            root = read_document(path) if data is None else parse_document(data, source=os.fspath(path))
        except DocumentError as error:
            raise ProblemError([Finding(error.source, error.line, error.column, "schema", error.message)]) from None
        return cls(path, root)

    def report(self, path: DataPath, message: str, *, at_key: bool = False, unknown: UnknownName | None = None) -> None:
        """Add a finding once, at the node of a path or its key (`at_key`); if the file lacks it, at the next above."""
        self.add(Issue(path, message, at_key, unknown))

    def add(self, issue: Issue, section: DataPath = ()) -> None:
        """Add an issue, whose path is relative to the section at `section`; after 1001 they are only counted."""
        if self.is_full:  # which bounds the time for suggestions
            self._others += 1
            return
        at = self._node((*section, *issue.path), at_key=issue.at_key)
        file = at.mark.name if isinstance(at.mark, Elsewhere) else self.file
        self._found[Finding(file, at.line, at.column, "schema", issue.message)] = None

    def place(self, path: DataPath, *, at_key: bool = False) -> tuple[int, int]:
        """Return line and column of a path's node, or of its key; if the file lacks it, of the nearest node above."""
        at = self._node(path, at_key=at_key)
        return at.line, at.column

    def _node(self, path: DataPath, *, at_key: bool) -> DocumentNode:
        node = place = self.root
        for part in path:
            if isinstance(node, MappingNode) and part in node.entries:
                key, node = node.entries[str(part)]
                place = key if at_key else node
            elif isinstance(node, ListNode) and part in range(len(node.items)):
                node = place = node.items[int(part)]
            else:
                break
        return place

    def keys(self, path: DataPath) -> tuple[str, ...]:
        """Return the keys of the mapping that `path` leads to, also those whose values are wrong."""
        node = node_at(self.root, path)
        return tuple(node.entries) if isinstance(node, MappingNode) else ()

    def text(self, path: DataPath) -> str:
        """Return the value at a path as it is written in the file; empty where there is none, or a list or mapping."""
        node = node_at(self.root, path)
        return node.text if isinstance(node, Scalar) else ""

    def copy(self) -> Findings:
        """Return a copy, to which other findings can be added."""
        copied = Findings(self.file, self.root)
        copied._found |= self._found
        return copied

    @property
    def is_full(self) -> bool:
        """Return whether there are more than 1000 findings, so that no further ones are needed."""
        return len(self._found) > 1000  # noqa: PLR2004

    @property
    def sorted(self) -> tuple[Finding, ...]:
        """Return the findings from top to bottom; of more than 100, a last one counts the rest."""
        others = [Finding(self.file, None, None, "schema", "", self._others)] if self._others else []
        return tuple(bounded([*others, *sorted(self._found, key=lambda each: each.file != self.file)]))

    def check(self) -> None:
        """Raise ProblemError if there are findings."""
        if self._found:
            raise ProblemError(self.sorted)
