"""The command line: one file for each command, files that several commands share, and `views` for what they print."""
