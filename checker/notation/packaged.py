"""Files and modules of the package, in a folder or in a zipped wheel.

This uses pkgutil: to import importlib.resources takes longer than to check an answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from pkgutil import get_data, iter_modules


def text(package: str, name: str) -> str:
    """Return the text of a file in a package."""
    return (get_data(package, name) or b"").decode("utf-8")


def modules(paths: Iterable[str]) -> list[str]:
    """Return the names of the public modules in folders of packages.  Nothing is imported."""
    return sorted(each.name for each in iter_modules(list(paths)) if not each.ispkg and not each.name.startswith("_"))


def packages(paths: Iterable[str]) -> list[str]:
    """Return the names of the public packages in folders of packages.  Nothing is imported."""
    return sorted(each.name for each in iter_modules(list(paths)) if each.ispkg and not each.name.startswith("_"))
