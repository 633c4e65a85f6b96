"""Normalisation, by its numbers."""
