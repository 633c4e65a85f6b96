"""Grading a folder: every submission below it, against the assignments it belongs to.

    folder ──► Submission | Trouble ──► Desk (marks it) ──► Chunk: records, rows, needs ──► Book

Nothing here writes a file.  Memory stays flat but for a short row a student, which the tables need at the end.
"""

from checker.batch.book import Book, Group
from checker.batch.course import Assignment, Column, Course
from checker.batch.desk import Chunk, Desk, Row
from checker.batch.jobs import grade_folder
from checker.batch.marked import Fate
from checker.batch.needs import Need

__all__ = ["Assignment", "Book", "Chunk", "Column", "Course", "Desk", "Fate", "Group", "Need", "Row", "grade_folder"]
