"""Edits of a formula: what students leave out, count twice, turn over or take for something else.

`edits_of` returns these, with ignored brackets and what the wrong rules give in place of a piece or of a whole formula,
unless that has no value or the right one.  What a rule gives without a look at numbers is remembered with the piece.  A
few likely edits are better than many: each takes its share from all others.
"""

from __future__ import annotations

import cmath
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from os.path import commonprefix
from typing import Any, Final

from checker.derivation import arithmetic
from checker.derivation.arithmetic import NO_VALUE, Operand, is_array, shape
from checker.derivation.evaluate import evaluate
from checker.derivation.patterns import flatten_tree
from checker.derivation.pieces import Edit, Piece, Pieces, chain, unique_name
from checker.derivation.symbols import CALLABLE, SymbolTable
from checker.derivation.wrong_rules import Rewriting, rewritten_by_rules
from checker.engine.errors import UnreadableAnswer
from checker.engine.weights import COMMON, RARE, TYPICAL, USUAL
from checker.formula.nodes import (
    OF_UNITS,
    OPPOSITE,
    Call,
    Chain,
    Known,
    Literal,
    Name,
    Node,
    children,
    rewrite,
    substituted,
    with_children,
)
from checker.formula.parser import parse_program
from checker.formula.show import show, typed
from checker.text.number import PLAIN_NUMBER


def holds(sign: str, difference: Operand) -> bool:
    """Return whether two values compare as a condition has it, given their difference; arrays never do."""
    if is_array(difference) or isinstance(difference, complex):
        return False
    return bool(difference > 0 if sign == "<" else abs(difference) < 1e-9)


_MAX_COUNT: Final = 12
"""Whole numbers up to this count something, so they may be off by one."""

_KELVIN: Final = (Fraction(273), Fraction("273.15"))
"""Numbers that are added to degrees Celsius: to leave one out is a rule of `rules/science.yaml`."""

_FRACTION: Final = re.compile(r"\*+/+")
"""The signs of factors and of the divisors that follow them."""

_OPENED: Final = "opened"


def edits_of(formula: Pieces, table: SymbolTable) -> Mapping[str, Mapping[str, Edit]]:
    """Return the edits of a formula, {choice point: {option: edit}}: a term left out, an inverted ratio ..."""
    return _Edits(formula, table).found()


class _Edits:
    """Finds the edits of a formula."""

    def __init__(self, formula: Pieces, table: SymbolTable) -> None:
        self.table = table
        self.pieces, self.places, self.values = formula
        self.composed = {piece.typed: at for at, piece in enumerate(self.pieces) if piece.kind != "named"}
        self.names = {place: name for name, place in formula.places.items()}
        self.opposed = {
            frozenset((one, other))
            for at, piece in enumerate(self.pieces)
            for (one, sign), (other, other_sign) in combinations(self._signed(at, piece.kind), 2)
            if sign != other_sign
        }
        """Pairs of which one is subtracted from the other, or divides it: nobody takes x - x or x/x."""

    def found(self) -> Mapping[str, Mapping[str, Edit]]:
        found: dict[str, list[Edit]] = {}
        visited: set[int] = set()
        for at, parent in enumerate(self.pieces):
            for operand, place in enumerate(parent.operands):
                piece = self.pieces[place]
                is_of_units = isinstance(piece.node, Literal) and piece.node.place == OF_UNITS
                is_repeated = piece.text in {self.pieces[each].text for each in parent.operands[:operand]}
                if is_of_units or is_repeated or piece.kind == "named" or parent.kind == "symbol":
                    continue  # slips of units are others, and a mistake could be about either of two equal operands
                edits = [*self._of_operand(at, operand)]
                if place not in visited:
                    visited.add(place)
                    edits += [*self._of_piece(place, at), *self._swaps(place), *self._in_other_units(place)]
                    edits += self._by_rules(place)
                if edits:
                    found[unique_name(piece.typed, found)] = edits
        for at in (piece.operands[0] for piece in self.pieces if piece.kind == "named"):
            exchanges = [*self._over_pieces(self._exchanges(at), at)]
            exchanged = self._first_of_each(exchanges, at, may_be_sign=False)
            if edits := [*self._by_rules(at, is_whole=True), *exchanged]:
                found.setdefault(self.pieces[at].typed, []).extend(edits)
        least = RARE if sum(map(len, found.values())) > 150 else 0  # of many, the rare ones are left out
        chosen = {point: _by_option(edits, least) for point, edits in found.items()}
        return {point: edits for point, edits in chosen.items() if edits}

    # wrong rules

    def _by_rules(self, at: int, *, is_whole: bool = False) -> Iterator[Edit]:
        """Yield the mistakes of working out a piece, or a whole formula, by a wrong rule of `rules/`.

        What the rules give does not depend on numbers, and is kept with the piece.
        """
        piece = self.pieces[at]
        if is_whole not in piece.rewritings:
            found = self._of_whole(piece.node) if is_whole else self._of_operation(at)
            piece.rewritings[is_whole] = [*self._over_pieces(found, at)]
        return self._first_of_each(piece.rewritings[is_whole], at, may_be_sign=is_whole)

    def _of_operation(self, at: int) -> Iterator[Rewriting]:
        if children(self.pieces[at].node):
            around = [piece.node for piece in self.pieces[at + 1 :] if at in piece.operands]
            yield from rewritten_by_rules("pieces", self.pieces[at].node, around)

    def _of_whole(self, tree: Node) -> Iterator[Rewriting]:
        """Yield what rules on whole formulas give, then those on formulas in which symbols are replaced."""
        for section in ("formulas", "everywhere"):
            yield from rewritten_by_rules(section, tree)
        wholes = {name: self.pieces[at].operands[0] for name, at in self.places.items() if self.pieces[at].operands}
        defined = {name: self.pieces[self.pieces[whole].operands[0]].node for name, whole in wholes.items()}
        before, seen = None, set[str]()
        for _ in range(3):
            for section in ("definitions", "everywhere in definitions") if tree != before else ():
                for found in rewritten_by_rules(section, tree):
                    if found.option not in seen:
                        seen.add(found.option)
                        yield found
            before, tree = tree, flatten_tree(substituted(tree, defined))

    def _over_pieces(self, found: Iterable[Rewriting], at: int) -> Iterator[tuple[Rewriting, Any]]:
        """Yield rewritings with their expressions over other pieces, unless they read like the right piece."""
        for each in found:
            flat = flatten_tree(each.node)
            if typed(flat) != self.pieces[at].typed:
                compared = [(sign, self._known(flatten_tree(node), at)) for sign, node in each.comparisons]
                yield each._replace(comparisons=compared), self._known(flat, at)

    def _known(self, node: Node, before: int) -> Any:
        """Return an expression over the pieces before one of them."""
        place = self.composed.get(typed(node), before)
        if place < before:
            return Known(place)
        return with_children(node, [self._known(each, before) for each in children(node)])

    def _first_of_each(self, found: Sequence[tuple[Rewriting, Any]], at: int, *, may_be_sign: bool) -> Iterator[Edit]:
        """Yield of each option the first rewriting whose conditions hold, unless it has no value or the right one."""
        seen = set[str]()
        for each, form in found:
            if each.option not in seen and self._changes(each, form, at, may_be_sign=may_be_sign):
                seen.add(each.option)
                yield Edit(each.option, each.weight, each.sentence, at, at, form, within=at, parts=each.parts)

    def _changes(self, found: Rewriting, form: Any, at: int, *, may_be_sign: bool) -> bool:
        """Return whether the conditions of a rewriting hold and it gives another value; not `may_be_sign`: nor -x."""
        try:
            if not all(holds(sign, evaluate(difference, pieces=self.values)) for sign, difference in found.comparisons):
                return False
            value, right = evaluate(form, pieces=self.values), self.values[at]
            arithmetic.as_answer(value, real=False)
        except NO_VALUE:
            return False
        if shape(value) != shape(right):
            return True
        pairs = [*zip(value.flat, right.flat, strict=True)] if is_array(value) else [(value, right)]
        same = [pairs] if may_be_sign or is_array(value) else [pairs, [(value, -right)]]  # R and T of R*T
        return not any(all(cmath.isclose(*pair, rel_tol=1e-12) for pair in each) for each in same)

    # operands of sums and products

    def _of_operand(self, at: int, operand: int) -> Iterator[Edit]:
        parent = self.pieces[at]
        place, sign = parent.operands[operand], parent.signs[operand : operand + 1]

        def edit(option: str, weight: int, sentence: str, *items: tuple[str, Any]) -> Edit:
            return Edit(option, weight, sentence, place, at, None, operand, items, within=at)

        if parent.kind == "terms":
            yield from self._of_term(at, operand, sign, edit)
        elif parent.kind == "factors" and "@" not in parent.signs[operand : operand + 2]:
            yield from self._of_factor(at, place, sign, edit)
        if parent.kind in ("terms", "factors", "minus", "power") and not parent.is_root:
            yield from self._brackets(at, place)

    def _of_term(self, at: int, operand: int, sign: str, edit: Callable[..., Edit]) -> Iterator[Edit]:
        parent, place = self.pieces[at], self.pieces[at].operands[operand]
        piece, known = self.pieces[place], Known(place)
        is_number = piece.kind == "number"
        is_correction = operand == 1 == len(parent.operands) - 1 and piece.kind == "factors"
        weight = TYPICAL if is_correction and parent.operands[0] in self.names else _omission_weight(piece)
        if all(self.pieces[other].kind == "number" for other in parent.operands if other != place):
            weight = RARE  # of 1 - p only the 1 would be left: who forgets that forgets all of it
        left_out = f"You left out the {sign} {{bare}}{{within}}." if is_number else "You left out {term}."
        if not (is_number and sign == "+" and self.values[place] in _KELVIN):  # that is the rule of Celsius
            yield edit("left_out", weight, left_out)
        if sign == "-" and not operand:
            yield edit("minus_left_out", USUAL, "You left out the minus before {piece}.", ("+", known))
        elif sign == "-":
            yield edit("added", USUAL, "You added {piece,} instead of subtracting it.", ("+", known))
        elif operand:
            yield edit("subtracted", USUAL, "You subtracted {piece,} instead of adding it.", ("-", known))
        if not is_number:
            yield edit("counted_twice", RARE, "You counted {piece,} twice.", (sign, known), (sign, known))

    def _of_factor(self, at: int, place: int, sign: str, edit: Callable[..., Edit]) -> Iterator[Edit]:
        parent, piece, known = self.pieces[at], self.pieces[place], Known(place)
        if piece.kind == "number" and self.values[place] == 1:  # a factor 1 changes nothing
            return
        if sign == "/":
            yield edit("left_out", COMMON, "You did not divide by {piece in}.")
            multiplied = "You multiplied by {piece,} instead of dividing by it{within}."
            yield edit("multiplied", USUAL, multiplied, ("*", known))
            if piece.kind == "symbol":
                yield edit("divided_twice", RARE, "You divided by {piece,} twice{within}.", *[("/", known)] * 2)
            return
        yield edit("left_out", _omission_weight(piece), "You left out the factor {piece in}.")
        value = self.values[place]
        is_ratio = piece.kind == "number" and type(value) is int and 1 < value < 10  # as between amounts
        is_turned = is_ratio if "/" in parent.signs else piece.kind in ("sin", "cos")
        if piece.kind == "symbol":
            others = [self.pieces[each] for each in parent.operands[: parent.signs.count("*")] if each != place]
            if len(others) != 1 or not others[0].typed.endswith("^2"):  # that is the rule of raised products
                yield edit("counted_twice", RARE, "You multiplied by {piece,} twice{within}.", *[("*", known)] * 2)
            is_turned = True
        if is_turned:
            yield edit("divided", RARE, "You divided by {piece,} instead of multiplying by it{within}.", ("/", known))

    def _brackets(self, at: int, place: int) -> Iterator[Edit]:
        """Yield the edit of a whole formula whose brackets around an operand are ignored: it is read without them."""
        parent, child = self.pieces[at], self.pieces[place]
        if child.kind not in ("terms", "factors") or "@" in parent.signs + child.signs:
            return
        for piece in self.pieces:
            if piece.kind == "named" and parent.typed in (whole := self.pieces[piece.operands[0]]).typed:
                inner = rewrite(parent.node, lambda node: Name(_OPENED, 0) if typed(node) == child.typed else node)
                outer = rewrite(whole.node, lambda node: inner if typed(node) == parent.typed else node)  # noqa: B023
                try:
                    opened = parse_program(typed(outer).replace(_OPENED, child.typed), CALLABLE)
                except UnreadableAnswer:
                    return
                if typed(opened) != whole.typed:
                    target = piece.operands[0]
                    form = self._known(flatten_tree(opened), target)
                    sentence = "You left out the brackets around {bare}."
                    yield Edit("bracket_ignored", USUAL, sentence, place, target, form, within=at)
                return

    # single pieces

    def _of_piece(self, place: int, parent: int) -> Iterator[Edit]:
        piece, value = self.pieces[place], self.values[place]
        known = [Known(each) for each in piece.operands]

        def edit(option: str, weight: int, sentence: str, form: Any) -> Edit:
            return Edit(option, weight, sentence, place, place, form, within=parent)

        if piece.kind == "number":
            yield from self._of_number(value, place, self.pieces[parent], edit)
        elif piece.kind == "minus":
            yield edit("minus_left_out", USUAL, "You left out the minus in {bare}.", known[0])
        elif piece.kind == "factors":
            yield from self._of_product(piece, edit)
        elif piece.kind == "if":
            condition, *cases = piece.form.arguments
            form = Call("if", (condition, *reversed(cases)), 0)
            yield edit("other_case", COMMON, "You used the case that does not hold here in {bare}.", form)
        elif piece.kind in ("sum_over", "product_over"):
            for option, weight, what, by in (
                ("last_left_out", USUAL, "stopped one too early", (0, -1)),
                ("first_left_out", USUAL, "began one too late", (1, 0)),
                ("one_more", RARE, "went one too far", (0, 1)),
            ):
                term, variable, *ends = piece.form.arguments
                moved = [Chain(end, (("+", Literal(each, 0)),), 0) for end, each in zip(ends, by, strict=True)]
                form = Call(piece.kind, (term, variable, *moved), 0)
                yield edit(option, weight, f"You {what} in {{bare}}.", form)

    def _of_number(self, value: Operand, place: int, parent: Piece, edit: Callable[..., Edit]) -> Iterator[Edit]:
        is_base = parent.kind == "power" and parent.operands[0] == place  # nobody confuses powers of 9 and of 10
        is_counted = parent.kind in ("terms", "factors", "power") and not is_base and not parent.is_root
        if type(value) is not int or not is_counted:
            return
        if 2 < value <= _MAX_COUNT and not (parent.kind == "power" and value == 3):
            yield edit("one_less", USUAL, f"You used {value - 1} instead of {{bare}}{{within}}.", Literal(value - 1, 0))
        if 1 < value <= _MAX_COUNT:
            yield edit("one_more", RARE, f"You used {value + 1} instead of {{bare}}{{within}}.", Literal(value + 1, 0))

    def _of_product(self, piece: Piece, edit: Callable[..., Edit]) -> Iterator[Edit]:
        known: list[Any] = [Known(each) for each in piece.operands]
        operands = [self.pieces[place] for place in piece.operands]
        values = [self.values[place] for place in piece.operands]
        if piece.signs[1:] == "@":
            left, right = known
            swapped = Chain(right, (("@", left),), 0)
            yield edit("swapped", USUAL, "You multiplied {bare} in the wrong order.", swapped)
            if operands[0].kind == "symbol":
                text = "You used the rows of {left} as columns in {bare}."
                transposed = Chain(Call("transpose", (left,), 0), (("@", right),), 0)
                yield edit("transposed", USUAL, text, transposed)._replace(parts={"left": [operands[0].node]})
            if shape(values[0]) == shape(values[1]):
                by_entry = Chain(left, (("*", right),), 0)
                yield edit("entry_by_entry", USUAL, "You multiplied {bare} entry by entry.", by_entry)
        offered = {each.text for each in operands}
        for number, fraction in enumerate(_FRACTION.finditer(piece.signs), 1):
            begin, end = fraction.span()
            node = chain([*zip(fraction[0], (each.node for each in operands[begin:end]), strict=True)], "factors")
            text = show(node)
            has_symbols = any(each.kind != "number" for each in operands[begin : begin + fraction[0].count("*")])
            if has_symbols and text not in offered:
                option = "upside_down" if number == 1 else f"upside_down_{number}"
                signs = piece.signs[:begin] + "".join(map(OPPOSITE.__getitem__, fraction[0])) + piece.signs[end:]
                form = chain([*zip(signs, known, strict=True)], "factors")
                inverted = edit(option, RARE, "You swapped numerator and denominator in {fraction}.", form)
                yield inverted._replace(parts={"fraction": [node]})
            offered.add(text)

    # symbols

    def _swaps(self, place: int) -> Iterator[Edit]:
        if place not in self.names:
            return
        name = self.names[place]
        others = [each for each in self.places if self._may_be_swapped(name, each)]
        for other in sorted(others, key=lambda each: -_similarity(name, each))[:3]:
            weight, source = USUAL if _similarity(name, other) else RARE, self.places[other]
            sentence = "You used {other,} instead of {piece}."
            yield Edit(f"as_{other}", weight, sentence, place, place, Known(source), other=source)

    def _in_other_units(self, place: int) -> Iterator[Edit]:
        """Yield the edits of using a given number in another unit than the symbol's, without a conversion."""
        name, value = self.names.get(place), self.values[place]
        unit = self.table.units.get(name or "", "")
        if name not in self.table.given or unit in PLAIN_NUMBER or type(value) not in (int, float):
            return
        from checker.derivation.dimensions import is_prefix
        from checker.units.confused import relatives  # units are slow to load, and few symbols have units

        for other, ratio, offset in relatives(unit)[:3]:
            if "." not in other and not is_prefix(ratio):  # another prefix shows in the answer
                number = float(value * ratio + offset)
                sentence = f"You used {{piece}} in {other}, not in {unit}."
                form = Literal(int(number) if number.is_integer() else number, 0)
                yield Edit(f"in_{other}", RARE, sentence, place, place, form)

    def _exchanges(self, at: int) -> Iterator[Rewriting]:
        """Yield the edits of exchanging two symbols of a formula that are one kind of quantity.

        Their names begin with the same letter, as n_1 and n_2, or their descriptions with the same two words, as
        "specific heat of ...", or they have the same unit.
        """
        for one, other in combinations((name for name in self.pieces[at].names if name in self.places), 2):
            kinds = {" ".join(self.table.descriptions.get(each, each).split()[:2]) for each in (one, other)}
            units = {self.table.units.get(each) for each in (one, other)}
            has_letter = one[0] == other[0] and len(one) > 1 < len(other)
            are_alike = len(kinds) == 1 or has_letter or (len(units) == 1 and None not in units)
            later, earlier = sorted((one, other), key=lambda name: -self.places[name])
            if self._are_of_a_kind(later, earlier) and are_alike:
                node = substituted(self.pieces[at].node, {one: Name(other, 0), other: Name(one, 0)})
                parts = {"one": [Name(one, 0)], "other": [Name(other, 0)]}
                sentence = "You exchanged {one} and {other}."
                yield Rewriting(f"{one}_and_{other}_exchanged", USUAL, sentence, node, parts)

    def _signed(self, place: int, kind: str, *, is_inverted: bool = False) -> Iterator[tuple[int, bool]]:
        """Yield (place, is subtracted or a divisor) for each symbol in a sum or product and those nested in it."""
        piece = self.pieces[place]
        if place in self.names:
            yield place, is_inverted
        elif piece.kind == kind:
            for sign, operand in zip(piece.signs, piece.operands, strict=False):
                yield from self._signed(operand, kind, is_inverted=is_inverted ^ (sign in "-/"))

    def _may_be_swapped(self, name: str, other: str) -> bool:
        pair = frozenset((self.places[name], self.places[other]))
        is_exact = len({type(self.values[place]) is float for place in pair}) == 1
        return name != other and is_exact and pair not in self.opposed and self._are_of_a_kind(name, other)

    def _are_of_a_kind(self, name: str, other: str) -> bool:
        """Return whether a symbol has the kind of value and the unit of another one, which is known before it."""
        place, other_place = self.places[name], self.places[other]
        value, other_value = self.values[place], self.values[other_place]
        units = {self.table.units.get(each) for each in (name, other)} - {None}
        is_known = other_place < place or other in self.table.given
        return is_known and shape(value) == shape(other_value) and len(units) < 2


def _by_option(edits: Sequence[Edit], least: int) -> Mapping[str, Edit]:
    found: dict[str, Edit] = {}
    for each in edits:
        if each.weight > least:
            found.setdefault(each.option, each)
    return found


def _omission_weight(piece: Piece) -> int:
    # with more symbols it is most of the formula
    return COMMON if len(piece.names) <= 2 and piece.kind != "terms" else RARE


def _similarity(name: str, other: str) -> int:
    return len(commonprefix([name.lower(), other.lower()]))  # noqa: RUF071 - of letters
