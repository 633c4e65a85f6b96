"""Gradebooks: the files that learning management systems take grades from, and what their formats share."""

from __future__ import annotations

from functools import cache
from itertools import chain

from checker.lms.grades import Exported, ExportError, ExportRequest, Gradebook, QuestionGrade, StudentGrade
from checker.lms.systems import declared
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


@cache
def gradebooks() -> dict[str, Gradebook]:
    """Return the formats by name."""
    return {form.name: form for form in chain.from_iterable(declared("GRADEBOOKS"))}


def export(name: str, request: ExportRequest) -> Exported:
    """Return the files of an export in a format.  Raises ExportError."""
    form = gradebooks().get(name)
    if form is None:
        raise ExportError(f"{name} is not a format of gradebooks{did_you_mean(name, gradebooks())}")
    return form.export(request)
