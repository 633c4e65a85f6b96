"""The text of a typed answer to its numbers, by one grammar."""
