"""Bounds of numbers and lengths in annotations: `Annotated[int, Ge(1)]`, `Annotated[list[float], MinLen(2)]`.

They have the names and attributes of the library annotated-types, whose bounds are understood as well; to import it
takes longer than to read a question type.
"""

from __future__ import annotations

from typing import Any, ClassVar


class _Bound:
    """A bound; its class says of what."""

    attribute: ClassVar[str]

    def __init__(self, bound: Any) -> None:
        setattr(self, self.attribute, bound)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self), getattr(self, self.attribute)))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({getattr(self, self.attribute)})"


class Ge(_Bound):
    """At least this number."""

    attribute = "ge"


class Gt(_Bound):
    """More than this number."""

    attribute = "gt"


class Le(_Bound):
    """At most this number."""

    attribute = "le"


class Lt(_Bound):
    """Less than this number."""

    attribute = "lt"


class MinLen(_Bound):
    """At least this length."""

    attribute = "min_length"


class MaxLen(_Bound):
    """At most this length."""

    attribute = "max_length"
