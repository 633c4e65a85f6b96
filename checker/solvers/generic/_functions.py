"""What goes wrong with a function: it is left out, or another is taken in its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from checker.solvers.generic import _arithmetic as arithmetic
from checker.solvers.generic import _library as library
from checker.solvers.generic._arithmetic import Operand, shape
from checker.solvers.generic._pieces import Piece
from checker.solvers.generic._wrong import COMMON, RARE, USUAL, WrongExpression

Other = tuple[str, int, str, Callable[..., Operand]]
"""An option, its weight, what is said of it, and what it gives."""


def _instead(own: str, *names_: str) -> tuple[Other, ...]:
    """Other functions that are taken for one, the likeliest first."""
    return tuple(
        (f"as_{name}", weight, f"You took {name}, not {own}, in {{bare}}.", partial(_call, name))
        for name, weight in zip(names_, (USUAL, RARE), strict=False)
    )


def _call(name: str, *values: Operand) -> Operand:
    return library.call(name, list(values))


def _of_angle(name: str) -> tuple[Other, ...]:
    said = "You took the angle in {bare} in degrees; it is in radians."
    return (("degrees", USUAL, said, lambda angle: _call(name, _call("radians", angle))),)


def _to_angle(name: str) -> tuple[Other, ...]:
    said = "You took the angle that {bare} gives in degrees; it is in radians."
    return (("degrees", USUAL, said, lambda value: _call("degrees", _call(name, value))),)


def _orders(number: Operand, of: Operand) -> Operand:
    return arithmetic.combine("*", _call("comb", number, of), _call("factorial", of))


_LEFT_OUT: Final[Mapping[str, tuple[int, str]]] = {
    "floor": (COMMON, "You did not round down: {bare}."),
    "ceil": (COMMON, "You did not round up: {bare}."),
    "round": (USUAL, "You did not round: {bare}."),
    "abs": (USUAL, "You left out the absolute value in {bare}."),
    "exp": (USUAL, "You left out the exponential in {bare}."),
    "ln": (USUAL, "You left out the logarithm in {bare}."),
    "log2": (USUAL, "You left out the logarithm in {bare}."),
    "log10": (USUAL, "You left out the logarithm in {bare}."),
    "tanh": (USUAL, "You left out the tanh in {bare}."),
    "radians": (COMMON, "You left the angle in {bare} in degrees."),
    "degrees": (USUAL, "You left the angle in {bare} in radians."),
    "factorial": (USUAL, "You left out the factorial in {bare}."),
    "transpose": (USUAL, "You did not transpose in {bare}."),
    "softmax": (USUAL, "You left out the softmax in {bare}."),
}

_OTHERS: Final[Mapping[str, tuple[Other, ...]]] = {
    "floor": (("rounded_up", USUAL, "You rounded up in {bare}.", partial(_call, "ceil")),),
    "ceil": (("rounded_down", USUAL, "You rounded down in {bare}.", partial(_call, "floor")),),
    "round": (("rounded_down", RARE, "You rounded down in {bare}.", partial(_call, "floor")),),
    "ln": _instead("ln", "log10", "log2"),
    "log10": _instead("log10", "ln"),
    "log2": _instead("log2", "ln", "log10"),
    "log": (
        ("base_left_out", USUAL, "You took the natural logarithm in {bare}.", lambda value, _: _call("ln", value)),
    ),
    "sin": (*_of_angle("sin"), *_instead("sin", "cos")),
    "cos": (*_of_angle("cos"), *_instead("cos", "sin")),
    "tan": _of_angle("tan"),
    "asin": _to_angle("asin"),
    "acos": _to_angle("acos"),
    "atan": _to_angle("atan"),
    "comb": (("orders_counted", USUAL, "You counted every order on its own in {bare}.", _orders),),
    "mean": (("not_divided", COMMON, "You took the sum, not the mean, in {bare}.", partial(_call, "sum")),),
    "max": _instead("max", "min"),
    "min": _instead("min", "max"),
    "norm": (("root_left_out", COMMON, "You forgot the root in {bare}.", lambda value: _call("dot", value, value)),),
    "softmax": (
        (
            "other_axis",
            USUAL,
            "You took {bare} along the other axis.",
            lambda value, axis=-1: _call("softmax", value, -1 - axis if axis < 0 else 1 - axis),
        ),
    ),
}
"""By function, what is taken in its place."""


def of_function(
    piece: Piece, pieces: Sequence[Piece], wrong: Callable[..., WrongExpression]
) -> Iterator[WrongExpression]:
    """The options about a piece that is a function of others; `wrong` makes one."""
    name, argument = piece.kind, pieces[piece.operands[0]]
    if name in _LEFT_OUT:
        weight, said = _LEFT_OUT[name]
        said = _of_degrees(piece, pieces) or said
        yield wrong(f"{name}_left_out", weight, said, lambda value, *_: value)
    for option, weight, said, act in _OTHERS.get(name, ()):
        is_measured = option == "degrees" and argument.kind == "radians"
        if not is_measured and not (option == "other_axis" and len(shape(piece.value)) == 1):
            yield wrong(option, weight, said, act)


def _of_degrees(piece: Piece, pieces: Sequence[Piece]) -> str:
    """What is said where functions are given an angle in degrees; empty where it is no such angle."""
    users = [each.kind for each in pieces if any(pieces[place] is piece for place in each.operands)]
    angles = [each for each in dict.fromkeys(users) if each in ("sin", "cos", "tan")]
    if piece.kind != "radians" or not angles:
        return ""
    angle = pieces[piece.operands[0]]
    is_given = angle.kind in ("number", "symbol") and not angle.operands and not shape(angle.value)
    radians = f"{float(angle.value):.6g} radians" if is_given else f"{angle.text} in radians"
    return f"You took {' and '.join(angles)} of {radians}; the angle is in degrees."
