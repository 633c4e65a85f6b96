"""Wrong rules as data: reads the files of `rules/`, one for each subject.

A rule is a pattern, as authors write formulas, and below it what students write in its place:

    # Whose error this is, and where it is described.
    others*(q^n - 1)/below where q: not number; below: 1+
      usual present_value  others*(1 - q^(-n))/below
        money: You took the value at the start in {bare}, not that at the end.

Pattern: `patterns.py` says what fits letters and words.  After `where` are conditions: what a letter must be or not be
(`KINDS` in `conditioned_pattern.py`), a formula that it must have or not have, how many operands a word needs (`1+`,
`empty`), that these are `added` and not subtracted, and `in order` where factors may not be in any order.  Several
patterns may have the same forms: the first that fits counts.

Wrong form: how frequent it is, the name of the option, and the formula, in which `whole` is the formula itself, and
`sum(1/each)`, `product(each)` and `count(each)` are of all operands that were repeated.

Sentence: for questions of a field, if it begins with one; then in neutral words, or none: "You used X instead of Y".
Holes are {bare} for the formula, {new} for the wrong one, and any formula of letters.

± stands for two rules, with + and with -, and braces for one with each of their texts: `{sin|cos}(x)`, `You
{added|subtracted}`.  Sections hold rules on pieces, on whole formulas, on all parts of one, and on those in which
symbols are replaced by their expressions.

A file is read when the wrong ways of a formula are first asked for, and a form when its pattern first fits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple

from checker.derivation.conditioned_pattern import ConditionedPattern, fail, pattern_tree
from checker.derivation.fields import FIELDS, InField
from checker.derivation.outlines import Outline, kind_of, outline_of
from checker.derivation.patterns import CONSTANTS, WHOLE, Found, Operands, built
from checker.derivation.trees import Rewriting
from checker.derivation.weights import COMMON, RARE, TYPICAL, USUAL
from checker.formula.nodes import Node, names_in, rewrite, walk_nodes
from checker.formula.show import show
from checker.text import packaged

SECTIONS: Final = ("pieces", "formulas", "everywhere", "definitions", "everywhere in definitions")

_FILES: Final = "rules"
_WEIGHTS: Final = {"typical": TYPICAL, "common": COMMON, "usual": USUAL, "rare": RARE}
_EITHER: Final = re.compile(r"\{([^{}]*\|[^{}]*)\}")
"""Texts for the rules that a line stands for: `a {+|-} b`, `You {added|subtracted} first`.  ± is {+|-}."""

_HOLE: Final = re.compile(r"\{(?!bare\})([^{}]*)\}")
_MOST_OUTLINES: Final = 1_000
"""Most outlines of formulas for which it is known which rules may fit."""

_OF_FORMS: Final = 2
"""Number of spaces before a wrong form; sentences have more."""

_INSTEAD: Final = "You used {new} instead of {bare}."


class _Form(NamedTuple):
    """A wrong form of a rule, as its file has it: what a student writes, and the sentences about it."""

    line: int
    weight: int
    option: str
    text: str
    sentences: list[tuple[str, str]]
    """The sentences, each with its field; that of the last one may be empty."""


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
            elif forms:
                forms[-1].sentences.append(_sentence(self._file, line, text))
            else:
                fail(self._file, line, "a sentence needs a wrong form before it")
        return forms

    def found_in(self, node: Node) -> Found | None:
        """Return what the letters and words of the pattern are in a formula; None where it does not fit."""
        return next((found for case in self.cases if (found := case.found_in(node)) is not None), None)

    def rewritings(self, node: Node) -> Iterator[Rewriting]:
        """Yield what students write in place of a formula; nothing where the pattern does not fit."""
        if (found := self.found_in(node)) is not None:
            for form in self.forms:
                yield self._rewriting(form, found)

    def rewritings_everywhere(self, tree: Node) -> Iterator[Rewriting]:
        """Yield what students write in place of a formula who write the wrong form wherever the pattern fits in it."""
        firsts: list[Found] = []

        def changed(node: Node, form: _Form) -> Node:
            if (found := self.found_in(node)) is None:
                return node
            firsts.append(found)
            return built(self._formula(form.text, form.line), found)

        for form in self.forms:
            new = rewrite(tree, lambda node, form=form: changed(node, form))  # type: ignore[misc]
            if not firsts:
                return
            if new != tree:
                yield self._rewriting(form, firsts[0])._replace(node=new)

    def _rewriting(self, form: _Form, found: Found) -> Rewriting:
        """Return what a student writes by one of the forms."""
        new = built(self._formula(form.text, form.line), found)

        def filled(sentence: str) -> str:
            return _HOLE.sub(
                lambda hole: show(new) if hole[1] == "new" else self._shown(hole[1], form, found), sentence
            )

        sentence = filled(_INSTEAD) if form.sentences[-1][0] else ""
        for field, text in reversed(form.sentences):
            sentence = InField(field, filled(text), sentence) if field else filled(text)
        return Rewriting(form.option, form.weight, sentence, new)

    def _shown(self, text: str, form: _Form, found: Found) -> str:
        """Return a part of a formula as a sentence has it; the operands that a word fits with `and` between them."""
        known = found.get(text)
        if isinstance(known, Operands):
            return " and ".join(show(each) for _, each in known.items)
        return show(built(self._formula(text, form.line), found))

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
        for form in self.forms:
            if not form.sentences:
                fail(self._file, form.line, "a wrong form needs a sentence below it")
            for text in (form.text, *(hole[1] for _, each in form.sentences for hole in _HOLE.finditer(each))):
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
    return _Form(line, _WEIGHTS[weight], option, form, [])


def _sentence(file: str, line: int, content: str) -> tuple[str, str]:
    """Return the field and the sentence of a line such as `growth: ...`; the field may be empty."""
    field, colon, text = content.partition(": ")
    if colon and field.isalpha() and field.islower() and field not in FIELDS:
        fail(file, line, f"{field} is none of the fields {', '.join(FIELDS)}")
    return (field, text) if colon and field in FIELDS else ("", content)


@lru_cache
def rules_of(subject: str) -> Mapping[str, Sequence[DataRule]]:
    """Return the rules of a subject's file, by section."""
    file = f"{_FILES}/{subject}.txt"
    return read_rules(file, packaged.text("checker.derivation", file))


class FileRules:
    """The rules of a section of a file as one rule, which is read at its first use."""

    def __init__(self, subject: str, section: str) -> None:
        self._subject, self._section = subject, section
        self._candidates: dict[Outline, Sequence[DataRule]] = {}

    def __call__(self, tree: Node, _: Mapping[str, Any] | None = None) -> Iterator[Rewriting]:
        """Yield what students write in place of a formula by the rules."""
        if not self._section.startswith("everywhere"):
            for rule in self._may_fit(tree):
                yield from rule.rewritings(tree)
        else:
            candidates = {
                rule for node in walk_nodes(tree) if kind_of(node) in self._roots for rule in self._may_fit(node)
            }
            for rule in self._rules if candidates else ():
                if rule in candidates:
                    yield from rule.rewritings_everywhere(tree)

    @cached_property
    def _rules(self) -> Sequence[DataRule]:
        """Return the rules of the section, whose file is read now."""
        return rules_of(self._subject).get(self._section, ())

    @cached_property
    def _roots(self) -> frozenset[str]:
        """Return the kinds of the roots of formulas that the rules may fit."""
        return frozenset(case.outline.root for rule in self._rules for case in rule.cases)

    def _may_fit(self, node: Node) -> Sequence[DataRule]:
        """Return the rules that may fit a formula with such an outline."""
        if kind_of(node) not in self._roots:
            return ()
        outline = outline_of(node)
        found = self._candidates.get(outline)
        if found is None:
            if len(self._candidates) >= _MOST_OUTLINES:
                self._candidates.clear()
            found = [rule for rule in self._rules if any(case.outline.may_fit(outline) for case in rule.cases)]
            self._candidates[outline] = found
        return found
