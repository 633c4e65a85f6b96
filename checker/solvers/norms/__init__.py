"""Question types on normalisation, computed on numbers."""
