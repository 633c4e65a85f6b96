"""Attention computed on numbers."""
