"""Mistakes with symbols: one used instead of another, or a given number multiplied in that does not belong there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Final

from checker.derivation import arithmetic
from checker.derivation.arithmetic import Operand, shape
from checker.derivation.pieces import Piece
from checker.derivation.symbols import SymbolTable
from checker.derivation.weights import RARE, USUAL
from checker.derivation.wrong_expression import WrongExpression
from checker.notation.nodes import names_in

MAX_SWAPS: Final = 3
"""Maximum number of symbols that one symbol is confused with: those with the most similar names."""


class SymbolSwaps:
    """Finds the symbols that students may confuse: those of the same kind, and of one unit where units are given."""

    def __init__(self, pieces: Sequence[Piece], symbols: Mapping[str, int], table: SymbolTable) -> None:
        self.pieces, self.symbols, self.table = pieces, symbols, table
        self.names = {place: name for name, place in symbols.items()}
        self._opposed = {
            frozenset((one, other))
            for at, piece in enumerate(pieces)
            for (one, sign), (other, other_sign) in combinations(self._signed(at, piece.kind), 2)
            if sign != other_sign
        }
        """Pairs of which one is subtracted from the other, or divides it: nobody takes x - x or x/x."""

    def swaps_of(self, place: int) -> Iterator[WrongExpression]:
        """Return the symbols that students use instead of the symbol at this place."""
        if place not in self.names:
            return
        name = self.names[place]
        others = [each for each in self.symbols if self._may_be_swapped(name, each)]
        for other in sorted(others, key=lambda each: -_similarity(name, each))[:MAX_SWAPS]:
            weight, source = USUAL if _similarity(name, other) else RARE, self.symbols[other]
            sentence, effect = "You used {other,} instead of {piece}.", partial(_value_at, source)
            yield WrongExpression(f"as_{other}", weight, sentence, place, place, None, effect, other=source)

    def further_factors(self) -> Iterator[WrongExpression]:
        """Return the given numbers outside the expression that students multiply in."""
        used, total = names_in(self.pieces[-1].node), len(self.pieces) - 1
        for name in self.table.given:
            place = self.symbols[name]
            if name not in used and not shape(self.pieces[place].value):
                effect = partial(_product_at, self.pieces[total].operands[0], place)
                sentence = "You also multiplied by {piece}."
                yield WrongExpression("multiplied_in", RARE, sentence, place, total, None, effect)

    def _signed(self, place: int, kind: str, *, is_inverted: bool = False) -> Iterator[tuple[int, bool]]:
        """Return the symbols of nested sums or products, and whether each is subtracted or a divisor."""
        piece = self.pieces[place]
        if place in self.names:
            yield place, is_inverted
        elif piece.kind == kind:
            for sign, operand in zip(piece.signs, piece.operands, strict=False):
                yield from self._signed(operand, kind, is_inverted=is_inverted ^ (sign in "-/"))

    def _may_be_swapped(self, name: str, other: str) -> bool:
        """Report whether a student may use another symbol instead of this one."""
        place, other_place = self.symbols[name], self.symbols[other]
        value, other_value = self.pieces[place].value, self.pieces[other_place].value
        units = {self.table.units.get(each) for each in (name, other)} - {None}
        is_known = other_place < place or other in self.table.given
        has_same_kind = shape(value) == shape(other_value) and (type(value) is float) == (type(other_value) is float)
        is_opposed = frozenset((place, other_place)) in self._opposed
        return name != other and is_known and has_same_kind and len(units) < 2 and not is_opposed


def _value_at(place: int, values: Sequence[Operand]) -> Operand:
    return values[place]


def _product_at(place: int, other: int, values: Sequence[Operand]) -> Operand:
    return arithmetic.combine_values("*", values[place], values[other])


def _similarity(name: str, other: str) -> int:
    """Return the length of the common beginning of two names, in any case."""
    return next(
        (i for i, (a, b) in enumerate(zip(name.lower(), other.lower(), strict=False)) if a != b),
        min(len(name), len(other)),
    )
