"""Results of a run from the store: owners of submissions, the hand-ins that count, points, and changes."""
