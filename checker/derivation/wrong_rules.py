"""Wrong rules as data: the one form of a mistake, in the files of `rules/` and in the files of problems and courses.

    # Whose error this is, and where it is described.
    - {name: squared_sum, weight: common, where: a is not number, change: (a + b)^2 => a^2 + b^2,
       says: "You squared each term in {bare}."}

Change: a pattern, as authors write formulas, and what students write in its place.  `patterns.py` says what fits
letters and words.  In the new form `whole` is the formula itself, and `sum(1/each)`, `product(each)` and `count(each)`
are of all operands that were repeated.

Where: conditions, with `;` between them.  What a letter is or is not (`KINDS`), a formula
that it is or is not, how many operands a word has (`below is 1+`, `rest is empty`), that these are `added` and not
subtracted, how values compare (`a < b`, `p + q = 1`, `count(A) = 4` for a matrix of two rows, `0 < im(z)^2` for a
complex number), what the formula is no operand of (`within is not 1 - whole`), and `in order` where factors may not be
in any order.  A rule is about a piece of a formula, unless it says `whole formula`, `everywhere` (every piece that
fits; with `twice` at least two), or `definitions`, where symbols are replaced by their expressions.

Weight: how frequent it is: typical, common, usual (without a weight) or rare.

Says: a sentence that must be true wherever the pattern fits, whatever the question is about.  Holes are {bare} for the
formula, {new} for the wrong one, and any formula of letters.

± stands for two rules, with + and with -, and braces for one with each of their texts: `{sin|cos}(x)`, `You
{added|subtracted}`.  `counts_cdf` and `numbers_cdf` stand for those of each distribution of counts or of numbers.

The files are read when the wrong ways of a formula are first asked for, and a form when its pattern first fits.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache, partial
from itertools import chain, islice
from typing import Final, NamedTuple

from checker.derivation.patterns import (
    CONSTANTS,
    EACH,
    WHOLE,
    WITHIN,
    Found,
    Matcher,
    Operands,
    built,
    flatten_tree,
    kind_of,
    matcher,
    product_of,
    terms_of,
)
from checker.derivation.symbols import CALLABLE
from checker.document.nodes import ListNode, MappingNode, Scalar
from checker.document.tree import parse_document
from checker.engine.errors import UnreadableAnswer
from checker.engine.weights import WEIGHTS
from checker.formula.functions import FAMILIES
from checker.formula.nodes import Call, Chain, Literal, Minus, Name, Node, Power, is_name, names_in, rewrite, walk_nodes
from checker.formula.parser import parse_program
from checker.text import packaged
from checker.text.words import did_you_mean

_OTHERS, _DIVISORS, _BEFORE, _AFTER = "others", "divisors", "before", "after"
"""Words that stand for the other factors or terms of a formula in which a change is made."""

WORDS: Final = frozenset({_OTHERS, "more", "rest", "below", WHOLE})
"""The words that stand for any number of operands in a pattern, and for the whole formula."""

KINDS: Final[Mapping[str, Callable[[Node], bool]]] = {
    "number": lambda node: isinstance(node, Literal),
    "whole": lambda node: isinstance(node, Literal) and isinstance(node.value, int),
    "symbol": lambda node: isinstance(node, Name),
    "size": lambda node: isinstance(node, Name) and node.name[0] in "nN",
    "sum": lambda node: bool(terms_of(node)),
    "pair": lambda node: len(terms_of(node)) == 2,
    "product": lambda node: product_of(node) is not None,
    "power": lambda node: isinstance(node, Power),
    "minus": lambda node: isinstance(node, Minus),
    "function": lambda node: isinstance(node, Call),
    "atom": lambda node: isinstance(node, Literal | Name),
    "temperature": lambda node: (isinstance(node, Name) and node.name[:1] in "TΔθ") or is_name(node, "dT"),
    "tail": lambda node: isinstance(node, Call) and node.function.endswith(("_cdf", "_sf")),
}
"""The kinds of formulas that a condition names, as in `n is not number`, and the test for each."""

_ADDED, _EMPTY, _IN_ORDER, _TWICE = "added", "empty", "in order", "twice"
"""Conditions: no term of a word is subtracted, it has none, factors are in no other order, two places fit at least."""

_COUNT: Final = re.compile(r"(\d+)\+")
_COMPARISON: Final = re.compile("(.+) ([<=]) (.+)")
_HOLE: Final = re.compile(r"\{(?!bare\})([^{}]*)\}")
_NOTHING: Final[Found] = {}
_Holds = Callable[[str, Node], bool]
"""Whether a condition on values holds, given its sign and the difference of its sides."""


class RuleError(Exception):
    """Raised for a fault in a wrong rule; in a file of rules with its line."""


@lru_cache(4096)
def _pattern_tree(text: str) -> Node:
    """Return the tree of a pattern, a condition or a form.  Raise RuleError if it is faulty."""
    try:
        return parse_program(text, CALLABLE)
    except UnreadableAnswer as error:
        raise RuleError(f"`{text}` cannot be read: {error}") from None


def sides_of(change: str) -> tuple[str, str]:
    """Return the pattern and the wrong form of a change.  Raise RuleError if one is missing."""
    pattern, arrow, form = map(str.strip, change.partition("=>"))
    if not (arrow and pattern and form):
        raise RuleError(f"`{change}` is not `PATTERN => FORM`")
    return pattern, form


def is_word(name: str) -> bool:
    """Return whether a text is a name that is no letter and no constant."""
    return name.isidentifier() and len(name) > 1 and name not in CONSTANTS


def stranger_in(change: str, names: Collection[str]) -> str:
    """Return a name in a change that is neither among the names nor a letter nor a word; empty if there is none."""
    written = {name for side in sides_of(change) for name in names_in(_pattern_tree(side))}
    strangers = filter(is_word, written.difference(names, WORDS))
    return min((each for each in strangers if not each.startswith(EACH)), default="")


class _Form(NamedTuple):
    """What a student writes by a rule: the name and the weight of the mistake, its text, and the sentence about it."""

    name: str
    weight: int
    text: str
    sentence: str


class Rewriting(NamedTuple):
    """A formula as students write it who apply a wrong rule, and the sentence that tells them so."""

    option: str
    weight: int
    sentence: str
    """With the slot {bare} for the piece, and one for each of the parts."""
    node: Node
    parts: Mapping[str, Sequence[Node]]
    """Expressions that the sentence names, by slot."""
    comparisons: Sequence[tuple[str, Node]] = ()
    """Formulas whose values must be above 0 (`<`) or 0 (`=`)."""


class Rule:
    """A pattern with its conditions, and what students write in place of a formula that it fits."""

    def __init__(self, section: str, pattern: str, where: str = "", known: Found = _NOTHING, place: str = "") -> None:
        self.section, self.pattern, self.known, self.place = section, pattern, known, place
        self.where = [each.strip() for each in where.split(";")] if where else []
        self.forms: list[_Form] = []

    @property
    def tree(self) -> Node:
        """Return the pattern as a tree."""
        return _pattern_tree(self.pattern)

    @cached_property
    def root(self) -> str:
        """Return the kind of the formulas that the pattern may fit."""
        return kind_of(self.tree)

    def _matcher(self, form: Node, letters: Collection[str]) -> Matcher:
        return matcher(form, in_order=_IN_ORDER in self.where, letters=frozenset(letters))

    @cached_property
    def _fits(self) -> Matcher:
        return self._matcher(self.tree, self.known)

    @cached_property
    def comparisons(self) -> list[tuple[str, Node]]:
        """Return the conditions on values: `<` or `=`, and the difference of its two sides."""
        found: list[tuple[str, Node]] = []
        for each in filter(None, map(_COMPARISON.fullmatch, self.where)):
            left, right = (_pattern_tree(each[side]) for side in (1, 3))
            self._check_names(each[0], {*names_in(left), *names_in(right)})
            found.append((each[2], Chain(right, (("-", left),), 0)))
        return found

    @cached_property
    def _tests(self) -> tuple[list[Callable[[Found], Iterable[Found]]], set[str]]:
        """Return the other conditions, which yield what is known where they hold, and the names that forms may have."""
        tests: list[Callable[[Found], Iterable[Found]]] = []
        names = {WHOLE, *self.known, *names_in(self.tree)}
        for condition in self.where:
            if condition in {_IN_ORDER, _TWICE} or _COMPARISON.fullmatch(condition):
                continue
            parts = re.fullmatch(r"(\w+) is (not )?(.+)", condition)
            if not parts or parts[1] not in {*names, WITHIN}:
                raise RuleError(f"`{condition}` is no condition on a letter of `{self.pattern}`")
            name, is_wanted, kind = parts[1], not parts[2], parts[3].strip()
            if kind in {*KINDS, _EMPTY, _ADDED} or _COUNT.fullmatch(kind):
                tests.append(partial(_is_of_kind, name, kind, is_wanted))
                continue
            form = _pattern_tree(kind)
            if is_word(kind) and kind not in names:
                raise RuleError(f"`{condition}`: {kind} is no kind of formula{did_you_mean(kind, KINDS)}")
            tests.append(partial(_has_form, name, self._matcher(form, {WHOLE}), is_wanted))
            names.update(names_in(form) if is_wanted else ())
        return tests, names

    def _check_names(self, text: str, names: Iterable[str]) -> None:
        if unknown := {*names} - self._tests[1] - CONSTANTS:
            raise RuleError(f"{', '.join(sorted(unknown))} in `{text}` is not in the pattern")

    def _found_in(self, node: Node, around: Sequence[Node] = ()) -> Iterator[Found]:
        within = Operands([("+", each) for each in around], is_sum=True)
        found = self._fits(node, {**self.known, WHOLE: node, WITHIN: within})
        for test in self._tests[0]:
            found = chain.from_iterable(map(test, found))
        return found if self.comparisons else islice(found, 1)

    def rewritings(self, node: Node, around: Sequence[Node] = ()) -> Iterator[Rewriting]:
        """Yield what students write in place of a formula, an operand of those around it, where the pattern fits."""
        for found in self._found_in(node, around):
            comparisons = [(sign, built(difference, found)) for sign, difference in self.comparisons]
            for form in self.forms:
                yield self._rewriting(form, found)._replace(comparisons=comparisons)

    def rewritings_everywhere(self, tree: Node) -> Iterator[Rewriting]:
        """Yield what students write in place of a formula who write the wrong form wherever the pattern fits in it."""
        places = [found for node in walk_nodes(tree) if (found := self._first_in(node))]
        if len(places) <= (_TWICE in self.where):
            return
        for form in self.forms:
            if (new := rewrite(tree, partial(self.changed, form=form))) != tree:
                yield self._rewriting(form, places[0])._replace(node=new)

    def changed(self, node: Node, form: _Form | None = None, holds: _Holds = lambda *_: True) -> Node:
        """Return a wrong form, by default the first one, if the pattern fits a formula; else the formula."""
        found = self._first_in(node, holds)
        return built(_pattern_tree((form or self.forms[0]).text), found) if found else node

    def _first_in(self, node: Node, holds: _Holds = lambda *_: True) -> Found | None:
        if self.root not in {kind_of(node), Name.__name__}:  # a single letter or word fits any
            return None
        fits = self._found_in(node)
        return next(
            (each for each in fits if all(holds(sign, built(node, each)) for sign, node in self.comparisons)), None
        )

    def _rewriting(self, form: _Form, found: Found) -> Rewriting:
        new = built(_pattern_tree(form.text), found)
        parts: dict[str, Sequence[Node]] = {}
        for hole in _HOLE.findall(form.sentence):
            known = found.get(hole)
            part = known if isinstance(known, Operands) else built(_pattern_tree(hole), found)
            parts[hole] = _nodes_of(new if hole == "new" else part)
        return Rewriting(form.name, form.weight, form.sentence, new, parts)

    def check(self) -> None:
        """Read what is otherwise read when it is needed.  Raise RuleError with the place of a fault."""
        try:
            _ = self.comparisons
            for form in self.forms:
                for text in (form.text, *_HOLE.findall(form.sentence)):
                    self._check_names(text, names_in(_pattern_tree(text)) if text != "new" else ())
        except RuleError as error:
            raise RuleError(f"{self.place}{error}") from None


def _nodes_of(known: Node | Operands) -> Sequence[Node]:
    return [node for _, node in known.items] if isinstance(known, Operands) else [known]


def _is_of_kind(name: str, kind: str, is_wanted: bool, found: Found) -> Iterable[Found]:  # noqa: FBT001
    """Return what is known where each operand of a name is of a kind, or none is; or they are `added`, or as many."""
    known = found[name]
    nodes = _nodes_of(known)
    if kind in KINDS:
        holds = all(KINDS[kind](each) == is_wanted for each in nodes)
    elif kind == _ADDED:
        holds = isinstance(known, Operands) and all(sign == "+" for sign, _ in known.items) == is_wanted
    else:
        holds = (len(nodes) >= int(kind[:-1]) if kind != _EMPTY else not nodes) == is_wanted
    return (found,) if holds else ()


def _has_form(name: str, fits: Matcher, is_wanted: bool, found: Found) -> Iterable[Found]:  # noqa: FBT001
    """Yield what is known where an operand has a form; with not `is_wanted`, where no operand of the name has it."""
    fitting = (each for node in _nodes_of(found[name]) for each in fits(node, found))
    if is_wanted:
        return fitting
    return () if any(True for _ in fitting) else (found,)


class Change(NamedTuple):
    """A change in formulas: the names that a formula has in which the pattern may fit, and what it makes of a node."""

    pattern: str
    names: frozenset[str]
    changed: Callable[[Node], Node]


def change_of(change: str, names: Collection[str]) -> Change:
    """Return an author's change of formulas, which leaves a node as it is where the pattern does not fit.

    The pattern may also be some of the factors of a product, or terms of a sum that follow each other.  `names` stand
    for themselves.  Raise RuleError for a faulty change.
    """
    written, form = sides_of(change)
    pattern = written
    tree = _pattern_tree(pattern)
    lost = (each for each in names_in(_pattern_tree(form)) if each not in {*names, *names_in(tree)})
    if unknown := stranger_in(change, names) or next(lost, ""):
        raise RuleError(f"`{change}` has {unknown}, which is not in the formulas")
    kind = kind_of(tree)
    if kind == "product" and isinstance(tree, Chain):
        pattern, form = f"{pattern}*{_OTHERS}/{_DIVISORS}", f"({form})*{_OTHERS}/{_DIVISORS}"
    elif kind == "sum" and isinstance(tree, Chain):
        pattern, form = f"{_BEFORE} + {pattern} + {_AFTER}", f"{_BEFORE} + {form} + {_AFTER}"
    rule = Rule("", pattern, known={name: Name(name, 0) for name in names})
    rule.forms.append(_Form("", 0, form, ""))
    rule.check()

    def changed(node: Node) -> Node:
        new = rule.changed(node)
        return node if new is node else flatten_tree(new)

    return Change(written, frozenset(names).intersection(names_in(rule.tree)), changed)


_SCOPES: Final = {
    "": "pieces",
    "whole formula": "formulas",
    "everywhere": "everywhere",
    "definitions": "definitions",
    "everywhere; definitions": "everywhere in definitions",
}
"""The beginning of `where`, and the section of rules that it means."""

_KEYS: Final = ("name", "change", "where", "weight", "says")
_EITHER: Final = re.compile(r"\{([^{}]*\|[^{}]*)\}")
"""Texts for the rules that an entry stands for: `a {+|-} b`, `You {added|subtracted} first`.  ± is {+|-}."""

_Rules = dict[tuple[str, str, str], Rule]


def read_rules(file: str, text: str) -> Sequence[Rule]:
    """Return the rules in the text of a file.  Raise RuleError with the line of a fault.

    Entries with the same pattern and conditions are one rule with several forms.
    """
    found: _Rules = {}
    root = parse_document(text, source=file)
    for node in root.items if isinstance(root, ListNode) else ():
        entries = node.entries if isinstance(node, MappingNode) else {}
        given = {key: each.text for key, (_, each) in entries.items() if isinstance(each, Scalar)}
        place = f"{file}:{node.line}: "
        if unknown := next((key for key in entries if key not in _KEYS or key not in given), None):
            raise RuleError(f"{place}`{unknown}` is no text, or none of {', '.join(_KEYS)}")
        if missing := sorted({"name", "change", "says"} - given.keys()):
            raise RuleError(f"{place}needs {' and '.join(f'`{key}`' for key in missing)}")
        try:
            for each in _spelled(given):
                _add(found, each, place=place)
        except RuleError as error:
            raise RuleError(f"{place}{error}") from None
    return [*found.values()]


def rule_of(given: Mapping[str, str], known: Found) -> Rule:
    """Return the rule of an author's entry; the names in `known` stand for themselves.  Raise RuleError."""
    if [*_spelled(given)] != [given]:
        raise RuleError("± and braces stand for several rules, in the package alone; write an entry for each rule")
    return _add({}, given, known)


def _add(rules: _Rules, given: Mapping[str, str], known: Found = _NOTHING, place: str = "") -> Rule:
    pattern, form = sides_of(given["change"])
    weight = given.get("weight", "usual")
    if weight not in WEIGHTS:
        raise RuleError(f"`{weight}` is no weight: {', '.join(WEIGHTS)}")
    where = given.get("where", "")
    scope = max((each for each in _SCOPES if f"{where};".startswith(f"{each};")), key=len, default="")
    section, where = _SCOPES[scope], where[len(scope) :].strip("; ")
    rule = rules.setdefault((section, pattern, where), Rule(section, pattern, where, known, place))
    rule.forms.append(_Form(given.get("name", ""), WEIGHTS[weight], form, given.get("says", "")))
    return rule


def _spelled(given: Mapping[str, str]) -> Iterator[Mapping[str, str]]:
    """Yield the entries that an entry stands for: one for each distribution, and for each text in its braces."""
    for family, distributions in FAMILIES.items():
        if f"{family}_" in given["change"]:
            for each in distributions:
                yield from _spelled({key: text.replace(f"{family}_", f"{each}_") for key, text in given.items()})
            return
    texts = {key: text.replace("±", "{+|-}").replace("∓", "{-|+}") for key, text in given.items()}
    sizes = {each[1].count("|") + 1 for text in texts.values() for each in _EITHER.finditer(text)}
    if len(sizes) > 1:
        raise RuleError("has braces with different numbers of texts")
    for at in range(max(sizes, default=1)):
        yield {key: _EITHER.sub(lambda each: each[1].split("|")[at], text) for key, text in texts.items()}  # noqa: B023


@cache
def _rules() -> Mapping[str, Mapping[str, Sequence[Rule]]]:
    """Return the rules of the package by section, then by the kind of formulas that they may fit."""
    found: dict[str, dict[str, list[Rule]]] = {section: {} for section in _SCOPES.values()}
    for name in packaged.files("checker.derivation.rules", ".yaml"):
        for rule in read_rules(f"rules/{name}", packaged.text("checker.derivation", f"rules/{name}")):
            found[rule.section].setdefault(rule.root, []).append(rule)
    return found


def rewritten_by_rules(section: str, tree: Node, around: Sequence[Node] = ()) -> Iterator[Rewriting]:
    """Yield what students write in place of a formula, an operand of those around it, by the rules of a section."""
    by_kind = _rules()[section]
    if not section.startswith("everywhere"):
        for rule in by_kind.get(kind_of(tree), ()):
            yield from rule.rewritings(tree, around)
        return
    kinds = dict.fromkeys(map(kind_of, walk_nodes(tree)))
    for rule in dict.fromkeys(rule for kind in kinds for rule in by_kind.get(kind, ())):
        yield from rule.rewritings_everywhere(tree)
