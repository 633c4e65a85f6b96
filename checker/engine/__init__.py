"""Runs of a solver: the choices that it meets, what is recorded, and runs for many students at once."""
