"""Parameters and arithmetic that several question types share."""
