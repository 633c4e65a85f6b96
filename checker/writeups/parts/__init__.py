"""Which result answers which part of a question."""
