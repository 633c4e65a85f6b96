"""How tests run: with compiled code at hand, on all cores, without a stopwatch, and in CI with the same examples each time."""

import os
import sys
from pathlib import Path

# Processes that tests start, and the workers that share the tests, would compile every module anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

from hypothesis import settings  # noqa: E402 - its modules are compiled once too

settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


def pytest_xdist_auto_num_workers(config):
    """A few files are done before workers have started, and a browser has processes; None leaves it to the number of cores."""
    if config.option.markexpr == "browser":
        return 2
    return 0 if all(Path(argument.partition("::")[0]).is_file() for argument in config.args) else None
