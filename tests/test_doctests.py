"""The examples in docstrings, of the modules that have some; pytest's own collector imports and searches every file."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILES = [path for path in sorted((ROOT / "checker").rglob("*.py")) if ">>> " in path.read_text(encoding="utf-8")]
MODULES = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in FILES]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module(name):
    assert doctest.testmod(import_module(name)).failed == 0
