"""Applies the wrong rules to a piece of a formula or to a whole one: each result in its place is a mistake.

Results with the right value, or with none, are left out.  What a rule gives without a look at numbers is remembered
with the form of the piece.
"""

from __future__ import annotations

import cmath
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from checker.derivation import arithmetic
from checker.derivation.arithmetic import NoValue, Operand, is_array
from checker.derivation.flat_tree import flatten_tree
from checker.derivation.pieces import Piece, is_root
from checker.derivation.rule_files import rewritten_by_rules
from checker.derivation.trees import Rewriting, number, plus
from checker.derivation.trees_of_pieces import Known, evaluate_tree
from checker.derivation.wrong_expression import WrongExpression
from checker.formula.nodes import Call, Chain, Minus, Name, Node, Power, children, rewrite
from checker.formula.show import typed

MAX_DEFINITIONS: Final = 3
"""Maximum number of times that symbols are replaced by their expressions."""

OTHER_PART: Final = "complement"
"""A student takes what is gone for what is left, or within `1 - exp(-x)` what is left for what is gone."""

JOINED: Final = "joined"
"""The square of a difference; under a root that is to take the root of each term."""

_EQUAL: Final = 1e-9
"""Largest difference of values that a condition takes for equal."""

_ROUNDING: Final = 1e-12
"""Relative difference of values that are equal but for rounding."""


def rewritings(pieces: Sequence[Piece], at: int) -> Iterator[WrongExpression]:
    """Yield the mistakes of students who work out one piece of a formula by a wrong rule of the files of `rules/`."""
    form = pieces[at].form
    if form.rewritings is None:
        form.rewritings = [*_rewritings(pieces, at)]
    yield from _first_of_each(partial(_as_wrong, pieces, at, may_be_sign=False), form.rewritings)


def _first_of_each(
    as_wrong: Callable[[Rewriting, Any], Iterator[WrongExpression]], rewritten: Sequence[tuple[Rewriting, Any]]
) -> Iterator[WrongExpression]:
    """Yield rewritings as mistakes, of each option the first one whose conditions on values hold."""
    seen = set[str]()
    for found, tree in rewritten:
        if found.option not in seen:
            for wrong in as_wrong(found, tree):
                seen.add(wrong.option)
                yield wrong


def _rewritings(pieces: Sequence[Piece], at: int) -> Iterator[tuple[Rewriting, Node]]:
    """Yield what the wrong rules give in place of one piece, each with its tree of known pieces."""
    if not children(pieces[at].node):
        return
    rest = typed(flatten_tree(plus(number(1), pieces[at].node, "-")))
    seen = {OTHER_PART} if any(piece.typed == rest for piece in pieces[at + 1 :]) else set()
    if any(is_root(piece) and piece.operands[0] == at for piece in pieces[at + 1 :]):
        seen.add(JOINED)
    for found in rewritten_by_rules("pieces", pieces[at].node):
        if found.comparisons or not {found.option, found.sentence} & seen:
            seen |= {found.option, found.sentence}
            yield from _of_pieces(pieces, at, found)


def whole_rewritings(pieces: Sequence[Piece], at: int, symbols: Mapping[str, int]) -> Iterator[WrongExpression]:
    """Yield the mistakes that rules on whole formulas give for the formula whose last piece is at `at`."""
    form = pieces[at].form
    if form.whole_rewritings is None:
        node = pieces[at].node
        rules = [*rewritten_by_rules("formulas", node), *rewritten_by_rules("everywhere", node)]
        rules += _of_definitions(pieces, symbols, node)
        form.whole_rewritings = [each for found in rules for each in _of_pieces(pieces, at, found)]
    yield from _first_of_each(partial(_as_wrong, pieces, at), form.whole_rewritings)


def rewritten(pieces: Sequence[Piece], at: int, found: Rewriting) -> Iterator[WrongExpression]:
    """Yield a rewriting of the formula that ends with piece `at` as a mistake; nothing where it has the same value."""
    for each, tree in _of_pieces(pieces, at, found):
        yield from _as_wrong(pieces, at, each, tree)


def _of_definitions(pieces: Sequence[Piece], symbols: Mapping[str, int], whole: Node) -> Iterator[Rewriting]:
    """Yield what rules give for the formula as it is, and with symbols replaced by their expressions."""
    seen = set[str]()
    for node in _with_definitions(pieces, symbols, whole):
        for section in ("definitions", "everywhere in definitions"):
            for found in rewritten_by_rules(section, node):
                if found.option not in seen:
                    seen.add(found.option)
                    yield found


def _with_definitions(pieces: Sequence[Piece], symbols: Mapping[str, int], tree: Node) -> Iterator[Node]:
    """Yield a formula as it is, and with the expressions of its symbols, and of theirs, in their places."""

    def defined(node: Node) -> Node:
        piece = pieces[symbols[node.name]] if isinstance(node, Name) and node.name in symbols else None
        return pieces[pieces[piece.operands[0]].operands[0]].node if piece and piece.operands else node

    for _ in range(MAX_DEFINITIONS):
        yield tree
        if (new := flatten_tree(rewrite(tree, defined))) == tree:
            return
        tree = new


def _of_pieces(pieces: Sequence[Piece], at: int, found: Rewriting) -> Iterator[tuple[Rewriting, Node]]:
    """Yield a rewriting and its tree, in which each known piece is a `Known`.

    Nothing if the rewriting reads like the right piece.
    """
    node = flatten_tree(found.node)
    if typed(node) != pieces[at].typed:
        places = {piece.typed: place for place, piece in enumerate(pieces[:at]) if piece.kind != "named"}
        compared = [(sign, _with_known(flatten_tree(each), places)) for sign, each in found.comparisons]
        yield found._replace(comparisons=compared), _with_known(node, places)


def _with_known(node: Node, places: Mapping[str, int]) -> Any:
    """Return a tree in which every piece of `places`, {text: place}, is replaced by a `Known`."""
    if (place := places.get(typed(node))) is not None:
        return Known(place)
    match node:
        case Minus(operand):
            return node._replace(operand=_with_known(operand, places))
        case Power(base, exponent):
            return node._replace(base=_with_known(base, places), exponent=_with_known(exponent, places))
        case Call(_, arguments):
            return node._replace(arguments=tuple(_with_known(each, places) for each in arguments))
        case Chain(first, rest):
            others = tuple((sign, _with_known(each, places)) for sign, each in rest)
            return node._replace(first=_with_known(first, places), rest=others)
    return node


def _as_wrong(
    pieces: Sequence[Piece], at: int, found: Rewriting, tree: Any, *, may_be_sign: bool = True
) -> Iterator[WrongExpression]:
    """Yield a rewriting as a mistake, unless it has no value or the right one.

    Without `may_be_sign` also not if only the sign differs, which another mistake says more simply.
    """
    effect, values = partial(evaluate_tree, tree), [piece.value for piece in pieces]
    try:
        if not all(_holds(sign, evaluate_tree(difference, values)) for sign, difference in found.comparisons):
            return
        value = effect(values)
        arithmetic.as_answer(value, real=False)
    except NoValue:
        return
    right = pieces[at].value
    if not is_array(value) and not is_array(right):
        same = (right,) if may_be_sign else (right, -right)
        if any(cmath.isclose(value, each, rel_tol=_ROUNDING) for each in same):  # R and T of R*T
            return
    yield WrongExpression(found.option, found.weight, found.sentence, at, at, None, effect, within=at)


def _holds(sign: str, difference: Operand) -> bool:
    """Return whether two values compare as a condition has it, given their difference."""
    if is_array(difference) or isinstance(difference, complex):
        return False
    return bool(difference > 0 if sign == "<" else abs(difference) < _EQUAL)
