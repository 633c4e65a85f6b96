"""What students work out in place of a piece of a formula by wrong rules, as options of its choice point."""

from __future__ import annotations

import cmath
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from checker.derivation import arithmetic, function_library
from checker.derivation.arithmetic import NoValue, Operand, is_array
from checker.derivation.flat_tree import flatten_tree
from checker.derivation.pieces import Piece, chain_value, is_root
from checker.derivation.rules import RULES
from checker.derivation.rules_of_courses import OTHER_PART, RULES_OF_COURSES, WHOLE_RULES_OF_COURSES
from checker.derivation.rules_of_school import JOINED, WHOLE_RULES_OF_SCHOOL
from checker.derivation.trees import Rewriting, number, plus
from checker.derivation.whole_rules import WHOLE_RULES
from checker.derivation.wrong_expression import WrongExpression
from checker.notation.nodes import Call, Chain, Literal, Minus, Node, Power
from checker.notation.show import typed

_ROUNDING: Final = 1e-12
"""Relative difference of values that are equal but for rounding."""


def rewritings(pieces: Sequence[Piece], at: int) -> Iterator[WrongExpression]:
    """Yield what the wrong rules give in place of one piece of a formula, each with its sentence."""
    rest = typed(flatten_tree(plus(number(1), pieces[at].node, "-")))
    seen = {OTHER_PART} if any(typed(piece.node) == rest for piece in pieces[at + 1 :]) else set()
    if any(is_root(piece) and piece.operands[0] == at for piece in pieces[at + 1 :]):
        seen.add(JOINED)
    for rule in (*RULES, *RULES_OF_COURSES):
        for found in rule(pieces[at].node):
            if not {found.option, found.sentence} & seen:
                seen |= {found.option, found.sentence}
                yield from _as_wrong(pieces, at, found)


def whole_rewritings(pieces: Sequence[Piece], at: int, symbols: Mapping[str, int]) -> Iterator[WrongExpression]:
    """Yield what the wrong rules on whole formulas give in place of a formula, whose last piece is this one."""
    values = {name: pieces[place].value for name, place in symbols.items()}
    for rule in (*WHOLE_RULES, *WHOLE_RULES_OF_COURSES, *WHOLE_RULES_OF_SCHOOL):
        for found in rule(pieces[at].node, values):
            yield from _as_wrong(pieces, at, found)


def _as_wrong(pieces: Sequence[Piece], at: int, found: Rewriting) -> Iterator[WrongExpression]:
    """Return a rewriting as an option; none if it has no value or the same, or is no other expression."""
    node = flatten_tree(found.node)
    if typed(node) == typed(pieces[at].node):
        return
    places = {typed(piece.node): place for place, piece in enumerate(pieces[:at]) if piece.kind != "named"}
    effect = partial(_evaluate, node, places)
    try:
        value = effect([piece.value for piece in pieces])
        arithmetic.as_answer(value, real=False)
    except NoValue:
        return
    right = pieces[at].value
    if not is_array(value) and not is_array(right) and cmath.isclose(value, right, rel_tol=_ROUNDING):  # R and T of R*T
        return
    yield WrongExpression(found.option, found.weight, found.sentence, at, at, None, effect, within=at)


def _evaluate(node: Node, places: Mapping[str, int], values: Sequence[Operand]) -> Operand:
    """Return the value of a tree, given the values of the pieces that occur in it."""
    if (place := places.get(typed(node))) is not None:
        return values[place]
    match node:
        case Literal(value):
            return value
        case Minus(operand):
            return arithmetic.negative(_evaluate(operand, places, values))
        case Power(base, exponent):
            return arithmetic.power_of(_evaluate(base, places, values), _evaluate(exponent, places, values))
        case Call(function, arguments) if function in function_library.LIBRARY:
            return function_library.call_function(function, [_evaluate(each, places, values) for each in arguments])
        case Chain(first, rest):
            kind, sign = ("terms", "+") if rest[0][0] in "+-" else ("factors", "*")
            items = [(sign, _evaluate(each, places, values)) for sign, each in ((sign, first), *rest)]
            return chain_value(items, kind)
    raise NoValue("has a bound variable")
