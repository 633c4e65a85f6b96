"""What a mistake in a formula is: a wrong option about one of its pieces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from checker.solvers.generic._arithmetic import Operand

COMMON: Final = 4
USUAL: Final = 2
RARE: Final = 1

Items = list[tuple[str, Operand]]
"""Operands of a sum or a product, each with its sign."""


class WrongExpression(NamedTuple):
    """A wrong option about `piece`; it acts `at` a piece: on one of its operands, in the place of its value, or on it.

    `said` is what the student is told, with {piece}, {bare} and the like to be filled in.
    """

    option: str
    weight: int
    said: str
    piece: int
    at: int
    operand: int | None
    act: Callable[..., Any]
    """Of an operand: its sign and value to others.  Else: all values to one."""
    within: int | None = None
    other: int | None = None
    elsewhere: tuple[WrongExpression, ...] = ()
    """What is done at further pieces at the same time."""
