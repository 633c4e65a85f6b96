"""The results in a section: numbers, lists, formulas and orders of growth, with what speaks for each."""
