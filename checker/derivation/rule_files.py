"""Wrong rules as data: the one form of a mistake, in the files of `rules/` and in the files of problems and courses.

    # Whose error this is, and where it is described.
    - {name: squared_sum, weight: common, where: a is not number, change: (a + b)^2 => a^2 + b^2,
       says: "You squared each term in {bare}."}

Change: a pattern, as authors write formulas, and what students write in its place.  `patterns.py` says what fits
letters and words.  In the new form `whole` is the formula itself, and `sum(1/each)`, `product(each)` and `count(each)`
are of all operands that were repeated.

Where: conditions, with `;` between them.  What a letter is or is not (`KINDS` in `changes.py`), a formula
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
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from checker.derivation.changes import Form, Rewriting, Rule, RuleError, sides_of
from checker.derivation.patterns import Found, kind_of
from checker.document.nodes import Mapping as Map
from checker.document.nodes import Scalar
from checker.document.nodes import Sequence as List
from checker.document.tree import parse_document
from checker.engine.weights import WEIGHTS
from checker.formula.functions import FAMILIES
from checker.formula.nodes import Node, walk_nodes

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
    for node in root.items if isinstance(root, List) else ():
        place = f"{file}:{node.line}"
        entries = node.entries if isinstance(node, Map) else {}
        given = {key: each.text for key, (_, each) in entries.items() if isinstance(each, Scalar)}
        if unknown := next((key for key in entries if key not in _KEYS or key not in given), None):
            raise RuleError(place, f"`{unknown}` is no text, or none of {', '.join(_KEYS)}")
        if missing := sorted({"name", "change", "says"} - given.keys()):
            raise RuleError(place, f"needs {' and '.join(f'`{key}`' for key in missing)}")
        for each in _spelled(place, given):
            _add(found, place, each)
    return [*found.values()]


def rule_of(given: Mapping[str, str], known: Found) -> Rule:
    """Return the rule of an author's entry; the names in `known` stand for themselves.  Raise RuleError."""
    if [*_spelled("", given)] != [given]:
        raise RuleError("", "± and braces stand for several rules, in the package alone; write an entry for each rule")
    return _add({}, "", given, known)


def _add(rules: _Rules, place: str, given: Mapping[str, str], known: Found | None = None) -> Rule:
    pattern, form = sides_of(given["change"], place)
    weight = given.get("weight", "usual")
    if weight not in WEIGHTS:
        raise RuleError(place, f"`{weight}` is no weight: {', '.join(WEIGHTS)}")
    where = given.get("where", "")
    scope = max((each for each in _SCOPES if f"{where};".startswith(f"{each};")), key=len, default="")
    section, where = _SCOPES[scope], where[len(scope) :].strip("; ")
    rule = rules.setdefault((section, pattern, where), Rule(section, place, pattern, where, known or {}))
    rule.forms.append(Form(place, given.get("name", ""), WEIGHTS[weight], form, given.get("says", "")))
    return rule


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
def _rules_in(section: str) -> Mapping[str, Sequence[Rule]]:
    found: dict[str, list[Rule]] = {}
    for rule in _all_rules():
        if rule.section == section:
            found.setdefault(rule.root, []).append(rule)
    return found


@cache
def _all_rules() -> Sequence[Rule]:
    paths = sorted((each.name, each) for each in files("checker.derivation").joinpath("rules").iterdir())
    return [rule for name, path in paths for rule in read_rules(f"rules/{name}", path.read_text(encoding="utf-8"))]


def rewritten_by_rules(section: str, tree: Node, around: Sequence[Node] = ()) -> Iterator[Rewriting]:
    """Yield what students write in place of a formula, an operand of those around it, by the rules of a section."""
    by_kind = _rules_in(section)
    if not section.startswith("everywhere"):
        for rule in by_kind.get(kind_of(tree), ()):
            yield from rule.rewritings(tree, around)
        return
    kinds = dict.fromkeys(map(kind_of, walk_nodes(tree)))
    for rule in dict.fromkeys(rule for kind in kinds for rule in by_kind.get(kind, ())):
        yield from rule.rewritings_everywhere(tree)
