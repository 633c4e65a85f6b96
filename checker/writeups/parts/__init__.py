"""Decides which of the results in a student's section for a question answers which part of it."""
