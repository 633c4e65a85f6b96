"""Counts of learned parameters, in exact Python integers."""
