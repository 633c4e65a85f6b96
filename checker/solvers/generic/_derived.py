"""The mistakes that a formula's own tree allows: what people leave out, count twice, turn round and mix up.

Fewer and likelier beats a flood: each option takes its share from all others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from checker.notation.nodes import Chain, names_in
from checker.notation.show import show, typed
from checker.solvers.generic import _arithmetic as arithmetic
from checker.solvers.generic._arithmetic import Operand
from checker.solvers.generic._brackets import ignored
from checker.solvers.generic._functions import of_function
from checker.solvers.generic._pieces import TURNED, Piece, chained, is_root, spelled, unique
from checker.solvers.generic._swaps import Swaps, foreign
from checker.solvers.generic._symbols import SymbolTable
from checker.solvers.generic._wrong import COMMON, RARE, USUAL, Items, WrongExpression

SMALL: Final = 12
"""Numbers up to this are counted: they may be one off."""

FEW: Final = 2
"""A piece of more symbols than this is most of the formula."""

MOST: Final = 150
"""Where there are more options only those that are not rare are kept."""

_FRACTION: Final = re.compile(r"\*+/+")
"""Factors and what they are divided by, as signs of a product."""


def mistakes(
    pieces: Sequence[Piece], symbols: Mapping[str, int], said: SymbolTable
) -> Mapping[str, tuple[WrongExpression, ...]]:
    """The wrong options by choice point, which has the name of its piece: always in the same order."""
    found: dict[str, list[WrongExpression]] = {}
    first: set[int] = set()
    swaps = Swaps(pieces, symbols, said)
    for at, parent in enumerate(pieces):
        for operand, place in enumerate(parent.operands):
            piece = pieces[place]
            if piece.kind == "named" or parent.kind == "symbol" or _is_again(pieces, at, operand):
                continue
            wrong = list(_of_operand(pieces, at, operand))
            if place not in first:
                wrong += [*_of_piece(pieces, place, at), *swaps.of(place)]
                first.add(place)
            if wrong:
                found[unique(spelled(typed(piece.node)), set(found))] = wrong
    for place in swaps.foreign():
        found.setdefault(unique(typed(pieces[place].node), set()), []).append(foreign(pieces, place))
    if sum(map(len, found.values())) > MOST:
        found = {point: [each for each in wrong if each.weight > RARE] for point, wrong in found.items()}
    return {point: tuple(wrong) for point, wrong in found.items() if wrong}


def _is_again(pieces: Sequence[Piece], at: int, operand: int) -> bool:
    """Whether the same stands before it in the same sum or product: nobody could say which of them is meant."""
    *before, own = (pieces[place].text for place in pieces[at].operands[: operand + 1])
    return own in before


def _of_operand(pieces: Sequence[Piece], at: int, operand: int) -> Iterator[WrongExpression]:
    """What can go wrong with an operand in its place."""
    parent = pieces[at]
    place = parent.operands[operand]
    piece = pieces[place]

    def wrong(option: str, weight: int, said: str, act: Callable[[str, Operand], Items]) -> WrongExpression:
        return WrongExpression(option, weight, said, place, at, operand, act, within=at)

    if parent.kind == "terms":
        yield from _of_term(piece, parent.signs[operand], operand, wrong)
    elif parent.kind == "factors" and not _is_multiplied_as_matrix(parent, operand):
        is_whole = any(each.kind == "named" and each.operands == (at,) for each in pieces)
        if not (piece.kind == "number" and piece.value == 1):  # without it nothing changes
            yield from _of_factor(piece, parent.signs[operand], wrong, is_whole=is_whole)
    if brackets := ignored(pieces, at, operand):
        yield brackets


def _is_multiplied_as_matrix(parent: Piece, operand: int) -> bool:
    return "@" in parent.signs[operand : operand + 2]


def _of_term(piece: Piece, sign: str, operand: int, wrong: Callable[..., WrongExpression]) -> Iterator[WrongExpression]:
    is_number = piece.kind == "number"
    left_out = f"You left out the {sign} {{bare}}{{within}}." if is_number else "You left out {term}."
    yield wrong("left_out", _commonness(piece), left_out, lambda *_: [])
    if operand and sign == "+":
        yield wrong("subtracted", USUAL, "You subtracted {piece,} where it is added.", _turned)
    elif not operand and sign == "-":
        yield wrong("minus_left_out", USUAL, "You left out the minus before {piece}.", _turned)
    elif operand:
        yield wrong("added", USUAL, "You added {piece,} where it is subtracted.", _turned)
    if not is_number:
        yield wrong("doubled", RARE, "You counted {piece,} twice.", lambda sign, value: [(sign, value)] * 2)


def _commonness(piece: Piece) -> int:
    """How commonly a piece is left out: hardly one that is most of the formula."""
    return COMMON if len(names_in(piece.node)) <= FEW and piece.kind != "terms" else RARE


def _of_factor(
    piece: Piece, sign: str, wrong: Callable[..., WrongExpression], *, is_whole: bool
) -> Iterator[WrongExpression]:
    if sign == "/":
        yield wrong("left_out", COMMON, "You did not divide by {piece in}.", lambda *_: [])
        yield wrong("multiplied", USUAL, "You multiplied by {piece,} instead of dividing by it{within}.", _turned)
        return
    yield wrong("left_out", _commonness(piece), "You left out the factor {piece in}.", lambda *_: [])
    if piece.kind == "symbol":
        yield wrong("twice", RARE, "You multiplied by {piece,} twice{within}.", lambda _, value: [("*", value)] * 2)
        if is_whole:
            yield wrong("divided", RARE, "You divided by {piece,} instead of multiplying by it{within}.", _turned)


def _turned(sign: str, value: Operand) -> Items:
    return [(TURNED[sign], value)]


def _of_piece(pieces: Sequence[Piece], place: int, parent: int) -> Iterator[WrongExpression]:
    """What can go wrong within a piece, wherever it stands."""
    piece = pieces[place]

    def wrong(option: str, weight: int, said: str, act: Callable[..., Operand]) -> WrongExpression:
        def acts(values: Sequence[Operand]) -> Operand:
            return act(*(values[each] for each in piece.operands))

        return WrongExpression(option, weight, said, place, place, None, acts, within=parent)

    if piece.kind == "number":
        is_base = pieces[parent].kind == "power" and pieces[parent].operands[0] == place
        if not is_base:  # nobody takes powers of 9 for powers of 10
            yield from _of_number(piece, pieces[parent], wrong)
    elif piece.kind == "minus":
        yield wrong("minus_left_out", USUAL, "You left out the minus in {bare}.", lambda value: value)
    elif piece.kind == "factors":
        yield from _of_product(pieces, piece, wrong)
    elif is_root(piece):
        yield wrong("root_left_out", COMMON, "You forgot the root in {piece}.", lambda value, *_: value)
        yield wrong(
            "halved", USUAL, "You halved instead of taking the root in {piece}.", lambda value, *_: _half(value)
        )
    elif piece.kind == "power":
        yield from _of_power(pieces, piece, wrong)
    elif piece.kind not in ("terms", "symbol", "named"):
        yield from of_function(piece, pieces, wrong)


def _half(value: Operand) -> Operand:
    return arithmetic.combine("/", value, 2)


def _of_number(piece: Piece, parent: Piece, wrong: Callable[..., WrongExpression]) -> Iterator[WrongExpression]:
    """A small whole number in a sum, a product or a power may be one off; 2 as a factor has no 1, nor has a 1 a 0."""
    value = piece.value
    if type(value) is not int or parent.kind not in ("terms", "factors", "power") or is_root(parent):
        return
    said = "You put {number} in the place of {bare}{within}."
    if 2 < value <= SMALL and not (parent.kind == "power" and value == 3):
        yield wrong("one_less", USUAL, said.replace("{number}", str(value - 1)), lambda: value - 1)
    if 1 < value <= SMALL:
        yield wrong("one_more", RARE, said.replace("{number}", str(value + 1)), lambda: value + 1)


def _of_product(
    pieces: Sequence[Piece], piece: Piece, wrong: Callable[..., WrongExpression]
) -> Iterator[WrongExpression]:
    operands = [pieces[place] for place in piece.operands]
    if piece.signs[1:] == "@":
        yield wrong("turned_round", USUAL, "You multiplied {bare} in the other order.", _other_order)
    offered: set[str] = set()
    for number, fraction in enumerate(_FRACTION.finditer(piece.signs), 1):
        begin, end = fraction.span()
        text = _product_of(operands[begin:end], fraction[0])
        is_bare = all(each.kind == "number" for each in operands[begin : begin + fraction[0].count("*")])
        if not is_bare and text not in offered:
            option = "upside_down" if number == 1 else f"upside_down_{number}"
            said = f"You exchanged numerator and denominator in {text}."
            turned = piece.signs[:begin] + "".join(map(TURNED.__getitem__, fraction[0])) + piece.signs[end:]
            yield wrong(option, RARE, said, partial(_chain, turned))
        offered.add(text)


def _product_of(factors: Sequence[Piece], signs: str) -> str:
    """Neighbouring factors of a product, as people write them."""
    first, *others = (each.node for each in factors)
    return show(Chain(first, tuple(zip(signs[1:], others, strict=True)), 0))


def _chain(signs: str, *values: Operand) -> Operand:
    return chained(list(zip(signs, values, strict=True)), "factors")


def _other_order(left: Operand, right: Operand) -> Operand:
    return arithmetic.combine("@", right, left)


def _of_power(
    pieces: Sequence[Piece], piece: Piece, wrong: Callable[..., WrongExpression]
) -> Iterator[WrongExpression]:
    exponent = pieces[piece.operands[1]]
    if exponent.kind == "number" and exponent.value == 2:
        yield wrong("square_left_out", COMMON, "You forgot the square in {bare}.", lambda base, _: base)
        yield wrong("exponent_multiplied", USUAL, "You doubled instead of squaring in {bare}.", _times)
        return
    yield wrong("exponent_left_out", USUAL, "You left out the exponent in {bare}.", lambda base, _: base)
    yield wrong(
        "exponent_multiplied", RARE, "You multiplied by the exponent instead of raising to it in {bare}.", _times
    )
    if exponent.kind == "number":
        said = f"You raised to the power 2, not {exponent.text}, in {{bare}}."
        yield wrong("squared", RARE, said, lambda base, _: arithmetic.power(base, 2))
    elif exponent.kind != "minus":
        said = "You turned the sign of the exponent round in {bare}."
        yield wrong("exponent_negated", RARE, said, lambda base, by: arithmetic.power(base, arithmetic.negative(by)))


def _times(base: Operand, exponent: Operand) -> Operand:
    return arithmetic.combine("*", base, exponent)
