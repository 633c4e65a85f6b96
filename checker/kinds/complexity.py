"""The kind of answer `complexity`, an order of growth: `O(n^2 d)`, `Θ(n k d²)`, `n log n`, `0(n^2)` with a zero.

The order may be a sum or a product of such.  Every word and sign around it has to be understood.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Container, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from operator import add, mul, truediv
from typing import Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.engine.values.order import AsymptoticOrder, GrowthError, Symbols
from checker.formula.functions import FUNCTION_NAMES
from checker.formula.nodes import Call, Chain, Literal, Minus, Name, Node, Power, names_in, walk_nodes
from checker.formula.parser import without_bases
from checker.formula.symbols import NAME, Alphabet, split_names
from checker.formula.value import evaluate
from checker.kinds.base import Kind
from checker.reading.reading import Reading
from checker.reading.rows import inside, not_closed
from checker.text.number import Hints, StatedNumber, digits_of
from checker.text.plain import brief, end_of_bracket, plain, refuse_long
from checker.text.vocabulary import unknown_word

_SPELLINGS: Final = (
    (
        re.compile(r"\\(?:mathcal|mathrm|mathbf|operatorname|text)\s{0,9}(?:\{\s{0,9}([Oo0])\s{0,9}\}|([Oo])\b)"),
        r" \1\2",
    ),
    (re.compile(r"\\Theta(?![A-Za-z])|[ΘϴѲθ]"), " Theta "),
    (re.compile(r"\\Omega(?![A-Za-z])|[ΩΩ]"), " Omega "),
    (re.compile(r"\\omega(?![A-Za-z])|ω"), " littleomega "),
    (re.compile(r"^\s*~"), "≈"),
    (re.compile(r"\\in(?![A-Za-z])|∈"), " = "),
)
_BIG_O: Final = re.compile(r"(?<![\w.])(O|0|Theta|Omega|littleomega) ?\(", re.IGNORECASE)
_LABEL: Final = re.compile(r"(?<![A-Za-z_])([A-Za-z]) ?(?:\(([A-Za-z_, ]{1,40})\)|(?==))")
"""`T(n)`, or a letter in front of an equals sign."""
_PASSED_OVER: Final = re.compile(r"(?<![!<>~/])[=≈:]|\*\*|(?<=[A-Za-z])-(?=[A-Za-z])")
"""Signs that say nothing: equality, Markdown's emphasis, the hyphen of `big-O`."""
_GROWTH_WORDS: Final = re.compile(r"(?i)\b(?:big|order|time|complexity|running|runtime|grows|as|like|asymptotically)\b")
"""Words that people write around any order of growth."""
_OPERATION: Final = re.compile(r"[-\d+*/^<>≤≥≠√%!&|=]")
_NAME: Final = re.compile(NAME)
_CLOSING: Final = " \n.,;?"
_WORD: Final = re.compile(r"[A-Za-z']+[,.;]?")
_MAX_SHOWN: Final = 12
"""Maximum number of characters of a constant in a message."""

_LETTERS: Final = {"theta": "Θ", "omega": "Ω", "littleomega": "ω", "o": "o"}
_EXPONENTIAL: Final = "Your answer grows exponentially, but the right answer does not."

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


class _Around(NamedTuple):
    """What may be around an order of growth: labels, and words of the question."""

    text: str
    symbols: Collection[str]
    words: Container[str]
    instead: str

    def refuse(self, gap: str) -> None:
        """Raise UnreadableAnswer for the first part of a text around an order of growth that is not understood."""
        unknown = self.unknown(_PASSED_OVER.sub(" ", _LABEL.sub(self._without_label, gap)))
        if unknown:
            shown, whole = brief(unknown, 20), brief(self.text)
            is_growth = self.is_growth(unknown) or _OPERATION.match(unknown)
            said = f'"{shown}" is outside the order of growth' if is_growth else f'I do not understand "{shown}"'
            raise UnreadableAnswer(f'{said} in "{whole}". {self.instead}')

    def _without_label(self, label: re.Match[str]) -> str:
        """Return an empty text for a name of the answer, such as `T(n)`, but not for a symbol of the question."""
        known = {symbol.casefold() for symbol in self.symbols}
        sizes = [size.strip().casefold() for size in label[2].split(",")] if label[2] else []
        is_name = label[1] == "T" or label[1].casefold() not in known
        return "" if is_name and known.issuperset(sizes) else label[0]

    def unknown(self, text: str) -> str | None:
        """Return the first part of a text that is not understood as words; None if all is."""
        found = next(filter(self.is_growth, _NAME.findall(text)), None) or _OPERATION.search(text)
        if found:
            return found if isinstance(found, str) else found[0]
        return unknown_word(_GROWTH_WORDS.sub(" ", text).strip(_CLOSING), self.words)

    def is_growth(self, name: str) -> bool:
        """Return whether a name is made of symbols and functions, so it is no word."""
        try:
            return name in {"e", "pi"} or bool(split_names(name, self.symbols))
        except UnreadableAnswer:
            return False

    def alone(self, body: str) -> str:
        """Return an order of growth that is written without an O, without the words around it."""
        end = max((sign.end() for sign in re.finditer(r"(?<![!<>~/])[=≈:]", body)), default=0)
        self.refuse(body[:end])
        pieces = body[end:].strip(_CLOSING).split()
        is_word = [_WORD.fullmatch(each) is not None and not self.is_growth(each.strip(_CLOSING)) for each in pieces]
        if False not in is_word:
            return " ".join(pieces)
        front, back = is_word.index(False), len(pieces) - is_word[::-1].index(False)
        words = (" ".join(pieces[:front]), " ".join(pieces[back:]))
        return " ".join(pieces if any(map(self.unknown, words)) else pieces[front:back])


def _found(text: str, around: _Around) -> tuple[str, str]:
    """Return the letter of an answer and its order of growth: `O` and `n^2` of `O(n^2)`; `O(n) + O(d)` is a sum."""
    for pattern, spelling in _SPELLINGS:
        text = pattern.sub(spelling, text)
    body = plain(text)
    inner = inside(body) if body[:1] in {"(", "["} else None
    found, gaps = _split(inner if inner and _BIG_O.search(inner) else body)
    if not found:
        return "", around.alone(gaps[0])
    around.refuse(gaps[0])
    around.refuse(gaps[-1])
    letters = {"O" if letter == "0" else letter for letter, _ in found}
    signs = ["", *(gap.strip() for gap in gaps[1:-1])]
    if len(letters) > 1 or not {*signs[1:]} <= set("+*×"):
        raise UnreadableAnswer(f'"{brief(around.text)}" has {len(found)} orders of growth. Write only one.')
    if not all(growth.strip() for _, growth in found):
        raise UnreadableAnswer(f"The brackets after the O are empty. {around.instead}")
    if len(found) == 1:
        return found[0]
    growth = "".join(f"{sign}({growth})" for sign, (_, growth) in zip(signs, found, strict=True))
    return "0" if any(letter == "0" for letter, _ in found) else letters.pop(), growth


def _split(body: str) -> tuple[list[tuple[str, str]], list[str]]:
    """Return each letter and order of growth of a text such as `O(n) + O(d)`, and the texts before, between and after.

    Raise UnreadableAnswer for a bracket that is not closed.
    """
    found, gaps, start = [], [], 0
    while match := _BIG_O.search(body, start):
        end = end_of_bracket(body, match.end() - 1)
        if not end:
            raise not_closed(body)
        found.append((match[1] if match[1] in "Oo0" else match[1].lower(), body[match.end() : end - 1]))
        gaps.append(body[start : match.start()])
        start = end
    return found, [*gaps, body[start:]]


class ComplexityKind(Kind):
    """Answers that are an order of growth."""

    name = "complexity"
    fits_banks = False
    coded_as = AsymptoticOrder
    takes_symbols = True
    is_in_symbols = True
    results = frozenset({"complexity"})

    def read(self, text: str, hints: Hints) -> Reading:
        """Return the order of growth in a student's text."""
        symbols: Symbols = hints.language
        spellings = {name: name for name in symbols.names} | dict(symbols.aliases)
        named = re.findall(NAME, hints.words.text)
        listed = [each for each in symbols.shown if each in named] or symbols.shown
        example = f"{listed[0]}^5"
        refuse_long(text)
        instead = f"Write one order of growth, such as O({example})."
        letter, body = _found(text, _Around(text, spellings, hints.words, instead))
        alphabet = Alphabet(tuple(listed), (dict.fromkeys(spellings, 1),))
        node = without_bases(
            alphabet.parse(body, hints._replace(whole=False, decimal="point"), FUNCTION_NAMES | {"log"})
        )
        try:
            growth = _growth(node, symbols, spellings)
        except GrowthError as error:
            instead = f"Write a product of powers, such as {example}, or a sum of products."
            raise UnreadableAnswer(f'"{brief(text)}" {error}. {instead}') from None
        return _reading(growth, letter, text)

    def difference(self, reading: Reading, truth: AsymptoticOrder) -> str:
        """Return which factors have a wrong power, without revealing the right one.

        If the number of terms or exponentials differs, return only that; of several terms, only that one is wrong.
        """
        (terms, columns), (right_terms, right_columns) = reading.shape, truth.code[0]
        if columns != right_columns:
            is_faster = columns > right_columns == 2 * len(truth.symbols.names)
            return _EXPONENTIAL if is_faster else "At least one exponential factor is wrong or missing."
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
        case Name(name) if name in spellings:
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
    has_function = any(isinstance(each, Call) and each.function != "sqrt" for each in walk_nodes(exponent))
    value = math.nan if has_function else evaluate(exponent, {})
    if isinstance(value, float):
        raise GrowthError("has an exponent that is not a fraction")
    return Fraction(value)


def _reading(growth: AsymptoticOrder, letter: str, text: str) -> Reading:
    """Return the reading of an order of growth that was written with this letter."""
    (rows, columns), entries = growth.code
    if any(growth.terms[term] < 0 for term in growth.leading) or not rows:
        raise UnreadableAnswer(f'"{brief(text)}" is not positive, so it is no order of growth. Check its signs.')
    shown = f"{_LETTERS.get(letter, 'O')}{str(growth)[1:]}"
    note = "the 0 in front read as the letter O" if letter == "0" else ""
    numbers = tuple(StatedNumber(Decimal(each) if isinstance(each, int) else each, 0, None) for each in entries)
    return Reading((rows, columns), numbers, note, shown, _remark(growth), _OTHER_BOUNDS.get(letter, ""))


def _remark(growth: AsymptoticOrder) -> str:
    """Return sentences on the first dominated term and the constant to drop; empty if there is nothing to drop."""
    symbols = growth.symbols.shown
    dominated = [(large.shown(symbols), small.shown(symbols)) for large, small in growth.dominated[:1]]
    sentences = [f"Here {large} dominates {small}: drop {small}." for large, small in dominated]
    factors = [growth.terms[term] for term in growth.leading if growth.terms[term] != 1]
    if factors:
        constant = digits_of(factors[0])
        named = f"the constant {constant}" if len(constant) <= _MAX_SHOWN else "the constant factor"
        sentences.append(f"Drop {named}: O ignores constants.")
    return " ".join(sentences)


kind: Final = ComplexityKind()
