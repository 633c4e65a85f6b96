"""Question types on attention, computed on numbers: the answer is a matrix or a vector."""
