"""Mistakes within one piece of a formula, such as a root left out or another function, wherever the piece is used."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Final

from checker.derivation import arithmetic
from checker.derivation.arithmetic import Operand, combine_values, power_of, shape
from checker.derivation.array_mistakes import COMPLEX_PRODUCT, COMPLEX_QUOTIENT, FunctionMistake
from checker.derivation.course_mistakes import INSTEAD, LEFT_OUT, of_upper_tail
from checker.derivation.expression_words import is_upper_tail, whole_number_at_end
from checker.derivation.function_library import call_with
from checker.derivation.pieces import Piece, chain_value, is_root
from checker.derivation.scoped import SCOPED, evaluate, shifted
from checker.derivation.weights import COMMON, RARE, USUAL
from checker.derivation.wrong_expression import WrongExpression
from checker.formula.nodes import OPPOSITE, Chain, Node
from checker.formula.show import show

MAX_COUNT: Final = 12
"""Whole numbers up to this count something, so they may be off by one."""

_multiply: Final = partial(combine_values, "*")
_FRACTION: Final = re.compile(r"\*+/+")
"""The signs of factors and of the divisors that follow them."""


def piece_mistakes(pieces: Sequence[Piece], place: int, parent: int) -> Iterator[WrongExpression]:
    """Yield the mistakes in one piece of a formula, such as a root left out or a number that is one too large.

    `parent` is the place of the piece that uses it.
    """
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
        yield from function_mistakes(piece, pieces, make, is_upper=is_upper_tail(pieces[parent].node))


def _number_mistakes(piece: Piece, parent: Piece, make: MakePieceMistake) -> Iterator[WrongExpression]:
    """Yield the mistakes of using one more or one less than a small whole number in a sum, a product or a power."""
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
        yield make(
            "swapped",
            USUAL,
            "You multiplied {bare} in the wrong order.",
            lambda left, right: combine_values("@", right, left),
        )
        if operands[0].kind == "symbol":
            text = f"You used the rows of {operands[0].text} as columns in {{bare}}."
            yield make("transposed", USUAL, text, lambda left, right: combine_values("@", left.T, right))
        if shape(operands[0].value) == shape(operands[1].value):
            yield make("entry_by_entry", USUAL, "You multiplied {bare} entry by entry.", _multiply)
    if len(operands) == 2 and all(isinstance(each.value, complex) for each in operands):
        values = [each.value for each in operands]
        for option, weight, sentence, effect in COMPLEX_QUOTIENT if piece.signs[1] == "/" else COMPLEX_PRODUCT:
            if _has_value(effect, values):
                yield make(option, weight, sentence, effect)
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
    """Return the product of values with these signs."""
    return chain_value(list(zip(signs, values, strict=True)), "factors")


def _power_mistakes(pieces: Sequence[Piece], piece: Piece, make: MakePieceMistake) -> Iterator[WrongExpression]:
    """Return the mistakes about the exponent of a power."""
    exponent = pieces[piece.operands[1]]
    if exponent.kind == "number" and exponent.value == 2:
        yield make("square_left_out", COMMON, "You left out the square in {bare}.", lambda base, _: base)
        yield make("exponent_multiplied", USUAL, "You doubled instead of squaring in {bare}.", _multiply)
        return
    yield make("exponent_left_out", USUAL, "You left out the exponent in {bare}.", lambda base, _: base)
    sentence = "You multiplied by the exponent instead of raising to it in {bare}."
    yield make("exponent_multiplied", RARE, sentence, _multiply)
    if exponent.kind == "number":
        sentence = f"You raised to the power 2 instead of {exponent.text} in {{bare}}."
        yield make("squared", RARE, sentence, lambda base, _: power_of(base, 2))
    elif exponent.kind != "minus":
        sentence = "You changed the sign of the exponent in {bare}."
        yield make("exponent_negated", RARE, sentence, _raise_to_negative)


def _half(value: Operand, *_: Operand) -> Operand:
    """Return half of a value."""
    return combine_values("/", value, 2)


def _raise_to_negative(base: Operand, exponent: Operand) -> Operand:
    """Return the base to the exponent with the other sign."""
    return power_of(base, arithmetic.negative(exponent))


_OF_AT_LEAST: Final = {"first_left_out": False, "at_most": True}
"""By option, whether it is about `at least k`, written with k - 1: without the - 1 the count k itself is left out."""

MakePieceMistake = Callable[[str, int, str, Callable[..., Operand]], WrongExpression]
"""Makes a mistake about a piece from option, weight, sentence and effect."""


def _instead_of(name: str, *others: str) -> tuple[FunctionMistake, ...]:
    """Return the mistakes of using another function, the likeliest first; at most two."""
    return tuple(
        (f"as_{other}", weight, f"You used {other} instead of {name} in {{bare}}.", partial(call_with, other))
        for other, weight in zip(others, (USUAL, RARE), strict=False)
    )


def _angle_in_degrees(name: str) -> FunctionMistake:
    """Return the mistake of taking the angle of a function for degrees."""
    sentence = "You used degrees for the angle in {bare}. It is in radians."
    return ("degrees", USUAL, sentence, lambda angle: call_with(name, call_with("radians", angle)))


def _result_in_degrees(name: str) -> FunctionMistake:
    """Return the mistake of giving the angle that a function returns in degrees."""
    sentence = "You gave the angle {bare} in degrees. It is in radians."
    return ("degrees", USUAL, sentence, lambda value: call_with("degrees", call_with(name, value)))


def _reciprocal_tangent(angle: Operand) -> Operand:
    """Return 1 divided by the tangent."""
    return combine_values("/", 1, call_with("tan", angle))


def _arccosine_of_opposite(value: Operand) -> Operand:
    """Return the angle whose cosine has the other sign."""
    return call_with("acos", arithmetic.negative(value))


def _count_orders(number: Operand, of: Operand) -> Operand:
    """Return the number of choices with regard to their order."""
    return combine_values("*", call_with("comb", number, of), call_with("factorial", of))


def _without_others(number: Operand, of: Operand) -> Operand:
    """Return number!/of!, which leaves out the factor (number - of)! of `comb`."""
    return combine_values("/", call_with("factorial", number), call_with("factorial", of))


def _softmax_of_other_axis(value: Operand, axis: Operand = -1) -> Operand:
    """Return the softmax along the other axis of a matrix."""
    return call_with("softmax", value, -1 - axis if axis < 0 else 1 - axis)


_LEFT_OUT: Final[Mapping[str, tuple[int, str]]] = {
    "floor": (COMMON, "You did not round down in {bare}."),
    "ceil": (COMMON, "You did not round up in {bare}."),
    "round": (USUAL, "You did not round in {bare}."),
    "abs": (USUAL, "You left out the absolute value in {bare}."),
    "exp": (USUAL, "You left out the exponential in {bare}."),
    "ln": (USUAL, "You left out the logarithm in {bare}."),
    "log2": (USUAL, "You left out the logarithm in {bare}."),
    "log10": (USUAL, "You left out the logarithm in {bare}."),
    "tanh": (USUAL, "You left out the tanh in {bare}."),
    "radians": (COMMON, "You left the angle {bare} in degrees."),
    "degrees": (USUAL, "You left the angle {bare} in radians."),
    "factorial": (USUAL, "You left out the factorial in {bare}."),
    "transpose": (USUAL, "You did not transpose in {bare}."),
    "softmax": (USUAL, "You left out the softmax in {bare}."),
}
"""Weight and sentence of each function that students leave out."""

_INSTEAD: Final[Mapping[str, tuple[FunctionMistake, ...]]] = {
    "floor": (("rounded_up", USUAL, "You rounded up in {bare}.", partial(call_with, "ceil")),),
    "ceil": (("rounded_down", USUAL, "You rounded down in {bare}.", partial(call_with, "floor")),),
    "round": (("rounded_down", RARE, "You rounded down in {bare}.", partial(call_with, "floor")),),
    "ln": _instead_of("ln", "log10", "log2"),
    "log10": _instead_of("log10", "ln"),
    "log2": _instead_of("log2", "ln", "log10"),
    "log": (
        ("base_left_out", USUAL, "You used the natural logarithm in {bare}.", lambda value, _: call_with("ln", value)),
    ),
    "sin": (_angle_in_degrees("sin"), *_instead_of("sin", "cos", "tan")),
    "cos": (_angle_in_degrees("cos"), *_instead_of("cos", "sin", "tan")),
    "tan": (
        _angle_in_degrees("tan"),
        *_instead_of("tan", "sin", "cos"),
        ("cotangent", USUAL, "You divided by the tangent instead of multiplying by it in {bare}.", _reciprocal_tangent),
    ),
    "asin": (_result_in_degrees("asin"), *_instead_of("asin", "acos", "atan")),
    "acos": (
        _result_in_degrees("acos"),
        *_instead_of("acos", "asin"),
        ("supplement", USUAL, "You gave the other angle, 180° minus this one, in {bare}.", _arccosine_of_opposite),
    ),
    "atan": (_result_in_degrees("atan"),),
    "comb": (
        ("orders_counted", USUAL, "You counted every order separately in {bare}.", _count_orders),
        ("with_repetition", USUAL, "You let each be taken several times, and counted orders, in {bare}.", power_of),
        ("as_product", RARE, "You multiplied the two numbers in {bare}.", _multiply),
        ("others_not_divided", USUAL, "You did not divide by the orders of the others in {bare}.", _without_others),
    ),
    "mean": (
        ("not_divided", COMMON, "You used the sum instead of the mean in {bare}.", partial(call_with, "sum")),
        ("as_median", USUAL, "You used the median instead of the mean in {bare}.", partial(call_with, "median")),
    ),
    "softmax": (("other_axis", USUAL, "You computed {bare} along the other axis.", _softmax_of_other_axis),),
}
"""The mistakes that replace a function."""


def function_mistakes(
    piece: Piece, pieces: Sequence[Piece], make: MakePieceMistake, *, is_upper: bool = False
) -> Iterator[WrongExpression]:
    """Yield the mistakes in a piece that calls a function, such as leaving the function out.

    `is_upper`: it is a `cdf` that is subtracted from 1.
    """
    name = piece.kind
    if name in SCOPED:
        yield from _scoped_mistakes(piece, make)
        return
    if name == "list":
        yield from _list_mistakes(piece, pieces, make)
        return
    argument = pieces[piece.operands[0]]
    left_out = _LEFT_OUT.get(name) or LEFT_OUT.get(name)
    if left_out:
        weight, sentence = left_out
        yield make(f"{name}_left_out", weight, _of_degrees(piece, pieces) or sentence, lambda value, *_: value)
    instead = of_upper_tail(name) if is_upper else (*_INSTEAD.get(name, ()), *INSTEAD.get(name, ()))
    for option, weight, sentence, effect in instead:
        is_converted = option == "degrees" and argument.kind == "radians"
        if name in INSTEAD and not _has_value(effect, [pieces[place].value for place in piece.operands]):
            continue
        if option in _OF_AT_LEAST and _OF_AT_LEAST[option] != (whole_number_at_end(argument.node) < 0):
            continue
        if not is_converted and not (option == "other_axis" and len(shape(piece.value)) == 1):
            yield make(option, weight, sentence, effect)


def _list_mistakes(piece: Piece, pieces: Sequence[Piece], make: MakePieceMistake) -> Iterator[WrongExpression]:
    """Return the mistakes about a list of numbers: an entry left out, or two neighbours exchanged."""
    entries = [pieces[place] for place in piece.operands]
    if len(entries) == 1 or any(shape(each.value) for each in entries):
        return
    places = range(len(entries))
    for at in places:
        effect = partial(_picked, [place for place in places if place != at])
        wrong = make(f"entry_{at + 1}_left_out", RARE, "You left out {piece,}.", effect)
        yield wrong._replace(piece=piece.operands[at])
    for at, after in pairwise(places):
        effect = partial(_picked, [*places[:at], after, at, *places[after + 1 :]])
        wrong = make(f"entries_{at + 1}_exchanged", RARE, "You exchanged {piece,} and {other,}.", effect)
        yield wrong._replace(piece=piece.operands[at], other=piece.operands[after])


def _picked(places: Sequence[int], *entries: Operand) -> Operand:
    """Return the list of the entries at these places: some left out, or in another order."""
    return call_with("list", *(entries[place] for place in places))


def _scoped_mistakes(piece: Piece, make: MakePieceMistake) -> Iterator[WrongExpression]:
    """Return the mistakes about an `if`, or about the ends of a sum over a variable."""
    if piece.kind == "if":
        sentence = "You used the case that does not hold here in {bare}."
        yield make("other_case", COMMON, sentence, lambda _, __, *others: piece.other_case(others))
    elif piece.kind != "zero":
        for option, weight, what, ends in (
            ("last_left_out", USUAL, "stopped one too early", {"last": -1}),
            ("first_left_out", USUAL, "began one too late", {"first": 1}),
            ("one_more", RARE, "went one too far", {"last": 1}),
        ):
            node = shifted(piece.node, **ends)  # type: ignore[arg-type]
            effect = partial(_at_ends, node, piece.symbols)
            yield make(option, weight, f"You {what} in {{bare}}.", effect)


def _has_value(effect: Callable[..., Operand], values: Sequence[Operand]) -> bool:
    """Report whether a mistake gives a value at these operands: some are for matrices of 2 rows only."""
    try:
        arithmetic.apply_operation(effect, *values)
    except arithmetic.NoValue:
        return False
    return True


def _at_ends(node: Node, symbols: Sequence[str], *values: Operand) -> Operand:
    """Return the value of a sum or product with other ends, given the values of its symbols."""
    return evaluate(node, dict(zip(symbols, values, strict=True)))


def _of_degrees(piece: Piece, pieces: Sequence[Piece]) -> str:
    """Return the sentence about an angle in degrees that functions take as radians; empty for other pieces."""
    users = [each.kind for each in pieces if any(pieces[place] is piece for place in each.operands)]
    angles = [each for each in dict.fromkeys(users) if each in ("sin", "cos", "tan")]
    if piece.kind != "radians" or not angles:
        return ""
    angle = pieces[piece.operands[0]]
    is_given = angle.kind in ("number", "symbol") and not angle.operands and not shape(angle.value)
    radians = f"{float(angle.value):.6g} radians" if is_given else f"{angle.text} in radians"
    return f"You took {' and '.join(angles)} of {radians}. The angle is in degrees."
