"""What comes out, for people and for scripts: one file a form."""
