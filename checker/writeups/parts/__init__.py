"""Which of the results in a section answers which part of its question."""
