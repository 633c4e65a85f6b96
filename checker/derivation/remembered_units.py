"""The conversions of units in an expression, found once for all questions with the same symbols in the same units."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, Final, NamedTuple

from checker.derivation.arithmetic import is_array
from checker.derivation.dimensions import Converted, Units, in_units
from checker.engine.memory import Memory
from checker.notation.nodes import Node

MAX_REMEMBERED: Final = 512
"""Maximum number of expressions whose conversions are remembered."""


class _Given(dict[str, Any]):
    """The values of symbols, which notes those that somebody looks at."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        super().__init__(values)
        self.seen: dict[str, Any] = {}

    def get(self, name: str, default: Any = None) -> Any:
        """Return the value of a symbol."""
        if name in self:
            self.seen[name] = self[name]
        return super().get(name, default)


class _Remembered(NamedTuple):
    """A conversion, and the values that it depends on, such as exponents."""

    converted: Converted
    seen: Mapping[str, Any]

    def holds_for(self, given: Mapping[str, Any]) -> bool:
        """Return whether these numbers are converted in the same way."""
        return all(given[name] is value or _is_equal(given[name], value) for name, value in self.seen.items())


def _is_equal(one: Any, other: Any) -> bool:
    return type(one) is type(other) and not is_array(one) and bool(one == other)


_remembered: Final[Memory[Hashable, list[_Remembered]]] = Memory(MAX_REMEMBERED)


def remembered_in_units(tree: Node, symbols: Units, unit: str | None) -> Converted:
    """Return what `in_units` does."""
    key = tree, unit, (*symbols.given,), (*symbols.derived.items(),), (*symbols.units.items(),)
    latest = _remembered.get(key, list)
    for each in [*latest]:
        if each.holds_for(symbols.given):
            return each.converted
    given = _Given(symbols.given)
    converted = in_units(tree, symbols._replace(given=given), unit)
    latest[:] = [_Remembered(converted, given.seen)]
    return converted
