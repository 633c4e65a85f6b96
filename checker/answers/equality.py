"""Equality of two formulas, decided at several points in high precision.

Values that differ are worked out once more, with twice the digits: what changes then bounds their error, and they are
unequal only if they differ by more.  The points are drawn anew for each answer, from a hash of its text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any, Final, NamedTuple

from checker.answers.symbols import meaning, numbers
from checker.engine.errors import UnreadableAnswer
from checker.notation.functions import DISCRETE, FUNCTIONS
from checker.notation.nodes import Call, Chain, Exact, Literal, Minus, Node, Power, names_in, walk
from checker.notation.precise import Precise, precise_reals
from checker.notation.value import CONSTANTS, evaluate

PRECISIONS: Final = (260, 1200, 9000)
"""Bits of an evaluation, and of those that follow while the error is too large."""

MARGIN: Final = 60
"""Values that agree but for so many bits are equal."""

POINTS: Final = 6
TRIES: Final = 32
ENOUGH: Final = 4
"""Fewer points are enough only if the answer has a value wherever the truth has one."""

FAR: Final = 20
"""So many tries draw sizes of other orders of magnitude; the rest stay close to the question's own."""

OF_FLOATS: Final = 1e-9
"""How far off a solver's float may be."""

SCALES: Final = ((0.0, -1.7, -0.5), (0.5, -0.3, 0.3), (0.0, -0.5, 0.5), (1.0, -0.3, 0.3), (0.25, -0.3, 0.3))
"""How sizes are drawn in turn: the share of their order of magnitude that they keep, and powers of ten around it."""

NEAR: Final = (1.0, -0.1, 0.1)

COMPARED: Final = 7
"""Points at which a formula is compared with what a solver gives, besides the question's own."""

SamplePoint = Mapping[str, Exact]


class MeasuredSize(NamedTuple):
    """A symbol's size in the question, and whether it is always positive."""

    own: Exact
    positive: bool


class Expression(NamedTuple):
    """The right formula: its tree, and the symbols that stand for expressions of others, in their order."""

    tree: Node
    derived: Mapping[str, Node]
    sizes: Mapping[str, MeasuredSize]
    tied: Sequence[Sequence[str]] = ()
    """Symbols that are equal."""

    def equals(self, tree: Node, text: str) -> bool:
        """Return whether a formula has the same value wherever the right one is real, as far as points can tell."""
        is_whole = any(map(_is_discrete, (tree, self.tree, *self.derived.values())))
        met = missed = 0
        for point in self._points(text, whole=is_whole):
            verdict = agree(self._value(self.tree, point), self._value(tree, point), point)
            if verdict == "differ":
                return False
            met += verdict == "equal"
            missed += verdict == "missing"
            if met == POINTS:
                break
        return met >= ENOUGH or (met > 0 and not missed)

    def _value(self, tree: Node, point: SamplePoint) -> Callable[[Precise], Any]:
        used = names_in(tree)

        def value(reals: Precise) -> Any:
            known: dict[str, Any] = {"pi": reals.pi, "π": reals.pi, "e": reals.e, **point}
            for name, node in self.derived.items():
                if name in used or self.tree is tree:
                    known[name] = evaluate(node, known, reals)
            return evaluate(tree, known, reals)

        return value

    def _points(self, text: str, *, whole: bool) -> Iterator[SamplePoint]:
        """Yield the question's own point, and others: of all orders of magnitude, and then close to it.

        Whole numbers alternate between odd and even; unless `whole`, they are also drawn as real numbers.
        """
        yield {name: exact(size.own) for name, size in self.sizes.items()}
        rng = Random(text)  # noqa: S311 - no secret: the same answer always gets the same verdict
        for turn in range(TRIES if self.sizes else 0):
            point: dict[str, Exact] = {}
            for place, (name, size) in enumerate(self.sizes.items()):
                scale, low, high = SCALES[turn % len(SCALES)] if turn < FAR else NEAR
                drawn = abs(float(size.own)) ** scale * 10 ** rng.uniform(low, high)
                is_whole = isinstance(size.own, int) and (whole or turn % 3)
                number = _whole(drawn, (turn + place + turn // 3) % 2) if is_whole else Fraction(f"{drawn:.3g}")
                point[name] = number if size.positive or rng.random() < 0.5 else -number  # noqa: PLR2004 - a coin
            for first, *others in self.tied:
                point |= dict.fromkeys(others, point[first])
            yield point


def expression(
    tree: Node, derived: Mapping[str, Node], arguments: Mapping[str, Any], symbols: Mapping[str, str]
) -> Expression | None:
    """Return the right formula of a question, as its author wrote it; None where vectors or matrices enter."""
    said = {name: of for each in arguments.values() if isinstance(each, dict) for name, of in each.items()}
    sizes = {
        name: MeasuredSize(
            own, said.get(name, {}).get("positive", own > 0) if isinstance(said.get(name), dict) else own > 0
        )
        for name, own in numbers(arguments).items()
    }
    meanings = {symbol: meaning(meant) for symbol, meant in symbols.items() if symbol not in sizes}
    known = {**derived, **{symbol: each.sides[0] for symbol, each in meanings.items()}}
    trees = (tree, *known.values())
    if not {name for each in trees for name in names_in(each)} <= {*sizes, *known, *CONSTANTS} or any(
        (isinstance(node, Call) and node.function not in FUNCTIONS)
        or (isinstance(node, Chain) and any(sign == "@" for sign, _ in node.rest))
        for each in trees
        for node in walk(each)
    ):
        return None
    tied = [each.tied for each in meanings.values() if len(each.tied) > 1]
    return Expression(tree, known, sizes, tied)


def equals_at(tree: Node, text: str, points: Sequence[SamplePoint], truths: Sequence[Any]) -> bool:
    """Return whether a formula has the right values at the first of many points, and at others drawn by its text."""
    others = Random(text).sample(range(1, len(points)), min(COMPARED, len(points) - 1))  # noqa: S311 - no secret
    met = missed = 0
    for place in (0, *others):
        point, truth = points[place], truths[place]
        verdict = agree(partial(_constant, truth), _evaluated(tree, point), point)
        if verdict == "differ":
            return False
        met += verdict == "equal"
        missed += verdict == "missing"
    return met >= ENOUGH or (met > 0 and not missed)


def _constant(value: Any, _: Precise) -> Any:
    return value


def _evaluated(tree: Node, point: SamplePoint) -> Callable[[Precise], Any]:
    return lambda reals: evaluate(tree, {"pi": reals.pi, "π": reals.pi, "e": reals.e, **point}, reals)


def agree(right: Callable[[Precise], Any], given: Callable[[Precise], Any], point: SamplePoint) -> str:  # noqa: PLR0911 - the four verdicts
    """Return "equal" or "differ"; "missing" where only the truth has a value, and "nothing" where it has none."""
    for bits in PRECISIONS:
        reals = precise_reals(bits)
        truth = _value_of(right, reals)
        if truth is None or _is_complex(truth):
            return "nothing"
        answer = _value_of(given, reals)
        if answer is None:
            return "missing"
        if isinstance(truth, int | Fraction) and isinstance(answer, int | Fraction):
            return "equal" if answer == truth else "differ"
        if isinstance(truth, float):
            return "equal" if abs(reals.number(answer) - truth) <= OF_FLOATS * abs(truth) else "differ"
        verdict = _compared(reals.number(truth), reals.number(answer), bits)
        if verdict == "unclear":
            errors = _error(right, truth, bits) + _error(given, answer, bits)
            verdict = _compared(reals.number(truth), reals.number(answer), bits, errors)
        if verdict == "differ" and _is_complex(answer) and all(value > 0 for value in point.values()):
            # Nobody says where a difference of symbols is positive: ln(a - b) - ln(c - b) is right for ln((a-b)/(c-b)).
            return "missing"
        if verdict != "unclear":
            return verdict
    return "nothing"


def _compared(truth: Any, answer: Any, bits: int, error: Any = None) -> str:
    """Return "equal", "differ", or "unclear" where the error is too large to say, or is not known yet.

    Values that agree in nearly all of their bits are equal, whatever their error.
    """
    difference, size = abs(answer - truth), max(abs(answer), abs(truth))
    if difference <= size * 2.0 ** (MARGIN - bits):
        return "equal"
    if error is None:
        return "unclear"
    if difference > error:
        return "differ"
    return "equal" if error <= max(size, 1) * 2.0**-64 else "unclear"


def _error(value: Callable[[Precise], Any], found: Any, bits: int) -> Any:
    """Return a bound on the error of a value: how far it is from the value of more bits."""
    more = precise_reals(2 * bits)
    better = _value_of(value, more)
    return 0 if better is None else 2 * abs(more.number(better) - more.number(found))


def _value_of(value: Callable[[Precise], Any], reals: Precise) -> Any:
    try:
        return value(reals)
    except UnreadableAnswer:
        return None


def _is_complex(value: Any) -> bool:
    """Return whether a value has an imaginary part that is no rounding."""
    return hasattr(value, "_mpc_") and bool(abs(value.imag) > abs(value) * 2.0**-64)


def exact(value: Exact) -> Exact:
    """Return a float as the decimal fraction that its author wrote."""
    return Fraction(str(value)) if isinstance(value, float) else value


def _whole(drawn: float, parity: int) -> int:
    """Return a whole number of about this size that is odd or even."""
    number = max(1, round(drawn))
    return number if number % 2 == parity else number + 1


def _is_discrete(tree: Node) -> bool:
    """Return whether a formula is about whole numbers: it rounds, counts, or takes powers of a negative number."""
    return any(
        (isinstance(node, Call) and node.function in DISCRETE)
        or (isinstance(node, Power) and isinstance(node.base, Minus) and isinstance(node.base.operand, Literal))
        for node in walk(tree)
    )
