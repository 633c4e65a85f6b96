"""Mistakes that the form of a formula allows: operands left out, counted twice, inverted or confused.

A few likely mistakes are better than many: each option takes its share from all others.
"""

from __future__ import annotations

import cmath
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any, Final, NamedTuple

from checker.derivation import arithmetic, function_library
from checker.derivation.arithmetic import NoValue, Operand, is_array, shape
from checker.derivation.bracket_mistakes import ignored_brackets
from checker.derivation.flat_tree import flatten_tree
from checker.derivation.piece_mistakes import piece_mistakes
from checker.derivation.pieces import OPPOSITE, Piece, chain_value, is_root, unique_name
from checker.derivation.rule_book import DEFINITION_RULES, FORMULA_RULES, PIECE_RULES
from checker.derivation.rules import is_raised_with_its_square
from checker.derivation.rules_of_growth import OTHER_PART
from checker.derivation.rules_of_school import JOINED
from checker.derivation.symbols import SymbolTable
from checker.derivation.trees import Rewriting, number, plus
from checker.derivation.weights import COMMON, RARE, TYPICAL, USUAL
from checker.derivation.whole_rules import exchanged
from checker.derivation.wrong_expression import Items, WrongExpression
from checker.notation.nodes import OF_UNITS, Call, Chain, Literal, Minus, Name, Node, Power, names_in, rewrite
from checker.notation.show import typed

MAX_SYMBOLS_LEFT_OUT: Final = 2
"""A piece with more symbols than this is most of the formula."""

MAX_DEFINITIONS: Final = 3
"""Maximum number of times that symbols are replaced by their expressions."""

MAX_SMALL: Final = 10
"""Numbers below this are ratios, as between amounts of substances."""

MAX_MISTAKES: Final = 150
"""Of more mistakes than this the rare ones are dropped."""

MakeOperandMistake = Callable[[str, int, str, Callable[[str, Operand], Items]], WrongExpression]
"""Makes a mistake about an operand from option, weight, sentence and effect."""


def formula_mistakes(
    pieces: Sequence[Piece], symbols: Mapping[str, int], table: SymbolTable
) -> Mapping[str, tuple[WrongExpression, ...]]:
    """Return the mistakes that can be made in a formula, by choice point: a term left out, an inverted ratio ..."""
    found: dict[str, list[WrongExpression]] = {}
    visited: set[int] = set()
    swaps = SymbolSwaps(pieces, symbols, table)
    for at, parent in enumerate(pieces):
        for operand, place in enumerate(parent.operands):
            piece = pieces[place]
            is_of_units = isinstance(piece.node, Literal) and piece.node.place == OF_UNITS  # slips of units are others
            if is_of_units or piece.kind == "named" or parent.kind == "symbol" or _is_repeated(pieces, at, operand):
                continue
            wrong = list(_operand_mistakes(pieces, at, operand))
            if place not in visited:
                wrong += [*piece_mistakes(pieces, place, at), *swaps.swaps_of(place)]
                wrong += rewritings(pieces, place)
                visited.add(place)
            if wrong:
                found[unique_name(piece.typed, found)] = wrong
    for wrong_factor in swaps.further_factors():
        found.setdefault(pieces[wrong_factor.piece].typed, []).append(wrong_factor)
    for piece in pieces:
        at = piece.operands[0] if piece.kind == "named" else -1
        if at >= 0 and (whole := [*whole_rewritings(pieces, at, symbols), *swaps.exchanges(at)]):
            found.setdefault(pieces[at].typed, []).extend(whole)
    if sum(map(len, found.values())) > MAX_MISTAKES:
        found = {point: [each for each in wrong if each.weight > RARE] for point, wrong in found.items()}
    return {point: tuple(wrong) for point, wrong in found.items() if wrong}


def _is_repeated(pieces: Sequence[Piece], at: int, operand: int) -> bool:
    """Report whether an equal operand comes earlier: a mistake could be about either of them."""
    *earlier, text = (pieces[place].text for place in pieces[at].operands[: operand + 1])
    return text in earlier


def _operand_mistakes(pieces: Sequence[Piece], at: int, operand: int) -> Iterator[WrongExpression]:
    """Return the mistakes about an operand of a sum or a product."""
    parent = pieces[at]
    place = parent.operands[operand]
    piece = pieces[place]

    def make(option: str, weight: int, sentence: str, effect: Callable[[str, Operand], Items]) -> WrongExpression:
        return WrongExpression(option, weight, sentence, place, at, operand, effect, within=at)

    if parent.kind == "terms":
        weight = TYPICAL if _is_correction(pieces, parent, operand) else _omission_weight(piece)
        if all(pieces[other].kind == "number" for other in parent.operands if other != place):
            weight = RARE  # of 1 - p only the 1 would be left: who forgets that forgets all of it
        yield from _term_mistakes(piece, parent.signs[operand], make, weight, is_first=operand == 0)
    elif parent.kind == "factors" and "@" not in parent.signs[operand : operand + 2]:
        is_whole = any((each.kind == "named" or is_root(each)) and each.operands[:1] == (at,) for each in pieces)
        if not (piece.kind == "number" and piece.value == 1):  # a factor 1 changes nothing
            is_squared = operand == 0 and is_raised_with_its_square(parent.node)
            yield from _factor_mistakes(piece, parent.signs[operand], make, is_whole=is_whole, is_squared=is_squared)
            is_turned = _is_ratio(piece) if "/" in parent.signs else piece.kind in ("sin", "cos")
            if is_turned and parent.signs[operand] == "*":
                sentence = "You divided by {piece,} instead of multiplying by it{within}."
                yield make("divided", RARE, sentence, _invert)
    if brackets := ignored_brackets(pieces, at, operand):
        yield brackets


def _is_correction(pieces: Sequence[Piece], parent: Piece, operand: int) -> bool:
    """Report whether a term corrects a quantity: the second one in `E0 - R*T/(z*F)*ln(Q)`."""
    first = pieces[parent.operands[0]]
    is_second_of_two = operand == 1 == len(parent.operands) - 1
    return is_second_of_two and isinstance(first.node, Name) and pieces[parent.operands[1]].kind == "factors"


def _term_mistakes(
    piece: Piece, sign: str, make: MakeOperandMistake, weight: int, *, is_first: bool
) -> Iterator[WrongExpression]:
    """Return the mistakes about a term of a sum, which is left out with this weight."""
    is_number = piece.kind == "number"
    left_out = f"You left out the {sign} {{bare}}{{within}}." if is_number else "You left out {term}."
    yield make("left_out", weight, left_out, _omit)
    if sign == "-" and is_first:
        yield make("minus_left_out", USUAL, "You left out the minus before {piece}.", _invert)
    elif sign == "-":
        yield make("added", USUAL, "You added {piece,} instead of subtracting it.", _invert)
    elif not is_first:
        yield make("subtracted", USUAL, "You subtracted {piece,} instead of adding it.", _invert)
    if not is_number:
        yield make("counted_twice", RARE, "You counted {piece,} twice.", lambda sign, value: [(sign, value)] * 2)


def _is_ratio(piece: Piece) -> bool:
    """Report whether a factor may be a ratio, as between amounts of substances: 2 in `m/M*2*W`."""
    return piece.kind == "number" and type(piece.value) is int and 1 < piece.value < MAX_SMALL


def _factor_mistakes(
    piece: Piece, sign: str, make: MakeOperandMistake, *, is_whole: bool, is_squared: bool
) -> Iterator[WrongExpression]:
    """Return the mistakes about a factor or a divisor of a product.

    `is_squared`: another mistake squares it, which is the same as to count it twice.
    """
    if sign == "/":
        yield make("left_out", COMMON, "You did not divide by {piece in}.", _omit)
        yield make("multiplied", USUAL, "You multiplied by {piece,} instead of dividing by it{within}.", _invert)
        if piece.kind == "symbol":
            yield make(
                "divided_twice", RARE, "You divided by {piece,} twice{within}.", lambda _, value: [("/", value)] * 2
            )
        return
    yield make("left_out", _omission_weight(piece), "You left out the factor {piece in}.", _omit)
    if piece.kind == "symbol":
        sentence = "You multiplied by {piece,} twice{within}."
        if not is_squared:
            yield make("counted_twice", RARE, sentence, lambda _, value: [("*", value)] * 2)
        if is_whole:
            yield make("divided", RARE, "You divided by {piece,} instead of multiplying by it{within}.", _invert)


def _omission_weight(piece: Piece) -> int:
    """Return how commonly a piece is left out; one that is most of the formula hardly ever is."""
    return COMMON if len(names_in(piece.node)) <= MAX_SYMBOLS_LEFT_OUT and piece.kind != "terms" else RARE


def _omit(_: str, __: Operand) -> Items:
    return []


def _invert(sign: str, value: Operand) -> Items:
    return [(OPPOSITE[sign], value)]


MAX_SWAPS: Final = 3
"""Maximum number of symbols that one symbol is confused with: those with the most similar names."""


class SymbolSwaps:
    """Finds the symbols that students may confuse: of the same kind, and of the same unit if they have units."""

    def __init__(self, pieces: Sequence[Piece], symbols: Mapping[str, int], table: SymbolTable) -> None:
        self.pieces, self.symbols, self.table = pieces, symbols, table
        self.names = {place: name for name, place in symbols.items()}
        self._opposed = {
            frozenset((one, other))
            for at, piece in enumerate(pieces)
            for (one, sign), (other, other_sign) in combinations(self._signed(at, piece.kind), 2)
            if sign != other_sign
        }
        """Pairs of which one is subtracted from the other, or divides it: nobody takes x - x or x/x."""

    def swaps_of(self, place: int) -> Iterator[WrongExpression]:
        """Yield the mistakes of using another symbol instead of the one at this place."""
        if place not in self.names:
            return
        name = self.names[place]
        others = [each for each in self.symbols if self._may_be_swapped(name, each)]
        for other in sorted(others, key=lambda each: -_similarity(name, each))[:MAX_SWAPS]:
            weight, source = USUAL if _similarity(name, other) else RARE, self.symbols[other]
            sentence, effect = "You used {other,} instead of {piece}.", partial(_value_at, source)
            yield WrongExpression(f"as_{other}", weight, sentence, place, place, None, effect, other=source)

    def exchanges(self, at: int) -> Iterator[WrongExpression]:
        """Return what exchanges two symbols in a formula that are said to be of one kind: two specific heats."""
        whole = self.pieces[at].node
        for one, other in combinations((name for name in names_in(whole) if name in self.symbols), 2):
            kinds = {self.table.descriptions.get(each, each).partition(" of ")[0] for each in (one, other)}
            are_named_alike = one[0] == other[0] and len(one) > 1 < len(other)  # a rule exchanges these
            if len(kinds) == 1 and not are_named_alike and self._may_be_swapped(*self._in_order(one, other)):
                found = exchanged(whole, one, other)
                for _, tree in _of_pieces(self.pieces, at, found):
                    yield from _as_wrong(self.pieces, at, found, tree)

    def _in_order(self, *names: str) -> list[str]:
        return sorted(names, key=lambda name: -self.symbols[name])

    def further_factors(self) -> Iterator[WrongExpression]:
        """Yield the mistakes of multiplying the result by a given number that the formula does not contain."""
        used, total = names_in(self.pieces[-1].node), len(self.pieces) - 1
        for name in self.table.given:
            place = self.symbols[name]
            if name not in used and not shape(self.pieces[place].value):
                effect = partial(_product_at, self.pieces[total].operands[0], place)
                sentence = "You also multiplied by {piece}."
                yield WrongExpression("multiplied_in", RARE, sentence, place, total, None, effect)

    def _signed(self, place: int, kind: str, *, is_inverted: bool = False) -> Iterator[tuple[int, bool]]:
        """Return the symbols of nested sums or products, and whether each is subtracted or a divisor."""
        piece = self.pieces[place]
        if place in self.names:
            yield place, is_inverted
        elif piece.kind == kind:
            for sign, operand in zip(piece.signs, piece.operands, strict=False):
                yield from self._signed(operand, kind, is_inverted=is_inverted ^ (sign in "-/"))

    def _may_be_swapped(self, name: str, other: str) -> bool:
        """Report whether a student may use another symbol instead of this one."""
        place, other_place = self.symbols[name], self.symbols[other]
        value, other_value = self.pieces[place].value, self.pieces[other_place].value
        units = {self.table.units.get(each) for each in (name, other)} - {None}
        is_known = other_place < place or other in self.table.given
        has_same_kind = shape(value) == shape(other_value) and (type(value) is float) == (type(other_value) is float)
        is_opposed = frozenset((place, other_place)) in self._opposed
        return name != other and is_known and has_same_kind and len(units) < 2 and not is_opposed


def _value_at(place: int, values: Sequence[Operand]) -> Operand:
    return values[place]


def _product_at(place: int, other: int, values: Sequence[Operand]) -> Operand:
    return arithmetic.combine_values("*", values[place], values[other])


def _similarity(name: str, other: str) -> int:
    """Return the length of the common beginning of two names, in any case."""
    return next(
        (i for i, (a, b) in enumerate(zip(name.lower(), other.lower(), strict=False)) if a != b),
        min(len(name), len(other)),
    )


_ROUNDING: Final = 1e-12
"""Relative difference of values that are equal but for rounding."""


def rewritings(pieces: Sequence[Piece], at: int) -> Iterator[WrongExpression]:
    """Yield the mistakes that the wrong rules (see `rules.py`) make in one piece of a formula."""
    form = pieces[at].form
    if form.rewritings is None:
        form.rewritings = [*_rewritings(pieces, at)]
    for found, tree in form.rewritings:
        yield from (each for each in _as_wrong(pieces, at, found, tree) if not _is_sign_only(pieces, at, each))


def _rewritings(pieces: Sequence[Piece], at: int) -> Iterator[tuple[Rewriting, Node]]:
    """Yield what the wrong rules give in place of one piece, each with its tree of known pieces."""
    rest = typed(flatten_tree(plus(number(1), pieces[at].node, "-")))
    seen = {OTHER_PART} if any(piece.typed == rest for piece in pieces[at + 1 :]) else set()
    if any(is_root(piece) and piece.operands[0] == at for piece in pieces[at + 1 :]):
        seen.add(JOINED)
    for rule in PIECE_RULES:
        for found in rule(pieces[at].node):
            if not {found.option, found.sentence} & seen:
                seen |= {found.option, found.sentence}
                yield from _of_pieces(pieces, at, found)


def _is_sign_only(pieces: Sequence[Piece], at: int, wrong: WrongExpression) -> bool:
    """Report whether a wrong rule only changes the sign, which is simpler to say."""
    values = [piece.value for piece in pieces]
    value, right = wrong.effect(values), pieces[at].value
    return not is_array(value) and not is_array(right) and cmath.isclose(value, -right, rel_tol=_ROUNDING)


def whole_rewritings(pieces: Sequence[Piece], at: int, symbols: Mapping[str, int]) -> Iterator[WrongExpression]:
    """Yield the mistakes that wrong rules on whole formulas make in the formula that ends with piece `at`."""
    values = {name: pieces[place].value for name, place in symbols.items()}
    whole, seen = pieces[at].node, set[str]()
    for rule in FORMULA_RULES:
        for found in rule(whole, values):
            for _, tree in _of_pieces(pieces, at, found):
                yield from _as_wrong(pieces, at, found, tree)
    for node in _with_definitions(pieces, symbols, whole):
        for found in (each for rule in DEFINITION_RULES for each in rule(node, values)):
            if found.option not in seen:
                seen.add(found.option)
                for _, tree in _of_pieces(pieces, at, found):
                    yield from _as_wrong(pieces, at, found, tree)


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


class _Known(NamedTuple):
    """A piece within another expression."""

    piece: int


def _of_pieces(pieces: Sequence[Piece], at: int, found: Rewriting) -> Iterator[tuple[Rewriting, Node]]:
    """Yield a rewriting with its tree, in which the pieces are known; nothing where it is the piece itself."""
    node = flatten_tree(found.node)
    if typed(node) != pieces[at].typed:
        places = {piece.typed: place for place, piece in enumerate(pieces[:at]) if piece.kind != "named"}
        yield found, _with_known(node, places)


def _with_known(node: Node, places: Mapping[str, int]) -> Any:
    """Return a tree in which the pieces that occur in it are known."""
    if (place := places.get(typed(node))) is not None:
        return _Known(place)
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


def _as_wrong(pieces: Sequence[Piece], at: int, found: Rewriting, tree: Any) -> Iterator[WrongExpression]:
    """Return a rewriting as an option; none if it has no value or the same."""
    effect = partial(_evaluate, tree)
    try:
        value = effect([piece.value for piece in pieces])
        arithmetic.as_answer(value, real=False)
    except NoValue:
        return
    right = pieces[at].value
    if not is_array(value) and not is_array(right) and cmath.isclose(value, right, rel_tol=_ROUNDING):  # R and T of R*T
        return
    yield WrongExpression(found.option, found.weight, found.sentence, at, at, None, effect, within=at)


def _evaluate(tree: Any, values: Sequence[Operand]) -> Operand:
    """Return the value of a tree, given the values of the pieces that occur in it."""
    match tree:
        case _Known(piece):
            return values[piece]
        case Literal(value):
            return value
        case Minus(operand):
            return arithmetic.negative(_evaluate(operand, values))
        case Power(base, exponent):
            return arithmetic.power_of(_evaluate(base, values), _evaluate(exponent, values))
        case Call(function, arguments) if function in function_library.LIBRARY:
            return function_library.call_function(function, [_evaluate(each, values) for each in arguments])
        case Chain(first, rest):
            kind, sign = ("terms", "+") if rest[0][0] in "+-" else ("factors", "*")
            items = [(sign, _evaluate(each, values)) for sign, each in ((sign, first), *rest)]
            return chain_value(items, kind)
    raise NoValue("has a bound variable")
