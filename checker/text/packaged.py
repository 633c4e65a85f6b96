"""Finds text files and modules of the package, also in a zipped wheel, and says how to install optional libraries.

This uses pkgutil: to import importlib.resources takes longer than to check an answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from pkgutil import get_data, iter_modules

from checker.engine import DISTRIBUTION


def text(package: str, name: str) -> str:
    """Return the text of the data file `name` in a package of checker, such as a word list; empty if there is none."""
    return (get_data(package, name) or b"").decode("utf-8")


def modules(paths: Iterable[str]) -> list[str]:
    """Return the names of the public modules in some folders, sorted, without importing them."""
    return sorted(each.name for each in iter_modules(list(paths)) if not each.ispkg and not each.name.startswith("_"))


def packages(paths: Iterable[str]) -> list[str]:
    """Return the names of the public packages in some folders, sorted, without importing them."""
    return sorted(each.name for each in iter_modules(list(paths)) if each.ispkg and not each.name.startswith("_"))


def files(package: str, ending: str) -> list[str]:
    """Return the names of the files in a package with this ending, sorted."""
    spec = find_spec(package)
    folder = Path(*spec.submodule_search_locations[:1]) if spec and spec.submodule_search_locations else Path()
    if not folder.is_dir():  # a zipped wheel
        from importlib.resources import files as resources

        return sorted(each.name for each in resources(package).iterdir() if each.name.endswith(ending))
    return sorted(each.name for each in folder.iterdir() if each.name.endswith(ending))


def extra(name: str) -> str:
    """Return words for a message about a missing optional library: the name of its extra and how to install it.

    Where checker is installed, from an index or from a clone, pip keeps it and adds the libraries of the extra.

    >>> extra("pdf")
    "the extra `pdf`; run: pip install 'answer-checker[pdf]'"
    """
    return f"the extra `{name}`; run: pip install '{DISTRIBUTION}[{name}]'"
