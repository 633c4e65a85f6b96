"""make.py needs PyTorch, which the product does not: test_oracle.py imports it where it can."""

collect_ignore = ["make.py", "truths"]
