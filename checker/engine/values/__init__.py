"""Values that are no numbers, but are compared by numbers: choices, orders of growth, rubrics."""
