"""Patterns of formulas, as in the files of wrong rules: which parts of a formula fit, and a new formula of these parts.

A letter such as `a` fits any operand, and the same letter fits equal ones.  A word such as `others` fits any number of
operands, also none, and `pi` the constant.  As the last argument of a function a word fits all arguments that are left:
`normal_cdf(x, rest)`.  An operand with a name that begins with `each` fits any number of operands of its form:
`sqrt(each) + x`.  Factors and divisors may be in any order, terms are in that of the pattern.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import takewhile
from typing import Final, NamedTuple

from checker.formula.nodes import (
    OPPOSITE,
    SERIES,
    Call,
    Chain,
    Literal,
    Minus,
    Name,
    Node,
    Power,
    children,
    names_in,
    walk_nodes,
    with_children,
)
from checker.formula.show import typed


class _Product(NamedTuple):
    """A product as its factors and its divisors."""

    factors: tuple[Node, ...]
    divisors: tuple[Node, ...]


def terms_of(node: Node) -> list[tuple[str, Node]]:
    """Return the terms of a sum with their signs; an empty list if the node is no sum."""
    if not isinstance(node, Chain) or node.rest[0][0] not in "+-":
        return []
    first = ("-", node.first.operand) if isinstance(node.first, Minus) else ("+", node.first)
    return [first, *node.rest]


def sum_of_terms(terms: Sequence[tuple[str, Node]]) -> Node:
    """Return the node of a sum, given its terms with their signs."""
    (sign, first), *rest = terms
    first = Minus(first, 0) if sign == "-" else first
    return Chain(first, tuple(rest), 0) if rest else first


def product_of(node: Node) -> _Product | None:
    """Return the factors and divisors of a product; None for any other node, also for a matrix product."""
    if not isinstance(node, Chain) or any(sign not in "*/" for sign, _ in node.rest):
        return None
    factors = [node.first, *(factor for sign, factor in node.rest if sign == "*")]
    return _Product(tuple(factors), tuple(factor for sign, factor in node.rest if sign == "/"))


def product(factors: Sequence[Node], divisors: Sequence[Node] = ()) -> Node:
    """Return the node of a product of factors, divided by the divisors."""
    first, *rest = [*factors] or [Literal(1, 0)]
    signed = (*(("*", each) for each in rest), *(("/", each) for each in divisors))
    return Chain(first, signed, 0) if signed else first


def number_node(value: float, digits: int = 6) -> Node:
    """Return the node that shows a number to people: `1,024`, or a real number with at most `digits` digits."""
    text = f"{abs(value):,}" if isinstance(value, int) else f"{float(abs(value)):.{digits}g}"
    return Minus(Name(text, 0), 0) if value < 0 else Name(text, 0)


def _are_same(one: Node, other: Node) -> bool:
    """Return whether two nodes are the same expression."""
    return typed(one) == typed(other)


def flatten_tree(node: Node) -> Node:
    """Return the form from which mistakes are derived: nested products joined, signs combined; sums keep brackets."""
    if isinstance(node, Call) and node.function in SERIES.values():
        return node
    flat: Node = with_children(node, [*map(flatten_tree, children(node))])
    match flat:
        case Call("matmul", (left, right)):
            return _flat_product(left, (("@", right),), node.place)
        case Minus(Minus(operand)):
            return operand
        case Chain(_, rest) if rest[0][0] in "+-":
            signed = (
                (OPPOSITE[sign], each.operand) if isinstance(each, Minus) else (sign, each) for sign, each in rest
            )
            return flat._replace(rest=tuple(signed))
        case Chain(first, rest):
            return _flat_product(first, rest, node.place)
    return flat


def _flat_product(first: Node, rest: tuple[tuple[str, Node], ...], place: int) -> Node:
    """Return a flat product; the minus of its first factor applies to the whole product."""
    if isinstance(first, Minus):
        return Minus(_flat_product(first.operand, rest, place), place)
    factors: list[tuple[str, Node]] = []
    for sign, operand in (("*", first), *rest):
        is_nested = sign == "*" and isinstance(operand, Chain) and all(each in "*/" for each, _ in operand.rest)
        factors += [(sign, operand.first), *operand.rest] if is_nested else [(sign, operand)]  # type: ignore[union-attr]
    return Chain(factors[0][1], tuple(factors[1:]), place)


CONSTANTS: Final = frozenset({"pi"})
EACH: Final = "each"
WHOLE: Final = "whole"
"""The name of the formula that a pattern fits."""

WITHIN: Final = "within"
"""The name of the formulas of which it is an operand, for conditions."""

_Items = Sequence[tuple[str, Node]]
"""Operands of a sum or a product, each with its sign."""


class Operands(NamedTuple):
    """The operands that a word fits, with their signs; those of a sum or of a product."""

    items: _Items
    is_sum: bool

    def node(self) -> Node:
        """Return the sum or the product of the operands."""
        nodes = [node for _, node in self.items]
        return sum_of_terms(self.items) if self.is_sum and nodes else Literal(0, 0) if self.is_sum else product(nodes)


Found = Mapping[str, "Node | Operands"]
Matcher = Callable[[Node, Found], Iterator[Found]]
"""Yields all ways in which a pattern fits a node, given what some letters fit."""


def kind_of(node: Node) -> str:
    """Return the kind of a formula, which a pattern that fits it has, too: its function, a sum, a product and so on."""
    match node:
        case Call(function):
            return function
        case Chain(_, ((sign, _), *_)):
            return "sum" if sign in "+-" else "product"
    return type(node).__name__


def matcher(pattern: Node, *, in_order: bool = False, letters: frozenset[str] = frozenset()) -> Matcher:
    """Return what yields the ways in which a pattern fits, factors `in_order`; each of `letters` fits one operand."""
    make = partial(matcher, in_order=in_order, letters=letters)
    match pattern:
        case Literal(value):
            return lambda node, found: iter((found,) if isinstance(node, Literal) and node.value == value else ())
        case Name(name) if name not in CONSTANTS:
            return partial(_bound, name)
        case Minus() | Power():
            parts = [make(each) for each in children(pattern)]
            return lambda node, found: (
                _each(parts, children(node), found) if isinstance(node, type(pattern)) else iter(())
            )
        case Call(function, arguments):
            word = _word(arguments[-1]) if arguments else ""
            rest = _Part("+", partial(_bound, word), (word,)) if word and word not in letters else None
            return partial(_call, function, [make(each) for each in arguments[: len(arguments) - bool(rest)]], rest)
        case Chain():
            return _chain(pattern, in_order=in_order, letters=letters)
    return lambda node, found: iter((found,) if _are_same(node, pattern) else ())


def _bound(name: str, node: Node, found: Found) -> Iterator[Found]:
    """Yield what is known with the node for the letter; if the letter has one already, only if it is equal."""
    known = found.get(name)
    if known is None:
        yield {**found, name: node}
    elif not isinstance(known, Operands) and _are_same(known, node):
        yield found


def _call(function: str, parts: Sequence[Matcher], rest: _Part | None, node: Node, found: Found) -> Iterator[Found]:
    """Yield the ways in which a pattern fits a call: each part one argument, and `rest` those that are left."""
    if not isinstance(node, Call) or node.function != function or len(node.arguments) < len(parts):
        return
    others = [("+", each) for each in node.arguments[len(parts) :]]
    if rest or not others:
        for each in _each(parts, node.arguments, found):
            yield from _taken(rest, others, each, is_sum=True) if rest else (each,)


def _each(parts: Sequence[Matcher], nodes: Sequence[Node], found: Found) -> Iterator[Found]:
    if not parts:
        yield found
        return
    for each in parts[0](nodes[0], found):
        yield from _each(parts[1:], nodes[1:], each)


class _Part(NamedTuple):
    """An operand of a pattern."""

    sign: str
    fits: Matcher
    words: Sequence[str]
    """The names in it that fit several operands; empty for a single operand."""
    letters: Collection[str] = ()
    """Its other names."""


def _chain(pattern: Chain, *, in_order: bool, letters: frozenset[str]) -> Matcher:
    if pattern.rest[0][0] in "+-":
        terms = [_part(sign, node, in_order, letters) for sign, node in terms_of(pattern)]
        return lambda node, found: _in_order(terms, items, found) if (items := terms_of(node)) else iter(())
    operands = (("*", pattern.first), *pattern.rest)
    above, below = ([_part("*", each, in_order, letters) for sign, each in operands if sign == side] for side in "*/")
    fits = _in_order if in_order else _in_any_order

    def matches(node: Node, found: Found) -> Iterator[Found]:
        parts = product_of(node)
        if parts and _may_fit(above, parts.factors) and _may_fit(below, parts.divisors):
            divisors = [("*", each) for each in parts.divisors]
            for each in fits(above, [("*", each) for each in parts.factors], found):
                yield from fits(below, divisors, each)

    return matches


def _word(node: Node) -> str:
    return node.name if isinstance(node, Name) and len(node.name) > 1 and node.name not in CONSTANTS else ""


def _part(sign: str, node: Node, in_order: bool, letters: frozenset[str]) -> _Part:  # noqa: FBT001
    names = names_in(node).keys() - CONSTANTS
    words = [name for name in names_in(node) if (_word(node) or name.startswith(EACH)) and name not in letters]
    return _Part(sign, matcher(node, in_order=in_order, letters=letters.union(words)), words, names.difference(words))


def _may_fit(parts: Sequence[_Part], nodes: Sequence[Node]) -> bool:
    singles = sum(not each.words for each in parts)
    return singles == len(nodes) or singles < min(len(nodes), len(parts))


def _in_any_order(parts: Sequence[_Part], items: _Items, found: Found) -> Iterator[Found]:
    """Yield the ways in which single operands fit, and then a repeated one and a word those that are left."""
    single = next((each for each in parts if not each.words), None)
    if single is not None:
        others = [each for each in parts if each is not single]
        for at, (_, node) in enumerate(items):
            for each in single.fits(node, found):
                yield from _in_any_order(others, [*items[:at], *items[at + 1 :]], each)
    elif len(parts) > 1:
        repeated, word = sorted(parts, key=lambda each: not each.words[0].startswith(EACH))
        free = {name: each for name, each in found.items() if name not in repeated.words}
        alike = [item for item in items if next(repeated.fits(item[1], free), None) is not None]
        for each in _taken(repeated, alike, found, is_sum=False):
            yield from _taken(word, [item for item in items if item not in alike], each, is_sum=False)
    else:
        yield from _taken(parts[0], items, found, is_sum=False) if parts else () if items else (found,)


def _in_order(parts: Sequence[_Part], items: _Items, found: Found) -> Iterator[Found]:
    """Yield the ways in which operands fit one after the other; a word fits as many as it can."""
    if not parts:
        yield from () if items else (found,)
    elif not parts[0].words:
        if items and items[0][0] == parts[0].sign:
            for each in parts[0].fits(items[0][1], found):
                yield from _in_order(parts[1:], items[1:], each)
    else:
        sign = parts[0].sign
        alike = takewhile(lambda item: item[0] == sign, items)
        run = items if sign == "+" else [("+" if sign == "-" else sign, node) for _, node in alike]
        singles = sum(not each.words for each in parts[1:])
        for count in range(min(len(run), len(items) - singles), -1, -1):
            for each in _taken(parts[0], run[:count], found, is_sum=sign != "*"):
                yield from _in_order(parts[1:], items[count:], each)


def _taken(part: _Part, items: _Items, found: Found, *, is_sum: bool) -> Iterator[Found]:
    """Yield what is known when a word or a repeated operand fits these operands."""
    known = {name: found[name] for name in part.words if name in found}
    columns: dict[str, list[tuple[str, Node]]] = {name: [] for name in part.words}
    rest = {name: each for name, each in found.items() if name not in columns}
    for sign, node in items:
        fitting = next(part.fits(node, rest), None)
        if fitting is None:
            return
        for name, column in columns.items():
            column.append((sign, fitting[name]))  # type: ignore[arg-type]
        rest = {name: each for name, each in fitting.items() if name not in columns}
    new = {name: Operands(column, is_sum) for name, column in columns.items()}
    if not rest.keys() >= {*part.letters}:  # they would fit nothing, as there is no operand
        return
    if all(isinstance(each, Operands) and _are_same(each.node(), new[name].node()) for name, each in known.items()):
        yield {**rest, **new}


def built(form: Node, found: Found) -> Node:  # noqa: PLR0911 - a case for each node
    """Return the formula that a form stands for, given what the letters and words in it are.

    A word is spliced into a sum or a product where it was found in one of this kind, and is one operand elsewhere.
    """
    match form:
        case Name(name):
            known = found.get(name, form)
            return known.node() if isinstance(known, Operands) else known
        case Call("sum" | "product" | "count" as function, (inner,)) if _repeated(inner, found):
            items = [*_built_items("+", inner, found)]
            if function == "count":
                return Literal(len(items), 0)
            return sum_of_terms(items) if function == "sum" else product([node for _, node in items])
        case Call(function, arguments):
            return Call(function, tuple(node for each in arguments for _, node in _built_items("+", each, found)), 0)
        case Chain(_, ((sign, _), *_)) if sign in "+-":
            return sum_of_terms([item for sign, each in terms_of(form) for item in _built_items(sign, each, found)])
        case Chain(first, rest):
            items = [item for sign, each in (("*", first), *rest) for item in _built_items(sign, each, found)]
            above, below = ([each for sign, each in items if sign == side] for side in "*/")
            return product(above, below)
    rebuilt: Node = with_children(form, [built(each, found) for each in children(form)])
    return rebuilt


def _built_items(sign: str, form: Node, found: Found) -> Iterator[tuple[str, Node]]:
    """Yield an operand of a form; several where it is a word of the same kind of node, or is repeated."""
    known = found.get(form.name) if isinstance(form, Name) else None
    if isinstance(known, Operands) and not form.name.startswith(EACH):  # type: ignore[union-attr]
        if known.is_sum == (sign in "+-"):
            for inner, node in known.items:
                yield (sign if inner in "+*" else OPPOSITE[sign]), node
        else:
            yield sign, known.node()
        return
    names = [] if _is_joined(form) else _repeated(form, found)
    if not names:
        yield sign, built(form, found)
        return
    columns = [found[name].items for name in names]  # type: ignore[union-attr]
    for row in zip(*columns, strict=True):
        single = {**found, **{name: node for name, (_, node) in zip(names, row, strict=True)}}
        yield (sign if row[0][0] in "+*" or sign in "*/" else OPPOSITE[sign]), built(form, single)


def _repeated(form: Node, found: Found) -> Sequence[str]:
    return [name for name in names_in(form) if name.startswith(EACH) and isinstance(found.get(name), Operands)]


def _is_joined(form: Node) -> bool:
    """Return whether names of operands are within the sum, the product or the number of them, and nowhere else."""
    joined = (
        each.arguments[0]
        for each in walk_nodes(form)
        if isinstance(each, Call) and each.function in {"sum", "product", "count", "lcm"}
    )
    inside = [each for argument in joined for each in walk_nodes(argument)]
    names = [each for each in walk_nodes(form) if isinstance(each, Name) and each.name.startswith(EACH)]
    return all(any(each is other for other in inside) for each in names)
