"""Formulas: reads and computes them, checks their units, and derives the mistakes that students may make in them.

These follow from the form of a formula: a term left out, a ratio inverted.  A formula is a `Program` of pieces; known
wrong rules are lines in the files of `rules/`.
"""
