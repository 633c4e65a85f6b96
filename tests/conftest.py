"""How tests run: with compiled code at hand, without a stopwatch, and in CI with the same examples each time."""

import os
import sys

# Processes that tests start, and the workers that share the tests, would compile every module anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

from hypothesis import settings  # noqa: E402 - its modules are compiled once too

settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


def pytest_xdist_auto_num_workers(config):
    """Return two for pages in a browser, which has processes of its own; None leaves it to the number of cores."""
    return 2 if config.option.markexpr == "browser" else None
