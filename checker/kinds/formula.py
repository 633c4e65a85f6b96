r"""The kind of answer `formula`: one in the symbols of the question, such as `N(4d² + 2dh)` or `\frac{d^2}{h}`.

Its reading holds its values at the question's own sizes and at others.  A number may follow it: `N(4d² + 2dh) =
3145728`.  A number without a formula is refused.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any, Final

from checker.engine.errors import UnreadableAnswer
from checker.formula.alphabet import Alphabet
from checker.formula.names import list_symbols
from checker.formula.nodes import Call, Exact, Literal, Node, rewrite
from checker.formula.show import show, with_decimal_sign, with_superscripts
from checker.formula.value import CONSTANTS, MAX_NUMBER, evaluate
from checker.kinds.base import Kind
from checker.reading.arithmetic import SAME
from checker.reading.formula_sides import EQUALS, split_sides
from checker.reading.number_text import read_number_text
from checker.reading.reading import Reading
from checker.reading.show import Spelling, show_stated
from checker.text.number import Hints, StatedNumber
from checker.text.plain import brief
from checker.text.words import enumerated

MAX_SHOWN: Final = 6
"""Maximum number of symbols that a message shows with their values."""

_DEGREE_SIGN: Final = re.compile(r"(?<=[^\W\d_]) ?(?:°|\^ ?\(? ?\\circ ?\)?)")
"""A degree sign behind a symbol: `sin(θ°)`."""

EQUAL_TOLERANCE: Final = 1e-9
"""Relative difference between equal sides of an equation."""

PRECISION: Final = 160
"""Bits of an evaluation where floats are too small for an intermediate value."""

UNDEFINED: Final = 9.8765e299
"""Placeholder for a value that a formula does not have at some sizes; no known mistake gives it."""


class FormulaKind(Kind):
    """Answers that are a formula in the symbols of the question."""

    name = "formula"
    fits_banks = False
    is_formula = True
    takes_symbols = True
    is_in_symbols = True
    results = frozenset({"formula", "number"})

    def read(self, text: str, hints: Hints) -> Reading:
        """Return the formula in a student's text, with its value at each point; a number alone is refused.

        Raises UnreadableAnswer; evaluates nothing as code.
        """
        alphabet: Alphabet = hints.language
        found = split_sides(text, alphabet, hints.words)
        if not found.formula and not found.number:
            raise UnreadableAnswer(f"I found no formula. Write one with {list_symbols(alphabet.listed)}.")
        if not found.formula:
            return _constant(read_number_text(found.number, hints, text), alphabet, hints)
        written = [parsed_side(side, hints, alphabet) for side in EQUALS.split(found.formula)]
        nodes = [_in_units(node, alphabet) for node in written]
        (values, unclear), *others = [_values(node, alphabet, whole=hints.whole) for node in nodes]
        if not all(_are_equal(values, other) for other, _ in others):
            raise UnreadableAnswer(
                f'The sides of "{brief(text)}" are not equal for all values. Write only one formula.'
            )
        numbers = tuple(StatedNumber(value, 0, None) for value in values)
        shown = with_decimal_sign(with_superscripts(show(written[0])), hints.decimal)
        return Reading((len(values),), numbers, shown=shown, tree=nodes[0], unclear=unclear)

    def fits(self, value: Any) -> bool:
        """Return whether a right answer is one number, for which a formula can be asked."""
        return isinstance(value, int | float) and not isinstance(value, bool)

    def expected(self, truth: Any, symbols: Sequence[str]) -> str:  # noqa: ARG002 - what it is does not depend on the truth
        """Return what messages say is expected: a formula in these symbols."""
        return f"{self.called} of {enumerated(symbols)}"


def _constant(stated: StatedNumber, alphabet: Alphabet, hints: Hints) -> Reading:
    """Return the reading of a plain number as a formula with the same value at all points.

    It is refused, with the advice to write a formula.
    """
    count = len(alphabet.points)
    refused = (
        f"This is a number, but the question asks for a formula with {list_symbols(alphabet.listed)}. "
        "Write the formula. You may add = and the number."
    )
    tree = Literal(Fraction(stated.value), 0)
    shown = Spelling(hints.whole, hints.decimal).entry(show_stated(stated))
    return Reading((count,), (stated._replace(half=0),) * count, shown=shown, refused=refused, tree=tree)


def parsed_side(side: str, hints: Hints, alphabet: Alphabet) -> Node:
    """Return the tree of one side of an answer such as `total = N·d`.

    Raises UnreadableAnswer for names that are no symbols or parameters of the question.
    """
    if alphabet.in_degrees:
        side = _DEGREE_SIGN.sub("", side)
    tree = alphabet.parse(side, hints._replace(whole=False, decimal=hints.decimal or "point"))
    return rewrite(tree, lambda node: _rounded_down(node, alphabet.points[0]))


def _in_units(node: Node, alphabet: Alphabet) -> Node:
    """Return a tree that is converted as the author's: V/Ω to mA, and angles in degrees where sin and cos take them."""
    if alphabet.in_degrees:
        from checker.derivation.symbols import with_degrees  # here, because few questions have angles in degrees

        node = with_degrees(node, alphabet.in_degrees)
    if alphabet.units:
        from checker.derivation.dimensions import in_units  # units are slow to load
        from checker.derivation.measure_reader import Units

        node = in_units(node, Units({}, {}, alphabet.units), alphabet.unit).tree
    return node


def _rounded_down(node: Node, own: Mapping[str, Exact]) -> Node:
    """Return `int(n/k)` as a floor, which it is where people write it: its argument is positive in the question."""
    match node:
        case Call("trunc", (argument,)):
            with suppress(UnreadableAnswer):
                if value_at(argument, own) >= 0:
                    return Call("floor", (argument,), node.place)
    return node


def _values(node: Node, alphabet: Alphabet, *, whole: bool) -> tuple[list[Exact], str]:
    """Return the value at each point, and why there is none at some other than the first.  Raises UnreadableAnswer."""
    values: list[Exact] = []
    unclear = ""
    for point in alphabet.points:
        try:
            value = value_at(node, point)
        except UnreadableAnswer as error:
            where = ", ".join(f"{name} = {point[name]}" for name in alphabet.listed[:MAX_SHOWN])
            fault = error.message.partition(". ")[0].removesuffix(".")  # its advice would be in the way
            unclear = f"{fault} when {where}." if where else error.message
            if not values:
                raise UnreadableAnswer(unclear) from None
            value = UNDEFINED
        is_whole = whole and isinstance(value, float) and math.isclose(value, round(value), rel_tol=SAME)
        values.append(round(value) if is_whole else value)
    return values, unclear


def value_at(node: Node, point: Mapping[str, Exact]) -> Exact:
    """Return the value of a formula at a point, even if parts of it are too large for floats.

    Raise UnreadableAnswer.
    """
    try:
        value: Exact = evaluate(node, {**CONSTANTS, **point})
    except UnreadableAnswer:
        from checker.formula.precise import as_float, precise_reals

        reals = precise_reals(PRECISION)
        value = as_float(evaluate(node, {**reals.constants, **point}, reals), node.place)
    if not -MAX_NUMBER <= value <= MAX_NUMBER:
        raise UnreadableAnswer("This number is too large. Check its exponents.")
    return value


def _are_equal(one: Sequence[Exact], other: Sequence[Exact]) -> bool:
    """Return whether two formulas have the same values wherever both have one."""
    return all(
        a == b or math.isclose(a, b, rel_tol=EQUAL_TOLERANCE) or UNDEFINED in (a, b)
        for a, b in zip(one, other, strict=True)
    )


kind: Final = FormulaKind()
