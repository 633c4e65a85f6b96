"""From the store to results: whose each submission is, which hand-ins count, points, and changes since the last run."""
