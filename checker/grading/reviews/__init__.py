"""Decisions of reviewers: read from their files, applied to answers, and reported where they do not apply."""
