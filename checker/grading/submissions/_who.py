"""Students as files, or the names of files, name them."""

from __future__ import annotations

from pathlib import PurePath
from typing import NamedTuple

from checker.document import DocumentNode, Mapping, Scalar, Sequence
from checker.document.entries import answer_text


class Who(NamedTuple):
    """A student; the id is empty where nobody is named."""

    student: str
    name: str | None = None
    email: str | None = None


def who_in(node: DocumentNode | None, default: str = "") -> Who:
    """Return the student that `student: ...` names, an id or a mapping; without it the default."""
    if isinstance(node, Mapping):
        student, name, email = (answer_text(node.get(key)) for key in ("id", "name", "email"))
        if not isinstance(node.get("id"), Scalar):
            return Who("")
        return Who(student if student.strip() else "", name or None, email or None)
    if isinstance(node, Sequence):
        return Who("")
    student = answer_text(node)
    return Who(student if student.strip() else default.strip() and default)


def student_of(path: PurePath, *, is_folder: bool = False) -> Who:
    """Return the student that the name of a file or of a student's folder is for."""
    return Who(path.name if is_folder else path.stem)
