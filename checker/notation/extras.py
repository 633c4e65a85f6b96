"""Extras: libraries that only some commands need, and how to install them."""

from __future__ import annotations

from checker.engine.version import DISTRIBUTION


def extra(name: str) -> str:
    """Return an extra for a message, with how to install it.

    Where checker is installed, from an index or from a clone, pip keeps it and adds the libraries of the extra.

    >>> extra("xlsx")
    "the extra `xlsx`; run: pip install 'answer-checker[xlsx]'"
    """
    return f"the extra `{name}`; run: pip install '{DISTRIBUTION}[{name}]'"
