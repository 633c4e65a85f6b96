"""Question types on convolutions and poolings, computed on numbers."""
