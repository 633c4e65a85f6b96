"""Shapes of what a layer gives out."""
