"""Written-out arithmetic: text to a small tree to an exact value.  Nothing is ever evaluated as code.

From loose to tight: `+ -`, `* × /`, the sign, implicit products (`2√3`, `3(4)`), `^`, `!`.  So 1/2√3 is 1/(2√3), and
-2^2 is -4.
Every node carries its place in the text, for messages.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.notation.digits import whole
from checker.notation.functions import FUNCTIONS as KNOWN
from checker.notation.functions import INVERSE, POWERED, SPELLINGS
from checker.notation.nodes import Call, Chain, Exact, Literal, Minus, Name, Node, Power, simple
from checker.notation.number import Hints
from checker.notation.numeral import MAX_DIGITS, NUMERAL, read_numeral
from checker.notation.show import show
from checker.notation.text import brief

MAX_TOKENS: Final = 2000
MAX_DEPTH: Final = 50

WORDS: Final = frozenset(
    [
        "abs",
        "average",
        "ceil",
        "ceiling",
        "choose",
        "degrees",
        "factorial",
        "floor",
        "lb",
        "max",
        "mean",
        "min",
        "radians",
        "root",
        "round",
        "sign",
        "sum",
    ]
)
"""Names of functions that may be words, labels or units; they are functions before a bracket only."""

FUNCTIONS: Final = frozenset(SPELLINGS) - {"log"}
NAMES: Final = FUNCTIONS - WORDS | {"pi", "π", "e", "frac", "log"}
"""Names that are no labels and no symbols."""


class Dialect(NamedTuple):
    """What may be written."""

    functions: frozenset[str] = FUNCTIONS
    """Names that take arguments; a bracket behind any other name is a factor."""
    commas: bool = False
    """`@` multiplies matrices, and numbers have a decimal point and no grouping, as in programs."""
    strict: bool = False
    """A factor that follows a quotient without a sign is refused: 1/(2) d may be half of d or one over 2d."""


SPOKEN: Final = Dialect()
"""What people write for a number."""

SYMBOLIC: Final = Dialect(strict=True)
"""What people write for a formula."""


class Token(NamedTuple):
    """A piece of the text: kind is `number`, `name`, `end`, or the sign itself."""

    kind: str
    text: str
    place: int


_NAME: Final = r"(?P<name>[A-Za-zͰ-Ͽ][A-Za-z0-9_Ͱ-Ͽ]*)"
_SIGN: Final = r"(?P<sign>\*\*|[-+*×/^()√%!|⌈⌉⌊⌋])"
_TOKEN: Final = re.compile(rf"\s*(?:(?P<number>{NUMERAL})|{_NAME}|{_SIGN}|(?P<other>\S))", re.ASCII)
_WITH_COMMAS: Final = re.compile(
    rf"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|{_NAME}|{_SIGN[:-1]}|[,@])|(?P<other>\S))", re.ASCII
)


_BRACKETS: Final = {"(": (")", ""), "|": ("|", "abs"), "⌈": ("⌉", "ceil"), "⌊": ("⌋", "floor")}
"""What closes a bracket, and the function that it stands for."""


def parse(text: str, hints: Hints, dialect: Dialect = SPOKEN) -> Node:
    """The tree of a text that `plain` has gone over.

    Raises Unreadable with the place where reading stumbled, and beyond the limits.
    """
    return _Parser(text, hints, dialect).parse()


_BINDING: Final = frozenset({"^", "**", "(", "name", "√", "/", "%", "!", "|", "⌈", "⌊"})
"""What binds to a number before it, so that a mixed one would fall apart."""


class _Parser:
    """Precedence climbing over a list of tokens."""

    def __init__(self, text: str, hints: Hints, dialect: Dialect) -> None:
        self.text = text
        self.hints = hints
        self.dialect = dialect
        self.tokens = _tokens(text, _WITH_COMMAS if dialect.commas else _TOKEN)
        self.at = 0
        self.depth = 0
        self.bars = 0
        self.is_implicit = False

    def parse(self) -> Node:
        """The whole text as one sum."""
        node = self.sum()
        if self.tokens[self.at].kind != "end":
            raise self.stumble()
        return node

    def sum(self) -> Node:
        """Products with + or - between them."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise UnreadableAnswer(f"This is nested more than {MAX_DEPTH} deep.", self.tokens[self.at].place)
        node = self.chain(self.product, "+-")
        self.depth -= 1
        return node

    def product(self) -> Node:
        """Factors with a times, a divide or an @ sign between them."""
        return self.chain(self.signed, "*×/@")

    def chain(self, operand: Callable[[], Node], signs: str) -> Node:
        """Operands with these signs between them, flat."""
        first = operand()
        rest = []
        while (token := self.tokens[self.at]).kind in signs:
            self.at += 1
            following = operand()
            if token.kind == "/" and self.is_implicit and self.dialect.strict:
                raise self.two_quotients(following)
            rest.append(("*" if token.kind == "×" else token.kind, following))
        return Chain(first, tuple(rest), first.place) if rest else first

    def signed(self, operand: Callable[[], Node] | None = None) -> Node:
        """Signs, then an implicit product (or the operand that is given)."""
        start = self.tokens[self.at].place
        negative = False
        while (kind := self.tokens[self.at].kind) in ("-", "+"):
            negative ^= kind == "-"
            self.at += 1
        node = (operand or self.juxtaposed)()
        return Minus(node, start) if negative else node

    def juxtaposed(self) -> Node:
        """An implicit product, whose further factors begin with a name, a root or a bracket."""
        first = self.power()
        rest = []
        while self.tokens[self.at].kind in (("name", "(", "√", "⌈", "⌊", "|")[: 5 if self.bars else 6]):
            rest.append(("*", self.power()))
        self.is_implicit = bool(rest)
        return Chain(first, tuple(rest), first.place) if rest else first

    def two_quotients(self, product: Node) -> UnreadableAnswer:
        """The error of a quotient that a factor follows without a sign."""
        match product:
            case Chain(divisor, rest):
                factors = show(Chain(rest[0][1], rest[1:], 0) if rest[1:] else rest[0][1])
                one, other = f"(.../{show(divisor)})·{factors}", f".../({show(divisor)}·{factors})"
                return UnreadableAnswer(f'"{brief(self.text)}" can be read in two ways. Write {one} or {other}.')
        return self.stumble()

    def power(self) -> Node:
        """An atom with its factorial, its percent sign and its exponent."""
        before = self.tokens[self.at - 1].kind if self.at else ""
        node = self.atom()
        if self.tokens[self.at].kind == "!":
            self.at += 1
            node = Call("factorial", (node,), node.place)
        if self.tokens[self.at].kind == "%":
            if self.dialect.commas:  # as in programs, where it is a remainder
                raise UnreadableAnswer(
                    "% can be read as percent or as a remainder. Write /100.", self.tokens[self.at].place
                )
            if before in ("/", "^", "**"):
                raise UnreadableAnswer(f'"{brief(self.text)}" can be read in two ways. Write brackets.', node.place)
            self.at += 1
            node = Chain(node, (("/", Literal(100, node.place)),), node.place)
        if self.tokens[self.at].kind not in ("^", "**"):
            return node
        self.at += 1
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise UnreadableAnswer(f"This is nested more than {MAX_DEPTH} deep.", node.place)
        exponent = self.signed(self.power)
        self.depth -= 1
        return Power(node, exponent, node.place)

    def atom(self) -> Node:
        """A number, a name, a function or a bracket."""
        token = self.tokens[self.at]
        if token.kind == "number":
            self.at += 1
            return self.number(token)
        if token.kind == "name":
            self.at += 1
            return self.named(token)
        if token.kind == "√":
            self.at += 1
            return Call("sqrt", (self.nested(),), token.place)
        if token.kind not in _BRACKETS:
            raise self.stumble()
        closing, function = _BRACKETS[token.kind]
        bars, self.bars = self.bars, int(token.kind == "|")
        self.at += 1
        node = self.sum()
        if self.tokens[self.at].kind != closing:
            raise self.stumble()
        self.at += 1
        self.bars = bars
        return Call(function, (node,), token.place) if function else node

    def nested(self) -> Node:
        """An atom, one level deeper."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise UnreadableAnswer(f"This is nested more than {MAX_DEPTH} deep.", self.tokens[self.at].place)
        node = self.atom()
        self.depth -= 1
        return node

    def number(self, token: Token) -> Node:
        """A number, or a mixed one: `1 2/3`."""
        following = self.tokens[self.at : self.at + 4]
        if [each.kind for each in following[:3]] == ["number", "/", "number"]:
            return self.mixed(token, *following)
        if following[0].text == "frac" and token.text.isdigit():
            return self.mixed_with_frac(token)
        if " " in token.text and following[0].kind == "/" and following[1].kind == "number":
            spelling = f"{token.text}/{following[1].text}"
            raise UnreadableAnswer(
                f'"{brief(spelling)}" can be read in two ways. Write brackets or + or *.', token.place
            )
        if token.text.endswith(".") and following[0].kind == "(":  # 0.(3) is a repeating decimal, and no product
            raise self.stumble()
        return Literal(self.literal(token), token.place)

    def mixed(self, first: Token, top: Token, _slash: Token, bottom: Token, after: Token) -> Node:
        """A whole number and a proper fraction."""
        texts = (first.text, top.text, bottom.text)
        if not all(text.isdigit() and len(text) <= MAX_DIGITS for text in texts):
            raise self.stumble()
        units, part, parts = map(whole, texts)
        if part >= parts:
            raise self.stumble()
        if after.kind in _BINDING:
            self.at += 3
            raise self.stumble()
        self.at += 3
        return Literal(units + Fraction(part, parts), first.place)

    def mixed_with_frac(self, first: Token) -> Node:
        r"""A whole number and a proper fraction as LaTeX has it: `1\frac{2}{3}`."""
        self.at += 1
        fraction = self.named(self.tokens[self.at - 1])
        match fraction:
            case Chain(Literal(int(top)), (("/", Literal(int(bottom))),)) if 0 < top < bottom and self.is_mixed(first):
                return Literal(whole(first.text) + Fraction(top, bottom), first.place)
        shown = f"{first.text}\\frac"
        raise UnreadableAnswer(f'"{shown}" can be read as a sum or as a product. Write + or *.', first.place)

    def is_mixed(self, first: Token) -> bool:
        """Whether nothing binds to a mixed number that is written in LaTeX."""
        return len(first.text) <= MAX_DIGITS and self.tokens[self.at].kind not in _BINDING

    def literal(self, token: Token) -> Exact:
        """The exact value of a number as written."""
        coefficient, exponent = read_numeral(token.text, self.hints, token.place)
        power: int = 10 ** abs(exponent)
        return coefficient * power if exponent >= 0 else simple(Fraction(coefficient, power))

    def named(self, token: Token) -> Node:
        """A function with its arguments, a fraction, or a name."""
        name, base = token.text, None
        if name == "frac":
            top = self.nested()
            return Chain(top, (("/", self.nested()),), token.place)
        if name in ("log_", "root_"):  # as plain text has it: log_(10), the third root as root_(3)
            name, base = name[:-1], self.nested()
        elif name != "log" and (name not in self.dialect.functions or (name in WORDS and not self.is_bracketed())):
            return Name(name, token.place)
        function = name if self.dialect.commas else SPELLINGS.get(name, name)
        function, exponent = self.powered(function, name)
        arguments = self.arguments(function, name)
        arguments = arguments if base is None else (*arguments, base)
        if function == "log" and len(arguments) == 1 and function not in self.dialect.functions:
            raise UnreadableAnswer('I do not know which logarithm "log" is. Write ln, log2 or log10.', token.place)
        node = Call(function, arguments, token.place)
        return node if exponent is None else Power(node, exponent, token.place)

    def powered(self, function: str, name: str) -> tuple[str, Node | None]:
        """A function and the exponent right behind its name: sin²(x); sin^-1 is the inverse function."""
        if self.dialect.commas or function not in POWERED or self.tokens[self.at].kind not in ("^", "**"):
            return function, None
        self.at += 1
        match self.signed(self.nested if self.is_bracketed() else self.numeral):
            case Minus(Literal(1)) if function in INVERSE:
                return INVERSE[function], None
            case Literal(int()) as exponent:
                return function, exponent
        raise UnreadableAnswer(f"I cannot tell what the exponent behind {name} stands for. Write ({name}(...))^n.")

    def numeral(self) -> Node:
        """A number alone, whatever follows it; of anything else its name."""
        token = self.tokens[self.at]
        self.at += token.kind in ("number", "name")
        if token.kind == "name":
            return Name(token.text, token.place)
        if token.kind != "number":
            raise self.stumble()
        return Literal(self.literal(token), token.place)

    def is_bracketed(self) -> bool:
        """Whether a bracket comes next."""
        return self.tokens[self.at].kind == "("

    def arguments(self, function: str, name: str) -> tuple[Node, ...]:
        """The arguments of a function; without brackets one that has a visible end."""
        if not self.is_bracketed():
            return (
                self.nested()
                if function in ("sqrt", "cbrt", "root")
                else self.bare(name, self.tokens[self.at - 1].place),
            )
        if not self.dialect.commas:
            if function != "log" and (function not in KNOWN or KNOWN[function].most == 1):
                return (self.nested(),)
            self.split_at_commas()
        found: list[Node] = []
        bars, self.bars = self.bars, 0
        while not found or self.tokens[self.at].text in (",", ";"):
            self.at += 1
            found.append(self.sum())
        if self.tokens[self.at].kind != ")":
            raise self.stumble()
        self.at += 1
        self.bars = bars
        if function == "comb" and len(found) == 1 and self.is_bracketed():  # as LaTeX has it
            found.append(self.nested())
        return tuple(found)

    def bare(self, name: str, place: int) -> Node:
        """An argument without brackets: a number, a symbol, or what is written without a space: sin 2x."""
        node = self.nested()
        rest: list[tuple[str, Node]] = []
        while (token := self.tokens[self.at]).kind == "name" and self.text[token.place - 1] != " ":
            if token.text in self.dialect.functions or token.text in ("log", "log_", "root_", "frac"):
                break
            rest.append(("*", self.nested()))
        token = self.tokens[self.at]
        ends = token.kind in ("+", "-", ")", "end", "|", "⌉", "⌋") or token.text in (",", *self.dialect.functions)
        if not ends:
            raise UnreadableAnswer(f"I cannot see where the argument of {name} ends. Write {name}(...).", place)
        return Chain(node, tuple(rest), node.place) if rest else node

    def split_at_commas(self) -> None:
        """Take the commas between the arguments of a function as such, and not as a part of numbers."""
        depth, place = 0, self.at
        while place < len(self.tokens) - 1:
            token = self.tokens[place]
            depth += (token.kind == "(") - (token.kind == ")")
            if not depth:
                break
            if token.kind == "number" and "," in token.text and self.hints.decimal != "comma":
                pieces = _WITH_COMMAS.finditer(token.text)
                self.tokens[place : place + 1] = [
                    Token("number" if piece["number"] else ",", piece[0], token.place) for piece in pieces
                ]
            place += 1

    def stumble(self) -> UnreadableAnswer:
        """The error of a token that does not fit."""
        token = self.tokens[self.at]
        shown = brief(self.text)
        if token.kind == "end":
            return UnreadableAnswer(f'I cannot read "{shown}": it ends too early.', token.place)
        listed = token.text in (",", ";") and self.tokens[self.at + 1].kind == "number"
        if listed or (
            token.kind == "number" and self.at and self.tokens[self.at - 1].kind in ("number", ")", "name", "%")
        ):
            return UnreadableAnswer(f'"{shown}" is two numbers. Write one.', token.place)
        return UnreadableAnswer(f'I cannot read "{shown}": I stumbled at "{brief(token.text, 20)}".', token.place)


def _tokens(text: str, pattern: re.Pattern[str]) -> list[Token]:
    """The pieces of the text, with an `end` behind them."""
    tokens = []
    for match in pattern.finditer(text):
        kind = match.lastgroup or "other"
        piece = match[kind]
        tokens.append(Token(piece if kind == "sign" else kind, piece, match.start(kind)))
        if len(tokens) > MAX_TOKENS:
            raise UnreadableAnswer(f"This has more than {MAX_TOKENS} numbers and signs.", match.start(kind))
    tokens.append(Token("end", "", len(text)))
    return tokens
