"""Which options of a choice a student chose."""
