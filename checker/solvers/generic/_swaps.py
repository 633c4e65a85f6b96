"""Symbols that are mixed up: one put for another, or multiplied in where it does not belong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Final

from checker.notation.nodes import names_in
from checker.solvers.generic import _arithmetic as arithmetic
from checker.solvers.generic._arithmetic import Operand, shape
from checker.solvers.generic._pieces import Piece
from checker.solvers.generic._symbols import SymbolTable
from checker.solvers.generic._wrong import RARE, USUAL, WrongExpression

SWAPS: Final = 3
"""A symbol is taken for so many others at most, those of the likest names."""


def foreign(pieces: Sequence[Piece], place: int) -> WrongExpression:
    """A symbol that does not stand in the formula, multiplied in."""
    at = len(pieces) - 1
    said = "You also multiplied by {piece}."

    def act(values: Sequence[Operand]) -> Operand:
        return arithmetic.combine("*", values[pieces[at].operands[0]], values[place])

    return WrongExpression("multiplied_in", RARE, said, place, at, None, act)


class Swaps:
    """Which symbols may be taken for which: those of like kind, and of one unit where units are given."""

    def __init__(self, pieces: Sequence[Piece], symbols: Mapping[str, int], said: SymbolTable) -> None:
        self.pieces, self.symbols, self.said = pieces, symbols, said
        self.of_place = {place: name for name, place in symbols.items()}
        self._opposed = {
            frozenset((one, other))
            for at, piece in enumerate(pieces)
            for (one, sign), (other, turned) in combinations(self._signed(at, piece.kind), 2)
            if sign != turned
        }
        """Nobody takes a number from itself, nor divides it by itself."""

    def _signed(self, place: int, kind: str, *, is_turned: bool = False) -> Iterator[tuple[int, bool]]:
        """The symbols of a sum or a product, and of those within it, and whether they are taken away or divided by."""
        piece = self.pieces[place]
        if place in self.of_place:
            yield place, is_turned
        elif piece.kind == kind:
            for sign, operand in zip(piece.signs, piece.operands, strict=False):
                yield from self._signed(operand, kind, is_turned=is_turned ^ (sign in "-/"))

    def of(self, place: int) -> Iterator[WrongExpression]:
        """The exchanges of the symbol at this place."""
        if place not in self.of_place:
            return
        name = self.of_place[place]
        others = [each for each in self.symbols if self._is_like(name, each)]
        for other in sorted(others, key=lambda each: -_likeness(name, each))[:SWAPS]:
            weight = USUAL if _likeness(name, other) else RARE
            said = "You put {other,} in the place of {piece}."
            act = partial(_value_at, self.symbols[other])
            yield WrongExpression(f"as_{other}", weight, said, place, place, None, act, other=self.symbols[other])

    def _is_like(self, name: str, other: str) -> bool:
        place, value = self.symbols[other], self.pieces[self.symbols[other]].value
        own = self.pieces[self.symbols[name]].value
        units = {self.said.units.get(each) for each in (name, other)} - {None}
        is_known = place < self.symbols[name] or other in self.said.given
        kinds = {type(each) is float for each in (own, value)}
        is_opposed = frozenset((self.symbols[name], place)) in self._opposed
        is_like = shape(own) == shape(value) and len(units) < 2 and len(kinds) == 1
        return name != other and is_known and is_like and not is_opposed

    def foreign(self) -> list[int]:
        """The given numbers that do not stand in the expression itself."""
        own = names_in(self.pieces[-1].node)
        return [
            self.symbols[name]
            for name in self.said.given
            if name not in own and not shape(self.pieces[self.symbols[name]].value)
        ]


def _value_at(place: int, values: Sequence[Operand]) -> Operand:
    return values[place]


def _likeness(name: str, other: str) -> int:
    """How likely one name is mixed up with the other: they begin alike, or are one letter in two cases."""
    return next(
        (i for i, (a, b) in enumerate(zip(name.lower(), other.lower(), strict=False)) if a != b),
        min(len(name), len(other)),
    )
