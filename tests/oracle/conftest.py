"""make.py needs PyTorch and units_battery.py pint, which the product does not: tests import them where they can."""

collect_ignore = ["make.py", "truths", "units_battery.py", "courses.py", "functions.py"]
