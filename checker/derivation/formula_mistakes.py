"""Mistakes that the form of a formula allows: operands left out, counted twice, inverted, or symbols confused.

`formula_mistakes` returns these, and those of single pieces, of brackets and of the wrong rules.  A few likely mistakes
are better than many: each option takes its share from all others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import Final

from checker.derivation import arithmetic
from checker.derivation.arithmetic import Operand, shape
from checker.derivation.bracket_mistakes import ignored_brackets
from checker.derivation.piece_mistakes import piece_mistakes
from checker.derivation.pieces import Piece, is_root, unique_name
from checker.derivation.rewritings import rewritings, rewritten, whole_rewritings
from checker.derivation.symbols import SymbolTable
from checker.derivation.trees import Rewriting, is_number, product_of
from checker.derivation.weights import COMMON, RARE, TYPICAL, USUAL
from checker.derivation.wrong_expression import Items, WrongExpression
from checker.formula.nodes import OF_UNITS, OPPOSITE, Literal, Name, Node, Power, rewrite

MAX_SYMBOLS_LEFT_OUT: Final = 2
"""A piece with more symbols than this is most of the formula."""

MAX_SMALL: Final = 10
"""Numbers below this are ratios, as between amounts of substances."""

KELVIN: Final = (Fraction(273), Fraction("273.15"))
"""Numbers that are added to degrees Celsius: to leave one out is a rule of `rules/science.yaml`."""

_TWO: Final = 2

MAX_MISTAKES: Final = 150
"""Of more mistakes than this the rare ones are dropped."""

MakeOperandMistake = Callable[[str, int, str, Callable[[str, Operand], Items]], WrongExpression]
"""Makes a mistake about an operand from option, weight, sentence and effect."""


def formula_mistakes(
    pieces: Sequence[Piece], symbols: Mapping[str, int], table: SymbolTable
) -> Mapping[str, tuple[WrongExpression, ...]]:
    """Return the mistakes that can be made in a formula, by choice point: a term left out, an inverted ratio ..."""
    found: dict[str, list[WrongExpression]] = {}
    visited: set[int] = set()
    swaps = SymbolSwaps(pieces, symbols, table)
    for at, parent in enumerate(pieces):
        for operand, place in enumerate(parent.operands):
            piece = pieces[place]
            is_of_units = isinstance(piece.node, Literal) and piece.node.place == OF_UNITS  # slips of units are others
            if is_of_units or piece.kind == "named" or parent.kind == "symbol" or _is_repeated(pieces, at, operand):
                continue
            wrong = list(_about_operand(pieces, at, operand))
            if place not in visited:
                wrong += [*piece_mistakes(pieces, place, at), *swaps.swaps_of(place)]
                wrong += rewritings(pieces, place)
                visited.add(place)
            if wrong:
                found[unique_name(piece.typed, found)] = wrong
    for wrong_factor in swaps.further_factors():
        found.setdefault(pieces[wrong_factor.piece].typed, []).append(wrong_factor)
    for piece in pieces:
        at = piece.operands[0] if piece.kind == "named" else -1
        if at >= 0 and (whole := [*whole_rewritings(pieces, at, symbols), *swaps.exchanges(at)]):
            found.setdefault(pieces[at].typed, []).extend(whole)
    if sum(map(len, found.values())) > MAX_MISTAKES:
        found = {point: [each for each in wrong if each.weight > RARE] for point, wrong in found.items()}
    return {point: tuple(wrong) for point, wrong in found.items() if wrong}


def _is_repeated(pieces: Sequence[Piece], at: int, operand: int) -> bool:
    """Report whether an equal operand comes earlier: a mistake could be about either of them."""
    *earlier, text = (pieces[place].text for place in pieces[at].operands[: operand + 1])
    return text in earlier


def _about_operand(pieces: Sequence[Piece], at: int, operand: int) -> Sequence[WrongExpression]:
    """Return the mistakes about an operand, from the piece's form if they were worked out before."""
    known = pieces[at].form.operand_mistakes
    if operand not in known:
        known[operand] = [*_operand_mistakes(pieces, at, operand)]
    found: Sequence[WrongExpression] = known[operand]
    return found


def _operand_mistakes(pieces: Sequence[Piece], at: int, operand: int) -> Iterator[WrongExpression]:
    """Return the mistakes about an operand of a sum or a product."""
    parent = pieces[at]
    place = parent.operands[operand]
    piece = pieces[place]

    def make(option: str, weight: int, sentence: str, effect: Callable[[str, Operand], Items]) -> WrongExpression:
        return WrongExpression(option, weight, sentence, place, at, operand, effect, within=at)

    if parent.kind == "terms":
        weight = TYPICAL if _is_correction(pieces, parent, operand) else _omission_weight(piece)
        if all(pieces[other].kind == "number" for other in parent.operands if other != place):
            weight = RARE  # of 1 - p only the 1 would be left: who forgets that forgets all of it
        yield from _term_mistakes(piece, parent.signs[operand], make, weight, is_first=operand == 0)
    elif parent.kind == "factors" and "@" not in parent.signs[operand : operand + 2]:
        is_whole = any((each.kind == "named" or is_root(each)) and each.operands[:1] == (at,) for each in pieces)
        if not (piece.kind == "number" and piece.value == 1):  # a factor 1 changes nothing
            is_squared = operand == 0 and _is_raised_with_its_square(parent.node)
            yield from _factor_mistakes(piece, parent.signs[operand], make, is_whole=is_whole, is_squared=is_squared)
            is_turned = _may_be_ratio(piece) if "/" in parent.signs else piece.kind in ("sin", "cos")
            if is_turned and parent.signs[operand] == "*":
                sentence = "You divided by {piece,} instead of multiplying by it{within}."
                yield make("divided", RARE, sentence, _with_opposite_sign)
    if brackets := ignored_brackets(pieces, at, operand):
        yield brackets


def _is_raised_with_its_square(node: Node) -> bool:
    """Report whether a node is a factor before a square, as in 2·x²: a rule of `rules/algebra.yaml` squares both."""
    parts = product_of(node)
    last = parts.factors[-1] if parts and len(parts.factors) == _TWO else None
    return isinstance(last, Power) and is_number(last.exponent, 2)


def _is_correction(pieces: Sequence[Piece], parent: Piece, operand: int) -> bool:
    """Report whether a term corrects a quantity: the second one in `E0 - R*T/(z*F)*ln(Q)`."""
    first = pieces[parent.operands[0]]
    is_second_of_two = operand == 1 == len(parent.operands) - 1
    return is_second_of_two and isinstance(first.node, Name) and pieces[parent.operands[1]].kind == "factors"


def _term_mistakes(
    piece: Piece, sign: str, make: MakeOperandMistake, weight: int, *, is_first: bool
) -> Iterator[WrongExpression]:
    """Return the mistakes about a term of a sum, which is left out with this weight."""
    is_number = piece.kind == "number"
    left_out = f"You left out the {sign} {{bare}}{{within}}." if is_number else "You left out {term}."
    if not (is_number and sign == "+" and piece.value in KELVIN):  # that is the rule of Celsius
        yield make("left_out", weight, left_out, _omit)
    if sign == "-" and is_first:
        yield make("minus_left_out", USUAL, "You left out the minus before {piece}.", _with_opposite_sign)
    elif sign == "-":
        yield make("added", USUAL, "You added {piece,} instead of subtracting it.", _with_opposite_sign)
    elif not is_first:
        yield make("subtracted", USUAL, "You subtracted {piece,} instead of adding it.", _with_opposite_sign)
    if not is_number:
        yield make("counted_twice", RARE, "You counted {piece,} twice.", lambda sign, value: [(sign, value)] * 2)


def _may_be_ratio(piece: Piece) -> bool:
    """Return whether a factor is a small whole number above 1, as in ratios of amounts."""
    return piece.kind == "number" and type(piece.value) is int and 1 < piece.value < MAX_SMALL


def _factor_mistakes(
    piece: Piece, sign: str, make: MakeOperandMistake, *, is_whole: bool, is_squared: bool
) -> Iterator[WrongExpression]:
    """Return the mistakes about a factor or a divisor of a product.

    `is_squared`: another mistake squares it, which is the same as to count it twice.
    """
    if sign == "/":
        yield make("left_out", COMMON, "You did not divide by {piece in}.", _omit)
        yield make(
            "multiplied", USUAL, "You multiplied by {piece,} instead of dividing by it{within}.", _with_opposite_sign
        )
        if piece.kind == "symbol":
            yield make(
                "divided_twice", RARE, "You divided by {piece,} twice{within}.", lambda _, value: [("/", value)] * 2
            )
        return
    yield make("left_out", _omission_weight(piece), "You left out the factor {piece in}.", _omit)
    if piece.kind == "symbol":
        sentence = "You multiplied by {piece,} twice{within}."
        if not is_squared:
            yield make("counted_twice", RARE, sentence, lambda _, value: [("*", value)] * 2)
        if is_whole:
            yield make(
                "divided", RARE, "You divided by {piece,} instead of multiplying by it{within}.", _with_opposite_sign
            )


def _omission_weight(piece: Piece) -> int:
    """Return how commonly a piece is left out; one that is most of the formula hardly ever is."""
    return COMMON if len(piece.form.names) <= MAX_SYMBOLS_LEFT_OUT and piece.kind != "terms" else RARE


def _omit(_: str, __: Operand) -> Items:
    """Return no operands: this one is left out."""
    return []


def _with_opposite_sign(sign: str, value: Operand) -> Items:
    """Return the operand with the opposite sign."""
    return [(OPPOSITE[sign], value)]


MAX_SWAPS: Final = 3
"""Maximum number of symbols that one symbol is confused with: those with the most similar names."""


class SymbolSwaps:
    """Finds the symbols that students may confuse: of the same kind, and of the same unit if they have units."""

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
        """Yield the mistakes of using another symbol instead of the one at this place."""
        if place not in self.names:
            return
        name = self.names[place]
        others = [each for each in self.symbols if self._may_be_swapped(name, each)]
        for other in sorted(others, key=lambda each: -_similarity(name, each))[:MAX_SWAPS]:
            weight, source = USUAL if _similarity(name, other) else RARE, self.symbols[other]
            sentence, effect = "You used {other,} instead of {piece}.", partial(_value_at, source)
            yield WrongExpression(f"as_{other}", weight, sentence, place, place, None, effect, other=source)

    def exchanges(self, at: int) -> Iterator[WrongExpression]:
        """Yield the mistakes of exchanging two symbols of a formula that are one kind of quantity.

        Their names begin with the same letter, as n_1 and n_2, or their descriptions with the same words, as "specific
        heat of ...".
        """
        whole = self.pieces[at].node
        for one, other in combinations((name for name in self.pieces[at].form.names if name in self.symbols), 2):
            kinds = {self.table.descriptions.get(each, each).partition(" of ")[0] for each in (one, other)}
            are_alike = len(kinds) == 1 or (one[0] == other[0] and len(one) > 1 < len(other))
            if are_alike and self._may_be_swapped(*self._in_order(one, other)):
                yield from rewritten(self.pieces, at, _exchanged(whole, one, other))

    def _in_order(self, *names: str) -> list[str]:
        """Return symbols, those with a later place among the pieces first."""
        return sorted(names, key=lambda name: -self.symbols[name])

    def further_factors(self) -> Iterator[WrongExpression]:
        """Yield the mistakes of multiplying the result by a given number that the formula does not contain."""
        used, total = self.pieces[-1].form.names, len(self.pieces) - 1
        for name in self.table.given:
            place = self.symbols[name]
            if name not in used and not shape(self.pieces[place].value):
                effect = partial(_product_at, self.pieces[total].operands[0], place)
                sentence = "You also multiplied by {piece}."
                yield WrongExpression("multiplied_in", RARE, sentence, place, total, None, effect)

    def _signed(self, place: int, kind: str, *, is_inverted: bool = False) -> Iterator[tuple[int, bool]]:
        """Yield (place, is inverted) for each symbol in a sum or product and those nested in it.

        Inverted means subtracted, or a divisor.
        """
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


def _exchanged(tree: Node, one: str, other: str) -> Rewriting:
    """Return a formula with two symbols exchanged, wherever they occur."""
    turned = {one: other, other: one}

    def exchange(node: Node) -> Node:
        return Name(turned[node.name], 0) if isinstance(node, Name) and node.name in turned else node

    sentence = f"You exchanged {one} and {other}."
    return Rewriting(f"{one}_and_{other}_exchanged", USUAL, sentence, rewrite(tree, exchange))


def _value_at(place: int, values: Sequence[Operand]) -> Operand:
    """Return the value of the piece at a place."""
    return values[place]


def _product_at(place: int, other: int, values: Sequence[Operand]) -> Operand:
    """Return the product of the values of two pieces."""
    return arithmetic.combine_values("*", values[place], values[other])


def _similarity(name: str, other: str) -> int:
    """Return the length of the common beginning of two names, in any case."""
    return next(
        (i for i, (a, b) in enumerate(zip(name.lower(), other.lower(), strict=False)) if a != b),
        min(len(name), len(other)),
    )
