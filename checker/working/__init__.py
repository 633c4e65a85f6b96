"""Finds equations such as `3 × 4 = 12` in a student's working, and computes each again to see whether it holds."""
