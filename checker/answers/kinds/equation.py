"""The kind of answer `equation`: `y = 2x + 1`, also rearranged and multiplied by a factor, as `2x - y + 1 = 0`.

Messages on wrong answers name the one term, sign or factor that is wrong, or two letters that were exchanged.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations
from typing import Any, Final

from checker.answers.alphabet import Alphabet
from checker.answers.base import Kind
from checker.answers.compare import Comparison, Judge
from checker.answers.equation_match import EQUAL, EquationMatch, have_same_zeros, rounding_of_gaps, values_at
from checker.answers.kinds.formula import UNDEFINED, parsed_side
from checker.answers.reading import Reading
from checker.answers.show import POINT, Spelling
from checker.answers.tolerance import Tolerance
from checker.engine.errors import UnreadableAnswer
from checker.engine.values.equation import EquationValue, Points, normalized
from checker.notation.names import latex_greek, list_symbols
from checker.notation.nodes import Chain, Literal, Minus, Name, Node, names_in, rewrite
from checker.notation.number import Hints, StatedNumber
from checker.notation.show import show, with_decimal_sign, with_superscripts
from checker.notation.text import brief, plain
from checker.notation.words import enumerated

MAX_LENGTH: Final = 1_000
SIDES: Final = 2
_NOWHERE: Final = Decimal(10) ** 300
"""Stands for a difference of sides that has no value: no equation has it."""
_EQUALS: Final = re.compile(r":?={1,2}")
_RELATION: Final = re.compile(r"[<>≤≥≠≈]|\\(?:leq?|geq?|neq?|approx)(?![A-Za-z])")
_LABEL: Final = re.compile(r"^\s*[^\W\d_][\w ]{0,40}:\s*(?!=)")
_FUNCTION: Final = re.compile(r"^\s*([^\W\d_]\w*)\s*\(\s*(\w+(?:\s*,\s*\w+)*)\s*\)\s*$")
_HAT: Final = re.compile(r"\\(?:wide)?hat\s*(?:\{\s*(\w)\s*\}|(\w))")
_ABOVE: Final = re.compile("(?<=[A-Za-z])[\u0302\u0304]")
_BRACKETS: Final = str.maketrans("[]", "()")


class EquationKind(Kind):
    """Answers that are an equation in the letters of the question."""

    name = "equation"
    fits_banks = False
    is_coded = True
    results = frozenset({"equation"})
    example = "an expression with = and letters, such as y = 2*x + 1 with x: letter"

    def read(self, text: str, hints: Hints) -> Reading:
        """Return the equation in a student's text.  Raises UnreadableAnswer; evaluates nothing as code."""
        letters, points = hints.language
        body = plain(latex_greek(_without_hats(text)), MAX_LENGTH, self.called).translate(_BRACKETS)
        if _RELATION.search(body):
            raise UnreadableAnswer(f'"{brief(text)}" is no equation. Write two sides with = between them.')
        body = _LABEL.sub("", body).rstrip(" .;,")
        sides = [side.strip() for side in _EQUALS.split(body)]
        if len(sides) != SIDES or not all(sides):
            told = "is more than one equation. Write only one" if len(sides) > SIDES else "is no equation. Write two"
            end = "." if len(sides) > SIDES else " sides with = between them."
            raise UnreadableAnswer(f'"{brief(text)}" {told}{end}')
        sides[0] = _named(sides[0], letters)
        alphabet = Alphabet(letters, points)
        nodes = [parsed_side(side, text, hints, alphabet) for side in sides]
        if not any(name in letters for node in nodes for name in names_in(node)):
            raise UnreadableAnswer(f"This equation has no letters. Write it in {list_symbols(letters)}.")
        tree = Chain(nodes[0], (("-", nodes[1]),), 0)
        gaps = values_at(tree, points)
        halves = rounding_of_gaps(tree, letters, points)
        found = zip(normalized(gaps, letters, points), halves, strict=True)
        computed = zip(found, gaps, strict=False)
        numbers = tuple(
            StatedNumber(_NOWHERE, 0, None) if UNDEFINED in (gap, raw) else StatedNumber(_decimal(gap), half, None)
            for (gap, half), raw in computed
        )
        shown = " = ".join(with_decimal_sign(with_superscripts(show(node)), hints.decimal) for node in nodes)
        refused = f"Both sides are always equal, so this says nothing about {enumerated(letters)}."
        refused = "" if any(each.value for each in numbers) else refused
        return Reading((len(numbers),), numbers, shown=shown, refused=refused, tree=tree)

    def fits(self, value: Any) -> bool:
        """Return whether a right answer is an equation."""
        return isinstance(value, EquationValue)

    def expected(self, truth: EquationValue, symbols: Sequence[str]) -> str:  # noqa: ARG002 - its own letters
        """Return what messages say is expected: an equation in these letters."""
        return f"{self.called} in {enumerated(truth.letters)}"

    def judge(self, truth: Any, tolerance: Tolerance) -> Judge:
        """Return what compares equations with the right one, up to rearrangement and a factor."""
        return EquationJudge(truth, tolerance)

    def in_words(self, judge: Judge, reading: Reading) -> str:
        """Return which term has a wrong sign or factor, if that is all that is wrong; else empty."""
        truth = judge.truth if isinstance(judge, EquationJudge) else None
        if truth is None or not isinstance(reading.tree, Chain):
            return ""
        return next(_faults(reading.tree, truth), "")

    def show_reading(self, reading: Reading, spelling: Spelling = POINT) -> str:  # noqa: ARG002 - as it was written
        """Return a student's equation as it was read."""
        return reading.shown


class EquationJudge(Judge):
    """Compares equations by the difference of their sides, up to a common factor."""

    def __init__(self, truth: Any, tolerance: Tolerance) -> None:
        super().__init__(truth, Tolerance("exact"))
        self.truth: EquationValue = truth
        self._match = EquationMatch(truth, tolerance)

    def verdict(self, reading: Reading) -> Comparison:
        """Return "correct" if the equation is the right one, perhaps rearranged or multiplied; else what is wrong."""
        if reading.refused:
            return "refused"
        if reading.shape != self.shape:
            return "shape"
        given = [float(each.value) for each in reading.numbers]
        return "correct" if self._match.is_right(given) or self._has_same_zeros(reading) else "wrong"

    def _has_same_zeros(self, reading: Reading) -> bool:
        """Return whether an equation is true where the right one is, where numbers are exact."""
        truth = self.truth
        if reading.tree is None or truth.tree is None or not truth.is_exact:
            return False
        if not any(value < 0 for point in truth.points for value in point.values()):
            return False
        return have_same_zeros(truth.tree, reading.tree, truth.letters, truth.points)


def _named(side: str, letters: Sequence[str]) -> str:
    """Return y for y(x), and for f(x) where the equation has y and no f."""
    found = _FUNCTION.match(side)
    if found is None or not set(re.split(r"\s*,\s*", found[2])) <= set(letters) - {found[1]}:
        return side
    return found[1] if found[1] in letters else "y" if "y" in letters else side


def _without_hats(text: str) -> str:
    """Return y for ŷ, as statisticians write what is predicted."""
    text = _HAT.sub(lambda found: found[1] or found[2], text)
    return unicodedata.normalize("NFC", _ABOVE.sub("", unicodedata.normalize("NFD", text)))


def _decimal(value: float) -> Decimal:
    return Decimal(repr(value)) if math.isfinite(value) else _NOWHERE


def _faults(tree: Chain, truth: EquationValue) -> Iterator[str]:
    """Yield sentences on a term, a side or two exchanged letters, where changing only this gives the right equation."""
    count = len(truth.gaps)
    points = truth.points[:count]
    match = EquationMatch(truth, Tolerance("significant", Decimal(3)))
    share = match.share
    left, right = tree.first, tree.rest[0][1]
    gaps = values_at(tree, points)

    def factor_of(node: Node, sign: int) -> float | None:
        """Return by which factor a term with this sign in the gap has to be multiplied; None where none helps."""
        return _factor([sign * value for value in values_at(node, points)], gaps, match)

    yield from _exchanges(tree, match, points)
    for sign, term in [*_terms(left, 1), *_terms(right, -1)]:
        factor = factor_of(term, sign)
        if factor is None:
            continue
        if math.isclose(factor, -1, rel_tol=10 * share):
            yield f"Check the sign of the term {_shown(term)}: a term that changes sides changes its sign."
        elif not factor:
            yield f"Check the term {_shown(term)}: it is there once too often."
        elif not names_in(term):
            yield "Check the term without letters: everything else is right."
        else:
            yield f"Check the factor of the term {_shown(term)}: everything else is right."
    for side, sign, name in ((left, 1, "left"), (right, -1, "right")):
        factor = factor_of(side, sign) if len(_terms(side, sign)) > 1 else None
        if factor and factor > 0:
            yield f"Your {name} side has another factor than the other side. What you do to one side, do to both."
    if _factor([1.0] * len(gaps), gaps, match) is not None:
        yield "A term without letters is missing."


def _exchanges(tree: Chain, match: EquationMatch, points: Points) -> Iterator[str]:
    """Yield that two letters were exchanged, where exchanging them gives the right equation."""
    for one, other in combinations(match.truth.letters, 2):
        if match.is_right(values_at(_exchanged(tree, one, other), points)):
            yield f"You exchanged {one} and {other}."


def _factor(values: Sequence[float], gaps: Sequence[float], match: EquationMatch) -> float | None:
    """Return c where the gaps become those of the truth when these values are taken c times; None where none does.

    gaps + m*values = l*truth at all points: least squares give m and l, and every point has to fit.
    """
    right = match.truth.gaps

    def product(one: Sequence[float], other: Sequence[float]) -> float:
        return math.fsum(a * b for a, b in zip(one, other, strict=True))

    squares, mixed, total = product(values, values), product(values, right), product(right, right)
    determinant = squares * total - mixed * mixed
    if not determinant > EQUAL * squares * total:
        return None
    with_values, with_right = product(gaps, values), product(gaps, right)
    m = (mixed * with_right - total * with_values) / determinant
    changed = [gap + m * value for gap, value in zip(gaps, values, strict=True)]
    if not match.is_right(changed):
        return None
    factor = 1 + m
    return 0.0 if abs(factor) < match.share else factor


def _exchanged(node: Node, one: str, other: str) -> Node:
    """Return a tree with two letters exchanged."""
    names = {one: other, other: one}
    return rewrite(
        node, lambda each: each._replace(name=names.get(each.name, each.name)) if isinstance(each, Name) else each
    )


def _terms(node: Node, sign: int) -> list[tuple[int, Node]]:
    """Return the terms of a side with their signs (1 or -1), without zeros; `sign` is that of the whole side."""
    match node:
        case Chain(first, rest) if rest[0][0] in "+-":
            others = [term for each, operand in rest for term in _terms(operand, -sign if each == "-" else sign)]
            return [*_terms(first, sign), *others]
        case Minus(operand):
            return _terms(operand, -sign)
        case Literal(0):
            return []
    return [(sign, node)]


def _shown(node: Node) -> str:
    return with_superscripts(show(node))


kind: Final = EquationKind()
