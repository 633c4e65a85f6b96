"""Learning management systems: whose the files of their downloads are, rosters in, gradebooks and feedback out.

    names.recognised     the files of a download       to Lms: the system that it is from
    names.owner_of       the path of a file            to Owner: whose it is, as that system names files
    names.safe_names     the ids of students           to file names
    roster.read_roster   the bytes of a list           to Roster: the students of a course
    gradebooks.export    grades, and an LMS's file     to Exported: files that the LMS imports, and how
    feedback_zips.pack   feedback pages                to PackedFeedback: the entries of a zip, and how to upload it

Each system or other taker of grades is one file in `systems`.  Paths, ids, files are values here: nothing opens a file.
"""
