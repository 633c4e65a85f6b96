"""Finds the lines of a document that belong to each question of an assignment."""
