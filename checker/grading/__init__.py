"""Grading a folder: every submission below it, against the assignments it belongs to.

    folder ──► Submission | Trouble ──► Desk (marks it) ──► Chunk: records, rows, needs ──► Book
    reviews ──► Reviews ────────────────┘ (what people decided takes the place of what was found)

Nothing here writes a file.  Memory stays flat but for a short row a student, which the tables need at the end,
and for the different answers that a person has to read.
"""

from checker.grading.cell import Cell
from checker.grading.course import AssignmentColumns, Course, GradeColumn
from checker.grading.grader import Chunk, Laid, RecordRow, SubmissionGrader
from checker.grading.issues import GradingIssue
from checker.grading.jobs import grade_folder
from checker.grading.killed import WorkersEnded
from checker.grading.results import CourseResults, Group, OpenDecision
from checker.grading.reviews import Reviews, read_reviews, review_files

__all__ = [
    "AssignmentColumns",
    "Cell",
    "Chunk",
    "Course",
    "CourseResults",
    "GradeColumn",
    "GradingIssue",
    "Group",
    "Laid",
    "OpenDecision",
    "RecordRow",
    "Reviews",
    "SubmissionGrader",
    "WorkersEnded",
    "grade_folder",
    "read_reviews",
    "review_files",
]
