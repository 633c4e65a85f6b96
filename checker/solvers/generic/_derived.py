"""The mistakes that a formula's own tree allows: what people leave out, count twice, turn round and mix up.

Fewer and likelier beats a flood: each option takes its share from all others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any, Final, NamedTuple

from checker.notation.show import typed
from checker.solvers.generic import _arithmetic as arithmetic
from checker.solvers.generic._arithmetic import Value, shape
from checker.solvers.generic._pieces import TURNED, Piece, chained, is_root, spelled, unique
from checker.solvers.generic._symbols import Symbols, names

COMMON, USUAL, RARE = 4, 2, 1

SMALL: Final = 12
"""Numbers up to this are counted: they may be one off."""

FEW: Final = 2
"""A piece of more symbols than this is most of the formula."""

SWAPS: Final = 3
"""A symbol is taken for so many others at most, those of the likest names."""

MOST: Final = 150
"""Where there are more options only those that are not rare are kept."""

Items = list[tuple[str, Value]]


class Wrong(NamedTuple):
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


def mistakes(pieces: Sequence[Piece], symbols: Mapping[str, int], said: Symbols) -> Mapping[str, tuple[Wrong, ...]]:
    """The wrong options by choice point, which has the name of its piece: always in the same order."""
    found: dict[str, list[Wrong]] = {}
    first: set[int] = set()
    swaps = _Swaps(pieces, symbols, said)
    for at, parent in enumerate(pieces):
        for operand, place in enumerate(parent.operands):
            piece = pieces[place]
            if piece.kind == "named" or (parent.kind == "symbol"):
                continue
            wrong = list(_of_operand(pieces, at, operand))
            if place not in first:
                wrong += [*_of_piece(pieces, place, at), *swaps.of(place)]
                first.add(place)
            if wrong:
                found[unique(spelled(typed(piece.node)), set(found))] = wrong
    for place in swaps.foreign():
        found.setdefault(unique(typed(pieces[place].node), set()), []).append(_foreign(pieces, place))
    most = COMMON if sum(map(len, found.values())) <= MOST else USUAL
    if most == USUAL:
        found = {point: [each for each in wrong if each.weight >= USUAL] for point, wrong in found.items()}
    return {point: tuple(wrong) for point, wrong in found.items() if wrong}


def _of_operand(pieces: Sequence[Piece], at: int, operand: int) -> Iterator[Wrong]:
    """What can go wrong with an operand in its place."""
    parent = pieces[at]
    place = parent.operands[operand]
    piece = pieces[place]

    def wrong(option: str, weight: int, said: str, act: Callable[[str, Value], Items]) -> Wrong:
        return Wrong(option, weight, said, place, at, operand, act, within=at)

    if parent.kind == "terms":
        yield from _of_term(piece, parent.signs[operand], operand, wrong)
    elif parent.kind == "factors" and not _is_multiplied_as_matrix(parent, operand):
        is_whole = any(each.kind == "named" and each.operands == (at,) for each in pieces)
        yield from _of_factor(piece, parent.signs[operand], wrong, is_whole=is_whole)
    if (child := _bracketed(pieces, at, operand)) is not None:
        said = "You did not keep {bare} together; it belongs in brackets."
        act = partial(_unbracketed, parent, operand, child)
        yield Wrong("bracket_ignored", USUAL, said, place, at, None, act, within=at)


def _is_multiplied_as_matrix(parent: Piece, operand: int) -> bool:
    return "@" in parent.signs[operand : operand + 2]


def _of_term(piece: Piece, sign: str, operand: int, wrong: Callable[..., Wrong]) -> Iterator[Wrong]:
    is_number = piece.kind == "number"
    left_out = f"You left out the {sign} {{bare}}{{within}}." if is_number else "You left out {term}."
    yield wrong("left_out", _commonness(piece), left_out, lambda *_: [])
    if operand and sign == "+":
        yield wrong("subtracted", USUAL, "You subtracted {piece,} where it is added.", _turned)
    elif operand:
        yield wrong("added", USUAL, "You added {piece,} where it is subtracted.", _turned)
    if not is_number:
        yield wrong("doubled", RARE, "You counted {piece,} twice.", lambda sign, value: [(sign, value)] * 2)


def _commonness(piece: Piece) -> int:
    """How commonly a piece is left out: hardly one that is most of the formula."""
    return COMMON if len(names(piece.node)) <= FEW and piece.kind != "terms" else RARE


def _of_factor(piece: Piece, sign: str, wrong: Callable[..., Wrong], *, is_whole: bool) -> Iterator[Wrong]:
    if sign == "/":
        yield wrong("left_out", COMMON, "You did not divide by {piece in}.", lambda *_: [])
        yield wrong("multiplied", USUAL, "You multiplied by {piece,} instead of dividing by it{within}.", _turned)
        return
    yield wrong("left_out", _commonness(piece), "You left out the factor {piece in}.", lambda *_: [])
    if piece.kind == "symbol":
        yield wrong("twice", RARE, "You multiplied by {piece,} twice{within}.", lambda _, value: [("*", value)] * 2)
        if is_whole:
            yield wrong("divided", RARE, "You divided by {piece,} instead of multiplying by it{within}.", _turned)


def _turned(sign: str, value: Value) -> Items:
    return [(TURNED[sign], value)]


def _of_piece(pieces: Sequence[Piece], place: int, parent: int) -> Iterator[Wrong]:
    """What can go wrong within a piece, wherever it stands."""
    piece = pieces[place]

    def wrong(option: str, weight: int, said: str, act: Callable[..., Value]) -> Wrong:
        def acts(values: Sequence[Value]) -> Value:
            return act(*(values[each] for each in piece.operands))

        return Wrong(option, weight, said, place, place, None, acts, within=parent)

    if piece.kind == "number":
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
        yield from _of_function(piece, pieces, wrong)


def _half(value: Value) -> Value:
    return arithmetic.combine("/", value, 2)


def _of_number(piece: Piece, parent: Piece, wrong: Callable[..., Wrong]) -> Iterator[Wrong]:
    """A small whole number in a sum, a product or a power may be one off; 2 as a factor has no 1, nor has a 1 a 0."""
    value = piece.value
    if type(value) is not int or parent.kind not in ("terms", "factors", "power") or is_root(parent):
        return
    said = "You put {{}} in the place of {{bare}}{{within}}.".replace("{{", "{").replace("}}", "}")
    if 2 < value <= SMALL and not (parent.kind == "power" and value == 3):
        yield wrong("one_less", USUAL, said.replace("{}", str(value - 1)), lambda: value - 1)
    if 1 < value <= SMALL:
        yield wrong("one_more", RARE, said.replace("{}", str(value + 1)), lambda: value + 1)


def _of_product(pieces: Sequence[Piece], piece: Piece, wrong: Callable[..., Wrong]) -> Iterator[Wrong]:
    operands = [pieces[place] for place in piece.operands]
    if piece.signs[1:] == "@":
        yield wrong("turned_round", USUAL, "You multiplied {bare} in the other order.", _other_order)
    tops = [each for each, sign in zip(operands, piece.signs, strict=True) if sign == "*"]
    if set(piece.signs) == {"*", "/"} and any(each.kind != "number" for each in tops):
        said = "You exchanged numerator and denominator in {bare}."
        yield wrong("upside_down", RARE, said, lambda *values: arithmetic.combine("/", 1, piece.of(list(values))))


def _other_order(left: Value, right: Value) -> Value:
    return arithmetic.combine("@", right, left)


def _of_power(pieces: Sequence[Piece], piece: Piece, wrong: Callable[..., Wrong]) -> Iterator[Wrong]:
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
        yield wrong("squared", RARE, "You squared in the place of {bare}.", lambda base, _: arithmetic.power(base, 2))
    elif exponent.kind != "minus":
        said = "You turned the sign of the exponent round in {bare}."
        yield wrong("exponent_negated", RARE, said, lambda base, by: arithmetic.power(base, arithmetic.negative(by)))


def _times(base: Value, exponent: Value) -> Value:
    return arithmetic.combine("*", base, exponent)


def _instead(*names_: str) -> tuple[tuple[str, int, str, Callable[..., Value]], ...]:
    """Other functions that are taken for one, the likeliest first."""
    return tuple(
        (f"as_{name}", weight, f"You took {name} in {{bare}}.", partial(_call, name))
        for name, weight in zip(names_, (USUAL, RARE), strict=False)
    )


def _call(name: str, *values: Value) -> Value:
    return arithmetic.call(name, list(values))


def _of_angle(name: str) -> tuple[tuple[str, int, str, Callable[..., Value]], ...]:
    said = "You took the angle in {bare} in degrees; it is in radians."
    return (("degrees", USUAL, said, lambda angle: _call(name, _call("radians", angle))),)


def _to_angle(name: str) -> tuple[tuple[str, int, str, Callable[..., Value]], ...]:
    said = "You took the angle that {bare} gives in degrees; it is in radians."
    return (("degrees", USUAL, said, lambda value: _call("degrees", _call(name, value))),)


def _orders(number: Value, of: Value) -> Value:
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
    "radians": (COMMON, "You took the angle in {bare} in degrees as if it were in radians."),
    "degrees": (USUAL, "You left the angle in {bare} in radians."),
    "factorial": (USUAL, "You left out the factorial in {bare}."),
    "transpose": (USUAL, "You did not transpose in {bare}."),
    "softmax": (USUAL, "You left out the softmax in {bare}."),
}

_OTHERS: Final[Mapping[str, tuple[tuple[str, int, str, Callable[..., Value]], ...]]] = {
    "floor": (("rounded_up", USUAL, "You rounded up in {bare}.", partial(_call, "ceil")),),
    "ceil": (("rounded_down", USUAL, "You rounded down in {bare}.", partial(_call, "floor")),),
    "round": (("rounded_down", RARE, "You rounded down in {bare}.", partial(_call, "floor")),),
    "ln": _instead("log10", "log2"),
    "log10": _instead("ln"),
    "log2": _instead("ln", "log10"),
    "log": (("base_left_out", USUAL, "You took ln in {bare}.", lambda value, _: _call("ln", value)),),
    "sin": (*_of_angle("sin"), *_instead("cos")),
    "cos": (*_of_angle("cos"), *_instead("sin")),
    "tan": _of_angle("tan"),
    "asin": _to_angle("asin"),
    "acos": _to_angle("acos"),
    "atan": _to_angle("atan"),
    "comb": (("orders_counted", USUAL, "You counted every order on its own in {bare}.", _orders),),
    "mean": (("not_divided", COMMON, "You did not divide by their number in {bare}.", partial(_call, "sum")),),
    "max": _instead("min"),
    "min": _instead("max"),
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


def _of_function(piece: Piece, pieces: Sequence[Piece], wrong: Callable[..., Wrong]) -> Iterator[Wrong]:
    name, argument = piece.kind, pieces[piece.operands[0]]
    if name in _LEFT_OUT:
        weight, said = _LEFT_OUT[name]
        yield wrong(f"{name}_left_out", weight, said, lambda value, *_: value)
    for option, weight, said, act in _OTHERS.get(name, ()):
        is_measured = option == "degrees" and argument.kind == "radians"
        if not is_measured and not (option == "other_axis" and len(shape(piece.value)) == 1):
            yield wrong(option, weight, said, act)


def _bracketed(pieces: Sequence[Piece], at: int, operand: int) -> Piece | None:
    """The operand where it needs brackets."""
    parent, child = pieces[at], pieces[pieces[at].operands[operand]]
    if "@" in parent.signs + child.signs or is_root(parent):
        return None
    tight = {"terms": 0, "minus": 1, "factors": 1, "power": 2}
    if parent.kind not in tight or child.kind not in ("terms", "factors"):
        return None
    sign = parent.signs[operand : operand + 1]
    needs = tight[child.kind] < tight[parent.kind] or (child.kind == parent.kind and sign in "-/" and operand > 0)
    return child if needs and (parent.kind != "minus" or child.kind == "terms") else None


def _unbracketed(parent: Piece, operand: int, child: Piece, values: Sequence[Value]) -> Value:
    """The parent's value where the operand's brackets are not seen: what a calculator makes of it."""
    own = [values[place] for place in parent.operands]
    inner = [values[place] for place in child.operands]
    if child.signs[0] == "-":
        inner[0] = arithmetic.negative(inner[0])
    signs = {"power": "^^", "minus": "-"}.get(parent.kind, parent.signs)
    items: Items = []
    for place, (sign, value) in enumerate(zip(signs, own, strict=True)):
        items += (
            [(sign, inner[0]), *zip(child.signs[1:], inner[1:], strict=True)] if place == operand else [(sign, value)]
        )
    for level in ("^", "*/"):
        folded: Items = []
        for place, (sign, value) in enumerate(items):
            if sign in level and place:
                before, left = folded.pop()
                joined = arithmetic.power(left, value) if sign == "^" else arithmetic.combine(sign, left, value)
                folded.append((before, joined))
            else:
                folded.append((sign, value))
        items = folded
    return chained([("+" if sign in "*^" else sign, value) for sign, value in items], "terms")


def _foreign(pieces: Sequence[Piece], place: int) -> Wrong:
    """A symbol that does not stand in the formula, multiplied in."""
    at = len(pieces) - 1
    said = "You also multiplied by {piece}."

    def act(values: Sequence[Value]) -> Value:
        return arithmetic.combine("*", values[pieces[at].operands[0]], values[place])

    return Wrong("multiplied_in", RARE, said, place, at, None, act)


class _Swaps:
    """Which symbols may be taken for which: those of like kind, and of one unit where units are given."""

    def __init__(self, pieces: Sequence[Piece], symbols: Mapping[str, int], said: Symbols) -> None:
        self.pieces, self.symbols, self.said = pieces, symbols, said
        self.of_place = {place: name for name, place in symbols.items()}
        self._opposed = [
            {one, other}
            for piece in pieces
            for (one, sign), (other, turned) in combinations(zip(piece.operands, piece.signs, strict=False), 2)
            if sign != turned
        ]
        """Nobody takes a number from itself, nor divides it by itself."""

    def of(self, place: int) -> Iterator[Wrong]:
        """The exchanges of the symbol at this place."""
        if place not in self.of_place:
            return
        name = self.of_place[place]
        others = [each for each in self.symbols if self._is_like(name, each)]
        for other in sorted(others, key=lambda each: -_likeness(name, each))[:SWAPS]:
            weight = USUAL if _likeness(name, other) else RARE
            said = "You put {other,} in the place of {piece}."
            act = partial(_value_at, self.symbols[other])
            yield Wrong(f"as_{other}", weight, said, place, place, None, act, other=self.symbols[other])

    def _is_like(self, name: str, other: str) -> bool:
        place, value = self.symbols[other], self.pieces[self.symbols[other]].value
        own = self.pieces[self.symbols[name]].value
        units = {self.said.units.get(each) for each in (name, other)} - {None}
        is_known = place < self.symbols[name] or other in self.said.given
        kinds = {type(each) is float for each in (own, value)}
        is_opposed = {self.symbols[name], place} in self._opposed
        is_like = shape(own) == shape(value) and len(units) < 2 and len(kinds) == 1
        return name != other and is_known and is_like and not is_opposed

    def foreign(self) -> list[int]:
        """The given numbers that do not stand in the expression itself."""
        own = names(self.pieces[-1].node)
        return [
            self.symbols[name]
            for name in self.said.given
            if name not in own and not shape(self.pieces[self.symbols[name]].value)
        ]


def _value_at(place: int, values: Sequence[Value]) -> Value:
    return values[place]


def _likeness(name: str, other: str) -> int:
    """How likely one name is mixed up with the other: they begin alike, or are one letter in two cases."""
    return next(
        (i for i, (a, b) in enumerate(zip(name.lower(), other.lower(), strict=False)) if a != b),
        min(len(name), len(other)),
    )
