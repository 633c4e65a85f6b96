"""Writes the files of `checker grade`: gradebook, records, lists for reviewers, summary, annotated documents."""
