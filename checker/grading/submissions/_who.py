"""Whose a file is, as the file or its name says."""

from __future__ import annotations

from pathlib import PurePath
from typing import Final, NamedTuple

from checker.document import DocumentNode, Mapping, Scalar, Sequence

NULLS: Final = frozenset(("", "~", "null", "Null", "NULL"))


class Who(NamedTuple):
    """A student; the id is empty where nobody is named."""

    student: str
    name: str | None = None
    email: str | None = None


def who_in(node: DocumentNode | None, default: str = "") -> Who:
    """Return the student that `student: ...` names, an id or a mapping; without it the default."""
    if isinstance(node, Mapping):
        student, name, email = (text_of(node.get(key)) for key in ("id", "name", "email"))
        return Who(student if student.strip() else "", name or None, email or None)
    if isinstance(node, Sequence):
        return Who("")
    student = text_of(node)
    return Who(student if student.strip() else default.strip() and default)


def text_of(node: DocumentNode | None) -> str:
    """Return a node as it was written; "" for an empty one."""
    if isinstance(node, Scalar):
        return "" if node.text in NULLS and not node.quoted else node.text
    return "" if node is None or (isinstance(node, Mapping) and not node.entries) else node.text


def student_of(path: PurePath, *, is_folder: bool = False) -> Who:
    """Return the student that the name of a file or of a student's folder is for."""
    return Who(path.name if is_folder else path.stem)
