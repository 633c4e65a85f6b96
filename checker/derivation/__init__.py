"""Derives the mistakes that students may make in a formula from its form: a term left out, a ratio inverted."""
