"""Convolutions and poolings, by their numbers."""
