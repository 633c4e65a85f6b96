"""Learning management systems: whose the files of their downloads are, rosters in, gradebooks and feedback out.

    systems.recognised     the files of a download      to the name of the system that it is from
    systems.read_download  the same files               to Download: who handed what in, and when
    GradebookForm.export   grades, and an LMS's file    to Exported: files that the LMS imports, and how
    systems.pack           feedback pages               to Exported: the entries of a zip, and how to upload it
    roster.read_roster     the bytes of a list          to Roster: the students of a course
    tables.read_table      the bytes of a CSV file      to Table: its rows
    names.safe_names       the ids of students          to file names

Each system is one file in `systems` with a `System`.  Paths, ids, files are values here: nothing opens a file.
"""
