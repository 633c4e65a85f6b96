"""Sentences that tell students about their mistakes in a formula, in the author's words where there are any.

Also steps and expressions in words: `the 97.5% t quantile`, symbols as the question shows them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from checker.derivation.arithmetic import is_array
from checker.derivation.patterns import sum_of_terms, terms_of
from checker.derivation.pieces import Edit, Piece
from checker.derivation.program import Program
from checker.engine.trace import TOTAL
from checker.formula.functions import DISCRETE, OF_DISTRIBUTIONS
from checker.formula.nodes import Call, Chain, Literal, Minus, Name, Node, names_in, rewrite
from checker.formula.show import show, typed
from checker.formula.symbols import greek_spellings

_WORD: Final = re.compile(r"[a-z_]{4,}")

_OF_LISTS: Final[Mapping[str, str]] = {
    "mean": "the mean",
    "median": "the median",
    "sd": "the standard deviation",
    "psd": "the standard deviation",
    "var": "the variance",
    "pvar": "the variance",
    "cov": "the covariance",
    "corr": "the correlation",
    "slope": "the slope",
    "intercept": "the intercept",
    "sum": "the sum",
    "count": "the number of values",
}

_OF_ARGUMENTS: Final[Mapping[str, str]] = {
    "norm": "the length of {}",
    "det": "the determinant of {}",
    "inv": "the inverse of {}",
    "transpose": "the transpose of {}",
    "dot": "the dot product of {} and {}",
    "cross": "the cross product of {} and {}",
    "comb": "{} choose {}",
    "min": "the smaller of {} and {}",
    "max": "the larger of {} and {}",
}
"""Functions by what they are called in class, with places for their arguments."""

_NUMBER_OF_VALUES: Final = "n"
"""The name for the number of values in an expression, unless a symbol of the question has it."""

_OF_DISTRIBUTIONS: Final = {"cdf": "P(X ≤ {})", "sf": "P(X > {})", "pmf": "P(X = {})", "pdf": "the density at {}"}
"""How a value of a distribution is written.  The question says which distribution it is."""
_AT_ONE_MORE: Final = {"cdf": "P(X < {})", "sf": "P(X ≥ {})"}
"""How P(X ≤ k - 1) and P(X > k - 1) of counts are written, with a place for k."""


_MAX_DESCRIBED: Final = 2
"""A piece with more symbols than this is not described by them."""

_NOUN: Final = re.compile(r"\bthe (?:factor|term) (?=the )")


class FormulaSentences(NamedTuple):
    """The texts that students see about a formula: mistakes by their ids, and steps by their paths."""

    sentences: Mapping[str, str]
    steps: Mapping[str, str]
    formulas: Mapping[str, str]
    """The formulas of steps that are functions with words."""
    silent: frozenset[str]
    """The steps that no student would work out: how a function of counts is written."""
    wholes: Mapping[str, str]
    """The expressions of the result and of derived symbols as sentences show them."""


def formula_sentences(formula: Program, shown: frozenset[str] | None = None) -> FormulaSentences:
    """Return the texts about a formula for students whose prompt shows these names; with None they know all symbols."""
    words = _Words(formula, shown)
    sentences = words.sentences()
    uses = Counter(sentences.values())
    if max(uses.values(), default=1) > 1 and shown is not None:  # the numbers alone do not tell the pieces apart
        named = _Words(formula, None).sentences()
        sentences = {id_: text if uses[text] == 1 else named[id_] for id_, text in sentences.items()}
    steps = [piece for piece in formula.pieces if piece.step]
    of_call, text = words.of_call, words.text
    wholes = {
        piece.step: formula.pieces[piece.operands[0]].node if piece.kind == "named" else piece.node for piece in steps
    }
    named_steps = [piece.step for piece in steps if piece.kind == "named"]
    return FormulaSentences(
        sentences,
        {piece.step: words.of_step(piece) for piece in steps if piece.step != TOTAL},
        {step: text(node) for step, node in wholes.items() if of_call(node)},
        frozenset(piece.step for at, piece in enumerate(formula.pieces) if at in words.counted and piece.step),
        {step: text(wholes[step]) for step in named_steps if not isinstance(wholes[step], Name | Literal)},
    )


class _Words:
    """The words for the pieces and the expressions of a formula.

    `shown` are the names that its prompt has, or None where there is no prompt.  A symbol that it does not show and
    that has no description is said by its number, or by its formula.
    """

    def __init__(self, formula: Program, shown: frozenset[str] | None) -> None:
        self.formula, self.pieces, self.author_words = formula, formula.pieces, formula.words
        self.symbols, self.descriptions, self.shown = formula.symbols, formula.symbols.descriptions, shown
        self._lists = [name for name, value in self.symbols.given.items() if is_array(value)]
        self._wholes = {piece.operands[0]: piece.step for piece in reversed(self.pieces) if piece.kind == "named"}
        operands = [self.pieces[place] for piece in self.pieces for place in piece.operands]
        self._uses = Counter(operand.text for operand in operands if operand.kind != "named")
        self.counted: dict[int, Call] = {
            piece.operands[0]: piece.node
            for piece in self.pieces
            if isinstance(piece.node, Call) and piece.kind in OF_DISTRIBUTIONS and piece.kind in DISCRETE
        }
        """The functions of counts, by the place of the count."""

    def sentences(self) -> dict[str, str]:
        points = self.formula.mistakes.items()
        wrong = {f"{point}.{option}": each for point, edits in points for option, each in edits.items()}
        found = {id_: self.fill(each) for id_, each in wrong.items()}
        uses = Counter(found.values())
        return {id_: text if uses[text] == 1 else self.add_place(text, wrong[id_]) for id_, text in found.items()}

    def of_step(self, piece: Piece) -> str:
        if piece.kind != "named":
            return self.author_words.get(typed(piece.node)) or self.text(piece.node)
        if self.is_shown(piece.step):
            return piece.step
        return self.descriptions.get(piece.step) or self.text(Name(piece.step, 0))

    def fill(self, wrong: Edit) -> str:
        if said := self._of_count(wrong):
            return said
        node = self.pieces[wrong.piece].node
        bare = self.text(node)
        described, is_apposed = self._describe(wrong.piece)
        within = self._within(wrong)
        words = {
            "{bare}": bare,
            "{piece}": described,
            "{piece,}": f"{described}," if is_apposed else described,
            "{piece in}": f"{described},{within}" if is_apposed and within else f"{described}{within}",
            "{term}": described if described != bare else f"the term {bare}{within}",
            "{within}": within,
        }
        if wrong.other is not None:
            described, is_apposed = self._describe(wrong.other)
            words["{other,}"] = f"{described}," if is_apposed else described
        sentence = wrong.sentence
        for slot, nodes in wrong.parts.items():
            words[f"{{{slot}}}"] = " and ".join(map(self.part, nodes))
        used = [slot for slot in re.findall(r"\{[^{}]*\}", sentence) if slot in words]
        for slot in used:
            sentence = sentence.replace(slot, words[slot])
        # a number with more digits than anyone reads
        sentence = re.sub(r"(?<![\w.])\d+\.\d{20,}(?!\w)", lambda long: f"{float(long[0]):.6g}", sentence)
        places = [wrong.piece, wrong.within if within else None, wrong.other]
        nodes = [self.pieces[at].node for at in places if at is not None] if {*used} - wrong.parts.keys() else []
        nodes += [node for part in wrong.parts.values() for node in part]
        return self._with_meanings(_NOUN.sub("", sentence.replace(",.", ".")), nodes)

    def _with_meanings(self, sentence: str, nodes: Sequence[Node]) -> str:
        """Return a sentence with the descriptions of symbols in these expressions that the question does not show."""
        names = dict.fromkeys(name for node in nodes for name in names_in(self.inner(node)))
        known = [(name, self.descriptions[name]) for name in names if name in self.descriptions]
        unsaid = [each for each in known if each[1] not in sentence and not self.is_shown(each[0])]
        said = [f"{name}: {meaning}" for name, meaning in unsaid]
        if not 0 < len(said) <= _MAX_DESCRIBED:
            return sentence
        first, stop, more = sentence.partition(". ")
        return f"{first.removesuffix('.')} ({', '.join(said)}){stop or '.'}{more}"

    def _of_count(self, wrong: Edit) -> str:
        """Return the sentence about a term that a count is left without: "You took P(X > k) instead of ..."; or ""."""
        call, operands = self.counted.get(wrong.target), self.pieces[wrong.target].operands
        if not call or wrong.option != "left_out" or len(operands) != 2 or wrong.operand is None:
            return ""
        taken = call._replace(arguments=(self.pieces[operands[1 - wrong.operand]].node, *call.arguments[1:]))
        return f"You took {self.text(taken)} instead of {self.text(call)}."

    def add_place(self, sentence: str, wrong: Edit) -> str:
        """Return a sentence that several mistakes share, with where in the formula this one was made."""
        names_piece = self.text(self.pieces[wrong.piece].node) in sentence
        at = wrong.within if names_piece and wrong.within is not None else wrong.piece
        where = self._in_symbol(at) or f"in {self.text(self.pieces[at].node)}"
        return f"{sentence.removesuffix('.')} ({where})."

    def _in_symbol(self, place: int) -> str:
        whole = self._wholes.get(place, TOTAL)
        if whole == TOTAL:
            return ""
        if self.is_shown(whole):
            return f"in {whole}"
        return f"in {self.descriptions.get(whole) or self.text(self.pieces[place].node)}"

    def _describe(self, place: int) -> tuple[str, bool]:
        """Return a piece in words, and whether it reads `text, author's words`, so that a comma must follow."""
        piece = self.pieces[place]
        text, known = self.text(piece.node), self.descriptions
        words = self.author_words.get(typed(piece.node)) or (known.get(piece.text) if piece.kind == "symbol" else None)
        if self.of_call(piece.node):
            return words or text, False
        if words:
            return f"{text}, {words}", True
        symbols = names_in(piece.node)
        described = [f"{name}: {known[name]}" for name in symbols if name in known]
        if piece.kind in ("number", "symbol") or not 1 <= len(described) == len(symbols) <= _MAX_DESCRIBED:
            return text, False
        return f"{text} ({', '.join(described)})", False

    def _within(self, wrong: Edit) -> str:
        """Return the place of a number, of a symbol with several uses, or the author's words for the place."""
        if wrong.within is None:
            return ""
        piece, parent = self.pieces[wrong.piece], self.pieces[wrong.within]
        has_words = typed(parent.node) in self.author_words
        if not has_words and self._uses[piece.text] < 2 and piece.kind != "number":
            return ""
        if symbol := self._in_symbol(wrong.within):
            return f" {symbol}"
        text = self.text(parent.node)
        if parent.kind == "named" or wrong.within in self._wholes or len(text) > 60:
            return ""
        is_described = piece.kind == "symbol" and piece.text in self.descriptions
        return f" in {text}" if is_described and not has_words else f" in {self._describe(wrong.within)[0]}"

    # expressions

    def is_shown(self, name: str) -> bool:
        """Return whether students know a symbol by its name: it is in the prompt, is a word, or there is no prompt."""
        spellings = greek_spellings(name)
        is_word = len(spellings) == 1 and _WORD.fullmatch(name)
        return self.shown is None or bool(is_word) or not self.shown.isdisjoint(spellings)

    def text(self, node: Node) -> str:
        """Return an expression in words: `the 97.5% t quantile`."""
        return self.of_call(node) or show(self.inner(node))

    def part(self, node: Node) -> str:
        """Return an expression as a sentence has it; a formula in place of a symbol in brackets."""
        inner = self.inner(node)
        is_replaced = isinstance(node, Name) and isinstance(inner, Minus | Chain)
        return f"({show(inner)})" if is_replaced else self.text(node)

    def inner(self, node: Node) -> Node:
        """Return a tree in which functions and symbols that a student does not know are said in other words."""
        return rewrite(node, self._as_part)

    def _as_part(self, node: Node) -> Node:
        if isinstance(node, Name):
            return self._symbol(node)
        if isinstance(node, Call) and (words := self.of_call(node)):
            is_taken = _NUMBER_OF_VALUES in {*self.symbols.given, *self.symbols.derived}
            is_count = words == _OF_LISTS["count"] and not is_taken
            is_notation = words.startswith("P(")
            return Name(_NUMBER_OF_VALUES if is_count else words if is_notation else f"({words})", node.place)
        return node

    def _symbol(self, node: Name) -> Node:
        name = node.name
        if self.is_shown(name) or name in self.descriptions:
            return node
        if name in self.symbols.derived:
            tree = self.inner(self.symbols.derived[name].tree)
            return tree if len(show(tree)) <= 60 else node
        value = self.symbols.given.get(name)
        if value is None or is_array(value) or isinstance(value, complex):
            return node
        return Literal(value, node.place) if value >= 0 else Minus(Literal(-value, node.place), node.place)

    def of_call(self, node: Node) -> str:
        """Return a call of a function in words; empty if it cannot be said in words."""
        if not isinstance(node, Call):
            return ""
        if node.function in OF_DISTRIBUTIONS:
            return self._of_distribution(node)
        if node.function in _OF_LISTS and (of := self._of_lists(node.arguments)) is not None:
            return _OF_LISTS[node.function] + of
        words = _OF_ARGUMENTS.get(node.function, "")
        if not words or words.count("{}") != len(node.arguments):
            return ""
        return words.format(*(show(self.inner(each)) for each in node.arguments))

    def _of_lists(self, arguments: Sequence[Node]) -> str | None:
        """Return ` of x and y`, the lists in the arguments; empty if there are no others, None if one is no list."""
        names = [each.name for each in arguments if isinstance(each, Name) and each.name in self._lists]
        if len(names) != len(arguments):
            return None
        if len(names) == len(self._lists):
            return ""
        return f" of {' and '.join(self.descriptions.get(name, name) for name in names)}"

    def _of_distribution(self, node: Call) -> str:
        family, _, what = node.function.partition("_")
        first = node.arguments[0]
        if what != "quantile":
            return _probability(node.function, self.inner(first))
        if isinstance(first, Literal):
            return f"the {show(Literal(first.value * 100, 0))}% {family} quantile"
        return f"the {family} quantile at {show(self.inner(first))}"


def _probability(function: str, argument: Node) -> str:
    """Return a value of a distribution as P(...), with the whole numbers at the end of its argument as one.

    >>> k = Name("k", 0)
    >>> before = Chain(k, (("-", Literal(1, 0)),), 0)
    >>> _probability("binomial_sf", before), _probability("normal_sf", before)
    ('P(X ≥ k)', 'P(X > k - 1)')
    >>> after = Chain(before, (("+", Literal(1, 0)),), 0)
    >>> _probability("binomial_sf", after), _probability("poisson_pmf", Literal(3, 0))
    ('P(X > k)', 'P(X = 3)')
    """
    terms = terms_of(argument) or [("+", argument)]
    while terms[0][0] == "+" and (inner := terms_of(terms[0][1])):
        terms[:1] = inner
    by = 0
    while terms[1:] and isinstance(number := terms[-1][1], Literal) and isinstance(number.value, int):
        by += number.value if terms.pop()[0] == "+" else -number.value
    what = function.rpartition("_")[2]
    form = _OF_DISTRIBUTIONS[what]
    if by < 0 and function in DISCRETE and what in _AT_ONE_MORE:
        form, by = _AT_ONE_MORE[what], by + 1
    if by:
        terms.append(("+" if by > 0 else "-", Literal(abs(by), 0)))
    return form.format(show(sum_of_terms(terms)))
