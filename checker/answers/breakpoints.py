"""Sample points near the places where a formula changes its form: zeros of abs, crossings of max, jumps of floor.

Two formulas that agree elsewhere may differ there, so `equality` compares them at these points, too.  `pieces_of` finds
the expressions that decide the form, and `points_around` the points.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any, Final, NamedTuple

from checker.answers.sample_points import MeasuredSize, SamplePoint, exact
from checker.notation.nodes import Call, Chain, Exact, Literal, Node, Power, names_in, walk_nodes
from checker.notation.show import typed

STEPS: Final = frozenset({"floor", "ceil", "round", "trunc", "mod"})

MAX_PIECES: Final = 8
"""Maximum number of places that are looked for in a formula."""

MAX_RAYS: Final = 6
"""Maximum number of symbols that are varied for each of them."""

DECADES: Final = range(-8, 17)
"""Powers of ten along a ray, around the question's own size."""

HALVINGS: Final = 30
"""Number of times that the interval with a crossing is halved, on a logarithmic scale."""

BESIDE: Final = (0.999, 1.001)
"""Factors of a crossing that give the points beside it."""

PARTS: Final = (Fraction(0), Fraction(1, 10_000), Fraction(-1, 10_000), Fraction(1, 2), Fraction(4_999, 10_000))
"""Fractional parts at which the argument of a step is looked at, with those between them."""

PRIMES: Final = (101, 211, 503, 1009, 2003, 4001, 8009, 16001)
"""Sizes of whole numbers whose quotients have many fractional parts."""

MAX_TURNS: Final = 6
"""Number of steps by which a place is approached."""

Value = Callable[[Node, SamplePoint], Exact | None]
"""The value of an expression at a point, or None where it has none."""


class Piece(NamedTuple):
    """An expression that decides the form of a formula: where it is 0 (abs, max), or where it is whole (floor)."""

    node: Node
    is_step: bool


def pieces_of(trees: Sequence[Node]) -> dict[str, Piece]:
    """Return the expressions at which these formulas change their form, at most MAX_PIECES, with texts as keys."""
    found: dict[str, Piece] = {}
    for piece in (piece for tree in trees for node in walk_nodes(tree) for piece in _pieces_of_node(node)):
        found.setdefault(f"{typed(piece.node)} {piece.is_step}", piece)
        if len(found) == MAX_PIECES:
            break
    return found


def points_around(pieces: Sequence[Piece], sizes: Mapping[str, MeasuredSize], value: Value) -> Iterator[SamplePoint]:
    """Yield points on both sides of the zeros of these expressions, and near the jumps of steps such as floor.

    `value` gives the value of an expression at a point.
    """
    own = {name: exact(size.value) for name, size in sizes.items()}
    at_primes = _at_primes(own)
    for name, size in sizes.items() if pieces else ():
        near = [piece for piece in pieces if not names_in(piece.node).keys() <= sizes.keys() - {name}][:MAX_PIECES]
        for sign in (1,) if size.positive else (1, -1):
            yield from _Ray(name, sign, own, value).around(near)
    for piece in pieces:
        for base in (own, at_primes) if piece.is_step else ():
            for name in [name for name in sizes if name in names_in(piece.node)][:MAX_RAYS]:
                yield from _at_steps(piece.node, name, base, value)


def _pieces_of_node(node: Node) -> Iterator[Piece]:
    """Yield the expressions at which this node itself changes its form: x for abs(x), a - b for max(a, b)."""
    match node:
        case Call("abs" | "sgn", (argument,)):
            yield Piece(argument, False)
        case Call("sqrt", (Power(base, Literal(int())),)) | Power(Power(base, Literal(int())), Literal(Fraction())):
            yield Piece(base, False)
        case Call("max" | "min", arguments):
            for one, other in combinations(arguments, 2):
                yield Piece(Chain(one, (("-", other),), 0), False)
        case Call("mod", (one, other)):
            yield Piece(Chain(one, (("/", other),), 0), True)
        case Call(function, (argument,)) if function in STEPS:
            yield Piece(argument, True)


class _Ray(NamedTuple):
    """The points at which one symbol varies and all others have the question's own values."""

    name: str
    sign: int
    own: SamplePoint
    value: Value

    def sizes(self) -> list[float]:
        """Return values for the symbol, from small to large, a factor of ten apart."""
        own: Any = abs(self.own[self.name])
        return [(float(own) or 1.0) * 10.0**power for power in DECADES]

    def at(self, size: Exact) -> SamplePoint:
        """Return the point at which the symbol has this value."""
        return {**self.own, self.name: self.sign * size}

    def around(self, pieces: Sequence[Piece]) -> Iterator[SamplePoint]:
        """Yield points next to and between the places where these pieces cross 0, and those of steps also 1/2 or 1."""
        levels = [
            (piece.node, each) for piece in pieces for each in ((0, Fraction(1, 2), 1) if piece.is_step else (0,))
        ]
        crossings = sorted({crossing for node, level in levels for crossing in self.crossings(node, level)})
        if not crossings:
            return
        least, *_, most = self.sizes()
        beside = [factor * crossing for crossing in crossings for factor in BESIDE]
        between = [math.sqrt(one * other) for one, other in pairwise([least, *crossings, most])]
        is_whole = isinstance(self.own[self.name], int)
        near = (each for size in (*beside, *between) for each in _rounded_sizes(size, is_whole=is_whole))
        yield from map(self.at, dict.fromkeys(near))

    def crossings(self, node: Node, level: Exact) -> Iterator[float]:
        """Yield the values of the symbol at which an expression crosses a level."""

        def side(size: float) -> bool | None:
            found = self.value(node, self.at(Fraction(size)))
            return None if found is None else found > level

        sides = [(size, side(size)) for size in self.sizes()]
        for (one, before), (other, after) in pairwise(sides):
            if before is None or after is None or before == after:
                continue
            low, high = one, other
            for _ in range(HALVINGS):
                middle = math.sqrt(low * high)
                low, high = (middle, high) if side(middle) == before else (low, middle)
            yield low


def _rounded_sizes(number: float, *, is_whole: bool) -> Sequence[Exact]:
    """Return a size rounded to 12 digits, or the two whole numbers next to it (at least 1)."""
    if is_whole:
        return [max(1, math.floor(number)), max(1, math.floor(number) + 1)]
    return [Fraction(f"{number:.12g}")]


def _at_steps(node: Node, name: str, base: SamplePoint, value: Value) -> Iterator[SamplePoint]:
    """Yield points where the argument of a step (`node`) is whole, a half, or nearly so.

    Only the symbol `name` has another value there than in `base`.
    """
    start = value(node, base)
    if start is None:
        return
    for part in PARTS:
        size = _solved(node, name, base, round(start) + part, value)
        if size is None or size * base[name] <= 0:
            continue
        is_whole = isinstance(base[name], int)
        for each in {math.floor(size), math.ceil(size)} - {0} if is_whole else (size,):
            yield {**base, name: each}


def _solved(node: Node, name: str, base: SamplePoint, target: Exact, value: Value) -> Exact | None:
    """Return the value of the symbol `name` at which an expression has the value `target`, or nearly so.

    It is exact if the expression is linear in the symbol.  Return None where the expression has no value there.
    """
    sizes: list[Exact] = [Fraction(base[name]), Fraction(base[name]) * Fraction(11, 10)]
    found = [value(node, {**base, name: size}) for size in sizes]
    for _ in range(MAX_TURNS):
        last, before = found[-1], found[-2]
        if last is None or before is None or last == target or not last - before:  # a fraction minus its float is 0.0
            break
        step = (sizes[-1] - sizes[-2]) * (target - last) / (last - before)
        if not math.isfinite(step):
            return None
        sizes.append(Fraction(sizes[-1] + step))
        found.append(value(node, {**base, name: sizes[-1]}))
    return sizes[-1] if found[-1] is not None else None


def _at_primes(own: SamplePoint) -> SamplePoint:
    """Return the question's own point with large primes for its whole numbers, so that quotients are not whole.

    The primes have the order of the numbers that they replace.
    """
    whole = sorted((name for name, size in own.items() if isinstance(size, int) and size > 0), key=own.__getitem__)
    return {**own, **dict(zip(whole, PRIMES, strict=False))}
