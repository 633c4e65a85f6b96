"""Learning management systems: what their downloads say of students, and files that carry a student's id.

    names.recognised    the files of a download    to Lms: the system that it is from
    names.owner_of      the path of a file         to Owner: whose it is, as that system names files
    names.safe_names    the ids of students        to file names

Paths and ids are text here: nothing opens a file.
"""
