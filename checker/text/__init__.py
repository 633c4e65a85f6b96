"""Text as people write it: signs made plain, words, numerals with their stated digits."""

from __future__ import annotations

import re
from typing import Any, cast


class _LazyPattern:
    """Stands in for a compiled regular expression; compiles it when one of its methods is first used."""

    def __init__(self, pattern: str, flags: int) -> None:
        self._given = pattern, flags
        self._compiled: re.Pattern[str] | None = None

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the compiled expression, and keep it: later it is found without this function."""
        if name.startswith("_"):
            raise AttributeError(name)
        self._compiled = self._compiled or re.compile(*self._given)
        value = getattr(self._compiled, name)
        setattr(self, name, value)
        return value


def lazy_pattern(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return what `re.compile` does, but compile it later.

    >>> lazy_pattern("b+").search("abba")
    <re.Match object; span=(1, 3), match='bb'>
    """
    return cast("re.Pattern[str]", _LazyPattern(pattern, flags))
