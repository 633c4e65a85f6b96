"""Choice of options that a student made."""
