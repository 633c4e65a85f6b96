"""One question with several sets of parameter values ("sizes"), at which formulas are compared.

Two formulas count as equal if they have the same value at all sizes. The values of a `ResizedVariants` are tuples: the
value of the question itself, then those at other sizes. So a right formula has the right value at all sizes, and a
wrong one has the values of a mistake.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import fields
from functools import cached_property, lru_cache, partial
from random import Random
from typing import TYPE_CHECKING, Any, Final

from checker.engine.errors import INVALID_RUN, UnreadableAnswer
from checker.engine.recording import Recording, Step
from checker.engine.trace import EMPTY, TOTAL
from checker.formula.nodes import Exact
from checker.formula.symbols import numeric_arguments, parse_meaning, with_numbers
from checker.solvers import signature
from checker.solvers.variant import AuthorMistakes, Override, Variant
from checker.text.plain import is_degrees

if TYPE_CHECKING:
    from checker.formula.symbols import Alphabet

_DRAWS: Final = 3
"""Number of other sizes in a diagnosis."""

_TRIES: Final = 30
"""Maximum number of values that are tried for one parameter until the sizes fit together."""


class ResizedVariants(Variant):
    """One question at several sizes, the first of which is its own; each of its values is a tuple, an entry a size.

    Of the author's wrong answers it has only those that are formulas.
    """

    def __init__(self, variants: Sequence[Variant], listed: AuthorMistakes | None = None) -> None:
        self.variants = tuple(variants)
        own = {each.name: getattr(variants[0], each.name) for each in fields(Variant)}
        super().__init__(**{**own, "listed": listed})

    def run(
        self, wrong: Mapping[str, str] = EMPTY, wanted: Container[str] = (), override: Override | None = None
    ) -> dict[str, Any]:
        """Return {step: tuple of values, one for each size} for a student with these mistakes.

        `override` may return such a tuple, or one value for all sizes.
        """
        runs = [
            variant.run(wrong, wanted, partial(_override_at, override, place) if override else None)
            for place, variant in enumerate(self.variants)
        ]
        values = {step: tuple(run[step] for run in runs) for step in runs[0] if _are_numbers(step, runs)}
        if self.listed:
            self.listed.replace_value(values, wrong)
        return values

    def key(self, step: str = TOTAL) -> str:
        """Return a hash of the questions at all sizes, which differs from that of the question itself."""
        return hashlib.sha256(" ".join(variant.key(step) for variant in self.variants).encode()).hexdigest()[:16]

    @cached_property
    def truth(self) -> Recording:
        """Return the right solution, in which each step that is a number has a tuple with a value for every size."""
        recording = self._recorded()
        boards = [{path: step.value for path, step in variant.board.items()} for variant in self.variants]
        recording.board = {
            path: Step(path, tuple(board[path] for board in boards), step.formula, step.uses)
            for path, step in recording.board.items()
            if _are_numbers(path, boards)
        }
        return recording

    def with_conventions(self, declared: Mapping[str, str]) -> ResizedVariants:
        """Return the same questions with other conventions, without the wrong answers that the author lists."""
        return ResizedVariants([Variant(self.solver, variant.arguments, declared) for variant in self.variants])

    def alphabet(self, symbols: Mapping[str, str], step: str = TOTAL, named: Sequence[str] = ()) -> Alphabet:
        """Return the symbols and parameters that a formula for a step may use, with their values at all sizes.

        `named` are those that messages list; without any they list the symbols.
        """
        from checker.formula.symbols import Alphabet  # here, because few questions are answered with formulas

        points = tuple(_numbers_and_symbols(variant.arguments, symbols) for variant in self.variants)
        listed = tuple(name for name in named if name in points[0]) or tuple(symbols)
        units = dict(self.solver.units(self.arguments))
        units |= {symbol: units[meaning] for symbol, meaning in symbols.items() if meaning in units}
        angles = frozenset(name for name, unit in units.items() if is_degrees(unit))
        return Alphabet(listed, points, angles, units, self.unit_of(step))


@lru_cache(64)
def resized_variants(
    variant: Variant, symbols: tuple[tuple[str, str], ...] = (), draws: int = _DRAWS, *, widely: bool = False
) -> ResizedVariants:
    """Return the question with `draws` further sets of parameter values, always the same ones.

    Those parameters vary that have a symbol in `symbols`, ((symbol, meaning), ...); without symbols, every number.  A
    parameter without a symbol keeps its value, so a formula may have it as a number.  `widely`: the sizes are from 1 up
    to the question's own, and none of the author's wrong answers is kept.
    """
    original, meanings = variant.changed(listed=None), dict(symbols)
    groups, rng, draw = _groups(original, meanings), Random(int(widely)), _draw_any_size if widely else _draw_near
    others = [_draw_variant(original, meanings, groups, rng, draw) for _ in range(draws)]
    listed = variant.listed if variant.listed and variant.listed.at_sizes and not widely else None
    return ResizedVariants([original, *others], listed and listed._replace(answers=listed.at_sizes))


def _override_at(override: Override, place: int, path: str, value: Any) -> Any:
    """Return what `override` makes of a step's value at this size: of a new tuple the entry of the size.

    A value that it returns unchanged stays whole, even a tuple.
    """
    found = override(path, value)
    return found[place] if found is not value and isinstance(found, tuple) else found


def _groups(variant: Variant, symbols: Mapping[str, str]) -> list[set[str]]:
    """Return the parameters whose values vary, in groups that share one value; without symbols, every number alone."""
    known = _by_name(variant.arguments)
    if not symbols:
        return [{name} for name in known]
    groups: list[set[str]] = []
    for each in map(parse_meaning, symbols.values()):
        for tied in ({*each.tied}, *({name} for name in each.names)):
            touched = [group for group in groups if group & tied]
            groups = [group for group in groups if group not in touched]
            groups.append(tied.union(*touched))
    return [group for group in groups if group]


def _draw_variant(
    variant: Variant,
    symbols: Mapping[str, str],
    groups: list[set[str]],
    rng: Random,
    draw: Callable[[Exact, Random], Exact],
) -> Variant:
    found, values, choices = variant, _by_name(variant.arguments), _choices(variant)
    for group in rng.sample(groups, len(groups)):
        value = next((values[name] for name in sorted(group) if name in values), None)
        if value is None:  # symbols of another part's formula
            continue
        names = [name for name in numeric_arguments(variant.arguments) if signature.in_file(name) in group]
        for _ in range(_TRIES):
            drawn = with_numbers(found.arguments, dict.fromkeys(names, draw(value, rng)))
            resized = Variant(variant.solver, drawn, variant.declared)
            if _is_alike(resized, variant, choices, symbols):
                found = resized
                break
    return found


def _draw_near(value: Exact, rng: Random) -> Exact:
    if value < 0:
        return -_draw_near(-value, rng)
    if isinstance(value, int):
        return rng.randint(min(value, 1), 2 * value + 3)
    return round(rng.uniform(0.5, 2) * value, 3) or rng.random()


def _draw_any_size(value: Exact, rng: Random) -> Exact:
    """Return another number, of any order of magnitude between 1 and this one."""
    small = abs(float(value)) ** rng.random()
    return _draw_near((max(1, round(small)) if isinstance(value, int) else small) * (-1 if value < 0 else 1), rng)


def _is_alike(other: Variant, variant: Variant, choices: Mapping[str, Any], symbols: Mapping[str, str]) -> bool:
    if not signature.are_possible(other.solver, other.arguments):
        return False
    try:
        _numbers_and_symbols(other.arguments, symbols)
        return other.board.keys() == variant.board.keys() and _choices(other) == choices
    except (*INVALID_RUN, UnreadableAnswer):
        return False


def _choices(variant: Variant) -> dict[str, Any]:
    return {point.name: (point.options, point.right) for point in variant.menu.values()}


def _numbers_and_symbols(arguments: Mapping[str, Any], symbols: Mapping[str, str]) -> dict[str, Exact]:
    known = _by_name(arguments)
    return known | {symbol: parse_meaning(meant).value(known) for symbol, meant in symbols.items()}


def _by_name(arguments: Mapping[str, Any]) -> dict[str, Exact]:
    return {signature.in_file(name): value for name, value in numeric_arguments(arguments).items()}


def _are_numbers(step: str, runs: Sequence[Mapping[str, Any]]) -> bool:
    values = [run.get(step) for run in runs]
    return all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)
