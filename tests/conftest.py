"""How tests run: with compiled code at hand, without a stopwatch, and in CI with the same examples each time."""

import gc
import os
import shutil
import sys
from pathlib import Path

# Processes that tests start, and the workers that share the tests, would compile every module anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

MEMORY = Path("/dev/shm")
if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > 4e9:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))  # where SQLite waits for no disk

import pytest  # noqa: E402
from hypothesis import settings  # noqa: E402 - its modules are compiled once too

settings.register_profile("here", deadline=None, max_examples=40)
settings.register_profile("ci", deadline=None, max_examples=40, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


def pytest_xdist_auto_num_workers(config):
    """Return two for pages in a browser, which has processes of its own; None leaves it to the number of cores."""
    return 2 if config.option.markexpr == "browser" else None


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Collect no garbage while 17,000 tests are collected, none of which is any: it took almost half of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish(session):
    """Leave 17,000 tests out of every garbage collection, and collect less often: a tenth of the time went there."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(autouse=True)
def _types_of_the_package():
    """Let no test leave question types from outside the package to the next one."""
    yield
    if outside := sys.modules.get("checker.solvers.outside"):
        outside.use_types(None)
