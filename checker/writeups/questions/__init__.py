"""The lines of a document that belong to each question of a sheet."""
