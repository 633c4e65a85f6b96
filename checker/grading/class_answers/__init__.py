"""Wrong answers that several students share, and keys that a class contradicts."""
