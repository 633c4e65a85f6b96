"""Answers that several students share, and keys that a class contradicts."""
