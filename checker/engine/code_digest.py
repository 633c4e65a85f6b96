"""A digest of the code and word lists that decide grades, so that kept marks of other code are not used.

The rooms `cli`, `lint` and `reports` are left out: a change there makes no mark old.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

SUFFIXES: Final = (".py", ".sql", ".txt")

SHOWS_ONLY: Final = frozenset(("cli", "lint", "reports"))
"""Rooms that decide no grade."""


@cache
def code_digest() -> str:
    """Return a short hash of all modules and word lists that decide grades; it changes when one of these files does."""
    found = hashlib.sha256()
    for name, file in _files(files("checker"), ""):
        content = file.read_bytes().replace(b"\r\n", b"\n")
        found.update(f"{name} {len(content)}\n".encode() + content)
    return found.hexdigest()[:12]


def _files(folder: Traversable, prefix: str) -> Iterator[tuple[str, Traversable]]:
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        if each.is_dir():
            if prefix or each.name not in SHOWS_ONLY:
                yield from _files(each, f"{prefix}{each.name}/")
        elif each.name.endswith(SUFFIXES):
            yield prefix + each.name, each
