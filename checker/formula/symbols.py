"""The meanings of an author's symbols in formulas, and the numbers and names among a question's parameters.

A symbol means a parameter, an expression, or several equal parameters:

N: num_layers
d_k: d_model/num_heads
n: num_encoder_layers = num_decoder_layers
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from itertools import chain
from typing import Any, Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.formula.names import NAME
from checker.formula.nodes import Exact, Name, Node, names_in
from checker.formula.parser import parse
from checker.formula.value import evaluate
from checker.text.number import OF_AUTHORS
from checker.text.plain import plain

MAX_LENGTH: Final = 200
_SYMBOL: Final = re.compile(NAME)


class SymbolMeaning(NamedTuple):
    """The meaning of a symbol: a parameter, an expression, or several parameters that are equal."""

    sides: tuple[Node, ...]
    """Expressions that are all equal; usually one."""
    names: tuple[str, ...]

    @property
    def tied(self) -> tuple[str, ...]:
        """Return the names of the parameters that the symbol says are equal."""
        return tuple(side.name for side in self.sides if isinstance(side, Name))

    def value(self, numbers: Mapping[str, Exact]) -> Exact:
        """Return the symbol's value, given those of the parameters.  Raise UnreadableAnswer if there is none."""
        first: Exact
        first, *others = (evaluate(side, numbers) for side in self.sides)
        if any(other != first for other in others):
            raise UnreadableAnswer(f"its sides differ: {', '.join(map(str, (first, *others)))}")
        return first


@lru_cache(1024)
def parse_meaning(text: str) -> SymbolMeaning:
    """Return the meaning of a symbol that an author wrote as text.  Raise UnreadableAnswer."""
    sides = tuple(parse(plain(side, MAX_LENGTH), OF_AUTHORS) for side in text.split("="))
    return SymbolMeaning(sides, tuple(dict.fromkeys(name for side in sides for name in names_in(side))))


def symbol_values(symbols: Mapping[str, str], numbers: Mapping[str, Exact]) -> dict[str, Exact]:
    """Return the values of symbols, given those of the parameters; without symbols that have no value."""
    found: dict[str, Exact] = {}
    for symbol, meant in symbols.items():
        with suppress(UnreadableAnswer):
            found[symbol] = parse_meaning(meant).value(numbers)
    return found


def is_symbol(text: str) -> bool:
    """Return whether a text can be a symbol that students write: a letter, then letters, digits and underscores."""
    return _SYMBOL.fullmatch(text) is not None


def numeric_arguments(arguments: Mapping[str, Any]) -> dict[str, Exact]:
    """Return the parameters of a question that are numbers, and named numbers inside of other parameters.

    >>> numeric_arguments({"d_k": 64, "symbols": {"n": 9, "p": {"value": 2}}})
    {'n': 9, 'p': 2, 'd_k': 64}
    """
    named = {name: value.get("value") if isinstance(value, dict) else value for name, value in _inner(arguments)}
    return {name: value for name, value in {**named, **arguments}.items() if type(value) in (int, float)}


def argument_names(arguments: Mapping[str, Any]) -> set[str]:
    """Return the names of a question's parameters, and of the symbols inside of them.

    >>> sorted(argument_names({"d_k": 64, "symbols": {"n": 9, "q": {"expression": "2*n"}}}))
    ['d_k', 'n', 'q', 'symbols']
    """
    return {*arguments, *(name for name, _ in _inner(arguments))}


def _inner(arguments: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    return chain.from_iterable(value.items() for value in arguments.values() if isinstance(value, dict))


def with_numbers(arguments: Mapping[str, Any], changes: Mapping[str, Exact]) -> dict[str, Any]:
    """Return the parameters of a question with other numbers for those in `changes`."""
    return {
        name: changes.get(name, {key: _with(old, changes.get(key)) for key, old in value.items()})
        if isinstance(value, dict)
        else changes.get(name, value)
        for name, value in arguments.items()
    }


def _with(old: Any, number: Exact | None) -> Any:
    if number is None:
        return old
    return {**old, "value": number} if isinstance(old, dict) else number
