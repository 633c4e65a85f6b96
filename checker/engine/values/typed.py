"""`Typed`: a float that remembers that its author typed it, so that its decimal digits are exact."""

from __future__ import annotations


class Typed(float):
    """A float that an author typed instead of computing it: it is exactly the decimal that people read, not rounded.

    What is computed with it is a float again.
    """

    __slots__ = ()
