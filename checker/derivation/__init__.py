"""Formulas: reads and computes them, checks their units, and derives the mistakes that students may make in them.

These follow from the form of a formula: a term left out, a ratio inverted.  Formulas of authors are compiled
(`compiled_formula`), and so are those of the steps of solvers (`step_formula`).  Known wrong rules
are lines in the files of `rules/`.
"""
