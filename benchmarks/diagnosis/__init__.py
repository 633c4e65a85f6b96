"""How well wrong answers are explained, measured over all question types: `python -m benchmarks.diagnosis`."""
