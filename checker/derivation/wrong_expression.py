"""A mistake in a formula: an operand, or the whole of a piece, is replaced by something else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from checker.derivation.arithmetic import Operand
from checker.derivation.pieces import Piece, chain_value

Items = list[tuple[str, Operand]]
"""Operands of a sum or a product, each with its sign."""


class WrongExpression(NamedTuple):
    """One mistake in a formula: what it replaces, how the value changes, its weight and its sentence."""

    option: str
    weight: int
    sentence: str
    """The sentence for students, with slots such as {piece} and {bare}."""
    piece: int
    """The piece that the sentence is about."""
    target: int
    operand: int | None
    effect: Callable[..., Any]
    """Of an operand: its sign and value to items.  Otherwise: the values of all pieces to one value."""
    within: int | None = None
    """The piece that the sentence gives as the place of the mistake."""
    other: int | None = None
    """A second piece that the sentence names."""
    further: tuple[WrongExpression, ...] = ()
    """The changes of further pieces at the same time."""


def value_with_mistakes(piece: Piece, edits: Sequence[WrongExpression], values: Sequence[Operand]) -> Operand:
    """Return a piece's value, given the values of all pieces, with these mistakes in it."""
    of_operands = {each.operand: each for each in edits if each.operand is not None}
    value = None
    if of_operands:
        items: list[tuple[str, Operand]] = []
        for place, (sign, at) in enumerate(zip(piece.signs, piece.operands, strict=True)):
            items += of_operands[place].effect(sign, values[at]) if place in of_operands else [(sign, values[at])]
        value = chain_value(items, piece.kind)
    for each in edits:
        if each.operand is None:
            value = each.effect(values)
    return value
