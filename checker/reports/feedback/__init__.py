"""Feedback for each student: a page with every question, what was read, and what to do next."""
