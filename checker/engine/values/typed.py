"""Numbers as their author typed them."""

from __future__ import annotations


class Typed(float):
    """A number that is exactly the decimal that people read: it was typed and not computed, so nothing is rounded.

    What is computed with it is a float again.
    """

    __slots__ = ()
