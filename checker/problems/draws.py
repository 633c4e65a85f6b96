"""Draws in a problem file: which values each may have, conditions on them, and the values that a student gets.

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
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

from checker.derivation import arithmetic
from checker.derivation.arithmetic import NO_VALUE, NoValue, Operand
from checker.derivation.condition import check_condition
from checker.derivation.evaluate import TooManySteps, evaluate, is_true
from checker.derivation.ranges import exact_number, numbers_between
from checker.derivation.symbols import Formula, read_formula
from checker.document import DocumentNode, ListNode, MappingNode
from checker.document.findings import DataPath, Findings
from checker.document.nodes import node_at, replaced
from checker.engine.errors import ParameterError
from checker.formula.nodes import names_in
from checker.formula.value import CONSTANTS
from checker.problems.schema import draws_below, sections_of
from checker.text.words import UnknownName, shortened

_Item = TypeVar("_Item")

Values = Mapping[DataPath, DocumentNode]
"""Drawn values, by their paths in the file."""

_FEW: Final = 1_000
"""Maximum number of combinations that are listed; of more, up to 10,000 are tried."""

_TRIES: Final = 10_000


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
    paths: Mapping[str, DataPath]
    sites: frozenset[int]
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
        self.sections = tuple(sections_of(findings.root))
        for section in self.sections:
            for path, node in draws_below(findings.root, (*section, "parameters")):
                self._read(section, path, node)
        self._follow_likes()
        self.conditions = [found for section in self.sections for found in self._conditions(section)]

    def _read(self, section: DataPath, path: DataPath, node: MappingNode) -> None:
        keys = set(node.entries)
        choices: Sequence[DocumentNode] = ()
        if keys == {"choose"}:
            listed = node.get("choose")
            choices = listed.items if isinstance(listed, ListNode) else ()
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
            forms = "{choose: [64, 128]}, {from: 2, to: 12, step: 2} or {like: another_parameter}"
            self._findings.report(path, f"a draw is written as {forms}")
        if choices:
            self.sites.append(Site(path, self._called(section, path), choices))

    def _report_unknown(self, path: DataPath, name: str, known: Mapping[str, DataPath]) -> None:
        message = f"{shortened(name)} is not a parameter or a symbol here"
        self._findings.report(path, message, unknown=UnknownName(name, tuple(known)))

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
                    inner = ("value",) if isinstance(value, MappingNode) and value.get("value") is not None else ()
                    found[symbol] = (*path, name, symbol, *inner)
        return found

    def _conditions(self, section: DataPath) -> Iterator[DrawCondition]:
        node = node_at(self.root, (*section, "where"))
        if node is not None and not isinstance(node, ListNode):
            self._findings.report((*section, "where"), "where must be a list of conditions: [d_model % num_heads == 0]")
        known = self.names(section)
        for number, each in enumerate(node.items if isinstance(node, ListNode) else ()):
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
                sites = frozenset(site for path in paths.values() for site in self._draws_at(path))
                is_typed = any(node_at(self.root, self._likes.get(path, path)) is None for path in paths.values())
                yield DrawCondition(formula, paths, sites, is_typed)

    def _draws_at(self, path: DataPath) -> Iterator[int]:
        """Yield the number of each draw that decides the value at a path, also through `like`."""
        for each, target in self._likes.items():
            if each[: len(path)] == path and target not in self._likes:
                yield from self._draws_at(target)
        for number, site in enumerate(self.sites):
            if site.path[: len(path)] == path:
                yield number

    def nodes(self, picks: Mapping[int, int], typed: Values) -> dict[DataPath, DocumentNode]:
        """Return the value of every draw and of every `like`, {path: node}.

        `picks` is {number of the draw: place of its value among its choices}; `typed` has what the question type draws.
        """
        found = {self.sites[site].path: self.sites[site].choices[place] for site, place in picks.items()}
        found |= typed
        for path, target in self._likes.items():
            if (node := found.get(target) or node_at(self.root, target)) is not None:
                found[path] = replaced(node, found, target)
        return found

    def failed(self, picks: Mapping[int, int], conditions: Sequence[DrawCondition], typed: Values) -> int | None:
        """Return the place of the first condition that drawn values do not fulfil; None if they fulfil all.

        A condition without a value, such as 1/0, is not fulfilled.  Raise Unsatisfiable if one is too long.
        """
        nodes = self.nodes(picks, typed) if conditions else {}
        for place, condition in enumerate(conditions):
            try:
                values = {name: operand(self.root, nodes, path) for name, path in condition.paths.items()}
                if not is_true(evaluate(condition.formula.tree, values, most=1_000)):  # for thousands of values
                    return place
            except TooManySteps:
                message = "this condition takes too long; a sum or a product in it has at most some hundred terms"
                raise Unsatisfiable(message, condition) from None
            except NO_VALUE:
                return place
        return None

    def groups(self) -> list[DrawGroup]:
        """Return the draws in groups that share conditions, except those on what the question type draws."""
        alone = [each for each in self.conditions if each.sites and not each.is_typed]
        owner = {number: {number} for number in range(len(self.sites))}
        for condition in alone:
            joined = set[int]().union(*(owner[site] for site in condition.sites))
            owner |= dict.fromkeys(joined, joined)
        found = {min(sites): sorted(sites) for sites in owner.values()}.values()
        return [DrawGroup(self, sites, [each for each in alone if each.sites.issubset(sites)]) for sites in found]


class DrawGroup:
    """Draws that share conditions, so that their values are chosen together."""

    def __init__(self, draws: Draws, sites: Sequence[int], conditions: Sequence[DrawCondition]) -> None:
        self._draws = draws
        self._conditions = conditions
        self._name = ", ".join(draws.sites[site].name for site in sites)
        self._sizes = {site: len(draws.sites[site].choices) for site in sites}

    def pick(self, *words: str | int) -> dict[int, int]:
        """Return values that fulfil the conditions, {number of the draw: place of its value among its choices}.

        The same words (seed, student, problem, attempt) always give the same values.  Raise Unsatisfiable if none fit.
        """
        if self._conditions and math.prod(self._sizes.values()) <= _FEW:
            return self._fitting[hashed(*words, self._name) % len(self._fitting)]
        furthest = 0
        for attempt in range(_TRIES):
            number, picks = hashed(*words, self._name, attempt), dict[int, int]()
            for site, size in self._sizes.items():
                number, picks[site] = divmod(number, size)
            failed = self._draws.failed(picks, self._conditions, {})
            if failed is None:
                return picks
            furthest = max(failed, furthest)
        message = "I found no values of {} that fit all conditions; draw from fewer values, or relax a condition"
        raise Unsatisfiable(message.format(self._name), self._conditions[furthest])

    @cached_property
    def _fitting(self) -> list[dict[int, int]]:
        """Return all combinations that fulfil the conditions.  Raise Unsatisfiable if none do."""
        in_order = sorted(self._sizes, key=self._sizes.__getitem__)
        places = product(*(range(self._sizes[site]) for site in in_order))
        tried = [dict(zip(in_order, each, strict=True)) for each in places]
        failed = [self._draws.failed(picks, self._conditions, {}) for picks in tried]
        if None not in failed:
            message = f"no values of {self._name} fit this condition; draw from more values, or change the condition"
            raise Unsatisfiable(message, self._conditions[max(filter(None, failed), default=0)])
        return [picks for picks, place in zip(tried, failed, strict=True) if place is None]


def entries(node: DocumentNode | None) -> Iterator[tuple[str, DocumentNode]]:
    """Yield the keys and values of a mapping; none of anything else."""
    for key, (_, value) in node.entries.items() if isinstance(node, MappingNode) else ():
        yield key, value


def operand(root: DocumentNode, nodes: Values, path: DataPath) -> Operand:
    """Return the value at a path as numbers for a formula.  Raise NoValue where it is no number or list of them."""
    node = nodes.get(path) or node_at(root, path)
    value = exact_number(replaced(node, nodes, path)) if node is not None else None
    if value is None:
        raise NoValue("is not a number")
    return arithmetic.array(value) if isinstance(value, list) else value


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

    def getrandbits(self, k: int, /) -> int:
        """Return a whole number of so many bits, for what is not here."""
        return self._next() % (1 << k)

    def random(self) -> float:
        """Return a random number from 0 up to, but not including, 1."""
        return (self._next() >> (256 - 53)) / float(2**53)

    def uniform(self, a: float, b: float) -> float:
        """Return a random number from a to b."""
        return a + (b - a) * self.random()

    def randint(self, a: int, b: int) -> int:
        """Return a random whole number from a to b, both included."""
        return a + self._next() % (b - a + 1)

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
