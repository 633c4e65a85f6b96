"""Applies the wrong rules to a piece of a formula or to a whole one: each result in its place is an edit.

Results with the right value, or with none, are left out.  What a rule gives without a look at numbers is remembered
with the piece.
"""

from __future__ import annotations

import cmath
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from checker.derivation import arithmetic
from checker.derivation.arithmetic import NO_VALUE, Operand, is_array, shape
from checker.derivation.changes import Rewriting
from checker.derivation.evaluate import evaluate
from checker.derivation.pieces import Edit, Piece, Pieces
from checker.derivation.rule_files import rewritten_by_rules
from checker.derivation.trees import flatten_tree
from checker.formula.nodes import Known, Node, children, substituted, with_children
from checker.formula.show import typed

_MAX_DEFINITIONS: Final = 3
"""Maximum number of times that symbols are replaced by their expressions."""

_EQUAL: Final = 1e-9
"""Largest difference of values that a condition takes for equal."""

_ROUNDING: Final = 1e-12
"""Relative difference of values that are equal but for rounding."""


def rewritings(formula: Pieces, at: int) -> Iterator[Edit]:
    """Yield the mistakes of working out a piece by a wrong rule of `rules/`; none that only changes the sign."""
    known = formula.pieces[at].rewritings
    if "pieces" not in known:
        known["pieces"] = [*_over_pieces(_of_piece(formula.pieces, at), formula.pieces, at)]
    return _first_of_each(known["pieces"], formula.values, at, may_be_sign=False)


def whole_rewritings(formula: Pieces, at: int) -> Iterator[Edit]:
    """Yield the mistakes that rules on whole formulas give for the formula whose last piece is at `at`."""
    known, node = formula.pieces[at].rewritings, formula.pieces[at].node
    if "formulas" not in known:
        rules = [*rewritten_by_rules("formulas", node), *rewritten_by_rules("everywhere", node)]
        rules += _of_definitions(formula, node)
        known["formulas"] = [*_over_pieces(rules, formula.pieces, at)]
    return _first_of_each(known["formulas"], formula.values, at, may_be_sign=True)


def applied(found: Sequence[Rewriting], formula: Pieces, at: int) -> Iterator[Edit]:
    """Yield the mistakes of students who write something else in place of a piece; none that only changes the sign."""
    return _first_of_each([*_over_pieces(found, formula.pieces, at)], formula.values, at, may_be_sign=False)


def _of_piece(pieces: Sequence[Piece], at: int) -> Iterator[Rewriting]:
    if not children(pieces[at].node):
        return
    around = [piece.node for piece in pieces[at + 1 :] if at in piece.operands]
    seen = set[str]()
    for found in rewritten_by_rules("pieces", pieces[at].node, around):
        said = f"{found.sentence} {[typed(each) for part in found.parts.values() for each in part]}"
        if found.comparisons or not {found.option, said} & seen:
            seen |= set() if found.comparisons else {found.option, said}
            yield found


def _of_definitions(formula: Pieces, tree: Node) -> Iterator[Rewriting]:
    pieces = formula.pieces
    wholes = {name: pieces[at].operands[0] for name, at in formula.places.items() if pieces[at].operands}
    defined = {name: pieces[pieces[whole].operands[0]].node for name, whole in wholes.items()}
    seen = set[str]()
    for _ in range(_MAX_DEFINITIONS):
        for section in ("definitions", "everywhere in definitions"):
            for found in rewritten_by_rules(section, tree):
                if found.option not in seen:
                    seen.add(found.option)
                    yield found
        before, tree = tree, flatten_tree(substituted(tree, defined))
        if tree == before:
            return


def _over_pieces(found: Iterable[Rewriting], pieces: Sequence[Piece], at: int) -> Iterator[tuple[Rewriting, Any]]:
    """Yield rewritings with their expressions over other pieces, unless they read like the right piece."""
    places = _places(pieces, at)
    for each in found:
        flat = flatten_tree(each.node)
        if typed(flat) != pieces[at].typed:
            compared = [(sign, _known(flatten_tree(node), places)) for sign, node in each.comparisons]
            yield each._replace(comparisons=compared), _known(flat, places)


def with_known(tree: Node, pieces: Sequence[Piece], at: int) -> Any:
    """Return an expression in which every piece before the one at `at` is a `Known`."""
    return _known(flatten_tree(tree), _places(pieces, at))


def _places(pieces: Sequence[Piece], at: int) -> Mapping[str, int]:
    return {piece.typed: place for place, piece in enumerate(pieces[:at]) if piece.kind != "named"}


def _known(node: Node, places: Mapping[str, int]) -> Any:
    place = places.get(typed(node))
    return with_children(node, [_known(each, places) for each in children(node)]) if place is None else Known(place)


def _first_of_each(
    found: Sequence[tuple[Rewriting, Any]], values: Sequence[Operand], at: int, *, may_be_sign: bool
) -> Iterator[Edit]:
    """Yield of each option the first rewriting whose conditions hold, unless it has no value or the right one."""
    seen = set[str]()
    for each, form in found:
        if each.option not in seen and _changes(each, form, values, at, may_be_sign=may_be_sign):
            seen.add(each.option)
            yield Edit(each.option, each.weight, each.sentence, at, at, form, within=at, parts=each.parts)


def _changes(found: Rewriting, form: Any, values: Sequence[Operand], at: int, *, may_be_sign: bool) -> bool:
    """Return whether the conditions of a rewriting hold and it gives another value; with not `may_be_sign` no -x."""
    try:
        if not all(holds(sign, evaluate(difference, pieces=values)) for sign, difference in found.comparisons):
            return False
        value = evaluate(form, pieces=values)
        arithmetic.as_answer(value, real=False)
    except NO_VALUE:
        return False
    right = values[at]
    if is_array(value) and is_array(right) and shape(value) == shape(right):  # the softmax of a vector has one axis
        pairs = zip(value.flat, right.flat, strict=True)
        return not all(cmath.isclose(one, other, rel_tol=_ROUNDING) for one, other in pairs)
    if is_array(value) or is_array(right):
        return True
    same = (right,) if may_be_sign else (right, -right)  # R and T of R*T
    return not any(cmath.isclose(value, each, rel_tol=_ROUNDING) for each in same)


def holds(sign: str, difference: Operand) -> bool:
    """Return whether two values compare as a condition has it, given their difference; arrays never do."""
    if is_array(difference) or isinstance(difference, complex):
        return False
    return bool(difference > 0 if sign == "<" else abs(difference) < _EQUAL)
