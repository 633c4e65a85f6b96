"""Finds problem files by a path or an id, and loads them as problems that can be asked.

A problem gets the defaults of the assignment.yaml next to its file.  `find_below` reads nothing outside of a folder.
"""

from __future__ import annotations

import json
import os
import re
from collections import abc
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from checker.document import LIMIT, DocumentNode, ListNode, MappingNode, Scalar, beginning
from checker.document.checks import validated
from checker.document.files import walk_folders
from checker.document.findings import Finding, Findings, ProblemError
from checker.document.nodes import content_digest
from checker.engine.errors import UserError
from checker.problems.build import build
from checker.problems.learned import digest_of, learned_in, with_learned
from checker.problems.model import Problem
from checker.problems.schema import FROM, ProblemFile, has_draws
from checker.solvers.outside import use_types_near
from checker.solvers.registry import version_of
from checker.text.words import did_you_mean, in_line, shortened

if TYPE_CHECKING:
    from checker.problems.assignment import Assignment


ASSIGNMENT: Final = "assignment.yaml"
_SUFFIXES: Final = (".yaml", ".yml")
_WRITTEN_ID: Final = re.compile(
    rb"""^(?:\xef\xbb\xbf)?(?:\{[ \t]*)?["']?id["']?[ \t]*:[ \t]+["']?([a-z0-9-]+)["']?[ \t\r]*(?:[,}#].*)?$""",
    re.MULTILINE,
)
"""A line at the outermost level; in prompts and parts there is something before `id`."""


class WrittenId(NamedTuple):
    """The id that a problem file states, and where."""

    id: str
    line: int
    column: int


class NoProblemError(UserError):
    """Raised where there is no such problem, or no folder of problems."""


def find_problem(problem: str, folder: str | os.PathLike[str]) -> Path:
    """Return the problem file at this path, or else the one below the folder with this id.

    A name that can only be a path is not searched as an id; loading the file reports whether it can be read.  Raises
    NoProblemError.
    """
    if os.path.isfile(problem):  # noqa: PTH113 - unlike Path.is_file, false for a name that is invalid
        return Path(problem)
    try:
        if not _is_path(problem):
            return _with_id(problem, folder)
    except NoProblemError:
        if not os.path.lexists(problem):
            raise
    if os.path.lexists(problem):
        return Path(problem)  # perhaps a folder: loading it reports why it is not a problem
    raise NoProblemError(f"there is no problem {in_line(problem)}: this file does not exist")


def find_below(problem: str, folder: str | os.PathLike[str]) -> Path:
    """Return the problem file of this path or id below the folder.  Raises NoProblemError.

    Nothing outside of the folder is read, not even through a symbolic link or `..`, as the name may come from a person
    who must not read the files here.  A path is relative to the working directory, or else to the folder.
    """
    paths = [Path(problem), Path(folder, problem)] if _is_path(problem) else [_with_id(problem, folder)]
    with suppress(OSError, ValueError, RuntimeError):  # an invalid name, or links in a circle
        root = Path(folder).resolve()
        for path in paths:
            whole = path.resolve()
            is_problem = whole.is_file() and whole.name.endswith(_SUFFIXES) and whole.name != ASSIGNMENT
            if is_problem and not any(each.startswith(".") for each in whole.relative_to(root).parts):
                return path  # relative_to raises ValueError for a path outside
    raise NoProblemError(
        f"{shortened(problem)} is not a problem in {in_line(os.fspath(folder))};"
        " give an id, or a path below this folder"
    )


def _is_path(problem: str) -> bool:
    return problem.endswith(_SUFFIXES) or os.path.basename(problem) != problem  # noqa: PTH119 - any separator of this system


def _with_id(problem: str, folder: str | os.PathLike[str]) -> Path:
    """Return the first file by path with this id, or else with this name; one that has both comes first."""
    files = sorted(problem_files(folder), key=lambda path: path.stem != problem)
    ids = set()
    for path in files:
        written = written_id(path)
        if written and written.id == problem:
            return path
        ids.add(written.id if written else path.stem)
    if files and files[0].stem == problem:
        return files[0]  # perhaps its id cannot be read: loading it reports why
    shown, near = shortened(problem) or '""', did_you_mean(problem, sorted(ids))
    raise NoProblemError(f"there is no problem {shown} in {in_line(os.fspath(folder))}{near}")


def problem_files(folder: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield all files by path below a folder that are named like problems, hidden ones aside.  Raise NoProblemError."""
    if not os.path.isdir(folder):  # noqa: PTH112 - see above
        shown = in_line(os.fspath(folder))
        raise NoProblemError(f"there is no folder {shown}; `checker bank` lists problems to copy into one")
    for below, names in walk_folders(os.fspath(folder)):
        yield from (Path(below, name) for name in names if name.endswith(_SUFFIXES) and name != ASSIGNMENT)


def written_id(path: Path) -> WrittenId | None:
    """Return the id in a file, even if the rest of it is broken; None if there is none."""
    try:
        head = beginning(path, LIMIT)
    except (OSError, ValueError):
        return None
    found = _WRITTEN_ID.search(head)
    if not found:
        return None
    before = head[: found.start(1)]
    return WrittenId(found[1].decode(), before.count(b"\n") + 1, len(before) - before.rfind(b"\n"))


def load_problem(
    problem: str | os.PathLike[str] | abc.Mapping[str, Any],
    *,
    problems: str | os.PathLike[str] = "problems",
    student: str = "",
    without: Collection[str] = (),
) -> Problem:
    """Return the problem in a file, or with an id below the folder `problems`, or in a mapping with the keys of a file.

    A mapping has the question types next to this folder, too.  If it draws its numbers, they are those of the
    `student`.  `without`: keys that are left out.  Raise NoProblemError, and ProblemError, also for its assignment.
    """
    if isinstance(problem, abc.Mapping):
        use_types_near(Path(problems))
        data = json.dumps({"id": "problem", **problem}, default=_plain).encode()
        return load_in(None, Path("problem"), without, data).of_student(student)
    path = find_problem(os.fspath(problem), problems)
    use_types_near(path.parent)
    return load_in(load_assignment(path.parent), path, without).of_student(student)


def _plain(value: Any) -> Any:
    """Return an array, a number of numpy or a path as JSON has it.  Raise TypeError for anything else."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if not hasattr(value, "tolist"):
        raise TypeError(f"a problem holds texts, numbers, lists and mappings, not {type(value).__name__}")
    return value.tolist()


def load_assignment(folder: Path) -> Assignment | None:
    """Return the assignment.yaml of a folder, or None.  Raises ProblemError if it cannot be read at all."""
    path = folder / ASSIGNMENT
    if not os.path.lexists(path):
        return None
    from checker.problems.assignment import Assignment

    return Assignment(path)


def load_in(
    assignment: Assignment | None, path: Path, without: Collection[str] = (), data: bytes | None = None
) -> Problem:
    """Return the problem in a file as part of an assignment; if it draws its numbers, as the empty student id has it.

    `data`: the contents of the file, if it was read already.  Raise ProblemError with the findings of both files.
    """
    findings = Findings.of_file(path, data)
    for key in without:
        _remove(findings.root, key)
    try:
        if not (isinstance(findings.root, MappingNode) and findings.root.get(FROM)):
            return _as_written(path, findings, assignment)
        from checker.problems.model_config import with_config  # here, because few problems name one

        with with_config(path.parent, findings):
            return _as_written(path, findings, assignment)
    except ProblemError:
        from checker.document.entries import split_values  # only needed for files in error

        split = split_values(findings.root)
        found = [Finding(findings.file, each.line, each.column, "schema", text) for each, text in split]
        if found:
            raise ProblemError(found) from None
        raise


def _as_written(path: Path, findings: Findings, assignment: Assignment | None) -> Problem:
    written = findings.root.get("type") if isinstance(findings.root, MappingNode) else None
    learned = learned_in(path.parent).get(written.text if written else "", {})
    version = content_digest(findings.root) + (assignment.version if assignment else "") + digest_of(learned)
    version += version_of(written.text) if written else ""
    if has_draws(findings.root):
        from checker.problems.variants import Variants, seed_of  # here, because most problems draw nothing

        version += content_digest(Scalar(seed_of(path, assignment), findings.root.mark, '"'))
        return Variants(path, findings, assignment, learned, version).of("")
    problem = build(path, validated(ProblemFile, findings), findings, assignment)
    return with_learned(replace(problem, version=version), learned)


def _remove(node: DocumentNode, key: str) -> None:
    if isinstance(node, MappingNode):
        node.entries.pop(key, None)
        parts = node.get("parts")
        for part in parts.items if isinstance(parts, ListNode) else ():
            _remove(part, key)
