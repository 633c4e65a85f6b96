"""Feedback pages: for each student every question, the answer as it was read, why it is wrong, what to do next."""
