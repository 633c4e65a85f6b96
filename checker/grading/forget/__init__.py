"""Removal of a student from a folder of results: from the store, and from every file that checker wrote there.

    student   an id      to all ids and names of the student, and out of the store; only salted hashes of the ids stay;
                         then the files of the whole class, as the last run would write them without the student
    files     the rest   what shows the student: feedback, reports and exports are deleted, other files are named

If it is ended halfway, the store is as before, or the student is gone from it: then the same command goes on.
"""
