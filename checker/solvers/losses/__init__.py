"""Question types on softmax, and on losses computed from probabilities."""
