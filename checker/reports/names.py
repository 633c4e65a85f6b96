"""The names of the pages in the folder of results."""

from __future__ import annotations

from typing import Final

FEEDBACK: Final = "feedback"
"""The folder of the students' pages."""

REPORT: Final = "report.html"


def feedback_zip(lms: str) -> str:
    """Return the name of the pages as a learning management system takes them back."""
    return f"feedback-{lms}.zip"
