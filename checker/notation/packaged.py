"""What the package ships beside its code, wherever it lies: in a folder, or in a zipped wheel.

By pkgutil, for importlib.resources takes longer to import than a whole answer to check.
"""

from __future__ import annotations

from collections.abc import Iterable
from pkgutil import get_data, iter_modules


def text(package: str, name: str) -> str:
    """The text of a file in a package."""
    return (get_data(package, name) or b"").decode("utf-8")


def modules(paths: Iterable[str]) -> list[str]:
    """The public modules in folders of packages, by name; nothing is imported."""
    return sorted(each.name for each in iter_modules(list(paths)) if not each.ispkg and not each.name.startswith("_"))


def packages(paths: Iterable[str]) -> list[str]:
    """The public packages in folders of packages, by name; nothing is imported."""
    return sorted(each.name for each in iter_modules(list(paths)) if each.ispkg and not each.name.startswith("_"))
