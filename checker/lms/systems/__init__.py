"""Learning management systems and other takers of grades: one file each, found by its name.

A file declares what its system has of these:
    NAMING      the rule by which it names the files of a download
    LISTS       rules that recognise its lists of students, such as gradebooks
    GRADEBOOKS  formats of gradebooks: what `checker export --to` offers
    FEEDBACK    how it takes feedback pages back in a zip: what `checker feedback --zip` offers
Rules of several systems may fit one file, so each says how loose it is: the strictest is asked first.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from checker.text import packaged


@cache
def declared(what: str) -> list[Any]:
    """Return the values that systems declare under this name, such as `NAMING`, in the order of their files."""
    modules = [import_module(f"{__name__}.{name}") for name in packaged.modules(__path__)]
    return [getattr(module, what) for module in modules if hasattr(module, what)]
