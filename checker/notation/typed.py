"""Numbers that a program or a file gives as numbers, not as text: no sign in them groups thousands."""

from __future__ import annotations

import re
from typing import Final

from checker.notation.number import Hints

_GROUPED: Final = re.compile(r"(?<![\d.])(?=[1-9]\d{0,2}\.\d{3}(?!\d))", re.ASCII)
"""Before 1.234, which a text may have for 1234."""
_TIGHT: Final = re.compile(r",(?! )")
_COMMA: Final = re.compile(r",\s*")


class TypedNumber(str):
    """A number, or a list of numbers, as it was written: a text with the same signs may be read in another way."""

    __slots__ = ()

    def spelled(self, hints: Hints) -> str:
        """Return the text in a spelling that has one reading, with the same digits.

        >>> TypedNumber("[1.234,5]").spelled(Hints(whole=False, decimal="comma"))
        '[01.234, 5]'
        """
        if hints.decimal == "comma":
            return _GROUPED.sub("0", _COMMA.sub(", ", self))
        return _GROUPED.sub("0", self) if hints.whole and not hints.decimal else str(self)


def typed(text: str) -> str:
    """Return numbers from a file or a program as a TypedNumber, if the same signs in a text could be read otherwise."""
    return TypedNumber(text) if _TIGHT.search(text) or _GROUPED.search(text) else text
