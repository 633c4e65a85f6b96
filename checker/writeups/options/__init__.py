"""Finds out which options of a multiple-choice question a student chose in a document."""
