"""Measure how well wrong answers are explained, over all question types: `python -m benchmarks.diagnosis`."""
