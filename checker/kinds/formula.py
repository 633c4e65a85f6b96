r"""The kind of answer `formula`: one in the symbols of the question, such as `N(4d² + 2dh)` or `\frac{d^2}{h}`.

Its reading holds its values at the question's own sizes and at others.  A number may follow it: `N(4d² + 2dh) =
3145728`.  A number without a formula is refused.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from checker.engine.errors import UnreadableAnswer
from checker.formula.functions import RESERVED_NAMES, SPELLINGS
from checker.formula.nodes import Call, Exact, Literal, Node, rewrite
from checker.formula.show import show, with_decimal_sign, with_superscripts
from checker.formula.symbols import NAME, Alphabet, greek_spellings, is_product, latex_greek, list_symbols
from checker.formula.value import CONSTANTS, MAX_NUMBER, evaluate
from checker.kinds.base import Kind
from checker.reading.arithmetic import SAME
from checker.reading.reading import Reading
from checker.reading.show import Spelling, show_stated
from checker.reading.sides import read_number, split_sides
from checker.reading.words import label_of, lead_of
from checker.text.number import Hints, StatedNumber
from checker.text.numeral import NUMERAL
from checker.text.plain import brief, plain, refuse_long
from checker.text.vocabulary import SCALE_LETTERS, Words
from checker.text.words import enumerated

_PIECE: Final = re.compile(rf"(?P<number>{NUMERAL})|{NAME}", re.ASCII)
"""A number or a name."""

_INDEX: Final = re.compile(r"(?<!log)(?<!root)_ ?\( ?(\( ?)?([A-Za-z0-9]+(?:_[A-Za-z0-9]+)*) ?(?(1)\) ?)\)")
"""`N_{heads}`, as the text has it without its braces."""
_BINOMIAL: Final = re.compile(r"(?<!\w)(?:C ?\( ?(\w+) ?[,;] ?(\w+) ?\)|\( ?(\w+) choose (\w+) ?\)|(\w)C(\w)(?!\w))")
_STOP: Final = re.compile(r"(?<=[\w)|!]) ?[.,;?]$")
_ENDING: Final = re.compile(
    r"(?<=[\w)])(?: (?:parameters|params|weights|operations|flops|in total|in all))+[.]?$", re.IGNORECASE
)


_UNDEFINED: Final = 9.8765e299
"""Placeholder for a value that a formula does not have at some sizes; no known mistake gives it."""


class FormulaKind(Kind):
    """Answers that are a formula in the symbols of the question."""

    name = "formula"
    fits_banks = False
    is_formula = True
    axes = 0
    takes_symbols = True
    is_in_symbols = True
    results = frozenset({"formula", "number"})

    def read(self, text: str, hints: Hints) -> Reading:
        """Return the formula in a student's text, with its value at each point; a number alone is refused."""
        alphabet: Alphabet = hints.language
        refuse_long(text)
        formulas, numbers = _sides(text, alphabet, hints)
        if not formulas and not numbers:
            raise UnreadableAnswer(f"I found no formula. Write one with {list_symbols(alphabet.listed)}.")
        if not formulas:
            return _constant(read_number(" = ".join(numbers), hints).numbers[0], alphabet, hints)
        if alphabet.in_degrees:
            # a degree sign behind a symbol: `sin(θ°)`
            formulas = [re.sub(r"(?<=[^\W\d_]) ?(?:°|\^ ?\(? ?\\circ ?\)?)", "", side) for side in formulas]
        plainer = hints._replace(whole=False, decimal=hints.decimal or "point")
        sizes = alphabet.points[0]
        written = [rewrite(alphabet.parse(each, plainer), lambda node: _rounded_down(node, sizes)) for each in formulas]
        nodes = written
        if alphabet.units:  # as in the author's formula: V/Ω to mA, and angles in degrees where sin and cos take them
            from checker.derivation.dimensions import in_units  # units are slow to load
            from checker.derivation.symbols import SymbolTable

            units = SymbolTable(sizes, {}, {}, alphabet.units)
            nodes = [in_units(node, units, alphabet.unit)[0] for node in written]
        (values, unclear), *others = [_values(node, alphabet, whole=hints.whole) for node in nodes]
        is_same = all(  # wherever both have a value
            a == b or math.isclose(a, b, rel_tol=1e-9) or _UNDEFINED in (a, b)
            for other, _ in others
            for a, b in zip(values, other, strict=True)
        )
        if numbers and is_same:
            number = read_number(" = ".join(numbers), hints).numbers[0]
            own = Fraction(values[0])
            is_same = abs(Fraction(number.value) - own) <= Fraction(number.half) + Fraction(1, 100) * abs(own)
        if not is_same:
            raise UnreadableAnswer(
                f'The sides of "{brief(text)}" are not equal for all values. Write only one formula.'
            )
        exact = tuple(StatedNumber(value, 0, None) for value in values)
        shown = with_decimal_sign(with_superscripts(show(written[0])), hints.decimal)
        return Reading((len(values),), exact, shown=shown, tree=nodes[0], unclear=unclear)

    def expected(self, truth: Any, symbols: Sequence[str]) -> str:  # noqa: ARG002 - what it is does not depend on the truth
        """Return what messages say is expected: a formula in these symbols."""
        return f"{self.called} of {enumerated(symbols)}"


class _OtherWords(Words):
    """The words of a question that are no symbols of its formulas."""

    def __init__(self, words: Words, symbols: Mapping[str, str]) -> None:
        super().__init__(lambda: words.text)
        self._words, self._symbols = words, symbols

    @cached_property
    def all(self) -> frozenset[str]:
        """Return the words of the question that are no symbols."""
        return self._words.all.difference(self._symbols)


def _sides(text: str, alphabet: Alphabet, hints: Hints) -> tuple[list[str], list[str]]:
    """Return the formulas and the numbers between the equals signs of an answer, without labels such as `total =`."""
    spellings = alphabet.spellings
    body = _INDEX.sub(r"_\2", plain(latex_greek(text))).translate(str.maketrans("[]", "()"))
    if "C" not in spellings:
        body = _BINOMIAL.sub(lambda found: "comb({},{})".format(*filter(None, found.groups())), body)
    body = _STOP.sub("", body if {"x", "X"} & spellings.keys() else re.sub(r"(?<=[\w)]) [xX] (?=[\w(])", "×", body))
    others = hints._replace(unit=None, words=_OtherWords(hints.words, spellings))
    sides = [side.strip() for side in split_sides(body)]
    *before, last = [_ENDING.sub("", _without_lead(side, spellings, others)) for side in sides]
    named = [side for side in before if _is_label(side, spellings, others) and not _is_used(side, last, spellings)]
    kept = [side for side in (*(each for each in before if each not in named), last) if side]
    formulas = [side for side in kept if _has_symbols(side, spellings)]
    return formulas, [side for side in kept if side not in formulas]


def _without_lead(side: str, spellings: Mapping[str, str], hints: Hints) -> str:
    """Return a side without the words that lead up to it; a symbol of the question is none of them: `a sin(x)`."""
    rest = lead_of(side, hints).rest
    front = side[: len(side) - len(rest)]
    symbol = next((each for each in _PIECE.finditer(front) if each[0] in spellings), None)
    return rest if symbol is None else side[len(front[: symbol.start()].rstrip("( +-|√")) :].lstrip()


def _is_label(side: str, spellings: Mapping[str, str], hints: Hints) -> bool:
    """Return whether a side before another one only names it: a single symbol, f(n), or words that are no symbols."""
    name, _, arguments = (part.strip() for part in side.partition("("))
    if name and re.search(rf"[-+*/^]|{NUMERAL} ?[^\W\d_]", arguments):  # `A(2r, h)`
        return False
    spelled = [side.replace(name, each, 1) for each in greek_spellings(name)]
    return (
        side in spellings
        # `f'(x)`, `d/dx (x^2)`: labels
        or re.fullmatch(r"\w'{1,2} ?\(\w\)|(?:frac \(d\w?\) ?\(d\w\)|d\w?/d\w)(?: ?\(.*\))?", side) is not None
        or (name not in spellings and any(label_of(each, hints) for each in spelled))
    )


def _is_used(symbol: str, formula: str, spellings: Mapping[str, str]) -> bool:
    """Return whether a symbol occurs in a formula: `T = nRT/V` is no formula for another quantity."""
    names = _names(formula)
    return symbol in names or any(symbol in name and is_product(name, spellings) for name in names)


def _has_symbols(side: str, spellings: Mapping[str, str]) -> bool:
    """Return whether a side is a formula.  A number may have words after it: 44M, 44 million, 44 MB."""
    # words after a number
    tail = re.search(r"(?<=[\d.)]) ?[^\W\d_]+(?: [^\W\d_]+)*\.?$", side)
    body, words = (side[: tail.start()], _names(tail[0])) if tail else (side, [])
    if any(name in spellings or (name not in RESERVED_NAMES and name not in SPELLINGS) for name in _names(body)):
        return True
    is_scale = len(words) == 1 and words[0] in SCALE_LETTERS and words[0] not in spellings
    return bool(words) and not is_scale and all(is_product(word, spellings) for word in words)


def _names(side: str) -> list[str]:
    return [piece[0] for piece in _PIECE.finditer(side) if not piece["number"]]


def _constant(stated: StatedNumber, alphabet: Alphabet, hints: Hints) -> Reading:
    """Return the reading of a plain number as a formula with the same value at all points.

    It is refused, with the advice to write a formula.
    """
    count = len(alphabet.points)
    refused = (
        f"This is a number, but the question asks for a formula with {list_symbols(alphabet.listed)}. "
        "Write the formula. You may add = and the number."
    )
    tree = Literal(Fraction(stated.value), 0)
    shown = Spelling(hints.whole, hints.decimal).entry(show_stated(stated))
    return Reading((count,), (stated._replace(half=0),) * count, shown=shown, refused=refused, tree=tree)


def _rounded_down(node: Node, own: Mapping[str, Exact]) -> Node:
    """Return `int(n/k)` as a floor, which it is where people write it: its argument is positive in the question."""
    match node:
        case Call("trunc", (argument,)):
            with suppress(UnreadableAnswer):
                if _value_at(argument, own) >= 0:
                    return Call("floor", (argument,), node.place)
    return node


def _values(node: Node, alphabet: Alphabet, *, whole: bool) -> tuple[list[Exact], str]:
    """Return the value at each point, and why there is none at some other than the first.  Raises UnreadableAnswer."""
    values: list[Exact] = []
    unclear = ""
    for point in alphabet.points:
        try:
            value = _value_at(node, point)
        except UnreadableAnswer as error:
            where = ", ".join(f"{name} = {point[name]}" for name in alphabet.listed[:6])
            fault = error.message.partition(". ")[0].removesuffix(".")  # its advice would be in the way
            unclear = f"{fault} when {where}." if where else error.message
            if not values:
                raise UnreadableAnswer(unclear) from None
            value = _UNDEFINED
        is_whole = whole and isinstance(value, float) and math.isclose(value, round(value), rel_tol=SAME)
        values.append(round(value) if is_whole else value)
    return values, unclear


def _value_at(node: Node, point: Mapping[str, Exact]) -> Exact:
    """Return the value of a formula at a point, even if parts of it are too large for floats."""
    try:
        value: Exact = evaluate(node, {**CONSTANTS, **point})
    except UnreadableAnswer:
        from checker.formula.precise import as_float, precise_reals

        reals = precise_reals(160)
        value = as_float(evaluate(node, {**reals.constants, **point}, reals), node.place)
    if not -MAX_NUMBER <= value <= MAX_NUMBER:
        raise UnreadableAnswer("This number is too large. Check its exponents.")
    return value


kind: Final = FormulaKind()
