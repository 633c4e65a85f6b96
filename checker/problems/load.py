"""Loading of problem files: reads and validates them, together with their assignment."""

from __future__ import annotations

import os
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from checker.document import DocumentError, DocumentNode, Mapping, Scalar, Sequence, read_document
from checker.document.findings import Finding, Findings, ProblemError
from checker.document.nodes import content_digest
from checker.document.validate import validated
from checker.problems.build import build
from checker.problems.draw_places import has_draws
from checker.problems.find import ASSIGNMENT
from checker.problems.learned import digest_of, learned_in, with_learned
from checker.problems.model import Problem
from checker.problems.schema import ProblemFile

if TYPE_CHECKING:
    from checker.problems.assignment import Assignment


def load_problem(path: str | os.PathLike[str], *, without: Collection[str] = ()) -> Problem:
    """Return the problem in a file, with the defaults of the assignment.yaml next to it; keys in `without` are ignored.

    Raises ProblemError with all findings of both files at once.
    """
    path = Path(path)
    found: tuple[Finding, ...] = ()
    assignment = None
    try:
        assignment = load_assignment(path.parent)
    except ProblemError as error:
        found = error.findings
    try:
        problem = load_in(assignment, path, without)
    except ProblemError as error:
        raise ProblemError([*found, *error.findings]) from None
    if found:
        raise ProblemError(found)
    return problem


def load_assignment(folder: Path) -> Assignment | None:
    """Return the assignment.yaml of a folder, or None.  Raises ProblemError if it cannot be read at all."""
    path = folder / ASSIGNMENT
    if not os.path.lexists(path):
        return None
    from checker.problems.assignment import read_assignment

    return read_assignment(path)


def load_in(assignment: Assignment | None, path: Path, without: Collection[str] = ()) -> Problem:
    """Return the problem in a file, as part of an assignment; with draws its variant of the student "".

    Raises ProblemError, with the findings of both.
    """
    try:
        findings = Findings(path, read_document(path))
    except DocumentError as error:
        shared = assignment.findings().sorted if assignment else ()
        raise ProblemError((*shared, *ProblemError.unreadable(error).findings)) from None
    for key in without:
        _remove(findings.root, key)
    try:
        return _built(path, findings, assignment)
    except ProblemError:
        from checker.document.split_calls import split_calls  # only needed for files in error

        if split := [
            Finding(findings.file, each.line, each.column, "schema", text) for each, text in split_calls(findings.root)
        ]:
            raise ProblemError(split) from None
        raise


def _built(path: Path, findings: Findings, assignment: Assignment | None) -> Problem:
    """Return the problem in a file that was read."""
    written = findings.root.get("type") if isinstance(findings.root, Mapping) else None
    learned = learned_in(path.parent).get(written.text if written else "", {})
    version = content_digest(findings.root) + (assignment.version if assignment else "") + digest_of(learned)
    if has_draws(findings.root):
        from checker.problems.student_variants import Variants, seed_of  # here, because most problems draw nothing

        version += content_digest(Scalar(seed_of(path, assignment), findings.root.mark, '"'))
        return Variants(path, findings, assignment, learned, version).of("")
    problem = build(path, validated(ProblemFile, findings), findings, assignment)
    return with_learned(replace(problem, version=version), learned)


def _remove(node: DocumentNode, key: str) -> None:
    """Remove a key from the problem and from its parts."""
    if isinstance(node, Mapping):
        node.entries.pop(key, None)
        parts = node.get("parts")
        for part in parts.items if isinstance(parts, Sequence) else ():
            _remove(part, key)
