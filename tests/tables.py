"""Tables of tests: the cases of `test_x.py` are in `test_x.yaml` beside it, a list of rows for each test."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml


@cache
def _tables(file: Path) -> dict[str, list[Any]]:
    return dict(yaml.load(file.read_bytes(), yaml.CSafeLoader))


def rows(module: str, test: str) -> list[Any]:
    """Return the rows of a test: for several parameters a list each."""
    return _tables(Path(module).with_suffix(".yaml"))[test]
