"""The command line: one file for each command with what it prints, and files that several commands share."""
