"""What an author can mend, each thing with the place in the file where it stands."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import NamedTuple

from checker.document import DocumentError, Mapping, Node, Sequence
from checker.faults import Fault, Path


class Finding(NamedTuple):
    """One thing that is wrong or risky in a file; line and column count from 1, None where the file has no lines."""

    file: str
    line: int | None
    column: int | None
    code: str
    message: str

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        return f"{place} {self.code} {self.message}"


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

    def __init__(self, file: str | os.PathLike[str], root: Node) -> None:
        self.file = os.fspath(file).encode("utf-8", "backslashreplace").decode()  # a name need not be printable
        self.root = root
        self._found: dict[Finding, None] = {}

    def tell(self, path: Path, message: str, *, at_key: bool = False) -> None:
        """Add a finding, once, at the node that `path` leads to (or to its key), or as near to it as there is one."""
        line, column = self.place(path, at_key=at_key)
        self._found[Finding(self.file, line, column, "schema", message)] = None

    def add(self, fault: Fault, below: Path = ()) -> None:
        """Add a fault of the section that `below` leads to."""
        self.tell((*below, *fault.path), fault.message, at_key=fault.at_key)

    def place(self, path: Path, *, at_key: bool = False) -> tuple[int, int]:
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

    @property
    def sorted(self) -> tuple[Finding, ...]:
        """All findings, from the top of the file to its bottom."""
        return tuple(sorted(self._found, key=lambda finding: (finding.line, finding.column)))

    def check(self) -> None:
        """Raises ProblemError where something is wrong."""
        if self._found:
            raise ProblemError(self.sorted)
