"""The files that `checker grade` writes."""
