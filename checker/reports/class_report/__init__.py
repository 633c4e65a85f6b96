"""The report on a class: suspected key errors, distributions, questions with their mistakes, what needs a person."""
