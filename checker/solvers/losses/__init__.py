"""Softmax, and the losses computed from probabilities."""
