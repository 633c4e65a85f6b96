"""Wrong rules as data: reads the files of `rules/`, one for each subject.

A rule is a pattern, as authors write formulas, and below it what students write in its place:

    # Whose error this is, and where it is described.
    others*(q^n - 1)/below where q: not number; below: 1+
      usual present_value  others*(1 - q^(-n))/below
        You took the value at the start in {bare}, not that at the end.

Pattern: `patterns.py` says what fits letters and words.  After `where` are conditions: what a letter must be or not be
(`KINDS` in `conditioned_pattern.py`), a formula that it must have or not have, how many operands a word needs (`1+`,
`empty`), that these are `added` and not subtracted, how values compare (`a < b`, `p + q = 1`), and `in order` where
factors may not be in any order.  Several patterns may have the same forms: the first that fits counts.

Wrong form: how frequent it is, the name of the option, and the formula, in which `whole` is the formula itself, and
`sum(1/each)`, `product(each)` and `count(each)` are of all operands that were repeated.

Sentence: it must be true wherever the pattern fits, whatever the question is about.  Holes are {bare} for the formula,
{new} for the wrong one, and any formula of letters.

± stands for two rules, with + and with -, and braces for one with each of their texts: `{sin|cos}(x)`, `You
{added|subtracted}`.  Sections hold rules on pieces, on whole formulas, on all parts of one (`twice`: on two at least),
and on those in which symbols are replaced by their expressions.

The files are read when the wrong ways of a formula are first asked for, and a form when its pattern first fits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from importlib.resources import files
from typing import Final, NamedTuple

from checker.derivation.conditioned_pattern import ConditionedPattern, fail, pattern_tree
from checker.derivation.patterns import CONSTANTS, WHOLE, Found, Operands, built, kind_of
from checker.derivation.trees import Rewriting
from checker.derivation.weights import COMMON, RARE, TYPICAL, USUAL
from checker.formula.nodes import Node, names_in, rewrite, walk_nodes

SECTIONS: Final = ("pieces", "formulas", "everywhere", "definitions", "everywhere in definitions")

_WEIGHTS: Final = {"typical": TYPICAL, "common": COMMON, "usual": USUAL, "rare": RARE}
_EITHER: Final = re.compile(r"\{([^{}]*\|[^{}]*)\}")
"""Texts for the rules that a line stands for: `a {+|-} b`, `You {added|subtracted} first`.  ± is {+|-}."""

_HOLE: Final = re.compile(r"\{(?!bare\})([^{}]*)\}")
_OF_FORMS: Final = 2
"""Number of spaces before a wrong form; its sentence has more."""


class _Form(NamedTuple):
    """A wrong form of a rule, as its file has it: what a student writes, and the sentence about it."""

    line: int
    weight: int
    option: str
    text: str
    sentence: str = ""


class DataRule:
    """A rule of a file: patterns, and what students write in place of a formula that one of them fits."""

    def __init__(self, file: str, lines: Sequence[tuple[int, str]], variant: int, variants: int) -> None:
        self._file, self._lines, self._variant, self._variants = file, lines, variant, variants
        self.cases: list[ConditionedPattern] = []
        """The patterns with their conditions; the first one that fits counts."""
        self._trees: dict[str, Node] = {}
        """The formulas in the forms and sentences."""

    @cached_property
    def forms(self) -> Sequence[_Form]:
        """Return what students write in place of the formula."""
        forms: list[_Form] = []
        for line, raw in self._lines:
            text = _spelled(self._file, line, raw.strip(), self._variants)[self._variant]
            if len(raw) - len(raw.lstrip()) == _OF_FORMS:
                forms.append(_form(self._file, line, text))
            elif forms and not forms[-1].sentence:
                forms[-1] = forms[-1]._replace(sentence=text)
            else:
                fail(self._file, line, "a sentence needs a wrong form before it")
        return forms

    def rewritings(self, node: Node) -> Iterator[Rewriting]:
        """Yield what students write in place of a formula; nothing where the pattern does not fit."""
        for case in self.cases:
            fits = [*case.found_in(node)]
            for found in fits:
                comparisons = [(sign, built(difference, found)) for sign, difference in case.comparisons]
                for form in self.forms:
                    yield self._rewriting(form, found)._replace(comparisons=comparisons)
            if fits:
                return

    def rewritings_everywhere(self, tree: Node) -> Iterator[Rewriting]:
        """Yield what students write in place of a formula who write the wrong form wherever the pattern fits in it."""
        places = [(node, found) for node in walk_nodes(tree) if (found := self._first_in(node))]
        if len(places) <= any(case.is_twice for case in self.cases):
            return
        for form in self.forms:
            formula = self._formula(form.text, form.line)

            def changed(node: Node, formula: Node = formula) -> Node:
                found = self._first_in(node)
                return built(formula, found) if found else node

            if (new := rewrite(tree, changed)) != tree:
                yield self._rewriting(form, places[0][1])._replace(node=new)

    def _first_in(self, node: Node) -> Found | None:
        """Return what the letters and words of the pattern are in a formula; None where it does not fit."""
        kind = kind_of(node)
        fits = (found for case in self.cases if case.root == kind for found in case.found_in(node))
        return next(fits, None)

    def _rewriting(self, form: _Form, found: Found) -> Rewriting:
        """Return what a student writes by one of the forms."""
        new = built(self._formula(form.text, form.line), found)
        parts = {
            hole[1]: [new] if hole[1] == "new" else self._parts(hole[1], form, found)
            for hole in _HOLE.finditer(form.sentence)
        }
        return Rewriting(form.option, form.weight, form.sentence, new, parts)

    def _parts(self, text: str, form: _Form, found: Found) -> Sequence[Node]:
        """Return a part of a formula that a sentence names; the operands that a word fits."""
        known = found.get(text)
        if isinstance(known, Operands):
            return [each for _, each in known.items]
        return [built(self._formula(text, form.line), found)]

    def _formula(self, text: str, line: int) -> Node:
        """Return a formula of letters and words of the pattern, which is read once."""
        if text not in self._trees:
            tree = pattern_tree(self._file, line, text)
            if unknown := names_in(tree).keys() - set.intersection(*(case.names for case in self.cases)) - CONSTANTS:
                fail(self._file, line, f"{', '.join(sorted(unknown))} in `{text}` is not in the pattern")
            self._trees[text] = tree
        return self._trees[text]

    def check(self) -> None:
        """Read what is otherwise read when it is needed.  Raise AssertionError with the file and line of a fault."""
        if not self.forms:
            fail(self._file, self.cases[0].line, "a pattern needs a wrong form below it")
        for case in self.cases:
            assert WHOLE in case.names  # noqa: S101 - this reads the pattern and the conditions
            assert case.comparisons or not case.comparisons  # noqa: S101 - and this the comparisons
        for form in self.forms:
            if not form.sentence:
                fail(self._file, form.line, "a wrong form needs a sentence below it")
            for text in (form.text, *(hole[1] for hole in _HOLE.finditer(form.sentence))):
                if text != "new":
                    self._formula(text, form.line)


def read_rules(file: str, text: str) -> Mapping[str, Sequence[DataRule]]:
    """Return the rules in the text of a file, by section.  Raise AssertionError with the line of a fault."""
    sections: dict[str, list[DataRule]] = {}
    rules: Sequence[DataRule] = ()
    lines: list[tuple[int, str]] = []
    """The lines below the pattern, which are read when it first fits."""
    for line, raw in enumerate(text.splitlines(), 1):
        content = raw.strip()
        if not content or content.startswith("#"):
            continue
        if content.startswith("["):
            sections[content.strip("[]")], rules = [], ()
            if content.strip("[]") not in SECTIONS:
                fail(file, line, f"{content} is none of {', '.join(SECTIONS)}")
        elif not sections or (raw[0] == " " and not rules):
            fail(file, line, "a form needs a pattern before it, and a pattern a section such as [pieces]")
        elif raw[0] == " ":
            lines.append((line, raw))
        else:
            spelled = _spelled(file, line, content, 0 if lines or not rules else len(rules))
            if lines or not rules:
                lines = []
                rules = [DataRule(file, lines, at, len(spelled)) for at in range(len(spelled))]
                sections[[*sections][-1]] += rules
            for rule, each in zip(rules, spelled, strict=True):
                pattern, _, conditions = each.partition(" where ")
                rule.cases.append(ConditionedPattern(file, line, pattern.strip(), conditions))
    return sections


def _spelled(file: str, line: int, text: str, count: int = 0) -> Sequence[str]:
    """Return the lines that a line stands for, one for each text in its braces; `count` of them, unless that is 0."""
    text = text.replace("±", "{+|-}").replace("∓", "{-|+}")
    if "|" not in text:
        return [text] * (count or 1)
    choices = [each[1].split("|") for each in _EITHER.finditer(text)]
    sizes = {*map(len, choices), *([count] if count else [])}
    if len(sizes) > 1:
        fail(file, line, "has another number of texts in braces than its pattern")
    numbers = range(max(sizes, default=1))
    return [_EITHER.sub(lambda either: either[1].split("|")[place], text) for place in numbers]  # noqa: B023


def _form(file: str, line: int, content: str) -> _Form:
    """Return a wrong form, such as `common as_sum  a + b`."""
    weight, option, form = (*content.split(None, 2), "", "")[:3]
    if weight not in _WEIGHTS or not form:
        fail(file, line, f"`{content}` needs a weight ({', '.join(_WEIGHTS)}), a name and a formula")
    return _Form(line, _WEIGHTS[weight], option, form)


@cache
def rules_in(section: str) -> Mapping[str, Sequence[DataRule]]:
    """Return the rules of a section of all files, by the kinds of formulas that they may fit."""
    found: dict[str, list[DataRule]] = {}
    for rules in _all_rules():
        for rule in rules.get(section, ()):
            for kind in dict.fromkeys(case.root for case in rule.cases):
                found.setdefault(kind, []).append(rule)
    return found


@cache
def _all_rules() -> Sequence[Mapping[str, Sequence[DataRule]]]:
    """Return the rules of each file."""
    paths = sorted((each.name, each) for each in files("checker.derivation").joinpath("rules").iterdir())
    return [read_rules(f"rules/{name}", path.read_text(encoding="utf-8")) for name, path in paths]


def rewritten_by_rules(section: str, tree: Node) -> Iterator[Rewriting]:
    """Yield what students write in place of a formula by the rules of a section."""
    by_kind = rules_in(section)
    if not section.startswith("everywhere"):
        for rule in by_kind.get(kind_of(tree), ()):
            yield from rule.rewritings(tree)
        return
    kinds = dict.fromkeys(map(kind_of, walk_nodes(tree)))
    for rule in dict.fromkeys(rule for kind in kinds for rule in by_kind.get(kind, ())):
        yield from rule.rewritings_everywhere(tree)
