"""Reads and marks what was handed in: from a source to rows with marks.  A pure function, so any process may do it."""
