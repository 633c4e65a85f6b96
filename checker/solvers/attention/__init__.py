"""Attention, by its numbers."""
