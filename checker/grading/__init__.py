"""Grading a folder: every submission in it, against the assignments it belongs to.

    grade_folder         files, 64 at once  to Chunk, in one process or several
      walk_hand_ins      a folder           to HandIn: the documents of a student; other files one by one
      read_file          another file       to Submission | Trouble
      WriteUpReader      a HandIn           to ReadHandIn: the answers found in its documents
      SubmissionGrader   these              to Chunk: records, rows, issues, write-ups with remarks
    collect              chunks             to CourseResults: a row a student, what needs a person
    output.write         results            to the files that people and scripts read

`checker grade` connects them (cli/grade.py).  What reviewers decided (`Reviews`) replaces what was found.
Records are written as they come, so memory holds only a short row for each student and the answers that a person reads.
"""

from checker.grading.cell import Cell
from checker.grading.chunk import Chunk, RecordRow, ReviewView
from checker.grading.course import AssignmentColumns, Course, GradeColumn
from checker.grading.grader import SubmissionGrader
from checker.grading.issues import GradingIssue
from checker.grading.jobs import grade_folder
from checker.grading.killed import WorkersEnded
from checker.grading.results import CourseResults, Group, OpenDecision, collect
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
    "OpenDecision",
    "RecordRow",
    "ReviewView",
    "Reviews",
    "SubmissionGrader",
    "WorkersEnded",
    "collect",
    "grade_folder",
    "read_reviews",
    "review_files",
]
