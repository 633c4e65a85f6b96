"""LTI: files with a score of the Assignment and Grade Services 2.0 for each student; nothing is sent from here.

A score without `scoreGiven` changes no grade.  A platform takes a later timestamp only, with fractions of a second.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from checker.lms.gradebooks import Exported, ExportError, ExportRequest, Gradebook, StudentGrade, tables
from checker.lms.gradebooks.tables import Notes

WAITING: Final = "No score, because an answer is still to review"
MISSING: Final = "No score, because {}"
NO_MAXIMUM: Final = "No file, because the assignment is worth no points"


def export(request: ExportRequest) -> Exported:
    """Return a JSON file with the score for each student, and none for an assignment that is worth no points.

    Raise ExportError if the time of the run is not known.
    """
    time = tables.parsed(request.timestamp)
    if time is None:
        raise ExportError("the results do not say when they were made; grade again and repeat this export")
    notes = Notes()
    for grade in request.grades:
        if grade.max_points <= 0:
            notes.add(NO_MAXIMUM, grade.student.shown)
        elif grade.points is None:
            notes.add(WAITING if grade.handed_in else tables.why_missing(MISSING, grade), grade.student.shown)
        elif grade.is_provisional:
            notes.add(tables.PROVISIONAL, grade.student.shown)
    if request.scale:
        notes.add(tables.UNSCALED)
    grades = [grade for grade in request.grades if grade.max_points > 0]
    steps = tables.numbered(
        "Use a roster whose ids are the user ids of the LTI platform: userId must be one of them.",
        "Send each file with POST to {line item URL}/scores, with an access token for the scope"
        " https://purl.imsglobal.org/spec/lti-ags/scope/score.",
        "Set the header Content-Type to application/vnd.ims.lis.v1.score+json.",
    )
    count = sum(grade.points is not None for grade in grades)
    return Exported(tables.documents(grades, lambda grade: _score(grade, time)), notes.listed(), steps, count)


def _score(grade: StudentGrade, time: datetime) -> dict[str, Any]:
    """Return the score of a student as LTI has it; without `scoreGiven` if there are no points."""
    given = {}
    if grade.points is not None:
        given = {"scoreGiven": tables.rounded(max(grade.points, 0)), "scoreMaximum": tables.rounded(grade.max_points)}
    submitted = tables.parsed(grade.submitted) if grade.handed_in else None
    return {
        "userId": grade.student.id,
        **given,
        **({"comment": tables.clean_text(grade.comment)} if grade.comment else {}),
        "timestamp": tables.precise(time),
        "activityProgress": "Completed" if grade.handed_in else "Initialized",
        "gradingProgress": _progress(grade),
        **({"submission": {"submittedAt": tables.precise(submitted)}} if submitted else {}),
    }


def _progress(grade: StudentGrade) -> str:
    if grade.points is None and not grade.handed_in:
        return "NotReady"
    return "PendingManual" if grade.points is None or grade.is_provisional else "FullyGraded"


GRADEBOOKS = (Gradebook("lti", export, new="lti", is_folder=True),)
