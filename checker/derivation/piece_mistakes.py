"""Mistakes within a piece of a formula, wherever the piece is used."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from checker.derivation import arithmetic
from checker.derivation.arithmetic import Operand
from checker.derivation.function_mistakes import MakePieceMistake, function_mistakes
from checker.derivation.pieces import OPPOSITE, Piece, chain_value, is_root
from checker.derivation.weights import COMMON, RARE, USUAL
from checker.derivation.wrong_expression import WrongExpression
from checker.notation.nodes import Chain
from checker.notation.show import show

MAX_COUNT: Final = 12
"""Whole numbers up to this count something, so they may be off by one."""

_FRACTION: Final = re.compile(r"\*+/+")
"""The signs of factors and of the divisors that follow them."""


def piece_mistakes(pieces: Sequence[Piece], place: int, parent: int) -> Iterator[WrongExpression]:
    """Return the mistakes in one piece of a formula, such as an operand left out, wherever the piece is used."""
    piece = pieces[place]

    def make(option: str, weight: int, sentence: str, effect: Callable[..., Operand]) -> WrongExpression:
        def on_values(values: Sequence[Operand]) -> Operand:
            return effect(*(values[each] for each in piece.operands))

        return WrongExpression(option, weight, sentence, place, place, None, on_values, within=parent)

    if piece.kind == "number":
        is_base = pieces[parent].kind == "power" and pieces[parent].operands[0] == place
        if not is_base:  # nobody confuses powers of 9 and of 10
            yield from _number_mistakes(piece, pieces[parent], make)
    elif piece.kind == "minus":
        yield make("minus_left_out", USUAL, "You left out the minus in {bare}.", lambda value: value)
    elif piece.kind == "factors":
        yield from _product_mistakes(pieces, piece, make)
    elif is_root(piece):
        yield make("root_left_out", COMMON, "You left out the root in {piece}.", lambda value, *_: value)
        yield make("halved", USUAL, "You halved instead of taking the root in {piece}.", _half)
    elif piece.kind == "power":
        yield from _power_mistakes(pieces, piece, make)
    elif piece.kind not in ("terms", "symbol", "named"):
        yield from function_mistakes(piece, pieces, make)


def _number_mistakes(piece: Piece, parent: Piece, make: MakePieceMistake) -> Iterator[WrongExpression]:
    """Return the numbers next to a small whole number in a sum, a product or a power; a factor 1 is no such number."""
    value = piece.value
    if type(value) is not int or parent.kind not in ("terms", "factors", "power") or is_root(parent):
        return
    if 2 < value <= MAX_COUNT and not (parent.kind == "power" and value == 3):
        yield make("one_less", USUAL, f"You used {value - 1} instead of {{bare}}{{within}}.", lambda: value - 1)
    if 1 < value <= MAX_COUNT:
        yield make("one_more", RARE, f"You used {value + 1} instead of {{bare}}{{within}}.", lambda: value + 1)


def _product_mistakes(pieces: Sequence[Piece], piece: Piece, make: MakePieceMistake) -> Iterator[WrongExpression]:
    """Return a matrix product in the other order, or fractions upside down."""
    operands = [pieces[place] for place in piece.operands]
    if piece.signs[1:] == "@":
        yield make("swapped", USUAL, "You multiplied {bare} in the wrong order.", _multiply_swapped)
        if operands[0].kind == "symbol":
            text = f"You used the rows of {operands[0].text} as columns in {{bare}}."
            yield make("transposed", USUAL, text, _multiply_transposed)
    offered = {each.text for each in operands}
    for number, fraction in enumerate(_FRACTION.finditer(piece.signs), 1):
        begin, end = fraction.span()
        text = _product_text(operands[begin:end], fraction[0])
        has_symbols = any(each.kind != "number" for each in operands[begin : begin + fraction[0].count("*")])
        if has_symbols and text not in offered:
            option = "upside_down" if number == 1 else f"upside_down_{number}"
            signs = piece.signs[:begin] + "".join(map(OPPOSITE.__getitem__, fraction[0])) + piece.signs[end:]
            sentence = f"You swapped numerator and denominator in {text}."
            yield make(option, RARE, sentence, partial(_product_value, signs))
        offered.add(text)


def _product_text(factors: Sequence[Piece], signs: str) -> str:
    """Return neighbouring factors of a product as people write them."""
    first, *others = (each.node for each in factors)
    return show(Chain(first, tuple(zip(signs[1:], others, strict=True)), 0))


def _product_value(signs: str, *values: Operand) -> Operand:
    return chain_value(list(zip(signs, values, strict=True)), "factors")


def _power_mistakes(pieces: Sequence[Piece], piece: Piece, make: MakePieceMistake) -> Iterator[WrongExpression]:
    """Return the mistakes about the exponent of a power."""
    exponent = pieces[piece.operands[1]]
    if exponent.kind == "number" and exponent.value == 2:
        yield make("square_left_out", COMMON, "You left out the square in {bare}.", _base)
        yield make("exponent_multiplied", USUAL, "You doubled instead of squaring in {bare}.", _multiply)
        return
    yield make("exponent_left_out", USUAL, "You left out the exponent in {bare}.", _base)
    sentence = "You multiplied by the exponent instead of raising to it in {bare}."
    yield make("exponent_multiplied", RARE, sentence, _multiply)
    if exponent.kind == "number":
        sentence = f"You raised to the power 2 instead of {exponent.text} in {{bare}}."
        yield make("squared", RARE, sentence, lambda base, _: arithmetic.power_of(base, 2))
    elif exponent.kind != "minus":
        sentence = "You changed the sign of the exponent in {bare}."
        yield make("exponent_negated", RARE, sentence, _raise_to_negative)


def _half(value: Operand, *_: Operand) -> Operand:
    return arithmetic.combine_values("/", value, 2)


def _base(base: Operand, _: Operand) -> Operand:
    return base


def _multiply(base: Operand, exponent: Operand) -> Operand:
    return arithmetic.combine_values("*", base, exponent)


def _multiply_swapped(left: Operand, right: Operand) -> Operand:
    return arithmetic.combine_values("@", right, left)


def _multiply_transposed(left: Operand, right: Operand) -> Operand:
    return arithmetic.combine_values("@", left.T, right)


def _raise_to_negative(base: Operand, exponent: Operand) -> Operand:
    return arithmetic.power_of(base, arithmetic.negative(exponent))
