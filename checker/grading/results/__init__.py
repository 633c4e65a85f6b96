"""From the store to the results of a run: whose each submission is, which counts, its points, and what changed."""
