"""Formats of gradebooks: one module each, found by its name.

Each module has `NAME`, `NEEDS_FILE` (it fills in a file of the LMS), `IS_FOLDER` (it writes one file for each student)
and `export(request)`, which returns an `Exported` or raises ExportError.  A module with `TAKES_COLUMN` writes a file of
its own, with a column for the assignment.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import ModuleType

from checker.lms.grades import Exported, ExportError, ExportRequest, QuestionGrade, StudentGrade
from checker.notation import packaged
from checker.notation.words import did_you_mean

__all__ = [
    "ExportError",
    "ExportRequest",
    "Exported",
    "Gradebook",
    "QuestionGrade",
    "StudentGrade",
    "export",
    "gradebooks",
]


@dataclass(frozen=True)
class Gradebook:
    """A format of gradebooks."""

    name: str
    needs_file: bool
    is_folder: bool
    takes_column: bool
    write: Callable[[ExportRequest], Exported]

    def export(self, request: ExportRequest) -> Exported:
        """Return the files of an export.  Raises ExportError."""
        if self.needs_file and request.into is None:
            raise ExportError(f"{self.name} fills in a file that you download from the LMS; name it with --into FILE")
        if not self.needs_file and request.into is not None:
            raise ExportError(f"{self.name} writes a new file; leave out --into")
        if not self.takes_column and request.column is not None:
            raise ExportError(f"{self.name} has no column to choose; leave out --column")
        _check(request)
        return self.write(request)


@cache
def gradebooks() -> dict[str, Gradebook]:
    """Return the formats by name."""
    modules = [import_module(f"{__name__}.{name}") for name in packaged.modules(__path__)]
    return {module.NAME: _gradebook(module) for module in modules}


def export(name: str, request: ExportRequest) -> Exported:
    """Return the files of an export in a format.  Raises ExportError."""
    form = gradebooks().get(name)
    if form is None:
        raise ExportError(f"{name} is not a format of gradebooks{did_you_mean(name, gradebooks())}")
    return form.export(request)


def _gradebook(module: ModuleType) -> Gradebook:
    takes_column = getattr(module, "TAKES_COLUMN", module.NEEDS_FILE)
    return Gradebook(module.NAME, module.NEEDS_FILE, module.IS_FOLDER, takes_column, module.export)


def _check(request: ExportRequest) -> None:
    """Raise ExportError for grades that no format can hold."""
    seen: set[str] = set()
    for grade in request.grades:
        if grade.student.id in seen:
            raise ExportError(f"{grade.student.shown} is in the results twice; keep one of the two and export again")
        seen.add(grade.student.id)
        if grade.points is not None and not (math.isfinite(grade.points) and math.isfinite(grade.max_points)):
            raise ExportError(f"the points of {grade.student.shown} are not a number; grade again")
