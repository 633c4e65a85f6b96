"""Draws in a problem file: which values each may have, conditions on them, and the file with values in their places.

A draw stands in place of a value below `parameters`: `{choose: [64, 128]}`, `{from: 2, to: 12, step: 2}` or `{like:
d_model}`.  `where` has conditions next to `parameters`.

Values that fulfil all conditions are chosen by a hash, the same on every machine and version of Python.  The number for
some words is the SHA-256 of their JSON list, read as one large integer.  A choice among n is the rest of its division
by n.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Sequence
from collections.abc import Mapping as AnyMapping
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

from checker.derivation import arithmetic
from checker.derivation.arithmetic import NO_VALUE, NoValue, Operand
from checker.derivation.condition import check_condition
from checker.derivation.evaluate import TooManySteps, evaluate, is_true
from checker.derivation.ranges import exact_number, numbers_between
from checker.derivation.symbols import Formula, read_formula
from checker.document import DocumentNode, Mapping
from checker.document import Sequence as SequenceNode
from checker.document.findings import DataPath, Findings, Issue
from checker.document.nodes import node_at, replaced
from checker.engine.errors import ParameterError
from checker.formula.nodes import Call, Chain, names_in
from checker.formula.value import CONSTANTS
from checker.problems.schema import draws_below, sections_of
from checker.text.words import UnknownName, shortened

_Item = TypeVar("_Item")

Values = AnyMapping[DataPath, DocumentNode]
"""Drawn values, by their paths in the file."""

_MOST_PIECES: Final = 1_000
"""Maximum number of pieces of a condition that are computed for some values: it is looked at for thousands of them."""

_SAMPLES: Final = (0, 1, Fraction(-7, 2), Fraction(2001, 2))
"""Numbers by which an equation is known to be linear."""

_TOO_LONG: Final = "this condition takes too long; a sum or a product in it has at most some hundred terms"
_FORMS: Final = "{choose: [64, 128]}, {from: 2, to: 12, step: 2} or {like: another_parameter}"


class Unsatisfiable(Exception):  # noqa: N818 - the name of an outcome
    """Raised where no drawn values fulfil the conditions."""

    def __init__(self, message: str, condition: DrawCondition) -> None:
        super().__init__(message)
        self.condition = condition


class Site(NamedTuple):
    """One draw in a problem file: its path, its name, and the values to choose from."""

    path: DataPath
    name: str
    choices: Sequence[DocumentNode]


class DrawCondition(NamedTuple):
    """A condition in `where` of a problem file, with the paths of the values that it names."""

    formula: Formula
    paths: AnyMapping[str, DataPath]
    sites: tuple[int, ...]
    """The numbers of the draws that it depends on."""
    is_typed: bool
    """It depends on what the question type draws, too."""


class Draws:
    """All draws of a problem file, the values that follow from them, and the conditions on them."""

    def __init__(self, findings: Findings, of_type: Sequence[str]) -> None:
        """Read them, and report what is wrong; `of_type` are the parameters that the question type draws."""
        self.root = findings.root
        self._findings = findings
        self._of_type = of_type
        self.sites: list[Site] = []
        self._likes: dict[DataPath, DataPath] = {}
        self._places: dict[int, dict[int | Fraction, int]] = {}
        """The places of the numbers that a draw may have, as far as they were needed."""
        self.sections = tuple(sections_of(findings.root))
        for section in self.sections:
            for path, node in draws_below(findings.root, (*section, "parameters")):
                self._read(section, path, node)
        self._follow_likes()
        self.conditions = [found for section in self.sections for found in self._conditions(section)]

    def _read(self, section: DataPath, path: DataPath, node: Mapping) -> None:
        keys = set(node.entries)
        choices: Sequence[DocumentNode] = ()
        if keys == {"choose"}:
            listed = node.get("choose")
            choices = listed.items if isinstance(listed, SequenceNode) else ()
            if not choices:
                self._findings.report((*path, "choose"), "choose must be a list of values, such as [64, 128, 256]")
        elif keys in ({"from", "to"}, {"from", "to", "step"}):
            choices = numbers_between(self._findings, path, 1_000_000)
        elif keys == {"like"} and (named := node.get("like")) is not None:
            known = self.names(section)
            if known.get(named.text) == path:  # in a part: like that of the problem
                known = self.names(())
            if named.text in known:
                self._likes[path] = known[named.text]
            else:
                self._report_unknown((*path, "like"), named.text, known)
        else:
            self._findings.report(path, f"a draw is written as {_FORMS}")
        if choices:
            self.sites.append(Site(path, self._called(section, path), choices))

    def _report_unknown(self, path: DataPath, name: str, known: AnyMapping[str, DataPath]) -> None:
        unknown = UnknownName(name, tuple(known))
        self._findings.add(Issue(path, f"{shortened(name)} is not a parameter or a symbol here", unknown=unknown))

    def _called(self, section: DataPath, path: DataPath) -> str:
        """Return the name of a value: `d_model`, `x[2]`, or `total.d_model` in a part."""
        words = list(path[len(section) + 1 :])
        if words[0] == "symbols" and len(words) > 1:
            words = [words[1], *(words[3:] if words[2:3] == ["value"] else words[2:])]
        name = "".join(f"[{each + 1}]" if isinstance(each, int) else f".{each}" for each in words)[1:]
        return f"{self._findings.text((*section, 'id')) or section[-1]}.{name}" if section else name

    def _follow_likes(self) -> None:
        """Let each `like` name what it leads to in the end, and report those that lead back to themselves."""
        ends: dict[DataPath, DataPath] = {}
        for path in self._likes:
            seen = [path]
            while (following := self._likes.get(seen[-1])) and following not in seen:
                seen.append(following)
            ends[path] = seen[-1]
            if following:
                self._findings.report((*path, "like"), "these draws are like each other; give one of them its values")
        self._likes = ends

    def names(self, section: DataPath) -> dict[str, DataPath]:
        """Return the paths of the values that conditions in a section can name: its own, then the problem's."""
        found: dict[str, DataPath] = {name: ("parameters", name) for name in self._of_type}
        for each in dict.fromkeys(((), section)):
            path = (*each, "parameters")
            for name, node in entries(node_at(self.root, path)):
                found[name] = (*path, name)
                for symbol, value in entries(node) if name == "symbols" else ():
                    inner = ("value",) if isinstance(value, Mapping) and value.get("value") is not None else ()
                    found[symbol] = (*path, name, symbol, *inner)
        return found

    def _conditions(self, section: DataPath) -> Iterator[DrawCondition]:
        node = node_at(self.root, (*section, "where"))
        if node is not None and not isinstance(node, SequenceNode):
            self._findings.report((*section, "where"), "where must be a list of conditions: [d_model % num_heads == 0]")
        known = self.names(section)
        for number, each in enumerate(node.items if isinstance(node, SequenceNode) else ()):
            place = (*section, "where", number)
            try:
                formula = read_formula(each.text, "this condition", place)
                check_condition(formula)
            except ParameterError as error:
                self._findings.report(place, str(error))
                continue
            named = [name for name in names_in(formula.tree) if name not in CONSTANTS]
            missing = [name for name in named if name not in known]
            for name in missing:
                self._report_unknown(place, name, known)
            if not missing:
                paths = {name: known[name] for name in named}
                sites = {site for path in paths.values() for site in self._draws_at(path)}
                is_typed = any(node_at(self.root, self._likes.get(path, path)) is None for path in paths.values())
                yield DrawCondition(formula, paths, tuple(sorted(sites)), is_typed)

    def _draws_at(self, path: DataPath) -> Iterator[int]:
        """Yield the number of each draw that decides the value at a path, also through `like`."""
        for each, target in self._likes.items():
            if each[: len(path)] == path and target not in self._likes:
                yield from self._draws_at(target)
        for number, site in enumerate(self.sites):
            if site.path[: len(path)] == path:
                yield number

    def nodes(self, picks: AnyMapping[int, int], typed: Values) -> dict[DataPath, DocumentNode]:
        """Return the value of every draw and of every `like`, {path: node}.

        `picks` is {number of the draw: place of its value among its choices}; `typed` has what the question type draws.
        """
        found = {self.sites[site].path: self.sites[site].choices[place] for site, place in picks.items()}
        found |= typed
        for path, target in self._likes.items():
            if (node := found.get(target) or node_at(self.root, target)) is not None:
                found[path] = replaced(node, found, target)
        return found

    def are_possible(self, picks: AnyMapping[int, int], conditions: Sequence[DrawCondition], typed: Values) -> bool:
        """Return whether drawn values fulfil conditions; 1/0 fulfils none.  Raise Unsatisfiable if one is too long."""
        nodes = self.nodes(picks, typed) if conditions else {}
        for condition in conditions:
            try:
                values = {name: operand(self.root, nodes, path) for name, path in condition.paths.items()}
                if not is_true(evaluate(condition.formula.tree, values, most=_MOST_PIECES)):
                    return False
            except TooManySteps:
                raise Unsatisfiable(_TOO_LONG, condition) from None
            except NO_VALUE:
                return False
        return True

    def only_place(self, condition: DrawCondition, site: int, picks: AnyMapping[int, int]) -> Sequence[int] | None:
        """Return the place of the only value that an equation leaves to a draw; nothing if that is none of its choices.

        Return None if the condition is no equation that can be solved for the draw, given the values drawn before.
        """
        name = next((each for each, path in condition.paths.items() if path == self.sites[site].path), "")
        known = {each: path for each, path in condition.paths.items() if each != name}
        tree = condition.formula.tree
        if not (isinstance(tree, Call) and tree.function == "==" and name):
            return None
        if any(site in self._draws_at(path) for path in known.values()):
            return None
        difference, nodes = Chain(tree.arguments[0], (("-", tree.arguments[1]),), 0), self.nodes(picks, {})
        try:
            values = {each: operand(self.root, nodes, path) for each, path in known.items()}
            found = {each: evaluate(difference, {**values, name: each}, most=_MOST_PIECES) for each in _SAMPLES}
        except NO_VALUE:
            return None
        if not all(isinstance(each, int | Fraction) for each in found.values()):
            return None
        at_zero, at_one = found[0], found[1]
        if at_zero == at_one or any(each != at_zero + (at_one - at_zero) * number for number, each in found.items()):
            return None  # it is not on a line
        if site not in self._places:
            exact = enumerate(map(exact_number, self.sites[site].choices))
            self._places[site] = {each: place for place, each in exact if isinstance(each, int | Fraction)}
        place = self._places[site].get(Fraction(at_zero, at_zero - at_one))
        return () if place is None else (place,)


def entries(node: DocumentNode | None) -> Iterator[tuple[str, DocumentNode]]:
    """Yield the keys and values of a mapping; none of anything else."""
    for key, (_, value) in node.entries.items() if isinstance(node, Mapping) else ():
        yield key, value


def operand(root: DocumentNode, nodes: Values, path: DataPath) -> Operand:
    """Return the value at a path as numbers for a formula.  Raise NoValue where it is no number or list of them."""
    node = nodes.get(path) or node_at(root, path)
    value = exact_number(replaced(node, nodes, path)) if node is not None else None
    if value is None:
        raise NoValue("is not a number")
    return arithmetic.array(value) if isinstance(value, list) else value


_BITS: Final = 53


def hashed(*words: str | int) -> int:
    """Return a large whole number that depends only on these words.

    >>> hashed("spring", "s1042", "encoder-layer") % 10
    1
    """
    return int.from_bytes(hashlib.sha256(json.dumps(["checker draw 1", *words]).encode()).digest())


class HashedRandom(Random):
    """Random numbers that depend on some words only; as `random` may change, all that question types use is here."""

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


_FEW: Final = 1_000  # maximum number of combinations that are listed at once
_TRIES: Final = 200  # number of combinations that are tried where there are more, before those that fit are listed
_MOST_STEPS: Final = 40_000  # maximum number of values that are looked at to list them

_NONE_FIT: Final = "no values of {} fit this condition; draw from more values, or change the condition"
_NOT_FOUND: Final = "I found no values of {} that fit all conditions; draw from fewer values, or relax a condition"


class DrawGroup:
    """Draws that share conditions, so that their values are chosen together."""

    def __init__(self, draws: Draws, sites: Sequence[int], conditions: tuple[DrawCondition, ...]) -> None:
        self._draws = draws
        self._conditions = conditions
        self._name = ", ".join(draws.sites[site].name for site in sites)
        self._sizes = {site: len(draws.sites[site].choices) for site in sites}
        self._in_order = sorted(sites, key=self._sizes.__getitem__)
        last = [(max(map(self._in_order.index, each.sites)), each) for each in conditions]
        self._at = [[each for depth, each in last if depth == here] for here in range(len(sites))]
        """The conditions that can be decided at each of the draws in order."""
        self._steps = 0
        self._furthest = -1
        self._narrowest = conditions[:1]
        """The condition at which the search came no further."""

    def pick(self, *words: str | int) -> dict[int, int]:
        """Return values that fulfil the conditions, {number of the draw: place of its value among its choices}.

        The same words (seed, student, problem) always give the same values.  Raise Unsatisfiable if none fit.
        """
        # Whether the fitting ones are listed already must not matter: a draw depends on the student alone.
        if math.prod(self._sizes.values()) > _FEW or not self._conditions:
            for attempt in range(_TRIES + 2_000):
                number = hashed(*words, self._name, attempt)
                found = self._any(number) if attempt < _TRIES else self._solved(number)
                if found is not None and self._draws.are_possible(found, self._conditions, {}):
                    return found
        if not self._fitting:
            message = _NOT_FOUND if self._steps > _MOST_STEPS else _NONE_FIT
            raise Unsatisfiable(message.format(self._name), self._narrowest[0])
        return self._fitting[hashed(*words, self._name) % len(self._fitting)]

    def _any(self, number: int) -> dict[int, int]:
        picks = {}
        for site, size in self._sizes.items():
            number, picks[site] = divmod(number, size)
        return picks

    def _solved(self, number: int) -> dict[int, int] | None:
        """Choose as `_any` does, but take the value that an equation leaves to a draw; None if that is no choice."""
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

    def _found(self, picks: AnyMapping[int, int]) -> Iterator[dict[int, int]]:
        depth = len(picks)
        if depth == len(self._in_order):
            yield dict(picks)
            return
        for place in self._left(depth, picks):
            self._steps += 1
            if self._steps > _MOST_STEPS:
                return
            longer = {**picks, self._in_order[depth]: place}
            failed = next((each for each in self._at[depth] if not self._draws.are_possible(longer, (each,), {})), None)
            if failed is None:
                yield from self._found(longer)
            elif depth > self._furthest:
                self._furthest, self._narrowest = depth, (failed,)

    def _left(self, depth: int, picks: AnyMapping[int, int]) -> Sequence[int]:
        """Return the places of the values that a draw may still take: all, or the only one that an equation allows."""
        site = self._in_order[depth]
        solved = (self._draws.only_place(condition, site, picks) for condition in self._at[depth])
        return next((each for each in solved if each is not None), range(self._sizes[site]))


def groups_of(draws: Draws) -> list[DrawGroup]:
    """Return the draws in groups that share conditions, except those on what the question type draws."""
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
