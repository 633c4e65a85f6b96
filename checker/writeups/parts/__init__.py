"""Decides which of the results that a student gives for a question answers which part of it."""
