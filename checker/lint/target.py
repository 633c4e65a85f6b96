"""A problem together with its file, in which findings are placed."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from checker.document import DocumentNode, Mapping, Scalar, Sequence, read_document
from checker.document.findings import Findings
from checker.document.issues import DataPath
from checker.lint.mistake_table import LintQuestion, MistakeTable
from checker.notation.text import brief
from checker.problems import Finding, Part, Problem


class LintTarget:
    """One problem with its file, as the checks of lint see it."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.root = read_document(problem.path)
        self.file = Findings(problem.path, self.root).file  # as the findings of its form name it

    @cached_property
    def table(self) -> MistakeTable:
        """Return the mistakes in all parts of the problem, in their order."""
        return MistakeTable(LintQuestion(part.variant, part.step, part.tolerance) for part in self.problem.parts)

    @cached_property
    def prompt(self) -> str:
        """Return the prompt as written, its braces not filled in."""
        found = self.entry(("prompt",))
        return found[1].text if found else ""

    @cached_property
    def _numbers(self) -> dict[str | None, int]:
        return {part.id: number for number, part in enumerate(self.problem.parts)}

    def entry(self, path: DataPath) -> tuple[Scalar, DocumentNode] | None:
        """Return the key at the end of a path and its value; None where the file has no such key."""
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

    def section(self, part: Part) -> DataPath:
        """Return the path of a part's section; the empty one for a problem without parts."""
        return ("parts", self._numbers[part.id]) if self.problem.is_multipart else ()

    def nearest(self, part: Part, *keys: DataPath) -> list[DataPath]:
        """Return the places of these keys for a part: first in its section, then in the problem's."""
        return [(*section, *key) for key in keys for section in dict.fromkeys((self.section(part), ()))]

    def finding(self, code: str, message: str, *paths: DataPath) -> Finding:
        """Return a finding at the first of these keys that the file has, or else at its `type`."""
        found = filter(None, map(self.entry, (*paths, ("type",))))
        key, _ = next(found)
        return Finding(self.file, key.line, key.column, code, message)


def shown_value(part: Part, value: Any) -> str:
    """Return a value as people write it, short enough for a message."""
    return brief(part.answer_kind.show(value, part.decimal, part.tolerance))
