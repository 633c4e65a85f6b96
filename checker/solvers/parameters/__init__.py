"""Counts of learned parameters.  Exact: Python integers throughout, and no division but of whole numbers."""
