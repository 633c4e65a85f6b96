"""An order of growth: `O(n^2 d)`, `O(n²·d)`, `Θ(n k d²)`, `0(n^2 * d)` with a zero for the O, `n log n`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from checker.answers.reading import Reading
from checker.answers.rows import inside
from checker.answers.show import Shown
from checker.answers.statement import are_plain
from checker.errors import Unreadable
from checker.growth import Growth, GrowthError, Symbols
from checker.notation.loose import refuse_loose
from checker.notation.names import NAME, apart
from checker.notation.nodes import Call, Chain, Literal, Minus, Name, Node, Power
from checker.notation.parser import parse
from checker.notation.stated import Hints, Number
from checker.notation.text import brief, plain
from checker.notation.value import evaluate

LONGEST: Final = 1_000
LONGEST_SHOWN: Final = 12
"""Characters of a constant."""

_CURLY: Final = re.compile(r"\\(?:mathcal|mathrm|mathbf|operatorname|text)\s*\{\s*([Oo0])\s*\}")
_GREEK: Final = (
    (re.compile(r"\\Theta(?![A-Za-z])|[ΘϴѲθ]"), "Theta "),
    (re.compile(r"\\Omega(?![A-Za-z])|[ΩΩω]"), "Omega "),
)
_NAMED: Final = re.compile(r"[A-Za-z_ ]{0,60}(?:\([A-Za-z_, ]{0,20}\)\s{0,3})?[=:≈]\s*")
_LED_TO: Final = re.compile(r"(?:[A-Za-z]+ ){1,10}(?=(?:O|0|Theta|Omega) ?\()")
"""Words in front: `it is O(n)`."""
_CLAIM: Final = re.compile(r"(O|0|o|Theta|Omega)\s*(?=\()", re.IGNORECASE)
_LOGARITHM: Final = re.compile(r"(?<![A-Za-z_])(?:log|lg|ln)(?:\s*_?\s*(2|10)(?![0-9]))?(?=[\s(A-Za-z])")
_RAISED: Final = re.compile(
    r"(?<![A-Za-z_])(?:log|lg|ln)\s*\^\s*\(?(\d{1,3})\)?\s*(?:\(\s*([A-Za-z]\w*)\s*\)|([A-Za-z]\w*))"
)
"""`log^2 n`: the square of the logarithm."""
_BASE: Final = re.compile(r"(?<![A-Za-z_])log\s*_\s*(?:\(\s*([A-Za-z]\w*)\s*\)|([A-Za-z]\w*?))(?=\s*\(|\s+[A-Za-z])")
_LETTERS: Final = {"theta": "Θ", "omega": "Ω", "o": "o"}
_NAME: Final = re.compile(NAME)
_LOGARITHMS: Final = ("log", "lg")
_OF_A_SYMBOL: Final = re.compile(r"(?<![A-Za-z_])ln\s+([A-Za-z]\w*)(?!\s*(?:\^|\w|\())")

_OTHER: Final = {
    "omega": "Ω is a lower bound; the question asks for O, an upper bound.",
    "o": "Little-o says that it grows more slowly than this; the question asks for O.",
}


class ComplexityKind(Shown):
    """An order of growth."""

    name = "complexity"

    def read(self, text: str, hints: Hints) -> Reading:
        """Read an order of growth.  Raises Unreadable for unknown symbols and what is no sum of products of powers."""
        symbols: Symbols = hints.language
        claim, body = _claim(text)
        for pattern, by in ((_RAISED, r"(ln(\2\3))^\1"), (_BASE, _in_base), (_LOGARITHM, "ln")):
            body = pattern.sub(by, body)
        spellings = {name: name for name in symbols.names} | dict(symbols.aliases)
        body = _OF_A_SYMBOL.sub(r"ln(\1)", _NAME.sub(lambda name: _apart(name[0], spellings), body))
        try:
            refuse_loose(body, text)
            node = parse(body, hints._replace(whole=False, decimal="point"))
        except Unreadable as error:
            raise Unreadable(re.sub(r"\bln\b", "log", error.message)) from None
        try:
            growth = _growth(node, symbols, spellings)
        except GrowthError as error:
            raise Unreadable(
                f'"{brief(text)}" {error}. Write a product of powers, such as {_sample(symbols)}, or a sum of such.'
            ) from None
        return _reading(growth, claim, text)

    def fits(self, value: Any) -> bool:
        """Whether a truth is an order of growth."""
        return isinstance(value, Growth)

    def difference(self, reading: Reading, truth: Growth) -> str:
        """Which factors enter with a wrong power; not how high the right one is."""
        if reading.shape != truth.code[0]:
            return (
                "You have more terms than the answer." if reading.shape[0] > truth.code[0][0] else "A term is missing."
            )
        if reading.shape[0] > 1:
            return "Not every term is right."
        names = [*truth.symbols.names, *(f"log({name})" for name in truth.symbols.names)]
        said = []
        for name, number, right in zip(names, reading.numbers, truth.code[1], strict=True):
            if number.value != right:
                meaning = truth.symbols.meanings.get(name)
                called = f"{name}, {meaning}," if meaning else name
                said.append(f"The power of {called} is too {'high' if number.value > right else 'low'}.")
        return " ".join(said)


def _claim(text: str) -> tuple[str, str]:
    """The letter before the bracket (or none), and what stands in it."""
    text = _CURLY.sub(r"\1", text)
    for pattern, name in _GREEK:
        text = pattern.sub(name, text)
    body = plain(text, LONGEST)
    named = _NAMED.match(body)
    body = body[named.end() :].strip() if named else body
    body = _LED_TO.sub("", body, count=1) if _LED_TO.match(body) else body
    claim = _CLAIM.match(body)
    if not claim:
        return "", body
    behind = body[claim.end() :]
    end = _closing(behind)
    if not are_plain(behind[end + 1 :].strip(" .;")):
        raise Unreadable(f'I expected one order of growth, such as O(n), and read "{brief(body)}".')
    body = inside(behind[: end + 1]) or ""
    if not body:
        raise Unreadable("There is nothing in the brackets behind the O.")
    return claim[1] if claim[1] in "Oo0" else claim[1].lower(), body


def _closing(text: str) -> int:
    """The place of the bracket that closes the first one.  Raises Unreadable."""
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if not depth:
            return place
    raise Unreadable(f'A bracket is not closed in "{brief(text)}".')


def _in_base(match: re.Match[str]) -> str:
    return f" (1/ln({match[1] or match[2]}))*ln "


def _sample(symbols: Symbols) -> str:
    """Something of the right form that is no answer."""
    return f"{symbols.names[0]}^5"


def _growth(  # noqa: PLR0911 - a case for each kind of node
    node: Node, symbols: Symbols, spellings: Mapping[str, str]
) -> Growth:
    """The growth that a tree stands for.  Raises GrowthError and Unreadable."""
    match node:
        case Literal(value):
            return symbols.number(Fraction(value))
        case Name(name):
            return symbols.symbol(spellings[name])
        case Minus(operand):
            return -_growth(operand, symbols, spellings)
        case Call("ln", (argument,)):
            return _growth(argument, symbols, spellings).log
        case Call("sqrt", (argument,)):
            return _growth(argument, symbols, spellings) ** Fraction(1, 2)
        case Call(function):
            raise GrowthError(f"holds {function}")
        case Power(base, exponent):
            return _growth(base, symbols, spellings) ** _number(exponent)
        case Chain(first, rest):
            growth = _growth(first, symbols, spellings)
            for sign, operand in rest:
                growth = _combined(growth, sign, _growth(operand, symbols, spellings))
            return growth
    raise GrowthError("is of another form")


def _combined(growth: Growth, sign: str, other: Growth) -> Growth:
    match sign:
        case "+":
            return growth + other
        case "-":
            return growth + -other
        case "*":
            return growth * other
    return growth / other


def _number(exponent: Node) -> Fraction:
    """The value of an exponent, which has to be a number."""
    try:
        value = evaluate(exponent, {})
    except Unreadable:
        raise GrowthError("grows exponentially, which this question does not ask for") from None
    if isinstance(value, float):
        raise GrowthError("has an exponent that is no fraction")
    return Fraction(value)


def _apart(name: str, spellings: Mapping[str, str]) -> str:
    """A name as the symbols that it consists of, with spaces between them: `nkd` is n, k and d."""
    return " ".join("ln" if symbol in _LOGARITHMS else symbol for symbol in apart(name, spellings))


def _reading(growth: Growth, claim: str, text: str) -> Reading:
    (rows, columns), entries = growth.code
    if any(growth.terms[term] < 0 for term in growth.leading) or not rows:
        raise Unreadable(f'"{brief(text)}" is no order of growth: it is not positive.')
    shown = f"{_LETTERS.get(claim, 'O')}{str(growth)[1:]}"
    note = "the 0 in front read as the letter O" if claim == "0" else ""
    numbers = tuple(Number(Decimal(each) if isinstance(each, int) else each, 0, None) for each in entries)
    return Reading((rows, columns), numbers, note, shown, _remark(growth), _OTHER.get(claim, ""))


def _remark(growth: Growth) -> str:
    """What big O leaves out and this answer does not."""
    said = [
        f"Here {growth.term(large)} dominates {growth.term(small)}: drop {growth.term(small)}."
        for large, small in growth.dominated[:1]
    ]
    factors = [growth.terms[term] for term in growth.leading if growth.terms[term] != 1]
    if factors:
        constant = str(factors[0])
        named = f"the constant {constant}" if len(constant) <= LONGEST_SHOWN else "the constant factor"
        said.append(f"Drop {named}: O leaves constants out.")
    return " ".join(said)


kind: Final = ComplexityKind()
