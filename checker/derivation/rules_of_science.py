"""Wrong rules of physics and chemistry: reciprocals as of lenses, pH, what reacts and what forms, mixtures.

They are rules as in `checker/derivation/rules.py`.  Those under `definitions` in `rule_book.py` take a formula in which
symbols are replaced by their expressions: the author may have written it in one piece or in steps.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, Final

from checker.derivation.fields import InField
from checker.derivation.trees import (
    TWO,
    Rewriting,
    is_number,
    is_symbol,
    number,
    plus,
    product,
    product_of,
    sum_of_terms,
    terms_of,
)
from checker.derivation.weights import COMMON, TYPICAL, USUAL
from checker.formula.nodes import (
    OPPOSITE,
    Call,
    Chain,
    Literal,
    Minus,
    Name,
    Node,
    is_name,
    names_in,
    rewrite,
    walk_nodes,
)
from checker.formula.show import show, typed

_NEUTRAL: Final = 7
_OF_WATER: Final = 14


def ph(tree: Node, _: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who give the pOH for the pH, or the pH of water, or take a weak acid for a strong one.

    See Watters & Watters 2006.
    """
    logarithm = next((each for each in walk_nodes(tree) if isinstance(each, Call) and each.function == "log10"), None)
    terms, is_plain = terms_of(tree), isinstance(tree, Minus) and tree.operand is logarithm
    has_water = any(is_number(each, _OF_WATER) for _, each in terms)
    is_of_buffer = len(terms) == TWO and terms[1][1] is logarithm and is_symbol(terms[0][1]) and terms[0][0] == "+"
    if logarithm is None or not (is_plain or (has_water and len(terms) == TWO) or is_of_buffer):
        return
    is_turned = is_plain or not has_water
    elsewhere = f"You {'subtracted the result from' if is_turned else 'turned the sign and left out the'} {_OF_WATER}."
    text = InField("acids", "You gave the other one of pH and pOH.", elsewhere)
    yield Rewriting("as_poh", TYPICAL if has_water else USUAL, text, _other_of_ph_and_poh(tree, has_water=has_water))
    inner = logarithm.arguments[0]
    if isinstance(inner, Call) and inner.function == "sqrt":
        if has_water or "Kw" in names_in(inner):
            said = "You took the solution for neutral. It is not."
            text = InField("acids", said, f"You gave {_NEUTRAL}, half of {_OF_WATER}.")
            yield Rewriting("neutral", USUAL, text, number(_NEUTRAL))
        under = product_of(inner.arguments[0])
        for factor in under.factors if under and not under.divisors else ():
            said = f"You took {show(factor)} itself for the concentration of the ions, as of a strong acid or base."
            text = InField("acids", said, f"You used {show(factor)} instead of {show(inner)}.")
            if not factor_is_constant(factor):
                yield Rewriting("as_strong", COMMON, text, _with_argument(tree, logarithm, factor))


def factor_is_constant(factor: Node) -> bool:
    """Return whether a factor's name, such as Ka, is that of an equilibrium constant."""
    return isinstance(factor, Literal) or (isinstance(factor, Name) and factor.name.startswith("K"))


def _other_of_ph_and_poh(tree: Node, *, has_water: bool) -> Node:
    """Return the formula of the pOH for that of the pH, and the reverse."""
    if isinstance(tree, Minus):
        return plus(number(_OF_WATER), tree.operand)
    if has_water:
        rest = [(sign, each) for sign, each in terms_of(tree) if not is_number(each, _OF_WATER)]
        return sum_of_terms([("-" if sign == "+" else "+", each) for sign, each in rest])
    return plus(number(_OF_WATER), tree, "-")


def _with_argument(tree: Node, call: Call, argument: Node) -> Node:
    """Return a tree in which a call has another argument."""
    return rewrite(tree, lambda node: Call(call.function, (argument,), 0) if node == call else node)


def signs_exchanged(tree: Node, _: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who add where a quantity is subtracted and the reverse, as in (b - s)/(a + s).

    They confuse what reacts with what forms.
    """
    signs: defaultdict[str, set[str]] = defaultdict(set)
    first: dict[str, Node] = {}
    for node in walk_nodes(tree):
        for sign, term in terms_of(node):
            if not isinstance(term, Literal):
                signs[typed(term)].add(sign)
                first.setdefault(typed(term), term)
    for place, (key, both) in enumerate(signs.items()):
        if len(both) == TWO:
            new = rewrite(tree, lambda node, key=key: _with_other_sign(node, key))  # type: ignore[misc]
            text = f"You added {show(first[key])} where it is subtracted, and subtracted it where it is added."
            yield Rewriting(f"signs_exchanged_{place}", USUAL, text, new)


def _with_other_sign(node: Node, key: str) -> Node:
    """Return a sum in which the term of this text has the other sign; any other node as it is."""
    terms = terms_of(node)
    if not any(typed(term) == key for _, term in terms):
        return node
    return sum_of_terms([(OPPOSITE[sign] if typed(term) == key else sign, term) for sign, term in terms])


def same_factor_ignored(tree: Node, _: Mapping[str, Any]) -> Iterator[Rewriting]:
    """Yield formulas of students who leave out two alike factors.

    An example is V_1 and V_2, each in its own products: the volumes of mixed solutions.
    """
    products = [parts for node in walk_nodes(tree) if (parts := product_of(node))]
    alike: defaultdict[str, list[str]] = defaultdict(list)
    for name in names_in(tree):
        if len(name) > 1:
            alike[name[0]].append(name)
    for names in alike.values():
        for pair in combinations(names, TWO):
            uses = [sum(is_name(each, name) for parts in products for each in parts.factors) for name in pair]
            occurs = [sum(is_name(each, name) for each in walk_nodes(tree)) for name in pair]
            together = (all(any(is_name(each, name) for each in parts.factors) for name in pair) for parts in products)
            if uses == occurs and not any(together):
                new = rewrite(tree, lambda node, pair=pair: _without(node, pair))  # type: ignore[misc]
                text = f"You left out {pair[0]} and {pair[1]}."
                yield Rewriting(f"without_{pair[0]}_and_{pair[1]}", COMMON, text, new)


def _without(node: Node, names: tuple[str, ...]) -> Node:
    """Return a product without the factors of these names; any other node as it is."""
    parts = product_of(node)
    if not parts or not isinstance(node, Chain):
        return node
    kept = [each for each in parts.factors if not (isinstance(each, Name) and each.name in names)]
    return product(kept, parts.divisors) if len(kept) < len(parts.factors) else node
