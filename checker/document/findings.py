"""What an author can mend, each thing with the place in the file where it stands."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from checker.document import DocumentError, DocumentNode, Mapping, Sequence
from checker.document.issues import DataPath, Issue
from checker.notation.words import UnknownName

MOST: Final = 100
"""Findings that are told of one file; a last one counts the rest."""

FULL: Final = 1000
"""With so many told of a file nothing more is looked for in its other parts."""

REST: Final = "and {} more"
IS_REST: Final = re.compile(r"and ([0-9]+) more")


class Finding(NamedTuple):
    """One thing that is wrong or risky in a file; line and column count from 1, None where the file has no lines."""

    file: str
    line: int | None
    column: int | None
    code: str
    message: str

    def __str__(self) -> str:
        if self.line is None:
            return f"{self.file} {self.message}"  # `nope.yaml does not exist`
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        return f"{place} {self.code} {self.message}"

    @property
    def rest(self) -> int:
        """How many others this one stands for; 0 for one that stands for itself."""
        match = IS_REST.fullmatch(self.message)
        return int(match[1]) if match else 0


def bounded(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings file by file, from the top to the bottom; of very many in one file the first, and their number."""
    files: dict[str, dict[Finding, None]] = {}
    for finding in findings:
        files.setdefault(finding.file, {})[finding] = None
    for found in files.values():
        several = sorted((each for each in found if not each.rest), key=_place)
        rests = sorted((each for each in found if each.rest), key=_place)  # several may count the same
        yield from several[:MOST]
        if more := len(several[MOST:]) + max((each.rest for each in rests), default=0):
            first = (several[MOST:] or rests)[0]
            yield first._replace(message=REST.format(more))


def _place(finding: Finding) -> tuple[int, int]:
    return finding.line or 0, finding.column or 0


class ProblemError(Exception):
    """A problem file, or its assignment.yaml, is in error; `findings` are all that is wrong with it."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__(self.findings)

    def __str__(self) -> str:
        return "\n".join(map(str, self.findings))

    @classmethod
    def unreadable(cls, error: DocumentError) -> ProblemError:
        """Of a file that is no YAML, or no file at all."""
        return cls([Finding(error.source, error.line, error.column, "schema", error.message)])


class Findings:
    """Collects what is wrong with one file."""

    def __init__(self, file: str | os.PathLike[str], root: DocumentNode) -> None:
        self.file = os.fspath(file).encode("utf-8", "backslashreplace").decode()  # a name need not be printable
        self.root = root
        self._found: dict[tuple[int, int, str, UnknownName | None], None] = {}

    def tell(self, path: DataPath, message: str, *, at_key: bool = False) -> None:
        """Add a finding, once, at the node that `path` leads to (or to its key), or as near to it as there is one."""
        self.add(Issue(path, message, at_key))

    def add(self, fault: Issue, below: DataPath = ()) -> None:
        """Add a fault of the section that `below` leads to."""
        line, column = self.place((*below, *fault.path), at_key=fault.at_key)
        self._found[line, column, fault.said, fault.unknown] = None

    def place(self, path: DataPath, *, at_key: bool = False) -> tuple[int, int]:
        """Line and column of the node that `path` leads to."""
        node = place = self.root
        for part in path:
            if isinstance(node, Mapping) and part in node.entries:
                key, node = node.entries[str(part)]
                place = key if at_key else node
            elif isinstance(node, Sequence) and part in range(len(node.items)):
                node = place = node.items[int(part)]
            else:
                break
        return place.line, place.column

    def keys(self, path: DataPath) -> tuple[str, ...]:
        """The keys of the mapping that `path` leads to, whatever is wrong with their values; none if there is none."""
        node: DocumentNode | None = self.root
        for part in path:
            if isinstance(node, Sequence):
                node = node.items[int(part)]
            else:
                node = node.get(str(part)) if isinstance(node, Mapping) else None
        return tuple(node.entries) if isinstance(node, Mapping) else ()

    def copy(self) -> Findings:
        """The same findings, to which others can be added."""
        copied = Findings(self.file, self.root)
        copied._found |= self._found
        return copied

    @property
    def is_full(self) -> bool:
        """Whether nobody will be told of any more: there is no need to look for it."""
        return len(self._found) > FULL

    @property
    def sorted(self) -> tuple[Finding, ...]:
        """The findings, from the top of the file to its bottom; of very many the first."""
        found = sorted(self._found, key=lambda each: each[:2])
        told = [
            Finding(self.file, line, column, "schema", f"{said}{unknown or ''}")
            for line, column, said, unknown in found[:MOST]
        ]
        if rest := found[MOST:]:
            told.append(Finding(self.file, *rest[0][:2], "schema", REST.format(len(rest))))
        return tuple(told)

    def check(self) -> None:
        """Raises ProblemError where something is wrong."""
        if self._found:
            raise ProblemError(self.sorted)
