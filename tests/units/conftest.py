"""make_pint.py needs pint, which the product does not: test_pint.py imports it where it can."""

collect_ignore = ["make_pint.py"]
