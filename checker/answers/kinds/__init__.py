"""Kinds of answers, one file each: the name of the file is that of the kind, and its `kind` is the object."""
