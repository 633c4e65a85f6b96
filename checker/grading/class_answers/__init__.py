"""Wrong answers that several students share, answers that may be copied, and keys that a class contradicts."""
