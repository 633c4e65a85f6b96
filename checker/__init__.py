"""Checks numeric homework answers and explains the wrong ones."""
