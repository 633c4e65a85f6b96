"""Question types for any course: a formula, a given key, a choice, an essay."""
