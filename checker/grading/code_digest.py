"""A digest of the code and word lists that decide what is read and how it is marked, so that nothing else is reused.

The rooms that only show results, or are not there when they are made, are left out: a change there makes nothing old.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

_SHOWS_ONLY: Final = frozenset(("cli", "lint", "publishing", "reports", "serve"))
"""Rooms that decide no grade."""


@cache
def code_digest() -> str:
    """Return a short hash of all files that decide grades; it changes when one of them does."""
    found = hashlib.sha256()
    for name, file in _files(files("checker"), ""):
        content = file.read_bytes().replace(b"\r\n", b"\n")
        found.update(f"{name} {len(content)}\n".encode() + content)
    return found.hexdigest()[:12]


def _files(folder: Traversable, prefix: str) -> Iterator[tuple[str, Traversable]]:
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        # beginnings of names that are left out
        if each.name.startswith(("__pycache__", ".")) or (not prefix and each.name in _SHOWS_ONLY):
            continue
        if each.is_dir():
            yield from _files(each, f"{prefix}{each.name}/")
        else:
            yield prefix + each.name, each
