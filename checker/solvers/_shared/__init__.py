"""Types of parameters and arithmetic that the solvers of several question types share."""
