"""Right answers that are no plain number, such as choices, with codes of numbers to compare them."""
