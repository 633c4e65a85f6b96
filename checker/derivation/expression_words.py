"""Says expressions in words for students: `the 97.5% t quantile`, symbols as the question shows them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from checker.derivation.arithmetic import is_array
from checker.derivation.symbols import SymbolTable
from checker.formula.functions import OF_DISTRIBUTIONS
from checker.formula.names import greek_spellings
from checker.formula.nodes import Call, Chain, Literal, Minus, Name, Node, rewrite
from checker.formula.show import show

MAX_LENGTH: Final = 60
"""Maximum number of characters of the formula that is shown in place of a symbol."""

_WORD: Final = re.compile(r"[a-z_]{4,}")

_OF_LISTS: Final[Mapping[str, str]] = {
    "mean": "the mean",
    "median": "the median",
    "sd": "the standard deviation",
    "psd": "the standard deviation",
    "var": "the variance",
    "pvar": "the variance",
    "cov": "the covariance",
    "corr": "the correlation",
    "slope": "the slope",
    "intercept": "the intercept",
    "sum": "the sum",
    "count": "the number of values",
}

_OF_ARGUMENTS: Final[Mapping[str, str]] = {
    "norm": "the length of {}",
    "det": "the determinant of {}",
    "inv": "the inverse of {}",
    "transpose": "the transpose of {}",
    "dot": "the dot product of {} and {}",
    "cross": "the cross product of {} and {}",
    "comb": "{} choose {}",
    "min": "the smaller of {} and {}",
    "max": "the larger of {} and {}",
}
"""Functions by what they are called in class, with places for their arguments."""

_NUMBER_OF_VALUES: Final = "n"
"""The name for the number of values in an expression, unless a symbol of the question has it."""

_OF_DISTRIBUTIONS: Final = {"cdf": "P(X ≤ {})", "sf": "P(X > {})", "pmf": "P(X = {})", "pdf": "the density at {}"}
"""The same for what is asked of a distribution, which the question names anyway."""


class ExpressionWords:
    """The words for the expressions of a question.

    `shown` are the names that its prompt has, or None where there is no prompt.  A symbol that it does not show and
    that has no description is said by its number, or by its formula.
    """

    def __init__(self, symbols: SymbolTable, shown: frozenset[str] | None) -> None:
        self._symbols = symbols
        self._shown = shown
        self._lists = [name for name, value in symbols.given.items() if is_array(value)]

    def is_shown(self, name: str) -> bool:
        """Return whether students know a symbol by its name: it is in the prompt, is a word, or there is no prompt."""
        spellings = greek_spellings(name)
        is_word = len(spellings) == 1 and _WORD.fullmatch(name)
        return self._shown is None or bool(is_word) or not self._shown.isdisjoint(spellings)

    def text(self, node: Node) -> str:
        """Return an expression in words: `the 97.5% t quantile`."""
        return self._as_call(node) or show(self.inner(node))

    def part(self, node: Node) -> str:
        """Return an expression as a sentence has it; a formula in place of a symbol in brackets."""
        inner = self.inner(node)
        is_replaced = isinstance(node, Name) and isinstance(inner, Minus | Chain)
        return f"({show(inner)})" if is_replaced else self.text(node)

    def is_worded(self, node: Node) -> bool:
        """Return whether an expression is a call of a function that can be said in words."""
        return bool(self._as_call(node))

    def inner(self, node: Node) -> Node:
        """Return a tree in which functions and symbols that a student does not know are said in other words."""
        return rewrite(node, self._as_part)

    def _as_part(self, node: Node) -> Node:
        if isinstance(node, Name):
            return self._symbol(node)
        if isinstance(node, Call) and (words := self._as_call(node)):
            is_taken = _NUMBER_OF_VALUES in {*self._symbols.given, *self._symbols.derived}
            is_count = words == _OF_LISTS["count"] and not is_taken
            is_notation = words.startswith("P(")
            return Name(_NUMBER_OF_VALUES if is_count else words if is_notation else f"({words})", node.place)
        return node

    def _symbol(self, node: Name) -> Node:
        name = node.name
        if self.is_shown(name) or name in self._symbols.descriptions:
            return node
        if name in self._symbols.derived:
            tree = self.inner(self._symbols.derived[name].tree)
            return tree if len(show(tree)) <= MAX_LENGTH else node
        value = self._symbols.given.get(name)
        if value is None or is_array(value) or isinstance(value, complex):
            return node
        return Literal(value, node.place) if value >= 0 else Minus(Literal(-value, node.place), node.place)

    def _as_call(self, node: Node) -> str:
        if not isinstance(node, Call):
            return ""
        if node.function in OF_DISTRIBUTIONS:
            return self._of_distribution(node)
        if node.function in _OF_LISTS and (of := self._of_lists(node.arguments)) is not None:
            return _OF_LISTS[node.function] + of
        words = _OF_ARGUMENTS.get(node.function, "")
        if not words or words.count("{}") != len(node.arguments):
            return ""
        return words.format(*(show(self.inner(each)) for each in node.arguments))

    def _of_lists(self, arguments: Sequence[Node]) -> str | None:
        """Return ` of x and y`, the lists in the arguments; empty if there are no others, None if one is no list."""
        names = [each.name for each in arguments if isinstance(each, Name) and each.name in self._lists]
        if len(names) != len(arguments):
            return None
        if len(names) == len(self._lists):
            return ""
        return f" of {' and '.join(self._symbols.descriptions.get(name, name) for name in names)}"

    def _of_distribution(self, node: Call) -> str:
        family, _, what = node.function.partition("_")
        first = node.arguments[0]
        if what != "quantile":
            return _OF_DISTRIBUTIONS[what].format(show(self.inner(first)))
        if isinstance(first, Literal):
            return f"the {show(Literal(first.value * 100, 0))}% {family} quantile"
        return f"the {family} quantile at {show(self.inner(first))}"
