"""The argument RESULTS, and `require`, for libraries that are missing."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Final

import click

from checker.text.packaged import extra

DEFAULT: Final = Path("results")

results_argument = click.argument("results", type=click.Path(path_type=Path), default=DEFAULT, required=False)


def require(module: str, command: str, needed: str = "reports") -> None:
    """Raise UsageError, with how to install it, if a library (`module`) that a command needs is missing."""
    if find_spec(module) is None:
        raise click.UsageError(f"`{command}` needs {extra(needed)}")
