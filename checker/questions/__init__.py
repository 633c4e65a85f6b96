"""Question types and concrete questions: the registry of types, parameters, and variants solved with mistakes."""
