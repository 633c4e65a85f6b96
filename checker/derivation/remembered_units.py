"""A cache of conversions between units in expressions, for questions with the same symbols in the same units."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, Final, NamedTuple

from checker.derivation.arithmetic import is_array
from checker.derivation.dimensions import Converted, in_units
from checker.derivation.measure_reader import Units
from checker.engine.memory import Memory
from checker.formula.nodes import Node

MAX_REMEMBERED: Final = 512
"""Maximum number of expressions whose conversions are remembered."""


class _Given(dict[str, Any]):
    """The values of symbols, which notes those that somebody looks at."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        super().__init__(values)
        self.seen: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        """Return the value of a symbol."""
        self.seen[name] = super().__getitem__(name)
        return self.seen[name]

    def get(self, name: str, default: Any = None) -> Any:
        """Return the value of a symbol, or a default, and note that the conversion depends on it."""
        try:
            return self[name]
        except KeyError:
            return default


class _Remembered(NamedTuple):
    """A conversion, and the values that it depends on, such as exponents."""

    converted: Converted
    seen: Mapping[str, Any]

    def holds_for(self, given: Mapping[str, Any]) -> bool:
        """Return whether an expression with these values of its symbols is converted in the same way."""
        return all(given[name] is value or _is_equal(given[name], value) for name, value in self.seen.items())


def _is_equal(one: Any, other: Any) -> bool:
    """Return whether two numbers are equal and of one type; False for arrays."""
    return type(one) is type(other) and not is_array(one) and bool(one == other)


class _Latest:
    """The conversion that was made last."""

    kept: _Remembered | None = None


_remembered: Final[Memory[Hashable, _Latest]] = Memory(MAX_REMEMBERED)


def remembered_in_units(tree: Node, symbols: Units, unit: str | None) -> Converted:
    """Return what `in_units` returns, from memory if the same expression was converted before."""
    key = tree, unit, (*symbols.given,), (*symbols.derived.items(),), (*symbols.units.items(),)
    latest = _remembered.get(key, _Latest)
    kept = latest.kept  # another thread may replace it
    if kept and kept.holds_for(symbols.given):
        return kept.converted
    given = _Given(symbols.given)
    converted = in_units(tree, symbols._replace(given=given), unit)
    latest.kept = _Remembered(converted, given.seen)
    return converted
