"""An order of growth: `O(n^2 d)`, `O(n²·d)`, `Θ(n k d²)`, `0(n^2 * d)` with a zero for the O, `n log n`."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from checker.answers.claims import Surroundings, claim_of
from checker.answers.reading import Reading
from checker.answers.show import ShownValue
from checker.engine.errors import UnreadableAnswer
from checker.engine.values.order import AsymptoticOrder, GrowthError, Symbols
from checker.notation.ambiguous_quotient import refuse_ambiguous_quotient
from checker.notation.dialect import FUNCTION_NAMES, Dialect
from checker.notation.digits import digits_of
from checker.notation.logarithms import with_brackets
from checker.notation.nodes import Call, Chain, Literal, Minus, Name, Node, Power, names_in, walk
from checker.notation.number import Hints, StatedNumber
from checker.notation.parser import parse
from checker.notation.text import brief
from checker.notation.value import evaluate

LONGEST_SHOWN: Final = 12
"""Characters of a constant."""

_WITH_LOG: Final = Dialect(FUNCTION_NAMES | {"log"})
_LETTERS: Final = {"theta": "Θ", "omega": "Ω", "o": "o"}
EXPONENTIAL: Final = "Your answer grows exponentially; the right one does not."

_OTHER: Final = {
    "omega": "Ω is a lower bound; the question asks for O, an upper bound.",
    "o": "Little-o says that it grows more slowly than this; the question asks for O.",
}


class ComplexityKind(ShownValue):
    """An order of growth."""

    name = "complexity"

    def read(self, text: str, hints: Hints) -> Reading:
        """Read an order of growth.  Raise Unreadable for whatever is not understood in it or around it."""
        symbols: Symbols = hints.language
        spellings = {name: name for name in symbols.names} | dict(symbols.aliases)
        sample = f"{symbols.names[0]}^5"
        claim = claim_of(text, Surroundings(spellings, hints.words, sample))
        body = with_brackets(claim.body, spellings)
        refuse_ambiguous_quotient(body, text)
        node = parse(body, hints._replace(whole=False, decimal="point"), _WITH_LOG)
        try:
            growth = _growth(node, symbols, spellings)
        except GrowthError as error:
            shape = f"Write a product of powers, such as {sample}, or a sum of such."
            raise UnreadableAnswer(f'"{brief(text)}" {error}. {shape}') from None
        return _reading(growth, claim.letter, text)

    def fits(self, value: Any) -> bool:
        """Whether a truth is an order of growth."""
        return isinstance(value, AsymptoticOrder)

    def difference(self, reading: Reading, truth: AsymptoticOrder) -> str:
        """Return which factors enter with a wrong power; not how high the right one is."""
        (terms, columns), (right_terms, right_columns) = reading.shape, truth.code[0]
        if columns != right_columns:
            is_faster = columns > right_columns == 2 * len(truth.symbols.names)
            return EXPONENTIAL if is_faster else "The exponential factors are not right."
        if terms != right_terms:
            return "You have more terms than the answer." if terms > right_terms else "A term is missing."
        if terms > 1 or right_columns > 2 * len(truth.symbols.names):
            return "Not every term is right." if terms > 1 else "Not every factor is right."
        factors = [*truth.symbols.names, *(f"log({name})" for name in truth.symbols.names)]
        said = []
        for name, number, right in zip(factors, reading.numbers, truth.code[1], strict=True):
            if number.value != right:
                meaning = truth.symbols.meanings.get(name)
                called = f"{name}, {meaning}," if meaning else name
                said.append(f"The power of {called} is too {'high' if number.value > right else 'low'}.")
        return " ".join(said)


def _growth(  # noqa: PLR0911 - a case for each kind of node
    node: Node, symbols: Symbols, spellings: Mapping[str, str]
) -> AsymptoticOrder:
    """Return the growth that a tree stands for.  Raise GrowthError and Unreadable."""
    match node:
        case Literal(value):
            return symbols.number(Fraction(value))
        case Name(name):
            return symbols.symbol(spellings[name])
        case Minus(operand):
            return -_growth(operand, symbols, spellings)
        case Call("log", (argument,)):
            return _growth(argument, symbols, spellings).log
        case Call("sqrt", (argument,)):
            return _growth(argument, symbols, spellings) ** Fraction(1, 2)
        case Call(function):
            raise GrowthError(f"holds {function}")
        case Power(base, exponent):
            growth, is_constant = _growth(base, symbols, spellings), not names_in(exponent)
            return growth ** _number(exponent) if is_constant else growth.to_the(_growth(exponent, symbols, spellings))
        case Chain(first, rest):
            growth = _growth(first, symbols, spellings)
            for sign, operand in rest:
                growth = _combined(growth, sign, _growth(operand, symbols, spellings))
            return growth
    raise GrowthError("is of another form")


def _combined(growth: AsymptoticOrder, sign: str, other: AsymptoticOrder) -> AsymptoticOrder:
    match sign:
        case "+":
            return growth + other
        case "-":
            return growth + -other
        case "*":
            return growth * other
    return growth / other


def _number(exponent: Node) -> Fraction:
    """Return the value of an exponent without symbols."""
    if any(isinstance(each, Call) and each.function != "sqrt" for each in walk(exponent)):
        raise GrowthError("has an exponent that is no fraction")
    value = evaluate(exponent, {})
    if isinstance(value, float):
        raise GrowthError("has an exponent that is no fraction")
    return Fraction(value)


def _reading(growth: AsymptoticOrder, claim: str, text: str) -> Reading:
    (rows, columns), entries = growth.code
    if any(growth.terms[term] < 0 for term in growth.leading) or not rows:
        raise UnreadableAnswer(f'"{brief(text)}" is no order of growth: it is not positive.')
    shown = f"{_LETTERS.get(claim, 'O')}{str(growth)[1:]}"
    note = "the 0 in front read as the letter O" if claim == "0" else ""
    numbers = tuple(StatedNumber(Decimal(each) if isinstance(each, int) else each, 0, None) for each in entries)
    return Reading((rows, columns), numbers, note, shown, _remark(growth), _OTHER.get(claim, ""))


def _remark(growth: AsymptoticOrder) -> str:
    """Return what big O leaves out and this answer does not."""
    symbols = growth.symbols.names
    dominated = [(large.shown(symbols), small.shown(symbols)) for large, small in growth.dominated[:1]]
    said = [f"Here {large} dominates {small}: drop {small}." for large, small in dominated]
    factors = [growth.terms[term] for term in growth.leading if growth.terms[term] != 1]
    if factors:
        constant = digits_of(factors[0])
        named = f"the constant {constant}" if len(constant) <= LONGEST_SHOWN else "the constant factor"
        said.append(f"Drop {named}: O leaves constants out.")
    return " ".join(said)


kind: Final = ComplexityKind()
