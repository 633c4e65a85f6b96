"""The command line: one file for each command, and `views` for what commands print."""
