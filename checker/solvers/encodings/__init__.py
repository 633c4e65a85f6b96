"""Question types on the encodings of positions."""
