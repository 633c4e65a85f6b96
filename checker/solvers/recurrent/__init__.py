"""Question types on recurrent networks, computed on numbers."""
