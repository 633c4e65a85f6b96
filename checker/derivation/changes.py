"""Changes of formulas, `PATTERN => FORM`: what authors write where students write something else."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final, NamedTuple

from checker.derivation.flat_tree import flatten_tree
from checker.derivation.patterns import WHOLE, Found, built, kind_of, matcher
from checker.derivation.symbols import CALLABLE
from checker.engine.errors import UnreadableAnswer
from checker.formula.nodes import Name, Node, names_in
from checker.formula.parser import parse_program

ARROW: Final = "=>"
_OTHERS, _BEFORE, _AFTER = "others", "before", "after"
"""Words that stand for the other factors or terms of a formula in which a change is made."""


class RuleError(Exception):
    """Raised for a fault in a wrong rule: the problem, and the place of the rule if it is in a file of rules."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(f"{place}: {problem}" if place else problem)


def pattern_tree(place: str, text: str) -> Node:
    """Return the tree of a pattern, a condition or a form.  Raise RuleError if it is faulty."""
    try:
        return parse_program(text, CALLABLE)
    except UnreadableAnswer as error:
        raise RuleError(place, f"`{text}` cannot be read: {error}") from None


def sides_of(change: str, place: str = "") -> tuple[str, str]:
    """Return the pattern and the wrong form of a change.  Raise RuleError if one is missing."""
    pattern, arrow, form = map(str.strip, change.partition(ARROW))
    if not (arrow and pattern and form):
        raise RuleError(place, f"`{change}` is not `PATTERN => FORM`")
    return pattern, form


class Change(NamedTuple):
    """A change in formulas: the names that a formula has in which the pattern may fit, and what it makes of a node."""

    names: frozenset[str]
    changed: Callable[[Node], Node]


def change_of(change: str, names: Collection[str]) -> Change:
    """Return an author's change of formulas, which leaves a node as it is where the pattern does not fit.

    The pattern may also be some of the factors of a product, or terms of a sum that follow each other.  `names` stand
    for themselves.  Raise RuleError for a faulty change.
    """
    pattern, form = sides_of(change)
    kind = kind_of(pattern_tree("", pattern))
    if kind == "product":
        pattern, form = f"{pattern}*{_OTHERS}", f"({form})*{_OTHERS}"
    elif kind == "sum":
        pattern, form = f"{_BEFORE} + {pattern} + {_AFTER}", f"{_BEFORE} + {form} + {_AFTER}"
    tree, new = flatten_tree(pattern_tree("", pattern)), pattern_tree("", form)
    if unknown := [name for name in names_in(new) if name not in names and name not in names_in(tree)]:
        raise RuleError("", f"`{change}` has {unknown[0]}, which is not in the formulas")
    fits = matcher(tree, letters=frozenset(names))
    known: Found = {name: Name(name, 0) for name in names}

    def changed(node: Node) -> Node:
        if kind_of(node) != kind:
            return node
        found = next(fits(node, {**known, WHOLE: node}), None)
        return flatten_tree(built(new, found)) if found else node

    return Change(frozenset(names).intersection(names_in(tree)), changed)
