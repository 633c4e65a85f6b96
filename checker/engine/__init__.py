"""Runs of a solver, the program that computes a right answer: its choice points, its steps, runs for many students."""
