"""Questions: the registry of types, their parameters, and variants of a question with mistakes or other sizes."""
