"""Question types on the shapes of what a layer gives out."""
