"""Kinds of answers, one file each, found by its name: `kind` is the one that the file declares."""
