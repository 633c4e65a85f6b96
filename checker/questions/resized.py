"""The same question at several values of its parameters: what a formula is compared with.

A spread is a variant whose values are tuples: of the question itself, then of questions beside it.  So a formula that
is right has the right value everywhere, and one that is wrong has those of a mistake.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Container, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from random import Random
from typing import TYPE_CHECKING, Any, Final

from checker.answers import Hints, hints_of
from checker.answers.symbols import numeric_arguments, parse_meaning, with_numbers
from checker.engine.errors import INVALID_RUN, UnreadableAnswer
from checker.engine.lane_run import LaneColumn, together
from checker.engine.recording import Recording, Step
from checker.engine.trace import NONE, TOTAL
from checker.notation.nodes import Exact
from checker.notation.vocabulary import NO_WORDS, Words
from checker.questions import parameters
from checker.questions.variant import AuthorMistake, Variant

if TYPE_CHECKING:
    from checker.answers.alphabet import Alphabet

DRAWS: Final = 3
"""So many questions stand beside the own one."""

MANY: Final = 20
"""So many stand beside it where formulas are compared."""

TRIES: Final = 30
"""So many other values of one parameter are tried, since sizes have to go together."""


class ResizedVariants(Variant):
    """Variants that differ in their sizes only; the question itself comes first.

    What is listed are formulas, each with its values at all of them.
    """

    def __init__(self, variants: Sequence[Variant], listed: AuthorMistake | None = None) -> None:
        self.variants = tuple(variants)
        own = self.variants[0]
        super().__init__(own.solver, own.arguments, own.declared, listed)

    def run(
        self,
        wrong: Mapping[str, str] = NONE,
        wanted: Container[str] = (),
        replace: Callable[[str, Any], Any] | None = None,
    ) -> dict[str, Any]:
        """As a variant's, with a tuple for each step that is one number; what replaces one is such a tuple, too."""
        runs = [
            variant.run(wrong, wanted, partial(_replaced, replace, place) if replace else None)
            for place, variant in enumerate(self.variants)
        ]
        steps = set(runs[0]).intersection(*runs[1:])
        taken = {
            step: tuple(run[step] for run in runs) for step in runs[0] if step in steps and _are_numbers(step, runs)
        }
        return self._with_listed(wrong, taken)

    def run_many(
        self,
        bits: Mapping[tuple[str, str], int],
        students: Sequence[int],
        wanted: Container[str] = (),
        replace: Callable[[str, Any], Any] | None = None,
    ) -> tuple[Sequence[int], dict[str, LaneColumn]]:
        """As `run`, for many students at once."""
        found: list[dict[str, LaneColumn]] = []
        for place, variant in enumerate(self.variants):
            students, columns = variant.run_many(
                bits, students, wanted, partial(_replaced, replace, place) if replace else None
            )
            found.append(columns)
        steps = [step for step in found[0] if all(step in columns for columns in found)]
        taken = {step: _numbers_of(together([columns[step] for columns in found], students)) for step in steps}
        return students, self._with_all_listed(bits, students, taken)

    def key(self, step: str = TOTAL) -> str:
        """Another one than the question's at its own sizes, and for other sizes."""
        return hashlib.sha256(" ".join(variant.key(step) for variant in self.variants).encode()).hexdigest()[:16]

    @cached_property
    def truth(self) -> Recording:
        """The survey of the reference solution, with the values of all questions at the steps that are one number."""
        survey = self.survey()
        boards = [{path: step.value for path, step in variant.board.items()} for variant in self.variants]
        survey.board = {
            path: Step(path, tuple(board[path] for board in boards), step.formula, step.uses)
            for path, step in survey.board.items()
            if _are_numbers(path, boards)
        }
        return survey

    def under(self, declared: Mapping[str, str]) -> ResizedVariants:
        """The same questions under other conventions."""
        return ResizedVariants([Variant(self.solver, variant.arguments, declared) for variant in self.variants])

    def alphabet(self, symbols: Mapping[str, str]) -> Alphabet:
        """What formulas are written in: symbols and parameters, with what they stand for at each of the questions."""
        from checker.answers.alphabet import Alphabet  # here, because few questions are answered with formulas

        points = tuple(_values(variant.arguments, symbols) for variant in self.variants)
        return Alphabet(tuple(symbols), points)


def hints(  # noqa: PLR0913, PLR0917 - what settles it
    question: Variant,
    step: str,
    truth: Any,
    decimal: str | None,
    symbols: Mapping[str, str],
    words: Words = NO_WORDS,
) -> Hints:
    """Return what a question settles about how answers to a step are read; those at several sizes are formulas."""
    found = hints_of(truth, decimal, symbols, question.unit_of(step))._replace(words=words)
    return found._replace(language=question.alphabet(symbols)) if isinstance(question, ResizedVariants) else found


@lru_cache(64)
def resized_variants(variant: Variant, symbols: tuple[tuple[str, str], ...], draws: int = DRAWS) -> ResizedVariants:
    """The question with others beside it, in which all that has a symbol varies; without symbols every number does.

    What has none may be written as the number that it is.
    """
    rng = Random(0)  # noqa: S311 - no secret: the same answer always gets the same verdict
    own, meanings = variant.bare, dict(symbols)
    groups = _groups(own, meanings)
    drawn = [_drawn(own, meanings, groups, rng) for _ in range(draws)]
    listed = variant.listed
    formulas = listed._replace(answers=listed.at_sizes) if listed and listed.at_sizes else None
    return ResizedVariants([own, *drawn], formulas)


@lru_cache(64)
def wider(variant: Variant, symbols: tuple[tuple[str, str], ...]) -> ResizedVariants:
    """The question with many others beside it, whose sizes are also small: formulas are compared at some of them."""
    rng = Random(1)  # noqa: S311 - no secret
    own, meanings = variant.bare, dict(symbols)
    groups = _groups(own, meanings)
    return ResizedVariants([own, *(_drawn(own, meanings, groups, rng, _of_any_size) for _ in range(MANY))])


def _replaced(replace: Callable[[str, Any], Any], place: int, path: str, value: Any) -> Any:
    """What goes on at one of the questions."""
    found = replace(path, value)
    return found[place] if found is not value and isinstance(found, tuple) else found


def _groups(variant: Variant, symbols: Mapping[str, str]) -> list[set[str]]:
    """The parameters that vary; those of one group are equal."""
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


def _drawn(
    variant: Variant,
    symbols: Mapping[str, str],
    groups: list[set[str]],
    rng: Random,
    other: Callable[[Exact, Random], Exact] | None = None,
) -> Variant:
    """One question beside it: each group in turn takes another value, if there is one with which the sizes agree."""
    found = variant
    for group in rng.sample(groups, len(groups)):
        for _ in range(TRIES):
            own = _by_name(variant.arguments)[min(group)]
            changed = _changed(found, group, (other or _near)(own, rng))
            if _fits(changed, variant, symbols):
                found = changed
                break
    return found


def _changed(variant: Variant, group: set[str], value: Exact) -> Variant:
    names = [name for name in numeric_arguments(variant.arguments) if parameters.in_file(name) in group]
    return Variant(variant.solver, with_numbers(variant.arguments, dict.fromkeys(names, value)), variant.declared)


def _near(own: Exact, rng: Random) -> Exact:
    """Another number of about this size."""
    if own < 0:
        return -_near(-own, rng)
    if isinstance(own, int):
        return rng.randint(min(own, 1), 2 * own + 3)
    return round(rng.uniform(0.5, 2) * own, 3) or rng.random()


def _of_any_size(own: Exact, rng: Random) -> Exact:
    """Another number, of any order of magnitude between that of 1 and its own."""
    small = abs(float(own)) ** rng.random()
    return _near((max(1, round(small)) if isinstance(own, int) else small) * (-1 if own < 0 else 1), rng)


def _fits(other: Variant, variant: Variant, symbols: Mapping[str, str]) -> bool:
    """Whether it is a question of the same kind: possible sizes, the same choices and the same steps."""
    if not parameters.are_possible(other.solver, other.arguments):
        return False
    try:
        _values(other.arguments, symbols)
        return _choices(other) == _choices(variant) and other.board.keys() == variant.board.keys()
    except (*INVALID_RUN, UnreadableAnswer):
        return False


def _choices(variant: Variant) -> dict[str, Any]:
    return {point.name: (point.options, point.right) for point in variant.menu.values()}


def _values(arguments: Mapping[str, Any], symbols: Mapping[str, str]) -> dict[str, Exact]:
    known = _by_name(arguments)
    return known | {symbol: parse_meaning(meant).value(known) for symbol, meant in symbols.items()}


def _by_name(arguments: Mapping[str, Any]) -> dict[str, Exact]:
    """The numbers, by the parameters' names in files."""
    return {parameters.in_file(name): value for name, value in numeric_arguments(arguments).items()}


def _numbers_of(column: LaneColumn) -> LaneColumn:
    """Those of its values that are numbers at all sizes."""
    numbers = {key: values for key, values in column.values.items() if all(map(_is_number, values))}
    return LaneColumn(column.mask, numbers)


def _are_numbers(step: str, runs: Sequence[Mapping[str, Any]]) -> bool:
    return all(_is_number(run[step]) for run in runs)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
