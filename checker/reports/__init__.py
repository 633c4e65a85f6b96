"""Pages for people: feedback for each student, a report on the class, and the review desk.

    page            a template and its values    to one self-contained page, in which Markdown is HTML
    feedback        a student's grades           to what the page shows, and the page
    class_report    the grades of a class        to what the report shows, its plots, and the report
    review_desk     the answers that wait        to web pages on which a person decides
    beliefs         the records of a student     to mistakes made again and again

Everything comes from the store in the folder of results, and the problems for what was asked.
"""

from __future__ import annotations

from typing import Final

FEEDBACK: Final = "feedback"
"""The folder of the students' pages."""

REPORT: Final = "report.html"


def feedback_zip(lms: str) -> str:
    """Return the file name of the zip with pages for this learning management system."""
    return f"feedback-{lms}.zip"
