"""The working of a student: the equations in a text, each worked out again to see whether it holds."""
