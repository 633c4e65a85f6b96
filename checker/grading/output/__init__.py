"""Files that `checker grade` writes."""
