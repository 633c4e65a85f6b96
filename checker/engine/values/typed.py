"""`Typed`: a float marked as typed by its author, so that its decimal digits are exact; nothing else is kept."""

from __future__ import annotations


class Typed(float):
    """A float that an author typed instead of computing it: it is exactly the decimal that people read, not rounded.

    What is computed with it is a float again.
    """

    __slots__ = ()
