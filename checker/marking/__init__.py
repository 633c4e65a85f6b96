"""Marks one answer, or a student's answers to all parts of a problem: read, compare, diagnose, explain, give points."""
