"""Reading of an assignment's settings for a whole class, which need its problems and the file of extensions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from checker.document import DocumentError
from checker.document.findings import Finding, Findings, bounded
from checker.notation.words import shortened
from checker.problems.assignment_settings import AssignmentSettings, Dates
from checker.problems.broken import Broken
from checker.problems.model import Problem

if TYPE_CHECKING:
    from checker.problems.assignment import Assignment


def read_settings(
    assignment: Assignment, folder: Path, top: Path | None, loaded: Iterable[Problem | Broken]
) -> tuple[AssignmentSettings, tuple[Finding, ...]]:
    """Return the settings of an assignment, and everything that is wrong with its references and its extensions.

    With wrong settings nobody's points would be right, so the assignment is as broken as one with a wrong key.
    Extensions may be anywhere below `top`, the problems folder; without it they are not read.
    """
    from checker.problems.references import KnownQuestions, column_headings, grading_rules

    file, known, findings = assignment.file, KnownQuestions.of(loaded), assignment.findings()
    dates, in_extensions = _extended(assignment, folder, top, findings) if top else (assignment.dates, [])
    settings = AssignmentSettings(
        dates,
        roster_headings=file.roster.data,
        column_headings=column_headings(file, known, findings),
        rules=grading_rules(file, known, findings),
    )
    return settings, tuple(bounded([*findings.sorted, *in_extensions]))


def _extended(assignment: Assignment, folder: Path, top: Path, findings: Findings) -> tuple[Dates, list[Finding]]:
    """Return the dates with the extensions, and what is wrong in their file; a wrong path goes to `findings`."""
    dates, written = assignment.dates, assignment.file.extensions
    if "extensions" not in assignment.file.data:
        return dates, []
    from checker.problems.extensions import OutsideError, path_below, read_extensions

    try:
        extensions, found = read_extensions(path_below(written, folder, top), dates.timezone)
    except OutsideError as error:
        findings.report(("extensions",), str(error))
    except DocumentError as error:
        findings.report(("extensions",), f"{shortened(written) or 'the file'} {error.message}")
    else:
        return replace(dates, extensions=extensions), found
    return dates, []
