"""`Outline`: what a class needs of each problem, also of those that nobody answered; the problem is built on demand.

It can be kept as JSON, by the bytes of all files that decide it (`sources_of`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from checker.document import DocumentError, read_bytes
from checker.document.findings import Finding, ProblemError
from checker.problems.learned import FILE as LEARNED
from checker.problems.model import Problem
from checker.solvers import outside

_PLAIN: Final = ("id", "title", "label", "prompt", "version", "drawn")
"""Those that are texts."""

Sources = tuple[str, ...]
"""The path of a problem file, the folder of its default seed, and digests of all files that decide the problem."""


class PartOutline(NamedTuple):
    """What is known of a part without building its problem."""

    id: str | None
    title: str
    points: float
    has_key: bool


@dataclass(frozen=True)
class Outline:
    """What is known of a problem without building it; the fields are those of `Problem`."""

    id: str
    title: str
    label: str
    prompt: str
    version: str
    drawn: str
    parts: tuple[PartOutline, ...]
    path: Path
    build: Callable[[], Problem] = field(compare=False, repr=False)

    @classmethod
    def of(cls, problem: Problem) -> Outline:
        """Return the outline of a problem that is built."""
        parts = tuple(PartOutline(each.id, each.title, each.points, each.key is not None) for each in problem.parts)
        texts: dict[str, Any] = {name: getattr(problem, name) for name in _PLAIN}
        return cls(**texts, parts=parts, path=problem.path, build=lambda: problem)

    def to_json(self) -> list[Any]:
        """Return what `from_json` makes the outline from."""
        return [*(getattr(self, name) for name in _PLAIN), [tuple(each) for each in self.parts]]

    @classmethod
    def from_json(cls, kept: list[Any], path: Path, build: Callable[[], Problem]) -> Outline:
        """Return what was kept of the problem in a file."""
        *texts, parts = kept
        known = tuple(PartOutline(*each) for each in parts)
        return cls(**dict(zip(_PLAIN, texts, strict=True)), parts=known, path=path, build=build)

    @cached_property
    def problem(self) -> Problem:
        """Return the problem.  Raise ProblemError if its file is no more what it was."""
        problem = self.build()
        if Outline.of(problem) != self:
            raise ProblemError(
                [Finding(os.fspath(self.path), None, None, "schema", "was changed while it was read; try again")]
            )
        return problem

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what is sent to another process, which may be on a machine without the file."""
        return Outline.of, (self.problem,)


def sources_of(path: Path, assignment: Path) -> tuple[Sources, bytes] | None:
    """Return what decides the problem in a file, and the file's contents; None where that is not known."""
    try:
        data = read_bytes(path)
        names = re.findall(rb"(?<![^\n:\"'{}])[^\n:\"'{}]+\.json", data)  # perhaps of configurations of models
        named = [path.parent / each.decode().strip() for each in names]
        if named and not any(map(os.path.lexists, named)):
            return None  # it may be written in another way
        others = (assignment, path.parent / LEARNED, *named)
        contents = [data, *(b"=" + read_bytes(each) if os.path.lexists(each) else b"" for each in others)]
    except (DocumentError, ValueError):
        return None
    digests = (*(sha256(each).hexdigest() for each in contents), outside.digest())
    folder = Path(os.path.abspath(path.parent)).name  # noqa: PTH100 - as in `seed_of`
    return (os.fspath(path), folder, *digests), data
