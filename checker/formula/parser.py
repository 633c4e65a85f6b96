"""Parser of written-out arithmetic: a text becomes a small tree.  Nothing is ever evaluated as code.

From loose to tight: `+ -`, `* × /`, the sign, implicit products (`2√3`, `3(4)`), `^`, `!`.  So 1/2√3 is 1/(2√3), and
-2^2 is -4.  Text with two readings is refused; authors may also write lists and conditions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from fractions import Fraction
from itertools import pairwise
from typing import Final, TypeGuard

from checker.engine.errors import UnreadableAnswer
from checker.formula.functions import BASED, FUNCTION_WORDS, FUNCTIONS, INVERSE, POWERED, SPELLINGS, SPOKEN, Dialect
from checker.formula.nodes import Call, Chain, Exact, Literal, Minus, Name, Node, Power, series, simple
from checker.formula.programs import ProgramGrammar
from checker.formula.show import show
from checker.formula.tokens import TOKEN, TOKEN_OF_PROGRAMS, Token, TokenCursor
from checker.formula.unknown_base import UNKNOWN_BASE, with_any_base
from checker.text.number import Hints, whole_number
from checker.text.numeral import MAX_DIGITS, read_numeral
from checker.text.plain import brief, two_readings

MAX_DEPTH: Final = 30

_BRACKETS: Final = {"(": (")", ""), "|": ("|", "abs"), "⌈": ("⌉", "ceil"), "⌊": ("⌋", "floor")}
"""The closing sign of each bracket, and the function that the bracket means."""

_PRODUCTS: Final = frozenset("*×/@")
_WHOLE_QUOTIENTS: Final = frozenset({"//", "%", "mod"})
_OPERANDS: Final = frozenset({"number", "name", "(", "√", "|", "⌈", "⌊"})
"""Tokens that an operand begins with."""

_BINDING: Final = frozenset({"^", "**", "(", "name", "√", "/", "%", "!", "|", "⌈", "⌊"})
"""Tokens that bind to a number before them and would take a mixed number apart."""

_TWO_NUMBERS: Final = re.compile(r"(?!\d{1,3},\d{3}$)[1-9]\d*,\d+", re.ASCII)


def parse(text: str, hints: Hints, dialect: Dialect = SPOKEN) -> Node:
    """Return the tree of a text that `plain` has normalized.

    Raise UnreadableAnswer with the place where reading failed, and beyond the limits.
    """
    return (_ProgramParser if dialect.commas else _Parser)(text, hints, dialect).parse()


class _Parser(TokenCursor):
    """A parser by precedence climbing: a method for each level of precedence."""

    def __init__(self, text: str, hints: Hints, dialect: Dialect) -> None:
        super().__init__(text, TOKEN_OF_PROGRAMS if dialect.commas else TOKEN)
        self.hints = hints
        self.dialect = dialect
        self.depth = 0
        self.is_in_bars = False
        self.is_implicit = False
        self.unknown_base: Token | None = None
        """A logarithm without a base."""
        if dialect.remainders:
            self.mark_mod()

    def parse(self) -> Node:
        """Return the tree of the whole text.  Raise UnreadableAnswer if something is left over."""
        node = self.sum()
        if self.kind != "end":
            raise self.unexpected()
        return with_any_base(node, self.unknown_base) if self.unknown_base else node

    def deeper(self, parse: Callable[[], Node]) -> Node:
        """Call `parse` one level of brackets deeper, and return its node.  Raise UnreadableAnswer beyond the limit."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise UnreadableAnswer(f"This is nested more than {MAX_DEPTH} deep.", self.token.place)
        node = parse()
        self.depth -= 1
        return node

    def sum(self) -> Node:
        """Parse products with + or - between them, as one flat node."""
        return self.deeper(lambda: self.chain(self.product, "+-"))

    def product(self) -> Node:
        """Parse factors with a times, a divide, a remainder or an @ sign between them."""
        return self.chain(self.signed, _PRODUCTS | _WHOLE_QUOTIENTS if self.dialect.remainders else _PRODUCTS)

    def chain(self, operand: Callable[[], Node], signs: Collection[str]) -> Node:
        """Parse operands with any of these signs between them, such as `a + b - c`, as one flat node."""
        start = self.token.place
        first = operand()
        rest: list[tuple[str, Node]] = []
        while self.kind in signs:
            sign = self.take().kind
            is_bracketed = self.kind == "("
            following = operand()
            if sign == "/" and is_bracketed and self.is_implicit and _are_calls(following):
                rest.extend((("/", following.first), *following.rest))  # R T/(z F) ln Q: the brackets end the divisor
                continue
            is_whole = sign in _WHOLE_QUOTIENTS
            is_unclear = (sign == "/" or is_whole) and self.is_implicit and self.dialect.strict
            if is_unclear or is_whole:
                before = Chain(first, tuple(rest), first.place) if rest else first
                if is_unclear:
                    raise self.ambiguous_quotient(before, sign, following, start)
                first, rest = _quotient(before, sign, following), []
                continue
            rest.append(("*" if sign == "×" else sign, following))
        return Chain(first, tuple(rest), first.place) if rest else first

    def signed(self, operand: Callable[[], Node] | None = None) -> Node:
        """Parse any number of + and - signs and then what `operand` parses, by default an implicit product."""
        start = self.token.place
        negative = False
        while self.kind in ("-", "+"):
            negative ^= self.take().kind == "-"
        node = (operand or self.juxtaposed)()
        return Minus(node, start) if negative else node

    def juxtaposed(self) -> Node:
        """Parse an implicit product, whose further factors begin with a name, a root or a bracket."""
        first = self.power()
        rest = []
        while (
            self.kind in {"name", "(", "√", "⌈", "⌊"}
            or (self.kind == "|" and not self.is_in_bars)
            or (self.kind == "number" and self.tokens[self.next - 1].kind == "!")  # 3!7!
        ):
            rest.append(("*", self.power()))
        self.is_implicit = bool(rest)
        return Chain(first, tuple(rest), first.place) if rest else first

    def ambiguous_quotient(self, before: Node, sign: str, product: Node, start: int) -> UnreadableAnswer:
        """Return the error for `1/2(3)`, with both readings.

        `before` is the dividend, `product` the divisor with the factors behind it, `start` where the quotient begins.
        """
        match product:
            case Chain(divisor, rest):
                factors = Chain(rest[0][1], rest[1:], 0) if rest[1:] else rest[0][1]
                whole_divisor = Chain(divisor, (("*", factors),), 0)
                quotient, other = (show(_quotient(before, sign, by)) for by in (divisor, whole_divisor))
                bracketed = f"({quotient})" if sign == "/" else quotient
                one = show(Chain(Name(bracketed, 0), (("*", factors),), 0))
                end = len(self.text[: self.token.place].rstrip())
                wholes = [self.text[:start] + each + self.text[end:] for each in (one, other)]
                return two_readings(self.text, wholes, self.text[start:end], (one, other))
        return self.unexpected()

    def power(self) -> Node:
        """Parse an atom and what is attached to it: a factorial, a percent sign, an exponent."""
        before = self.tokens[self.next - 1].kind if self.next else ""
        node = self.atom()
        if self.kind == "!":
            self.take()
            node = Call("factorial", (node,), node.place)
        if self.kind == "%":
            node = self.percent(node, before)
        if self.kind not in ("^", "**"):
            return node
        self.take()
        return Power(node, self.deeper(lambda: self.signed(self.power)), node.place)

    def mark_mod(self) -> None:
        """Mark the word `mod` between two operands as an operator."""
        for place, (before, token) in enumerate(pairwise(self.tokens), 1):
            if token.text == "mod" and before.kind in {"number", "name", ")", "!", "|", "⌉", "⌋"}:
                self.tokens[place] = token._replace(kind="mod")

    def percent(self, node: Node, before: str) -> Node:
        """Return node / 100 if the % behind it means percent, the node if it means remainder.

        Raise UnreadableAnswer if it can be either, and for a percentage in a program or behind a slash or an exponent's
        sign (`before`).
        """
        following = self.tokens[self.next + 1].kind
        is_remainder = self.dialect.remainders and following in _OPERANDS
        if is_remainder and not isinstance(node, Literal):
            return node
        is_unclear = is_remainder or (self.dialect.remainders and following in {"-", "+"} and isinstance(node, Name))
        if is_unclear or self.dialect.commas:  # `50% n`, `n%-s`; programs have it as a remainder
            instead = "mod(a, b) or /100" if is_unclear else "/100"
            raise UnreadableAnswer(f"% can be read as percent or as a remainder. Write {instead}.", self.token.place)
        if before in ("/", "^", "**"):
            raise UnreadableAnswer(f'"{brief(self.text)}" can be read in two ways. Write brackets.', node.place)
        self.take()
        return Chain(node, (("/", Literal(100, node.place)),), node.place)

    def atom(self) -> Node:
        """Parse a number, a name, a function or a bracket."""
        token = self.token
        if token.kind == "number":
            return self.number(self.take())
        if token.kind == "name":
            return self.named(self.take())
        if token.kind == "√":
            self.take()
            return Call("sqrt", (self.nested(),), token.place)
        if token.kind not in _BRACKETS:
            raise self.unexpected()
        closing, function = _BRACKETS[self.take().kind]
        is_in_bars, self.is_in_bars = self.is_in_bars, token.kind == "|"
        node = self.sum()
        self.take_sign(closing)
        self.is_in_bars = is_in_bars
        return Call(function, (node,), token.place) if function else node

    def nested(self) -> Node:
        """Parse an atom, one level deeper."""
        return self.deeper(self.atom)

    def number(self, token: Token) -> Node:
        """Parse a number, or a mixed one: `1 2/3`."""
        following = self.tokens[self.next : self.next + 4]
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
            raise self.unexpected()
        return Literal(self.literal(token), token.place)

    def mixed(self, first: Token, top: Token, _slash: Token, bottom: Token, after: Token) -> Node:
        """Parse `1 2/3` from its tokens as one number.

        Raise UnreadableAnswer if the fraction is not proper, or what follows binds to it.
        """
        texts = (first.text, top.text, bottom.text)
        if not all(text.isdigit() and len(text) <= MAX_DIGITS for text in texts):
            raise self.unexpected()
        units, part, parts = map(whole_number, texts)
        if part >= parts:
            raise self.unexpected()
        self.take(3)
        if after.kind in _BINDING:
            raise self.unexpected()
        return Literal(units + Fraction(part, parts), first.place)

    def mixed_with_frac(self, first: Token) -> Node:
        r"""Parse a whole number and a proper fraction as LaTeX has it: `1\frac{2}{3}`."""
        fraction = self.named(self.take())
        is_alone = len(first.text) <= MAX_DIGITS and self.kind not in _BINDING
        match fraction:
            case Chain(Literal(int(top)), (("/", Literal(int(bottom))),)) if 0 < top < bottom and is_alone:
                return Literal(whole_number(first.text) + Fraction(top, bottom), first.place)
        shown = f"{first.text}\\frac"
        raise UnreadableAnswer(f'"{shown}" can be read as a sum or as a product. Write + or *.', first.place)

    def literal(self, token: Token) -> Exact:
        """Return the exact value of a number as written."""
        coefficient, exponent = read_numeral(token.text, self.hints, token.place)
        power: int = 10 ** abs(exponent)
        return coefficient * power if exponent >= 0 else simple(Fraction(coefficient, power))

    def named(self, token: Token) -> Node:
        """Parse what begins with a name: a function with its arguments, LaTeX's `frac`, or a symbol."""
        name, base = token.text, None
        if name == "frac":
            top = self.nested()
            return Chain(top, (("/", self.nested()),), token.place)
        if name in ("log_", "root_"):  # as plain text has it: log_(10), the third root as root_(3)
            name, base = name[:-1], self.nested()
        elif not self.is_function(name):
            return Name(name, token.place)
        function = "log" if name in UNKNOWN_BASE else name if self.dialect.commas else SPELLINGS.get(name, name)
        function, exponent = self.powered(function, name)
        arguments = self.arguments(function, name)
        arguments = arguments if base is None else (*arguments, base)
        if function == "log" and len(arguments) == 1 and function not in self.dialect.functions:
            self.unknown_base = token
        node = series(function, arguments, token.place) or Call(function, arguments, token.place)
        return node if exponent is None else Power(node, exponent, token.place)

    def powered(self, function: str, name: str) -> tuple[str, Node | None]:
        """Parse an exponent between a function's name and its argument.

        Return the function and the exponent: sin²(x) gives ("sin", 2), sin^-1 gives ("asin", None), sin(x) gives
        ("sin", None).  Raise UnreadableAnswer for other exponents.
        """
        if self.dialect.commas or function not in POWERED or self.kind not in ("^", "**"):
            return function, None
        self.take()
        match self.signed(self.nested if self.kind == "(" else self.numeral):
            case Minus(Literal(1)) if function in INVERSE:
                return INVERSE[function], None
            case Literal(int()) as exponent:
                return function, exponent
        raise UnreadableAnswer(f"I cannot tell what the exponent after {name} means. Write ({name}(...))^n.")

    def numeral(self) -> Node:
        """Parse one number or one name only: in sin^2 x it stops behind the 2."""
        if self.kind not in {"number", "name"}:
            raise self.unexpected()
        token = self.take()
        return Name(token.text, token.place) if token.kind == "name" else Literal(self.literal(token), token.place)

    def is_function(self, name: str) -> bool:
        """Return whether a name that was just read is that of a function, and not a word or a symbol."""
        is_word = (self.dialect.commas or name in FUNCTION_WORDS) and self.kind != "("
        return name in UNKNOWN_BASE or (name in self.dialect.functions and not is_word)

    def arguments(self, function: str, name: str) -> tuple[Node, ...]:
        """Parse the arguments in brackets behind a function, or one argument without brackets if its end is clear."""
        if self.kind != "(":
            has_end = function in ("sqrt", "cbrt", "root")
            return (self.nested() if has_end else self.bare_argument(name, self.tokens[self.next - 1].place),)
        if not self.dialect.commas:
            if function != "log" and (function not in FUNCTIONS or FUNCTIONS[function].most == 1):
                self.refuse_second_argument(function, name)
                self.drop_multiple_of_one(function)
                return (self.nested(),)
            if self.hints.decimal != "comma":
                self.split_at_commas()
            elif function == "log" or FUNCTIONS[function].least > 1:
                self.split_before_numbers(name)
        found: list[Node] = []
        is_in_bars, self.is_in_bars = self.is_in_bars, False
        while not found or self.token.text in (",", ";"):
            self.take()
            found.append(self.sum())
        self.take_sign(")")
        self.is_in_bars = is_in_bars
        if function == "comb" and len(found) == 1 and self.kind == "(":  # as LaTeX has it
            found.append(self.nested())
        return tuple(found)

    def refuse_second_argument(self, function: str, name: str) -> None:
        """Raise UnreadableAnswer for `ln(10,10)`, which may be ln 10.10, or the logarithm of 10 to base 10."""
        _, argument, *after = self.tokens[self.next : self.next + 3]
        text, is_alone = argument.text, [each.kind for each in after] == [")"]
        if function in BASED and is_alone and _TWO_NUMBERS.fullmatch(text) and self.hints.decimal != "comma":
            one = f"{name}({text.replace(',', '.')})"
            raise UnreadableAnswer(
                f'"{name}({text})" can be read in two ways. Write {name} of only one number, such as {one}.',
                self.token.place,
            )

    def bare_argument(self, name: str, place: int) -> Node:
        """Parse an argument without brackets: one number or symbol, and symbols without a space behind it: sin 2x.

        Raise UnreadableAnswer if its end is unclear.
        """
        node = self.nested()
        rest: list[tuple[str, Node]] = []
        while (token := self.token).kind == "name" and self.text[token.place - 1] != " ":
            if token.text in self.dialect.functions or token.text in ("log", "log_", "root_", "frac"):
                break
            rest.append(("*", self.nested()))
        after = self.tokens[self.next + 1].text if token.kind == "/" else token.text  # ln n / ln 2
        is_end = token.kind in ("+", "-", ")", "end", "|", "⌉", "⌋") or token.text == ","
        is_apart = (
            token.kind == "/" and self.text[token.place - 1] == self.text[token.place + 1 : token.place + 2] == " "
        )
        ends = is_end or is_apart or after in self.dialect.functions or after in UNKNOWN_BASE
        if not ends:
            raise UnreadableAnswer(f"I cannot see where the argument of {name} ends. Write {name}(...).", place)
        return Chain(node, tuple(rest), node.place) if rest else node


def _are_calls(product: Node) -> TypeGuard[Chain]:
    """Return whether all factors of a product but the first are functions."""
    return isinstance(product, Chain) and all(isinstance(factor, Call) for _, factor in product.rest)


def _quotient(before: Node, sign: str, divisor: Node) -> Node:
    """Return the node of a division by its sign: `/` a quotient, `//` its floor, `%` or `mod` the remainder."""
    if sign in {"%", "mod"}:
        return Call("mod", (before, divisor), before.place)
    quotient = Chain(before, (("/", divisor),), before.place)
    return Call("floor", (quotient,), before.place) if sign == "//" else quotient


class _ProgramParser(ProgramGrammar, _Parser):
    """A parser of what authors write: conditions and lists, too."""

    def parse(self) -> Node:
        """Return the tree of the whole text, in which `and`, `or` and `not` are operators."""
        self.mark_words()
        return super().parse()

    def sum(self) -> Node:
        """Parse a condition, or a sum."""
        return self.condition(super().sum)

    def atom(self) -> Node:
        """Parse a list or any other atom, with the subscripts behind it."""
        node = self.listed(self.sum) if self.kind == "[" else super().atom()
        return self.subscripted(node, self.sum)
