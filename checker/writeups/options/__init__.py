"""Which option a student chose."""
