"""A pattern of a wrong rule with its conditions: what the letters of the pattern are in a formula that it fits.

Patterns and conditions are read from the text of a rule when they are first needed; a fault in it raises RuleError.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import islice
from typing import Final

from checker.derivation.changes import RuleError, pattern_tree
from checker.derivation.patterns import WHOLE, WITHIN, Found, Matcher, Operands, kind_of, matcher
from checker.derivation.trees import plus, product_of, terms_of
from checker.formula.nodes import Call, Literal, Minus, Name, Node, Power, is_name, names_in

_MOST_OPERANDS: Final = 1_000
_COUNT: Final = re.compile(r"(\d+)\+")
KINDS: Final[Mapping[str, Callable[[Node], bool]]] = {
    "number": lambda node: isinstance(node, Literal),
    "whole": lambda node: isinstance(node, Literal) and isinstance(node.value, int),
    "symbol": lambda node: isinstance(node, Name),
    "size": lambda node: isinstance(node, Name) and node.name[0] in "nN",
    "sum": lambda node: bool(terms_of(node)),
    "pair": lambda node: len(terms_of(node)) == 2,
    "product": lambda node: product_of(node) is not None,
    "power": lambda node: isinstance(node, Power),
    "minus": lambda node: isinstance(node, Minus),
    "function": lambda node: isinstance(node, Call),
    "atom": lambda node: isinstance(node, Literal | Name),
    "temperature": lambda node: (isinstance(node, Name) and node.name[:1] in "TΔθ") or is_name(node, "dT"),
    "tail": lambda node: isinstance(node, Call) and node.function.endswith(("_cdf", "_sf")),
}
"""The kinds of formulas that a condition names, as in `n is not number`, and the test for each."""

NOTHING: Final[Found] = {}
ADDED: Final = "added"
"""A condition on a word of a sum: `each is added` means that no term of it is subtracted."""

IN_ORDER: Final = "in order"
"""A condition on the pattern: factors are not in any order."""

TWICE: Final = "twice"
"""A condition on a pattern that is looked for everywhere: it fits at two places at least."""

_COMPARISON: Final = re.compile("(.+) ([<=]) (.+)")
_CONDITION: Final = re.compile(r"(\w+) is (not )?(.+)")

_Test = Callable[[Found], Iterable[Found]]
"""Yields what is known of a formula where a condition holds."""


class ConditionedPattern:
    """A pattern of a rule and its conditions."""

    def __init__(self, place: str, pattern: str, conditions: str, known: Found = NOTHING) -> None:
        """`known` are names that stand for themselves."""
        self._place, self._pattern, self._known = place, pattern, known
        self._conditions = [each.strip() for each in conditions.split(";")] if conditions else []
        self._in_order = IN_ORDER in self._conditions
        self.is_twice = TWICE in self._conditions

    @cached_property
    def tree(self) -> Node:
        """Return the pattern as a tree."""
        return pattern_tree(self._place, self._pattern)

    @cached_property
    def root(self) -> str:
        """Return the kind of the formulas that the pattern may fit."""
        return kind_of(self.tree)

    def may_fit(self, node: Node) -> bool:
        """Report whether a formula is of the kind of the pattern; a single letter or word fits any."""
        return self.root in {kind_of(node), Name.__name__}

    @cached_property
    def _matches(self) -> Matcher:
        """Return the function that yields the ways in which the pattern fits a formula."""
        return matcher(self.tree, in_order=self._in_order, letters=frozenset(self._known))

    @cached_property
    def tests(self) -> Sequence[_Test]:
        """Return the tests of the conditions."""
        return [self._test(*each) for each in self._parsed]

    @cached_property
    def names(self) -> set[str]:
        """Return the letters and words of the pattern and of the conditions."""
        forms = (form for _, is_wanted, _, form in self._parsed if is_wanted and form)
        return {WHOLE, *self._known, *names_in(self.tree)}.union(*map(names_in, forms))

    @cached_property
    def _parsed(self) -> Sequence[tuple[str, bool, str, Node | None]]:
        """Return the conditions: name, whether it must hold, the kind, and the formula that is none of the kinds."""
        found: list[tuple[str, bool, str, Node | None]] = []
        known = {*names_in(self.tree), *self._known, WITHIN}
        for condition in self._conditions:
            if condition not in {IN_ORDER, TWICE} and not _COMPARISON.fullmatch(condition):
                parts = _CONDITION.fullmatch(condition)
                if not parts or parts[1] not in known:
                    raise RuleError(self._place, f"`{condition}` is no condition on a letter of `{self._pattern}`")
                name, is_wanted, kind = parts[1], not parts[2], parts[3].strip()
                is_kind = kind in KINDS or kind in {"empty", ADDED} or _COUNT.fullmatch(kind)
                form = None if is_kind else pattern_tree(self._place, kind)
                known.update(names_in(form) if form and is_wanted else ())
                found.append((name, is_wanted, kind, form))
        return found

    @cached_property
    def comparisons(self) -> Sequence[tuple[str, Node]]:
        """Return the conditions on values: `<` or `=`, and the difference of its two sides."""
        found: list[tuple[str, Node]] = []
        for compared in filter(None, map(_COMPARISON.fullmatch, self._conditions)):
            left, right = (pattern_tree(self._place, compared[side]) for side in (1, 3))
            difference = plus(right, left, "-")
            if unknown := names_in(difference).keys() - self.names:
                raise RuleError(self._place, f"{', '.join(sorted(unknown))} in `{compared[0]}` is not in the pattern")
            found.append((compared[2], difference))
        return found

    def _test(self, name: str, is_wanted: bool, kind: str, form: Node | None) -> _Test:  # noqa: FBT001
        """Return the test of a condition, such as `n is not number`, `others is 1+` or `x is a/b`."""
        if form:
            return partial(
                _has_form, name, is_wanted, matcher(form, in_order=self._in_order, letters=frozenset({WHOLE}))
            )
        if kind in KINDS:
            is_kind = KINDS[kind]
            return lambda found: (found,) if all(is_kind(each) == is_wanted for each in nodes_of(found[name])) else ()
        if kind == ADDED:
            return lambda found: (found,) if all(sign == "+" for sign, _ in found[name].items) == is_wanted else ()  # type: ignore[union-attr]
        fewest, most = (0, 0) if kind == "empty" else (int(kind.removesuffix("+")), _MOST_OPERANDS)
        return lambda found: (found,) if fewest <= len(nodes_of(found[name])) <= most else ()

    def found_in(self, node: Node, around: Sequence[Node] = ()) -> Iterator[Found]:
        """Yield the ways in which the pattern fits a formula; without conditions on values the first one only.

        `around` are the formulas of which it is an operand.
        """
        known = {**self._known, WHOLE: node, WITHIN: Operands([("+", each) for each in around], is_sum=True)}
        fits = (each for found in self._matches(node, known) for each in _kept(found, self.tests))
        return fits if self.comparisons else islice(fits, 1)


def _kept(found: Found, tests: Sequence[_Test]) -> Iterator[Found]:
    """Yield what is known where all conditions hold."""
    if not tests:
        yield found
        return
    for each in tests[0](found):
        yield from _kept(each, tests[1:])


def _has_form(name: str, is_wanted: bool, fits: Matcher, found: Found) -> Iterable[Found]:  # noqa: FBT001
    """Yield what is known where an operand has a form; with not `is_wanted`, where no operand of the name has it."""
    if is_wanted:
        return (each for node in nodes_of(found[name]) for each in fits(node, found))
    return () if any(True for node in nodes_of(found[name]) for _ in fits(node, found)) else (found,)


def nodes_of(known: Node | Operands) -> Sequence[Node]:
    """Return the formulas that a letter or a word fits."""
    return [node for _, node in known.items] if isinstance(known, Operands) else [known]
