"""Pages for people, from the results of a run: feedback for students, a report on the class, the review desk."""

from __future__ import annotations


def feedback_zip(lms: str) -> str:
    """Return the file name of the zip with pages for this learning management system."""
    return f"feedback-{lms}.zip"
