"""Reads one file that names its students itself, or says why it is not read."""

from __future__ import annotations

from checker.grading.columns import ColumnNames
from checker.grading.model import File, Read, Trouble
from checker.grading.structured import collected, read_structured
from checker.grading.tables import read_table


def read_file(file: File, names: ColumnNames, hint: str | None = None, owner: str = "") -> Read:
    """Return what is in a file that is no document.

    `hint`: the first folder below the root.  Answers that name no student are the owner's.
    """
    if file.error:
        trouble = Trouble(file.name, None, owner, file.error, "hides" if file.sort == "table" else "")
        return collected([trouble], file, hint)
    return read_table(file, names, hint) if file.sort == "table" else read_structured(file, owner, hint)
