"""Searches drawn values that fulfil all conditions, by a hash: the same on every machine and version of Python.

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

from checker.problems.draws import DrawCondition, Draws, Unsatisfiable

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

    def __init__(self, draws: Draws, sites: Sequence[int], conditions: tuple[DrawCondition, ...]) -> None:
        self._draws = draws
        self._sites = sites
        self._conditions = conditions
        self._name = ", ".join(draws.sites[site].name for site in sites)
        self._in_order = sorted(sites, key=self._size)
        self._at: list[list[DrawCondition]] = [[] for _ in sites]
        """The conditions that can be decided at each of the draws in order."""
        for condition in conditions:
            self._at[max(self._in_order.index(site) for site in condition.sites)].append(condition)
        self._steps = 0
        self._furthest = -1
        self._narrowest = conditions[:1]
        """The condition at which the search came no further."""

    def _size(self, site: int) -> int:
        return len(self._draws.sites[site].choices)

    def pick(self, *words: str | int) -> dict[int, int]:
        """Return values that fulfil the conditions, {number of the draw: place of its value among its choices}.

        The same words (seed, student, problem) always give the same values.  Raise Unsatisfiable if none fit.
        """
        # Whether the fitting ones are listed already must not matter: a draw depends on the student alone.
        if math.prod(map(self._size, self._sites)) > FEW or not self._conditions:
            for attempt in range(TRIES + MORE_TRIES):
                number = hashed(*words, self._name, attempt)
                found = self._any(number) if attempt < TRIES else self._solved(number)
                if found is not None and self._draws.are_possible(found, self._conditions, {}):
                    return found
        if not self._fitting:
            message = NOT_FOUND if self._steps > MOST_STEPS else NONE_FIT
            raise Unsatisfiable(message.format(self._name), self._narrowest[0])
        return self._fitting[hashed(*words, self._name) % len(self._fitting)]

    def _any(self, number: int) -> dict[int, int]:
        """Choose a value for each draw by the digits of a large random number."""
        picks = {}
        for site in self._sites:
            number, picks[site] = divmod(number, self._size(site))
        return picks

    def _solved(self, number: int) -> dict[int, int] | None:
        """Choose as `_any` does, but take the value that an equation leaves to a draw; None if that is no choice.

        All combinations that fit are then equally likely.
        """
        picks: dict[int, int] = {}
        for depth, site in enumerate(self._in_order):
            places = self._left(depth, picks)
            if not places:
                return None
            number, place = divmod(number, len(places))
            picks[site] = places[place]
            if not self._draws.are_possible(picks, self._at[depth], {}):
                return None
        return picks

    @cached_property
    def _fitting(self) -> list[dict[int, int]]:
        """Return all combinations that fulfil the conditions; after `MOST_STEPS` values only those found so far."""
        return list(self._found({}))

    def _found(self, picks: Mapping[int, int]) -> Iterator[dict[int, int]]:
        """Yield the combinations that begin with these values."""
        depth = len(picks)
        if depth == len(self._in_order):
            yield dict(picks)
            return
        for place in self._left(depth, picks):
            self._steps += 1
            if self._steps > MOST_STEPS:
                return
            longer = {**picks, self._in_order[depth]: place}
            failed = next((each for each in self._at[depth] if not self._draws.are_possible(longer, (each,), {})), None)
            if failed is None:
                yield from self._found(longer)
            elif depth > self._furthest:
                self._furthest, self._narrowest = depth, (failed,)

    def _left(self, depth: int, picks: Mapping[int, int]) -> Sequence[int]:
        """Return the places of the values that a draw may still take: all, or the only one that an equation allows."""
        site = self._in_order[depth]
        solved = (self._draws.only_place(condition, site, picks) for condition in self._at[depth])
        return next((each for each in solved if each is not None), range(self._size(site)))


def groups_of(draws: Draws) -> list[DrawGroup]:
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
        found.append(DrawGroup(draws, sorted(sites), conditions))
    return found
