"""Formats of documents: one module each, found by its name, with `SUFFIXES` (and the name of each) and `read(path)`."""
