"""What people decided: read from their files, applied to the answers, and told where it does not apply."""
