"""From an answer to its outcome: read, compare, diagnose, explain, give points."""
