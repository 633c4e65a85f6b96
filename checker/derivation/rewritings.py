"""Applies the wrong rules to a piece of a formula or to a whole one: each result in its place is a mistake.

Results with the right value, or with none, are left out.  What a rule gives without a look at numbers is remembered
with the form of the piece.
"""

from __future__ import annotations

import cmath
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from checker.derivation import arithmetic
from checker.derivation.arithmetic import NoValue, Operand, is_array
from checker.derivation.flat_tree import flatten_tree
from checker.derivation.pieces import Piece, is_root
from checker.derivation.rule_book import DEFINITION_RULES, FORMULA_RULES, PIECE_RULES
from checker.derivation.trees import Rewriting, WholeRule, number, plus
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

_ROUNDING: Final = 1e-12
"""Relative difference of values that are equal but for rounding."""


def rewritings(pieces: Sequence[Piece], at: int) -> Iterator[WrongExpression]:
    """Yield the mistakes of students who work out one piece of a formula by a wrong rule of `rule_book.py`."""
    form = pieces[at].form
    if form.rewritings is None:
        form.rewritings = [*_rewritings(pieces, at)]
    for found, tree in form.rewritings:
        yield from _as_wrong(pieces, at, found, tree, may_be_sign=False)


def _rewritings(pieces: Sequence[Piece], at: int) -> Iterator[tuple[Rewriting, Node]]:
    """Yield what the wrong rules give in place of one piece, each with its tree of known pieces."""
    if not children(pieces[at].node):
        return
    rest = typed(flatten_tree(plus(number(1), pieces[at].node, "-")))
    seen = {OTHER_PART} if any(piece.typed == rest for piece in pieces[at + 1 :]) else set()
    if any(is_root(piece) and piece.operands[0] == at for piece in pieces[at + 1 :]):
        seen.add(JOINED)
    for rule in PIECE_RULES:
        for found in rule(pieces[at].node):
            if not {found.option, found.sentence} & seen:
                seen |= {found.option, found.sentence}
                yield from _of_pieces(pieces, at, found)


class _Numbers(Mapping[str, Operand]):
    """The numbers of a question by symbol, with a note when a rule looks at them."""

    def __init__(self, values: Mapping[str, Operand]) -> None:
        self._values = values
        self.are_used = False

    def __getitem__(self, name: str) -> Operand:
        self.are_used = True
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        self.are_used = True
        return iter(self._values)

    def __len__(self) -> int:
        self.are_used = True
        return len(self._values)


def whole_rewritings(pieces: Sequence[Piece], at: int, symbols: Mapping[str, int]) -> Iterator[WrongExpression]:
    """Yield the mistakes that rules on whole formulas give for the formula whose last piece is at `at`.

    Results of rules that do not look at numbers are remembered.
    """
    form, numbers = pieces[at].form, {name: pieces[place].value for name, place in symbols.items()}
    rules: Sequence[WholeRule] = (*FORMULA_RULES, partial(_of_definitions, pieces, symbols))
    for place, rule in enumerate(rules):
        trees = form.whole_rewritings.get(place)
        if trees is None:
            looked_at = _Numbers(numbers)
            trees = [each for found in rule(pieces[at].node, looked_at) for each in _of_pieces(pieces, at, found)]
            if not looked_at.are_used:
                form.whole_rewritings[place] = trees
        for found, tree in trees:
            yield from _as_wrong(pieces, at, found, tree)


def rewritten(pieces: Sequence[Piece], at: int, found: Rewriting) -> Iterator[WrongExpression]:
    """Yield a rewriting of the formula that ends with piece `at` as a mistake; nothing where it has the same value."""
    for each, tree in _of_pieces(pieces, at, found):
        yield from _as_wrong(pieces, at, each, tree)


def _of_definitions(
    pieces: Sequence[Piece], symbols: Mapping[str, int], whole: Node, values: Mapping[str, Operand]
) -> Iterator[Rewriting]:
    """Yield what the rules in DEFINITION_RULES give.

    They get the formula as it is, and with symbols replaced by their expressions.
    """
    seen = set[str]()
    for node in _with_definitions(pieces, symbols, whole):
        for found in (each for rule in DEFINITION_RULES for each in rule(node, values)):
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
        yield found, _with_known(node, places)


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
    effect = partial(evaluate_tree, tree)
    try:
        value = effect([piece.value for piece in pieces])
        arithmetic.as_answer(value, real=False)
    except NoValue:
        return
    right = pieces[at].value
    if not is_array(value) and not is_array(right):
        same = (right,) if may_be_sign else (right, -right)
        if any(cmath.isclose(value, each, rel_tol=_ROUNDING) for each in same):  # R and T of R*T
            return
    yield WrongExpression(found.option, found.weight, found.sentence, at, at, None, effect, within=at)
