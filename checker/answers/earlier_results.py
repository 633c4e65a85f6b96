"""Answers with results on the way: `n = 0.451 mol, m = 0.451 mol × 133.3 g/mol = 60.2 g`."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from checker.answers.reading import Reading
from checker.engine.errors import UnreadableAnswer

_BETWEEN: Final = re.compile(
    r"(?:[,;] |[,;]? (?:so|then|thus|hence|therefore|and|dann|also) |\s*\n\s*|\. |\s*(?:=>|⇒|→) )"
    r"(?=[^\W\d][^\s=]{0,20}\s?[=≈])"
)
"""What separates two equations."""
_LONGEST: Final = 500
_MOST: Final = 5

Read = Callable[[str], Reading]


def last_result(text: str, read: Read) -> Reading | None:
    """Return the reading of the last of several equations, if all others have results in units of other kinds.

    None for one equation, and where another one may be the answer too.
    """
    if len(text) > _LONGEST or text.count("=") < 2:  # noqa: PLR2004 - an equation each
        return None
    *before, last = _BETWEEN.split(text)
    if not before or len(before) > _MOST or any("=" not in each for each in (*before, last)):
        return None
    with suppress(UnreadableAnswer):
        found = read(last)
        if not found.refused and found.unit and all(read(each).refused for each in before):
            return found
    return None
