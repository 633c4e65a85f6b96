"""Question types on the numbers of learned parameters, in exact Python integers."""
