"""Convolutions and poolings computed on numbers."""
