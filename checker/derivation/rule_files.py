"""Wrong rules as data: the one form of a mistake, in the files of `rules/` and in the files of problems and courses.

    # Whose error this is, and where it is described.
    - {name: squared_sum, weight: common, where: a is not number, change: (a + b)^2 => a^2 + b^2,
       says: "You squared each term in {bare}."}

Change: a pattern, as authors write formulas, and what students write in its place.  `patterns.py` says what fits
letters and words.  In the new form `whole` is the formula itself, and `sum(1/each)`, `product(each)` and `count(each)`
are of all operands that were repeated.

Where: conditions, with `;` between them.  What a letter is or is not (`KINDS` in `conditioned_pattern.py`), a formula
that it is or is not, how many operands a word has (`below is 1+`, `rest is empty`), that these are `added` and not
subtracted, how values compare (`a < b`, `p + q = 1`, `count(A) = 4` for a matrix of two rows, `0 < im(z)^2` for a
complex number), what the formula is no operand of (`within is not 1 - whole`), and `in order` where factors may not be
in any order.  A rule is about a piece of a formula, unless it says `whole formula`, `everywhere` (every piece that
fits; with `twice` at least two), or `definitions`, where symbols are replaced by their expressions.

Weight: how frequent it is: typical, common, usual (without a weight) or rare.

Says: a sentence that must be true wherever the pattern fits, whatever the question is about.  Holes are {bare} for the
formula, {new} for the wrong one, and any formula of letters.  {of counts_sf(k, rest)} are the counts alone: `more than
2`.

± stands for two rules, with + and with -, and braces for one with each of their texts: `{sin|cos}(x)`, `You
{added|subtracted}`.  `counts_cdf` and `numbers_cdf` stand for those of each distribution of counts or of numbers.

The files are read when the wrong ways of a formula are first asked for, and a form when its pattern first fits.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from importlib.resources import files
from typing import Final, NamedTuple

from checker.derivation.changes import RuleError, pattern_tree, sides_of
from checker.derivation.conditioned_pattern import NOTHING, ConditionedPattern, nodes_of
from checker.derivation.patterns import CONSTANTS, WHOLE, Found, Operands, built, kind_of
from checker.derivation.trees import Rewriting
from checker.derivation.weights import WEIGHTS
from checker.document.nodes import Mapping as Map
from checker.document.nodes import Scalar
from checker.document.nodes import Sequence as List
from checker.document.tree import parse_document
from checker.formula.functions import FAMILIES
from checker.formula.nodes import Node, names_in, rewrite, walk_nodes

PIECES: Final = "pieces"
_SCOPES: Final = {
    "whole formula": "formulas",
    "everywhere": "everywhere",
    "definitions": "definitions",
    "everywhere; definitions": "everywhere in definitions",
}
"""The beginning of `where`, and the section of rules that it means."""

SECTIONS: Final = (PIECES, *_SCOPES.values())

_KEYS: Final = ("name", "change", "where", "weight", "says")
_REQUIRED: Final = frozenset({"name", "change", "says"})

_EITHER: Final = re.compile(r"\{([^{}]*\|[^{}]*)\}")
"""Texts for the rules that an entry stands for: `a {+|-} b`, `You {added|subtracted} first`.  ± is {+|-}."""

OF_COUNTS: Final = "of "
"""The beginning of a hole for the counts that a probability covers."""

_HOLE: Final = re.compile(r"\{(?!bare\})([^{}]*)\}")


Holds = Callable[[str, Node], bool]
"""Whether a condition on values holds, given its sign and the difference of its sides."""


class _Form(NamedTuple):
    """A wrong form of a rule: its name, what a student writes, and the sentence about it."""

    place: str
    name: str
    weight: int
    text: str
    sentence: str


class Rule:
    """A pattern with its conditions, and what students write in place of a formula that it fits."""

    def __init__(self, case: ConditionedPattern, section: str) -> None:
        self.case = case
        self.is_of_whole = section in {"formulas", "definitions"}
        self.forms: list[_Form] = []
        self._trees: dict[str, Node] = {}
        """The formulas in the forms and sentences."""

    def rewritings(self, node: Node, around: Sequence[Node] = ()) -> Iterator[Rewriting]:
        """Yield what students write in place of a formula, an operand of those around it, where the pattern fits."""
        for found in self.case.found_in(node, around):
            comparisons = [(sign, built(difference, found)) for sign, difference in self.case.comparisons]
            for form in self.forms:
                yield self._rewriting(form, found)._replace(comparisons=comparisons)

    def rewritings_everywhere(self, tree: Node) -> Iterator[Rewriting]:
        """Yield what students write in place of a formula who write the wrong form wherever the pattern fits in it."""
        places = [found for node in walk_nodes(tree) if (found := self._first_in(node))]
        if len(places) <= self.case.is_twice:
            return
        for form in self.forms:
            formula = self._formula(form.text, form.place)
            if (new := rewrite(tree, partial(self.changed, formula=formula))) != tree:
                yield self._rewriting(form, places[0])._replace(node=new)

    def changed(self, node: Node, formula: Node | None = None, holds: Holds = lambda *_: True) -> Node:
        """Return a wrong form, by default the first one, if the pattern fits a formula; else the formula."""
        found = self._first_in(node, holds)
        return built(formula or self.formula, found) if found else node

    def _first_in(self, node: Node, holds: Holds = lambda *_: True) -> Found | None:
        """Return what the letters and words of the pattern are in a formula; None where it does not fit."""
        fits = self.case.found_in(node) if self.case.may_fit(node) else ()
        compared = self.case.comparisons
        return next((each for each in fits if all(holds(sign, built(node, each)) for sign, node in compared)), None)

    def _rewriting(self, form: _Form, found: Found) -> Rewriting:
        """Return what a student writes by one of the forms."""
        new = built(self._formula(form.text, form.place), found)
        parts = {
            hole[1]: [new] if hole[1] == "new" else self._parts(hole[1], form, found)
            for hole in _HOLE.finditer(form.sentence)
        }
        return Rewriting(form.name, form.weight, form.sentence, new, parts)

    def _parts(self, text: str, form: _Form, found: Found) -> Sequence[Node]:
        """Return a part of a formula that a sentence names; the operands that a word fits."""
        text = text.removeprefix(OF_COUNTS)
        known = found.get(text)
        return nodes_of(known if isinstance(known, Operands) else built(self._formula(text, form.place), found))

    def _formula(self, text: str, place: str) -> Node:
        """Return a formula of letters and words of the pattern, which is read once."""
        if text not in self._trees:
            tree = pattern_tree(place, text)
            if unknown := names_in(tree).keys() - self.case.names - CONSTANTS:
                raise RuleError(place, f"{', '.join(sorted(unknown))} in `{text}` is not in the pattern")
            self._trees[text] = tree
        return self._trees[text]

    @property
    def formula(self) -> Node:
        """Return the first wrong form."""
        return self._formula(self.forms[0].text, self.forms[0].place)

    def check(self) -> None:
        """Read what is otherwise read when it is needed.  Raise RuleError with the place of a fault."""
        assert WHOLE in self.case.names  # noqa: S101 - this reads the pattern and the conditions
        assert self.case.comparisons is not None  # noqa: S101 - and this the comparisons
        for form in self.forms:
            for text in (form.text, *(hole[1] for hole in _HOLE.finditer(form.sentence))):
                if text != "new":
                    self._formula(text.removeprefix(OF_COUNTS), form.place)


def read_rules(file: str, text: str) -> Mapping[str, Sequence[Rule]]:
    """Return the rules in the text of a file, by section.  Raise RuleError with the line of a fault.

    Entries with the same pattern and conditions are one rule with several forms.
    """
    found: dict[tuple[str, str, str], Rule] = {}
    root = parse_document(text, source=file)
    for node in root.items if isinstance(root, List) else ():
        place = f"{file}:{node.line}"
        entries = node.entries if isinstance(node, Map) else {}
        given = {key: each.text for key, (_, each) in entries.items() if isinstance(each, Scalar)}
        if unknown := next((key for key in entries if key not in _KEYS or key not in given), None):
            raise RuleError(place, f"`{unknown}` is no text, or none of {', '.join(_KEYS)}")
        if missing := sorted(_REQUIRED - given.keys()):
            raise RuleError(place, f"needs {' and '.join(f'`{key}`' for key in missing)}")
        for each in _spelled(place, given):
            _add(found, place, each)
    rules: dict[str, list[Rule]] = {}
    for (section, _, _), rule in found.items():
        rules.setdefault(section, []).append(rule)
    return rules


def rule_of(given: Mapping[str, str], known: Found) -> Rule:
    """Return the rule of an author's entry; the names in `known` stand for themselves.  Raise RuleError."""
    rules: dict[tuple[str, str, str], Rule] = {}
    _add(rules, "", given, known)
    return next(iter(rules.values()))


def _add(rules: dict[tuple[str, str, str], Rule], place: str, given: Mapping[str, str], known: Found = NOTHING) -> None:
    """Add an entry to the rules, by section, pattern and conditions.  Raise RuleError if it is faulty."""
    pattern, form = sides_of(given["change"], place)
    weight = given.get("weight", "usual")
    if weight not in WEIGHTS:
        raise RuleError(place, f"`{weight}` is no weight: {', '.join(WEIGHTS)}")
    where = given.get("where", "")
    scope = max((each for each in _SCOPES if f"{where};".startswith(f"{each};")), key=len, default="")
    section, where = _SCOPES.get(scope, PIECES), where[len(scope) :].strip("; ")
    key = section, pattern, where
    if key not in rules:
        rules[key] = Rule(ConditionedPattern(place, pattern, where, known), section)
    form_ = _Form(place, given.get("name", ""), WEIGHTS[weight], form, given.get("says", ""))
    rules[key].forms.append(form_)


def _spelled(place: str, given: Mapping[str, str]) -> Iterator[Mapping[str, str]]:
    """Yield the entries that an entry stands for: one for each distribution, and for each text in its braces."""
    for family, distributions in FAMILIES.items():
        if f"{family}_" in given["change"]:
            for each in distributions:
                yield from _spelled(place, {key: text.replace(f"{family}_", f"{each}_") for key, text in given.items()})
            return
    texts = {key: text.replace("±", "{+|-}").replace("∓", "{-|+}") for key, text in given.items()}
    sizes = {each[1].count("|") + 1 for text in texts.values() for each in _EITHER.finditer(text)}
    if len(sizes) > 1:
        raise RuleError(place, "has braces with different numbers of texts")
    for at in range(max(sizes, default=1)):
        yield {key: _EITHER.sub(lambda each: each[1].split("|")[at], text) for key, text in texts.items()}  # noqa: B023


@cache
def rules_in(section: str) -> Mapping[str, Sequence[Rule]]:
    """Return the rules of a section of all files, by the kinds of formulas that they may fit."""
    found: dict[str, list[Rule]] = {}
    for rules in _all_rules():
        for rule in rules.get(section, ()):
            found.setdefault(rule.case.root, []).append(rule)
    return found


@cache
def _all_rules() -> Sequence[Mapping[str, Sequence[Rule]]]:
    """Return the rules of each file."""
    paths = sorted((each.name, each) for each in files("checker.derivation").joinpath("rules").iterdir())
    return [read_rules(f"rules/{name}", path.read_text(encoding="utf-8")) for name, path in paths]


def rewritten_by_rules(section: str, tree: Node, around: Sequence[Node] = ()) -> Iterator[Rewriting]:
    """Yield what students write in place of a formula, an operand of those around it, by the rules of a section."""
    by_kind = rules_in(section)
    if not section.startswith("everywhere"):
        for rule in by_kind.get(kind_of(tree), ()):
            yield from rule.rewritings(tree, around)
        return
    kinds = dict.fromkeys(map(kind_of, walk_nodes(tree)))
    for rule in dict.fromkeys(rule for kind in kinds for rule in by_kind.get(kind, ())):
        yield from rule.rewritings_everywhere(tree)
