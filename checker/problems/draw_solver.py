"""Chooses drawn values that fulfil all conditions, by a hash: the same on every machine and version of Python.

The number for some words is the SHA-256 of their JSON list, read as one large integer.  A choice among n is the rest of
its division by n.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, Final, TypeVar

from checker.problems.draws import DrawCondition, FileDraws, Unsatisfiable

_Item = TypeVar("_Item")

NAME: Final = "checker draw 1"
"""The name of this hash, which is its first word."""

_BITS: Final = 53


def hashed(*words: str | int) -> int:
    """Return a large whole number that depends only on these words.

    >>> hashed("spring", "s1042", "encoder-layer") % 10
    1
    """
    return int.from_bytes(hashlib.sha256(json.dumps([NAME, *words]).encode()).digest())


class HashedRandom(Random):
    """A source of random numbers for the `draw` of question types, which depends only on some words.

    The algorithms of `random` may change with Python, so all that question types use is here.
    """

    def __init__(self, *words: str | int) -> None:
        super().__init__(0)
        self._words = words
        self._count = 0

    def random(self) -> float:
        """Return a random number from 0 up to, but not including, 1."""
        return (self._next() >> (256 - _BITS)) / float(2**_BITS)

    def uniform(self, a: float, b: float) -> float:
        """Return a random number from a to b."""
        return a + (b - a) * self.random()

    def randint(self, a: int, b: int) -> int:
        """Return a random whole number from a to b, both included."""
        return a + self._next() % (b - a + 1)

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """Return a random entry of a range."""
        found: int = self.choice(range(start) if stop is None else range(start, stop, step))
        return found

    def choice(self, seq: Any) -> Any:
        """Return a random entry of a sequence."""
        return seq[self._next() % len(seq)]

    def sample(self, population: Sequence[_Item], k: int, *, counts: Any = None) -> list[_Item]:
        """Return k different random entries of a sequence."""
        if counts is not None:
            raise NotImplementedError
        left = list(population)
        return [left.pop(self._next() % len(left)) for _ in range(k)]

    def _next(self) -> int:
        self._count += 1
        return hashed(*self._words, self._count)


FEW: Final = 1_000
"""Maximum number of combinations that are listed at once."""

TRIES: Final = 200
"""Number of combinations that are tried where there are more, before those that fit are listed."""

MOST_STEPS: Final = 40_000
"""Maximum number of values that are looked at to list them."""

MORE_TRIES: Final = 2_000
"""Number of combinations that are tried then, in which a value that an equation leaves to a draw is taken."""

NONE_FIT: Final = "no values of {} fit this condition; draw from more values, or change the condition"
NOT_FOUND: Final = "I found no values of {} that fit all conditions; draw from fewer values, or relax a condition"


class DrawGroup:
    """Draws that share conditions, so that their values are chosen together."""

    def __init__(self, draws: FileDraws, sites: tuple[int, ...], conditions: tuple[DrawCondition, ...]) -> None:
        self._draws = draws
        self.sites = sites
        self._conditions = conditions
        self._name = ", ".join(draws.sites[site].name for site in sites)
        self._sizes = [len(draws.sites[site].choices) for site in sites]
        self.size = math.prod(self._sizes)
        """Number of combinations, whether the conditions hold or not."""

    def pick(self, *words: str | int) -> dict[int, int]:
        """Return values that fulfil the conditions, {number of the draw: place of its value among its choices}.

        The same words (seed, student, problem) always give the same values.  Raise Unsatisfiable if none fit.
        """
        # Whether the fitting ones are listed already must not matter: a draw depends on the student alone.
        if self.size > FEW or not self._conditions:
            for attempt in range(TRIES):
                rest = hashed(*words, self._name, attempt)
                found = {}
                for site, size in zip(self.sites, self._sizes, strict=True):
                    rest, found[site] = divmod(rest, size)
                if not self._conditions or self._draws.are_possible(found, self._conditions, {}):
                    return found
            for attempt in range(TRIES, TRIES + MORE_TRIES):
                if (fits := self._search.combination_for(hashed(*words, self._name, attempt))) is not None:
                    return fits
        search = self._search
        if not search.fitting:
            message = NOT_FOUND if search.has_stopped else NONE_FIT
            raise Unsatisfiable(message.format(self._name), search.narrowest)
        return search.fitting[hashed(*words, self._name) % len(search.fitting)]

    @cached_property
    def _search(self) -> _Search:
        return _Search(self._draws, self.sites, self._conditions)


class _Search:
    """Searches for values of several draws that fulfil all conditions, each checked as soon as possible."""

    def __init__(self, draws: FileDraws, sites: tuple[int, ...], conditions: tuple[DrawCondition, ...]) -> None:
        self._draws = draws
        self._sites = sorted(sites, key=lambda site: len(draws.sites[site].choices))
        self._steps = 0
        self.has_stopped = False
        self._at: list[list[DrawCondition]] = [[] for _ in sites]
        for condition in conditions:
            self._at[max(self._sites.index(site) for site in condition.sites)].append(condition)
        self._furthest = -1
        self.narrowest = conditions[0]
        """The condition at which the search came no further."""

    @cached_property
    def fitting(self) -> list[dict[int, int]]:
        """Return all combinations that fulfil the conditions, {draw: place of its value among its choices}.

        After `MOST_STEPS` values only those found so far; `has_stopped` says so.
        """
        return list(self._found({}))

    def combination_for(self, rest: int) -> dict[int, int] | None:
        """Choose a value for each draw by the digits of a large random number; return None if a condition fails.

        If an equation such as `d_ff == 4*d_model` fixes a value, that one is taken, so all combinations that fit are
        equally likely.
        """
        picks: dict[int, int] = {}
        for depth, site in enumerate(self._sites):
            places = self._places(depth, picks)
            if not places:
                return None
            rest, place = divmod(rest, len(places))
            picks[site] = places[place]
            if not all(self._holds(each, picks) for each in self._at[depth]):
                return None
        return picks

    def _found(self, picks: Mapping[int, int]) -> Iterator[dict[int, int]]:
        """Yield the combinations that begin with these values."""
        depth = len(picks)
        if depth == len(self._sites):
            yield dict(picks)
            return
        site = self._sites[depth]
        for place in self._places(depth, picks):
            self._steps += 1
            if self._steps > MOST_STEPS:
                self.has_stopped = True
                return
            longer = {**picks, site: place}
            failed = next((each for each in self._at[depth] if not self._holds(each, longer)), None)
            if failed is None:
                yield from self._found(longer)
            elif depth > self._furthest:
                self._furthest, self.narrowest = depth, failed

    def _places(self, depth: int, picks: Mapping[int, int]) -> Sequence[int]:
        """Return the places of the values that a draw may still take: all, or the only one that an equation allows."""
        site = self._draws.sites[self._sites[depth]]
        for condition in self._at[depth]:
            only = self._draws.only_place(condition, self._sites[depth], picks)
            if only is not None:
                return only
        return range(len(site.choices))

    def _holds(self, condition: DrawCondition, picks: Mapping[int, int]) -> bool:
        return self._draws.are_possible(picks, (condition,), {})


def groups_of(draws: FileDraws) -> list[DrawGroup]:
    """Return the draws in groups that share conditions.

    Conditions without draws, or with what the question type draws, are in none.
    """
    owner = {number: {number} for number in range(len(draws.sites))}
    alone = [each for each in draws.conditions if not each.is_typed]  # the others wait for what the type draws
    for condition in alone:
        joined = set[int]().union(*(owner[site] for site in condition.sites))
        owner |= dict.fromkeys(joined, joined)
    found = []
    for sites in {min(each): each for each in owner.values()}.values():
        conditions = tuple(each for each in alone if each.sites and sites.issuperset(each.sites))
        found.append(DrawGroup(draws, tuple(sorted(sites)), conditions))
    return found
