"""The working of a student: equations in running text, each recomputed as it is written."""
