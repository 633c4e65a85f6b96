"""What the symbols of a formula stand for: parameters, expressions of them, or several parameters that are equal.

N: num_layers
d_k: d_model/num_heads
n: num_encoder_layers = num_decoder_layers
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.notation.names import NAME
from checker.notation.nodes import Exact, Name, Node, names_in
from checker.notation.number import OF_AUTHORS
from checker.notation.parser import parse
from checker.notation.text import plain
from checker.notation.value import evaluate

LONGEST: Final = 200
"""Characters of a meaning."""

_SYMBOL: Final = re.compile(NAME)


class Meaning(NamedTuple):
    """What one symbol stands for."""

    sides: tuple[Node, ...]
    """Expressions that are all equal; mostly one."""
    names: tuple[str, ...]
    """The parameters in them."""

    @property
    def tied(self) -> tuple[str, ...]:
        """The parameters that are equal just by being named so."""
        return tuple(side.name for side in self.sides if isinstance(side, Name))

    def value(self, numbers: Mapping[str, Exact]) -> Exact:
        """Its value.  Raises Unreadable for unknown names, for what has no value, and where its sides differ."""
        first: Exact
        first, *others = (evaluate(side, numbers) for side in self.sides)
        if any(other != first for other in others):
            raise UnreadableAnswer(f"its sides differ: {', '.join(map(str, (first, *others)))}")
        return first


@lru_cache(1024)
def meaning(text: str) -> Meaning:
    """The meaning that an author wrote.  Raises Unreadable."""
    sides = tuple(parse(plain(side, LONGEST), OF_AUTHORS) for side in text.split("="))
    return Meaning(sides, tuple(dict.fromkeys(name for side in sides for name in names_in(side))))


def values(symbols: Mapping[str, str], numbers: Mapping[str, Exact]) -> dict[str, Exact]:
    """What symbols stand for at these numbers; those that have no value are left out."""
    found: dict[str, Exact] = {}
    for symbol, meant in symbols.items():
        with suppress(UnreadableAnswer):
            found[symbol] = meaning(meant).value(numbers)
    return found


def is_symbol(text: str) -> bool:
    """Whether students can write it: a letter, then letters, digits and underscores."""
    return _SYMBOL.fullmatch(text) is not None


def numbers(arguments: Mapping[str, Any]) -> dict[str, Exact]:
    """The arguments that are numbers, and the numbers that stand in them by a name of their own.

    >>> numbers({"d_k": 64, "symbols": {"n": 9, "p": {"value": 2}}})
    {'n': 9, 'p': 2, 'd_k': 64}
    """
    inner = [value for value in arguments.values() if isinstance(value, dict)]
    named = {name: _number(value) for each in inner for name, value in each.items()}
    return {name: value for name, value in {**named, **arguments}.items() if type(value) in (int, float)}


def replaced(arguments: Mapping[str, Any], changes: Mapping[str, Exact]) -> dict[str, Any]:
    """The arguments with other numbers."""
    return {
        name: changes.get(name, {key: _with(old, changes.get(key)) for key, old in value.items()})
        if isinstance(value, dict)
        else changes.get(name, value)
        for name, value in arguments.items()
    }


def _number(value: Any) -> Any:
    return value.get("value") if isinstance(value, dict) else value


def _with(old: Any, number: Exact | None) -> Any:
    if number is None:
        return old
    return {**old, "value": number} if isinstance(old, dict) else number
