"""Finds results in a student's text: numbers, lists, formulas and orders of growth that may be answers."""
