"""An order of growth: `O(n^2 d)`, `O(n²·d)`, `Θ(n k d²)`, `0(n^2 * d)` with a zero for the O, `n log n`."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from operator import add, mul, truediv
from typing import Any, Final

from checker.answers.base import Kind
from checker.answers.big_o import BigOReader
from checker.answers.reading import Reading
from checker.engine.errors import UnreadableAnswer
from checker.engine.values.order import AsymptoticOrder, GrowthError, Symbols
from checker.notation.ambiguous_reach import refuse_unclear_reach
from checker.notation.dialect import FUNCTION_NAMES, Dialect
from checker.notation.logarithms import with_brackets
from checker.notation.names import NAME
from checker.notation.nodes import Call, Chain, Literal, Minus, Name, Node, Power, names_in, walk_nodes
from checker.notation.number import Hints, StatedNumber, digits_of
from checker.notation.parser import parse
from checker.notation.text import brief
from checker.notation.value import evaluate

MAX_SHOWN: Final = 12
"""Maximum number of characters of a constant in a message."""

_WITH_LOG: Final = Dialect(FUNCTION_NAMES | {"log"})
_LETTERS: Final = {"theta": "Θ", "omega": "Ω", "littleomega": "ω", "o": "o"}
EXPONENTIAL: Final = "Your answer grows exponentially, but the right answer does not."

_OTHER_BOUNDS: Final = {
    "omega": "Ω is a lower bound; the question asks for O, an upper bound.",
    "littleomega": "Little-omega means strictly faster growth; the question asks for O.",
    "o": "Little-o means strictly slower growth; the question asks for O.",
}
_OPERATIONS: Final[Mapping[str, Callable[[AsymptoticOrder, AsymptoticOrder], AsymptoticOrder]]] = {
    "+": add,
    "-": lambda left, right: left + -right,
    "*": mul,
    "/": truediv,
}


class ComplexityKind(Kind):
    """An order of growth."""

    name = "complexity"
    fits_banks = False
    is_coded = True
    takes_symbols = True
    is_in_symbols = True
    results = frozenset({"complexity"})

    def read(self, text: str, hints: Hints) -> Reading:
        """Read an order of growth.  Raises UnreadableAnswer for anything in or around it that is not understood."""
        symbols: Symbols = hints.language
        spellings = {name: name for name in symbols.names} | dict(symbols.aliases)
        named = re.findall(NAME, hints.words.text)
        listed = [each for each in symbols.shown if each in named] or symbols.shown
        example = f"{listed[0]}^5"
        letter, body = BigOReader(spellings, hints.words, example).read(text)
        body = with_brackets(body, spellings, listed)
        refuse_unclear_reach(body, text)
        node = parse(body, hints._replace(whole=False, decimal="point"), _WITH_LOG)
        try:
            growth = _growth(node, symbols, spellings)
        except GrowthError as error:
            instead = f"Write a product of powers, such as {example}, or a sum of products."
            raise UnreadableAnswer(f'"{brief(text)}" {error}. {instead}') from None
        return _reading(growth, letter, text)

    def fits(self, value: Any) -> bool:
        """Return whether a truth is an order of growth."""
        return isinstance(value, AsymptoticOrder)

    def difference(self, reading: Reading, truth: AsymptoticOrder) -> str:
        """Return which factors have a wrong power, without the right power."""
        (terms, columns), (right_terms, right_columns) = reading.shape, truth.code[0]
        if columns != right_columns:
            is_faster = columns > right_columns == 2 * len(truth.symbols.names)
            return EXPONENTIAL if is_faster else "At least one exponential factor is wrong or missing."
        if terms != right_terms:
            return "Your answer has too many terms." if terms > right_terms else "A term is missing."
        if terms > 1 or right_columns > 2 * len(truth.symbols.names):
            return "At least one term is wrong." if terms > 1 else "At least one factor is wrong."
        letters = truth.symbols.shown
        factors = [*letters, *(f"log({letter})" for letter in letters)]
        meanings = dict(zip(letters, map(truth.symbols.meanings.get, truth.symbols.names), strict=True))
        sentences = []
        for name, number, right in zip(factors, reading.numbers, truth.code[1], strict=True):
            if number.value != right:
                meaning = meanings.get(name)
                called = f"{name}, {meaning}," if meaning else name
                sentences.append(f"The power of {called} is too {'high' if number.value > right else 'low'}.")
        return " ".join(sentences)


def _growth(  # noqa: PLR0911 - a case for each kind of node
    node: Node, symbols: Symbols, spellings: Mapping[str, str]
) -> AsymptoticOrder:
    """Return the growth that a tree stands for.  Raises GrowthError and UnreadableAnswer."""

    def growth(inner: Node) -> AsymptoticOrder:
        return _growth(inner, symbols, spellings)

    match node:
        case Literal(value):
            return symbols.number(Fraction(value))
        case Name(name):
            return symbols.symbol(spellings[name])
        case Minus(operand):
            return -growth(operand)
        case Call("log", (argument,)):
            return growth(argument).log
        case Call("sqrt", (argument,)):
            return growth(argument) ** Fraction(1, 2)
        case Power(base, exponent):
            return growth(base).to_the(growth(exponent)) if names_in(exponent) else growth(base) ** _number(exponent)
        case Chain(first, rest):
            return reduce(lambda left, pair: _OPERATIONS[pair[0]](left, growth(pair[1])), rest, growth(first))
        case Call(function):
            raise GrowthError(f"contains {function}")
    raise GrowthError("has another form")


def _number(exponent: Node) -> Fraction:
    """Return the value of an exponent without symbols."""
    has_function = any(isinstance(each, Call) and each.function != "sqrt" for each in walk_nodes(exponent))
    value = math.nan if has_function else evaluate(exponent, {})
    if isinstance(value, float):
        raise GrowthError("has an exponent that is not a fraction")
    return Fraction(value)


def _reading(growth: AsymptoticOrder, letter: str, text: str) -> Reading:
    (rows, columns), entries = growth.code
    if any(growth.terms[term] < 0 for term in growth.leading) or not rows:
        raise UnreadableAnswer(f'"{brief(text)}" is not positive, so it is no order of growth. Check its signs.')
    shown = f"{_LETTERS.get(letter, 'O')}{str(growth)[1:]}"
    note = "the 0 in front read as the letter O" if letter == "0" else ""
    numbers = tuple(StatedNumber(Decimal(each) if isinstance(each, int) else each, 0, None) for each in entries)
    return Reading((rows, columns), numbers, note, shown, _remark(growth), _OTHER_BOUNDS.get(letter, ""))


def _remark(growth: AsymptoticOrder) -> str:
    """Return the terms and constants to drop, as sentences."""
    symbols = growth.symbols.shown
    dominated = [(large.shown(symbols), small.shown(symbols)) for large, small in growth.dominated[:1]]
    sentences = [f"Here {large} dominates {small}: drop {small}." for large, small in dominated]
    factors = [growth.terms[term] for term in growth.leading if growth.terms[term] != 1]
    if factors:
        constant = digits_of(factors[0])
        named = f"the constant {constant}" if len(constant) <= MAX_SHOWN else "the constant factor"
        sentences.append(f"Drop {named}: O ignores constants.")
    return " ".join(sentences)


kind: Final = ComplexityKind()
