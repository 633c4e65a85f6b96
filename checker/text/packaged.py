"""Finds text files and modules of the package, also in a zipped wheel, and says how to install optional libraries.

This uses pkgutil: to import importlib.resources takes longer than to check an answer.
"""

from __future__ import annotations

import sys
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
    """Return words for a message about a missing optional library: its extra, and how to add it where checker runs."""
    command, is_run = _installed(f"{DISTRIBUTION}[{name}]")
    return f"the extra `{name}`; run: {command}{' checker ...' if is_run else ''}"


def program() -> str:
    """Return how a shell runs checker: `checker`, or the longer command where it is not installed for good."""
    command, is_run = _installed(DISTRIBUTION)
    return f"{command} checker" if is_run else "checker"


def _installed(package: str) -> tuple[str, bool]:
    """Return the command that adds a package of ours where checker runs, and whether another command has to follow.

    pip keeps checker, from an index, a wheel or a clone; uv and pipx make a new environment, and so need to know where
    it is from.
    """
    import json  # here, because few need this
    from importlib.metadata import distribution

    prefix, command, is_run = Path(sys.prefix), "pip install", False
    if (prefix / "uv-receipt.toml").is_file():
        command = "uv tool install"
    elif prefix.parent.name.startswith("archive-v"):  # in the cache of uv
        command, is_run = "uvx --from", True
    elif (prefix / "pipx_metadata.json").is_file() and prefix.parent.name == "venvs":
        command = "pipx install --force"
    elif (prefix / "pipx_metadata.json").is_file():  # in the cache of pipx
        command, is_run = "pipx run --spec", True
    if command != "pip install" and (origin := distribution(DISTRIBUTION).read_text("direct_url.json")):
        package += f" @ {json.loads(origin)['url']}"
    return f"{command} '{package}'", is_run
