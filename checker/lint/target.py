"""What a check looks at: a problem beside its file, in which findings have their places."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from checker.answers import kind
from checker.document import DocumentNode, Mapping, Scalar, Sequence, read
from checker.document.findings import Findings
from checker.document.issues import DataPath
from checker.lint.mistake_table import LintQuestion, MistakeTable
from checker.notation.text import brief
from checker.problems import Finding, Part, Problem


class LintTarget:
    """A problem and its file."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.root = read(problem.path)
        self.file = Findings(problem.path, self.root).file  # as the findings of its form name it

    @cached_property
    def exam(self) -> MistakeTable:
        """All parts of the problem, in their order."""
        return MistakeTable(LintQuestion(part.variant, part.step, part.tolerance) for part in self.problem.parts)

    @cached_property
    def prompt(self) -> str:
        """The prompt as it is written, its braces unfilled."""
        found = self.entry(("prompt",))
        return found[1].text if found else ""

    @cached_property
    def _places(self) -> dict[str | None, int]:
        return {part.id: place for place, part in enumerate(self.problem.parts)}

    def entry(self, path: DataPath) -> tuple[Scalar, DocumentNode] | None:
        """The key at the end of the path, and its value; None where the file has no such key."""
        node, found = self.root, None
        for name in path:
            found = None
            if isinstance(node, Mapping) and name in node.entries:
                found = node.entries[str(name)]
                node = found[1]
            elif isinstance(node, Sequence) and name in range(len(node.items)):
                node = node.items[int(name)]
            else:
                return None
        return found

    def own(self, part: Part) -> DataPath:
        """The path of a part's own section; the empty one of a problem without parts."""
        return ("parts", self._places[part.id]) if self.problem.is_multipart else ()

    def nearest(self, part: Part, *keys: DataPath) -> list[DataPath]:
        """Where a part may say these: each in its own section, then in the problem's."""
        return [(*level, *key) for key in keys for level in dict.fromkeys((self.own(part), ()))]

    def finding(self, code: str, message: str, *paths: DataPath) -> Finding:
        """A finding at the first of these keys that the file has; at its `type`, which it always has, if none."""
        found = filter(None, map(self.entry, (*paths, ("type",))))
        key, _ = next(found)
        return Finding(self.file, key.line, key.column, code, message)


def shown(part: Part, value: Any) -> str:
    """A value as people write it, short enough for a message."""
    return brief(kind(part.kind).show(value))
