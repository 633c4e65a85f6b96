"""Runs of a solver, the program that computes a right answer: its choice points, its steps, runs for many students."""

from typing import Final

VERSION: Final = "0.1.0"
DISTRIBUTION: Final = "answer-checker"
"""`checker`, as the package and the command are called, belongs to another project in the index."""
