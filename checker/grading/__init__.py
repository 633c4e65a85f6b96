"""Grading: submissions to one gradebook, and the files that people and scripts read.

    hand_ins      a folder or a zip        to HandIn: the files of one student, or one file that names its students
    grade         hand-ins                 to a Run: read and marked as far as `cache` has them not, by `workers`
    gradebook     rows, roster, decisions  to a Gradebook, a pure function
    files         a Gradebook              to the text of each file of results
    published     a folder of results      to Results, which pages, exports, the report and the desk read

`run` connects them for `checker grade` (cli/grade.py), and publishes the files together.  `forget` removes a student.
"""
