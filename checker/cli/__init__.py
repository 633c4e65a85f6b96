"""The command line: one file a command, and views/ for what is printed."""
