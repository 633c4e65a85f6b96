"""Recurrent networks, by their numbers."""
