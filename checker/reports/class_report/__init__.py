"""A report on a class: suspected key errors, distributions, questions with their mistakes, and what needs a person."""
