"""Grading: submissions to grades that are kept, and the files that people and scripts read.

    submissions     a folder or a zip   to sources: the bytes of a file, or of all files of a student
    intake          sources             to those that the store does not know yet
    executors       these               to chunks, in this process or in others
      grader        a source            to marked answers: a pure function
    store           chunks              kept as they come
    results         the store           to rows: whose, as people decided, which hand-in counts; points, changes
    class_answers   rows                to wrong answers that many gave
    output          all of it           to files

`run` connects them, and `checker grade` (cli/grade.py) calls it; `computed_grades` is its end, from the store to the
files.
`forget` removes a student, and makes the files again by the same end.
"""

from checker.grading.course import AssignmentColumns, Course, GradeColumn
from checker.grading.executors.jobs import grade_tasks, tasks_of
from checker.grading.executors.workers import WorkersEnded
from checker.grading.grader.graded_source import GradingIssue
from checker.grading.grader.mark import Mark
from checker.grading.grader.submission_grader import SubmissionGrader
from checker.grading.results.course_results import CourseResults, Group, OpenDecision
from checker.grading.reviews.read import Reviews, read_reviews, review_files
from checker.grading.store import Row

__all__ = [
    "AssignmentColumns",
    "Course",
    "CourseResults",
    "GradeColumn",
    "GradingIssue",
    "Group",
    "Mark",
    "OpenDecision",
    "Reviews",
    "Row",
    "SubmissionGrader",
    "WorkersEnded",
    "grade_tasks",
    "read_reviews",
    "review_files",
    "tasks_of",
]
