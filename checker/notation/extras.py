"""Extras: libraries that only some commands need, and how to install them."""

from __future__ import annotations


def extra(name: str) -> str:
    """Return an extra for a message, with how to install it.

    It is installed from a clone, since the distribution is in no package index yet.

    >>> extra("xlsx")
    "the extra `xlsx`; in your clone of checker, run: pip install '.[xlsx]'"
    """
    return f"the extra `{name}`; in your clone of checker, run: pip install '.[{name}]'"
