"""Binding of results to the parts of a question that they answer."""
