"""make.py needs PyTorch and the cases' oracles pint and sympy, which the product does not: tests import them where they can."""

collect_ignore = ["make.py", "truths", "units_cases.py", "formulas_cases.py", "functions.py"]
