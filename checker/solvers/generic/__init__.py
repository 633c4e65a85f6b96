"""Questions of any course: a given key, a choice, an essay."""
