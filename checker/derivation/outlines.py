"""Outlines of formulas and of patterns: the kind of the whole and the kinds of its operands.

To compare outlines rules out most patterns that do not fit a formula, before a pattern is read as a tree.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from checker.derivation.patterns import CONSTANTS, EACH
from checker.derivation.trees import product_of, terms_of
from checker.formula.nodes import Call, Chain, Name, Node, children

_ANY, _SEVERAL = "any", "several"
_TERMS: Final = re.compile(" ([+-]) ")
_DIVISORS: Final = re.compile(r"([*/])([^*/]+)")
_BRACKETS: Final = re.compile(r"\(([^()]*)\)")
_REPEATED: Final = re.compile(rf"{EACH}\w* ?")
_KINDS_IN_TEXT: Final = {
    "pi": re.compile("pi$"),
    "brackets": re.compile(r"\[(\w+)\]$"),
    _SEVERAL: re.compile(r"[a-z]\w+$"),
    "sum": re.compile(".* [+-] "),
    "Minus": re.compile("-"),
    "product": re.compile(".*[*/]"),
    "Power": re.compile(r".*\^"),
    "Literal": re.compile(r"[\d.]+$"),
    "function": re.compile(r"(\w+)\["),
}
"""The kinds of operands by the texts of patterns."""


class Outline(NamedTuple):
    """The kinds of the root of a formula or a pattern and of the nodes below it."""

    root: str
    above: Sequence[str]
    below: Sequence[str] = ()
    """The kinds of the divisors of a product, or of the terms that are subtracted."""

    size: int = 0
    """The number of operands; of a pattern the fewest that it fits."""

    def may_fit(self, other: Outline) -> bool:
        """Return whether a pattern with this outline may fit a formula with the other one."""
        may_fit = self.root == other.root and self.size <= other.size
        return may_fit and _may_have(self.above, other.above) and _may_have(self.below, other.below)


_latest: Final[list[tuple[Node, Outline]]] = []
"""The formula whose outline was asked for last: the rules of all files ask for it one after the other."""


def outline_of(node: Node) -> Outline:
    """Return the outline of a formula."""
    for latest, outline in _latest:
        if latest is node:
            return outline
    above: Sequence[Node] = children(node)
    below: Sequence[Node] = ()
    if parts := product_of(node):
        above, below = parts
    elif terms := terms_of(node):
        above, below = ([each for sign, each in terms if sign == side] for side in "+-")
    kinds = (tuple(map(kind_of, above)), tuple(map(kind_of, below)))
    outline = Outline(kind_of(node), *kinds, len(above) + len(below))
    _latest[:] = [(node, outline)]
    return outline


def outline_of_pattern(text: str, forms: Mapping[str, str], fewest: Mapping[str, int]) -> Outline:
    """Return the outline of a pattern from its text: a pattern is read as a tree only if a formula has its outline.

    `forms` are the texts of what some letters must be, `fewest` the numbers of operands that words need; -1 for a word
    that fits none.
    """
    text = _without_brackets(text, forms)
    kinds = partial(_kinds_of_operand, forms, fewest)
    first, *others = _TERMS.split(text)
    if others:
        signed = [
            ("-" if first[0] == "-" else "+", first.removeprefix("-")),
            *zip(others[::2], others[1::2], strict=True),
        ]
        terms = [(sign, *kinds(each)) for sign, each in signed]
        above = [kind for sign, needed, more in terms if sign == "+" for kind in more or needed]
        below = [kind for sign, needed, more in terms if sign == "-" for kind in (*needed, *more)]
        below += [kind for sign, _, more in terms if sign == "+" for kind in more]  # a word with a + fits any sign
        return Outline("sum", above, below, sum(len(needed) for _, needed, _ in terms))
    if operands := _DIVISORS.findall(text):
        factors = [("*", *kinds(_DIVISORS.sub("", text))), *((sign, *kinds(each)) for sign, each in operands)]
        above, below = (
            [kind for sign, needed, more in factors if sign == side for kind in (*needed, *more)] for side in "*/"
        )
        return Outline("product", above, below)
    text = _REPEATED.sub("", text)
    root = _kind_in_text(forms, text)
    inside = text.split("^", 1) if root == "Power" else [text[text.find("[") :]]
    return Outline(root, [_kind_in_text(forms, each) for each in inside])


def _kinds_of_operand(
    forms: Mapping[str, str], fewest: Mapping[str, int], text: str
) -> tuple[Sequence[str], Sequence[str]]:
    """Return the kinds that a formula needs for an operand of a pattern, and one of those that may be added."""
    repeated = _REPEATED.search(text)
    kind = _kind_in_text(forms, _REPEATED.sub("", text))
    if not repeated and kind != _SEVERAL:
        return [kind], []
    count = fewest.get(repeated[0].strip() if repeated else text, 0)
    kind = kind if repeated else _ANY
    more = _SEVERAL if kind == _ANY else f"{_SEVERAL} {kind}"
    return [kind] * count, [] if count < 0 else [more]


def _without_brackets(text: str, forms: Mapping[str, str]) -> str:
    """Return the text of a pattern with the kind of what is in brackets: [sum]; [each sum] with a repeated operand."""

    def marked(inside: re.Match[str]) -> str:
        repeated = _REPEATED.search(inside[1])
        kind = _SEVERAL if "," in inside[1] else _kind_in_text(forms, _REPEATED.sub("", inside[1]))
        return f"[{repeated[0].strip()} {kind}]" if repeated else f"[{kind}]"

    count = 1
    while count:  # brackets within brackets
        text, count = _BRACKETS.subn(marked, text)
    return text


def _kind_in_text(forms: Mapping[str, str], text: str) -> str:
    """Return the kind of an operand of a pattern, in whose text `[sum]` and the like stand for brackets."""
    if text in forms:
        return _kind_in_text({}, _without_brackets(forms[text], {}))
    for kind, pattern in _KINDS_IN_TEXT.items():
        if found := pattern.match(text):
            return found[1] if pattern.groups else kind
    return _ANY


def _may_have(pattern: Sequence[str], kinds: Sequence[str]) -> bool:
    """Return whether operands of these kinds may fit those of a pattern."""
    singles = [each for each in pattern if not each.startswith(_SEVERAL)]
    if len(kinds) < len(singles) or not all(
        kinds.count(each) >= singles.count(each) for each in singles if each != _ANY
    ):
        return False
    if len(kinds) == len(singles) or _SEVERAL in pattern:
        return True
    repeated = {each.removeprefix(f"{_SEVERAL} ") for each in pattern if each.startswith(_SEVERAL)}
    return bool(repeated) and sum(each not in repeated for each in kinds) <= sum(
        each not in repeated for each in singles
    )


def kind_of(node: Node) -> str:
    """Return the kind of a node: its function, a constant, a sum, a product and so on."""
    match node:
        case Name(name) if name in CONSTANTS:
            return name
        case Call(function):
            return function
        case Chain(_, ((sign, _), *_)):
            return "sum" if sign in "+-" else "product"
    return type(node).__name__
