"""Grading a folder: every submission below it, against the assignments it belongs to.

    folder ──► Submission | Trouble ──► Desk (marks it) ──► Chunk: records, rows, needs ──► Book
    reviews ──► Reviews ────────────────┘ (what people decided takes the place of what was found)

Nothing here writes a file.  Memory stays flat but for a short row a student, which the tables need at the end,
and for the different answers that a person has to read.
"""

from checker.grading.cell import Fate
from checker.grading.course import Assignment, Column, Course
from checker.grading.grader import Chunk, Desk, Laid, Row
from checker.grading.issues import Need
from checker.grading.jobs import grade_folder
from checker.grading.killed import WorkersEnded
from checker.grading.results import Book, Group, Open
from checker.grading.reviews import Reviews, read_reviews, review_files

__all__ = [
    "Assignment",
    "Book",
    "Chunk",
    "Column",
    "Course",
    "Desk",
    "Fate",
    "Group",
    "Laid",
    "Need",
    "Open",
    "Reviews",
    "Row",
    "WorkersEnded",
    "grade_folder",
    "read_reviews",
    "review_files",
]
