"""Structured formats of submissions, one module each, found by its name.

Each has `SUFFIXES` (and the name of each), `IS_TABLE` and `read(data, file, owner, names, hint)`.
"""
