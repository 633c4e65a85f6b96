"""Draws that lint proposes for a problem: which numbers of its prompt, from which values, under which conditions.

The search tries what it proposes.  Where the answer to a variant is trivial, not whole as the author's is, or of
another sign or size, or where mistakes are equal, it adds the condition that the author's numbers fulfil and that most
of these variants do not.  Where no condition helps, a number stays as it is.
"""

from __future__ import annotations

import contextlib
import json
import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any, Final, NamedTuple

import numpy as np

from checker.answers import flatten
from checker.derivation import scoped
from checker.derivation.arithmetic import NO_VALUE
from checker.derivation.symbols import read_formula
from checker.document import Scalar, parse_document
from checker.document.findings import Findings, ProblemError
from checker.document.issues import DataPath
from checker.engine.errors import ParameterError
from checker.lint import drawable
from checker.lint.drawable import ONES, USUAL, Nearness, name_of
from checker.lint.draws import SHOWN, Drawn, DrawnVariant, is_trivial, weak_variants
from checker.lint.target import LintTarget, truth_of
from checker.notation.nodes import Chain, Node, names_in, walk_nodes
from checker.notation.show import typed
from checker.notation.value import CONSTANTS
from checker.problems import Part, Problem
from checker.problems.draw_places import node_at, replaced, sections_of
from checker.problems.load import load_assignment
from checker.problems.student_variants import Variants

SAMPLE: Final = 40
"""Number of variants that are tried."""

MOST_CONDITIONS: Final = 5
LARGEST_EXCLUDED: Final = 12
FEW_EXCLUDED: Final = 2
FINE: Final = Nearness(is_fine=True)
NEARER: Final = Nearness(is_fine=True, is_near=True)
"""Other draws to try where the usual ones are too few, or have variants that are too different."""

FEWEST: Final = 20
"""Minimum number of combinations that are proposed."""

FEWEST_DIFFERENT: Final = 6
"""Minimum number of variants with different answers among those that are shown."""

SIZE: Final = 40.0
"""Factor between answers that are of the same size."""

LEAST_SHARE: Final = 0.001
"""Probabilities below this, or as near to 1, are of another size than others."""

ROUNDED: Final = re.compile(r"\d+\.\d+(?:e[+-]?\d+)?")
"""Numbers that are not whole."""

PLAIN: Final = 2
"""Length of the path of a parameter that is a number."""

DIFFERENT: Final = ("{0} != {1}", "{0} != 2*{1}", "{0} != 4*{1}")
"""Conditions that tell mistakes apart."""


OF_A_MODEL: Final = "The text names {}, whose numbers are known; ask about a model without a name."
NONE_FILLED: Final = (
    "The prompt fills in no number that may be drawn, or the text names it as well; write {name} there for a number in"
    " `parameters`."
)
NO_NUMBERS: Final = "The question has no numbers."
LISTED: Final = "`mistakes` or `accept` has answers for these numbers only; write them as formulas of the parameters."
NONE_FIT: Final = "I found no draws under which all questions are as good as this one."


class ProposedDraw(NamedTuple):
    """A draw proposed instead of a number, at its line and column (0 if it is not in the file yet)."""

    line: int
    column: int
    name: str
    number: str
    draw: str


class Proposal(NamedTuple):
    """Draws that lint proposes for a problem, with conditions, and variants made with them."""

    places: tuple[ProposedDraw, ...]
    """The draws in the order of the file."""
    where: tuple[str, ...]
    variants: tuple[DrawnVariant, ...]
    constant: frozenset[DataPath] = frozenset()
    """The paths of draws to which the conditions, or the question type, leave one value only."""
    same: frozenset[int] = frozenset()
    """The places of the parts whose answer is the same in most variants."""

    @property
    def difference(self) -> tuple[int, int]:
        """Return how many different answers the variants have, and how many different sets of numbers."""
        return len({each.answers for each in self.variants}), len({each.values for each in self.variants})


class NoProposalError(Exception):
    """Raised where no draws can be proposed; the message says why."""


def propose(problem: Problem) -> Proposal:
    """Return draws for a problem that has none, found by trying them.  Raise NoProposalError."""
    return _Search(LintTarget(problem)).proposal()


class _Search:
    """The search for draws of one problem."""

    def __init__(self, target: LintTarget) -> None:
        self._target = target
        self._assignment = load_assignment(target.problem.path.parent)
        self._truths = [truth_of(part) for part in target.problem.parts]
        self._numbers = dict(drawable.numbers(target.root))
        """The numbers among the parameters and symbols, by name."""
        texts = f"{target.problem.title} {target.prompt}"
        if found := drawable.MODEL.search(texts):
            raise NoProposalError(OF_A_MODEL.format(found[0]))
        if any(drawable.has_own_answers(target.root, section) for section in sections_of(target.root)):
            raise NoProposalError(LISTED)
        sites = dict(drawable.drawable(target, texts))
        self._ones = {path: text for path, text in sites.items() if text in ONES}
        self._sites = {path: text for path, text in sites.items() if text not in ONES}
        self._likes = dict(drawable.likes(target, self._sites))
        if not self._sites:
            raise NoProposalError(NONE_FILLED if drawable.has_numbers(target.root) else NO_NUMBERS)

    def proposal(self) -> Proposal:
        """Return the draws that were found.  Raise NoProposalError."""
        sites = dict(self._sites)
        while sites:
            found = self._proposal(self._draws(sites, USUAL))
            if found is None or found.difference < (SHOWN, SHOWN):
                finer = self._proposal(self._draws(sites, FINE))
                found = max(filter(None, (found, finer)), key=lambda each: each.difference, default=None)
            if found is None:
                found = self._proposal(self._draws(sites, NEARER))
            if found is None or len(found.same) == len(self._truths):
                sites = self._best_without_one(sites) if len(sites) > 1 else {}
            elif found.constant:
                sites = {path: text for path, text in sites.items() if path not in found.constant}
            else:
                return self._with_ones(sites, found) if found.same else found
        raise NoProposalError(NONE_FIT)

    def _with_ones(self, sites: Mapping[DataPath, str], found: Proposal) -> Proposal:
        """Return a proposal in which entries that are 1 are drawn, too; `found` if that does not help.

        It helps if then fewer parts have the same answer in most variants.
        """
        more = self._proposal(self._draws({**sites, **self._ones}, USUAL))
        return more if more and not more.constant and len(more.same) < len(found.same) else found

    def _proposal(self, draws: Mapping[DataPath, str]) -> Proposal | None:
        """Return a proposal with these draws, and with conditions under which all variants of a sample are good.

        Return None if there are none, or if too few variants differ.
        """
        where = self._conditions_for(draws) if math.prod(map(drawable.values_in, draws.values())) >= FEWEST else None
        sample = [each for each in self._sample(draws, where) if each] if where is not None else []
        if where is None or len({_rounded(each) for each in sample[:SHOWN]}) < FEWEST_DIFFERENT:
            return None
        values = {name: {text} for name, text in sample[0].values}
        for each in sample[1:]:
            for name, text in each.values:
                values[name].add(text)
        constant = frozenset(path for path in draws if len(values.get(_drawn_name(path), "  ")) == 1)
        answers = zip(*([repr(truth_of(part)) for part in each.parts] for each in sample), strict=True)
        most = [max(map(several.count, several)) for several in answers]
        same = frozenset(at for at, count in enumerate(most) if count > len(sample) / 2)
        return Proposal(tuple(self._places(draws)), where, tuple(Drawn(sample[0]).shown()), constant, same)

    def _places(self, draws: Mapping[DataPath, str]) -> Iterator[ProposedDraw]:
        """Yield the draws with their places in the file."""
        for path, draw in sorted(draws.items(), key=lambda each: self._at(each[0])):
            node = node_at(self._target.root, path)
            assert isinstance(node, Scalar)  # noqa: S101 - for mypy: numbers are drawn
            yield ProposedDraw(*self._at(path), _drawn_name(path), node.text, draw)

    def _at(self, path: DataPath) -> tuple[int, int]:
        node = node_at(self._target.root, path)
        return (node.line, node.column) if node else (0, 0)

    def _draws(self, sites: Mapping[DataPath, str], nearness: Nearness) -> dict[DataPath, str]:
        """Return the draw of each number, and what is like one."""
        near = {path: self._near(path, text, nearness) or drawable.values_near(text) for path, text in sites.items()}
        found = {path: draw for path, draw in near.items() if draw}
        return found | {path: f"{{like: {name_of(other)}}}" for path, other in self._likes.items() if other in found}

    def _near(self, path: DataPath, text: str, nearness: Nearness) -> str:
        """Return a draw of values near a number, by its name and unit; empty where no draw is good."""
        unit = node_at(self._target.root, (*path[:3], "unit"))
        is_precise = isinstance(unit, Scalar) and unit.text == "K"
        if text in ONES:
            return ONES[text]
        if isinstance(path[-1], int) and ("." in text or abs(int(text)) > drawable.LARGEST_ENTRY):
            nearness = nearness._replace(is_near=True, is_fine=True)  # one of several data
        return drawable.values_near(
            text, nearness._replace(keeps_parity=name_of(path) in drawable.PAIRED, is_precise=is_precise)
        )

    def _best_without_one(self, sites: Mapping[DataPath, str]) -> dict[DataPath, str]:
        """Return the numbers without the one that, left out, leaves the fewest bad variants."""
        smaller = [{path: text for path, text in sites.items() if path != left} for left in sites]

        def badness(some: Mapping[DataPath, str]) -> int:
            draws = self._draws(some, USUAL)
            return len(self._bad(self._sample(draws, self._conditions_by_name(draws))))

        return min(smaller, key=badness)

    def _conditions_for(self, draws: Mapping[DataPath, str]) -> tuple[str, ...] | None:
        """Return conditions under which all variants of a sample are good; None where there are none."""
        where = self._conditions_by_name(draws)
        candidates = [each for each in self._conditions(draws) if each not in where]
        for _ in range(MOST_CONDITIONS + 1):
            sample = self._sample(draws, where)
            bad = self._bad(sample)
            if not bad:
                return where
            more = self._excluded_values(draws, [each for at in bad if (each := sample[at])])
            gains = {each: self._gain(each, sample, bad) for each in (*candidates, *more)}
            best = max(gains, key=lambda each: gains[each], default="")
            if not best or gains[best] <= 0:
                return None
            where = (*where, best)
        return None

    def _excluded_values(self, draws: Mapping[DataPath, str], bad: Sequence[Problem]) -> list[str]:
        """Return conditions `x != 3` that exclude values of bad variants, and that the author's numbers fulfil."""
        small = {f"{number}" for number in range(2, LARGEST_EXCLUDED + 1)}
        found: dict[str, set[str]] = {name_of(path): set() for path, draw in draws.items() if "like" not in draw}
        for name, text in (pair for each in bad for pair in each.values if pair[0] in found):
            found[name].add(text)
        kept = {name: texts if len(texts) <= FEW_EXCLUDED else texts & small for name, texts in found.items()}
        conditions = [f"{name} != {text}" for name, texts in kept.items() for text in sorted(texts)]
        return [each for each in conditions if self._holds(each)]

    def _gain(self, condition: str, sample: Sequence[Problem | None], bad: Collection[int]) -> float:
        """Return the share of bad variants that a condition excludes, less that of good ones."""
        excluded = {at for at, each in enumerate(sample) if each and not self._holds(condition, each)}
        good = len(sample) - len(bad)
        return len(excluded & {*bad}) / len(bad) - len(excluded - {*bad}) / max(good, 1) / 2

    def _holds(self, condition: str, variant: Problem | None = None) -> bool:
        """Return whether a condition holds for a variant, or for the author's numbers."""
        numbers = dict(self._numbers)
        numbers |= {name: Fraction(text) for name, text in variant.values if name in numbers} if variant else {}
        try:
            tree = read_formula(condition, "", (), remainders=True).tree
            if not numbers.keys() >= {name for name in names_in(tree) if name not in CONSTANTS}:
                return False
            return scoped.is_true(scoped.evaluate(tree, numbers))
        except (*NO_VALUE, ParameterError):
            return False

    def _conditions_by_name(self, draws: Mapping[DataPath, str]) -> tuple[str, ...]:
        """Return conditions that names suggest (`d_model % num_heads == 0`) and that hold for the author's numbers."""
        drawn = {name_of(path) for path in draws if len(path) == PLAIN}
        pairs = [
            (large, small) for small, several in drawable.DIVIDES.items() for large in several if {large, small} & drawn
        ]
        found = [f"{large} % {small} == 0" for large, small in pairs if {large, small} <= self._numbers.keys()]
        found += [
            f"{one} >= {other}"
            for one, several in drawable.AT_LEAST.items()
            for other in several
            if {one, other} <= drawn
        ]
        found += [f"{one} < {other}" for one, several in drawable.LESS.items() for other in several if one in drawn]
        found += drawable.parts_of_wholes(self._target.prompt, {*map(name_of, draws)})
        return tuple(each for each in found if self._holds(each))

    def _conditions(self, draws: Mapping[DataPath, str]) -> list[str]:
        """Return conditions that hold for the author's numbers and may help."""
        names = [name_of(path) for path, draw in draws.items() if name_of(path) in self._numbers and "like" not in draw]
        found = [form.format(*pair) for form in DIFFERENT for pair in permutations(names, 2)]
        for tree in _trees(self._target.problem):
            found += [each for node in walk_nodes(tree) if isinstance(node, Chain) for each in _of_chain(node)]
        return [each for each in dict.fromkeys(found) if self._holds(each)]

    def _sample(self, draws: Mapping[DataPath, str], where: Sequence[str]) -> list[Problem | None]:
        """Return 40 variants with these draws and conditions; None in place of each that cannot be made.

        Return a single None if the draws cannot be read.
        """
        nodes = {path: parse_document(draw, source="") for path, draw in draws.items()}
        if where:
            nodes["where",] = parse_document(f"[{', '.join(map(json.dumps, where))}]", source="")
        root = replaced(drawable.without_examples(self._target.root), nodes)
        try:
            variants = Variants(self._target.problem.path, Findings("", root), self._assignment, {}, "")
        except ProblemError:
            return [None]
        found: list[Problem | None] = []
        for number in range(1, SAMPLE + 1):
            try:
                found.append(variants.at(variants.drawn("", str(number))))
            except ProblemError:
                found.append(None)
        return found

    def _bad(self, sample: Sequence[Problem | None]) -> set[int]:
        """Return which variants are worse than the author's question."""
        found = {at for at, each in enumerate(sample) if each is None or not self._is_like_the_author_s(each)}
        if not found:
            shown = [each for each in sample[:SHOWN] if each]
            weak = {each.drawn for _, _, some in weak_variants(shown) for each in some}
            found = {at for at, each in enumerate(sample) if each and each.drawn in weak}
        return found

    def _is_like_the_author_s(self, variant: Problem) -> bool:
        """Return whether the answers are as good as the author's: whole where those are, and of their size."""
        author = self._target.problem
        for number, (part, right) in enumerate(zip(variant.parts, self._truths, strict=True)):
            value = truth_of(part)
            if np.shape(right) != np.shape(value) or not _is_as_whole(part, right, value):
                return False
            if type(right) not in (int, float) or type(value) not in (int, float):
                continue
            if is_trivial(variant, number) and not is_trivial(author, number):
                return False
            if right and not 1 / SIZE <= value / right <= SIZE:
                return False
            if 0 < right < 1 <= value and drawable.SHARES.search(self._target.prompt):
                return False
            if 0 < right < 1 and value < 1 and not (LEAST_SHARE < value < 1 - LEAST_SHARE) and right > LEAST_SHARE:
                return False
        return True


def _is_as_whole(part: Part, right: Any, value: Any) -> bool:
    """Return whether a number, or the elements of a set, are whole where those of the author are."""
    if type(right) not in (int, float) and not part.answer_kind.is_unordered:
        return True
    return _is_whole(value) or not _is_whole(right)


def _drawn_name(path: DataPath) -> str:
    """Return the name of a drawn value: `d_model`, `x[2]`."""
    return name_of(path) + "".join(f"[{each + 1}]" for each in path if isinstance(each, int))


def _rounded(variant: Problem) -> str:
    """Return the answers to a variant, with as many digits as tell those of two students apart."""
    return " ".join(ROUNDED.sub(lambda each: f"{float(each[0]):.3g}", repr(truth_of(part))) for part in variant.parts)


def _is_whole(value: Any) -> bool:
    return all(isinstance(each, int | float) and float(each).is_integer() for each in flatten(value)[1])


def _trees(problem: Problem) -> Iterator[Node]:
    """Yield the formulas of a question, where its type takes formulas."""
    arguments = problem.parts[0].variant.arguments
    texts = [arguments.get("expression"), *(arguments.get("symbols") or {}).values()]
    for each in texts:
        text = each.get("expression") if isinstance(each, dict) else each
        if isinstance(text, str):
            with contextlib.suppress(ParameterError):
                yield read_formula(text, "", ()).tree


def _of_chain(chain: Chain) -> Iterator[str]:
    """Yield conditions for a quotient, which has to be whole, and for a difference, which has to be positive."""
    divisors = [typed(node) for sign, node in chain.rest if sign == "/"]
    if divisors:
        factors = [typed(chain.first), *(typed(node) for sign, node in chain.rest if sign == "*")]
        yield f"{_product(factors)} % {_product(divisors)} == 0"
    if any(sign == "-" for sign, _ in chain.rest):
        yield f"{typed(chain)} > 0"


def _product(texts: Sequence[str]) -> str:
    """Return a product that stands on one side of a sign, in brackets where it needs them."""
    if len(texts) == 1 and texts[0].isidentifier():
        return texts[0]
    return f"({'*'.join(each if each.isalnum() or len(texts) == 1 else f'({each})' for each in texts)})"
