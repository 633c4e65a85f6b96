"""Looks at the wrong answers of a whole class: shared by many, perhaps copied, or speaking against a key."""
