"""Grading: submissions to grades that are kept, and the files that people and scripts read.

    submissions     a folder or a zip   to sources: the bytes of a file, or of all files of a student
    course          problems            to columns, one for each part
    executors       new sources         to graded ones, in this process or in others
      grader        a source            to marked answers: a pure function
    store           graded sources      kept as they come
    reviews         reviewers' files    to decisions, applied to marks
    results         the store           to rows: whose, as people decided, which hand-in counts; points, changes
    class_answers   rows                to wrong answers that many gave
    output          all of it           to files

`run` connects them, and `checker grade` (cli/grade.py) calls it; `computed_grades` is its end, from the store to the
files.

`forget` removes a student, and makes the files again by the same end.  `exports` and `student_feedback` read the store
for other commands, with grades for a learning management system and feedback for students.
"""
