"""Right answers that are no plain number, such as choices and equations, with codes of numbers to compare them."""
