"""Parser of formulas: a text becomes tokens, and these a small tree.  Nothing is ever evaluated as code.

From loose to tight: `or`, `and`, `not`, comparisons, `+ -`, `* × / // %`, the sign, products without a sign (`2√3`,
`3(4)`), `^`, `!`.  Text with two readings is refused: where a slash, a root or an exponent ends must be visible.
In a function's bracket commas separate arguments, `max(1,5)`; with semicolons between them they are decimal signs.
A logarithm without a base is refused, unless any base gives the same value, as in `log(n)/log(2)`.
Authors may also write lists, their entries, and conditions.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.formula.functions import (
    BASED,
    FUNCTION_NAMES,
    FUNCTION_WORDS,
    FUNCTIONS,
    INVERSE,
    POWERED,
    SPELLINGS,
    TO_MULTIPLES,
    UNKNOWN_BASE,
)
from checker.formula.nodes import (
    COMPARISONS,
    Call,
    Chain,
    Exact,
    Literal,
    Minus,
    Name,
    Node,
    Power,
    rewrite,
    series,
    simple,
)
from checker.formula.show import show, with_superscripts
from checker.text import lazy_pattern
from checker.text.number import OF_AUTHORS, Hints, whole_number
from checker.text.numeral import MAX_DIGITS, NUMERAL, read_numeral
from checker.text.plain import brief, closings, two_readings


def _with_any_base(tree: Node, token: _Token) -> Node:
    """Return a tree with `ln` for `log` without a base.  Raise UnreadableAnswer at `token` if the base matters."""
    if _degree(tree) != 0:
        raise UnreadableAnswer(
            f'I do not know which logarithm "{token.text}" is. Write ln, log2 or log10.', token.place
        )
    return rewrite(tree, lambda node: node._replace(function="ln") if _is_unknown(node) else node)  # type: ignore[call-arg]


def _is_unknown(node: Node) -> bool:
    return isinstance(node, Call) and node.function == "log" and len(node.arguments) == 1


def _degree(node: Node) -> float:  # noqa: PLR0911 - a case for each node
    """Return by which power of ln(b) a value changes with the base of `log`: 1 for log(n); nan if in no such way."""
    match node:
        case Call(_, arguments):
            return math.nan if any(map(_degree, arguments)) else float(_is_unknown(node))
        case Minus(operand):
            return _degree(operand)
        case Power(base, Literal(int(exponent))):
            return _degree(base) * exponent
        case Power(base, exponent):
            return math.nan if _degree(base) or _degree(exponent) else 0.0
        case Chain(first, rest) if rest[0][0] in "+-":
            degrees = {_degree(first), *(_degree(each) for _, each in rest)}
            return degrees.pop() if len(degrees) == 1 else math.nan
        case Chain(first, rest):
            return _degree(first) + sum(_degree(each) * (-1 if sign == "/" else 1) for sign, each in rest)
    return 0.0


def without_bases(tree: Node) -> Node:
    """Return a tree with `log` for all logarithms: those to a constant base are the same, others a quotient."""

    def changed(node: Node) -> Node:
        match node:
            case Call("ln" | "log2" | "log10" | "log", (argument,)) | Call("log", (argument, Literal() | Name("e"))):
                return Call("log", (argument,), node.place)
            case Call("log", (argument, base)):
                return Chain(Call("log", (argument,), 0), (("/", Call("log", (base,), 0)),), node.place)
        return node

    return rewrite(tree, changed)


_MAX_TOKENS: Final = 2000
_Spell = Callable[[str, str], list[str]]
"""Returns the names and signs that a run of letters stands for, given the sign behind it: n, k and d for `nkd`."""


class _Token(NamedTuple):
    """A piece of the text.  Its kind is `number`, `name`, `end`, the sign itself, or `other` for an unknown sign."""

    kind: str
    text: str
    place: int
    is_joined: bool = False
    """Whether it is a further name in one run of letters: the k of `nk`."""


_REST: Final = (
    r"|(?P<name>[A-Za-zͰ-Ͽ][A-Za-z0-9_Ͱ-Ͽ]*)"
    r"|(?P<sign>\*\*|//|[<>=!]=|[-+*×/^()√%!|⌈⌉⌊⌋<>≤≥≠,@\[\]])|(?P<other>\S))"
)
_TOKEN: Final = lazy_pattern(rf"\s*(?:(?P<number>{NUMERAL}){_REST}", re.ASCII)
_TOKEN_OF_PROGRAMS: Final = lazy_pattern(rf"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?){_REST}", re.ASCII)
"""As in programs: numbers have a decimal point and no grouping, and commas separate."""

_TWO_NUMBERS: Final = re.compile(r"\((?!\d{1,3},\d{3}\))[1-9]\d*,\d+\)", re.ASCII)


def tokens(text: str, hints: Hints | None, spell: _Spell | None) -> list[_Token]:
    """Return the tokens of a text and an `end`; without hints as in programs.  Raise UnreadableAnswer beyond 2000."""
    found: list[_Token] = []
    place = 0
    ends: dict[int, int] | None = None
    separated = len(text) if hints is None else 0  # where a bracket ends, in which commas separate
    while match := (_TOKEN_OF_PROGRAMS if place < separated else _TOKEN).match(text, place):
        kind = match.lastgroup or "other"
        piece, start, place = match[kind], match.start(kind), match.end()
        if kind == "name":
            found += _names(piece, start, text, place, spell)
            if hints and place >= separated and text[place : place + 2].lstrip()[:1] == "(":
                opening = text.index("(", place)
                ends = closings(enumerate(text), {"(": ")"}) if ends is None else ends
                end = ends.get(opening, len(text)) + 1
                if _are_separated(found[-1], text[opening:end], hints):
                    separated = end
        else:
            found.append(_Token(piece if kind == "sign" else kind, piece, start))
        if len(found) > _MAX_TOKENS:
            raise UnreadableAnswer(f"This has more than {_MAX_TOKENS} numbers and signs. Shorten it.", start)
    return [*found, _Token("end", "", len(text))]


def _names(name: str, start: int, text: str, end: int, spell: _Spell | None) -> Iterator[_Token]:
    for number, piece in enumerate(spell(name, text[end:].lstrip()[:1]) if spell else [name]):
        kind = "name" if piece[0].isalpha() else "number" if piece.isdecimal() else piece
        yield _Token(kind, piece, start, number > 0)


def _are_separated(function: _Token, bracket: str, hints: Hints) -> bool:
    """Return whether commas separate arguments in a function's bracket.  Raise UnreadableAnswer if unclear."""
    name = SPELLINGS.get(function.text, function.text)
    is_log = name in UNKNOWN_BASE
    if not is_log and (name not in FUNCTIONS or FUNCTIONS[name].most == 1):
        if name in BASED and hints.decimal != "comma" and _TWO_NUMBERS.fullmatch(bracket):
            one = f"{function.text}{bracket.replace(',', '.')}"
            raise UnreadableAnswer.of(
                f"{function.text}{bracket}",
                f"can be read in two ways. Write {function.text} of only one number, such as {one}.",
                function.place,
            )
        return name in TO_MULTIPLES and bracket.replace(" ", "").endswith(",1)")
    if ";" in bracket:
        return False
    # a comma that may be a decimal sign: that of `comb(n,2)` is none
    if hints.decimal == "comma" and re.search(r"(?<![A-Za-z)]),(?=\d)", bracket, flags=re.ASCII):
        if is_log or FUNCTIONS[name].least > 1:
            raise UnreadableAnswer(
                f"A comma is a decimal sign here. Write ; between the arguments of {function.text}.", function.place
            )
        return False
    return True


MAX_DEPTH: Final = 30
WORDS: Final = frozenset({"and", "or", "not"})

_COMPARISONS: Final = {**{sign: sign for sign in COMPARISONS}, "≤": "<=", "≥": ">=", "≠": "!="}
_BRACKETS: Final = {"(": (")", ""), "|": ("|", "abs"), "⌈": ("⌉", "ceil"), "⌊": ("⌋", "floor")}
"""The closing sign of each bracket, and the function that the bracket means."""

_WHOLE_QUOTIENTS: Final = frozenset({"//", "%", "mod"})
_PRODUCTS: Final = frozenset("*×/") | _WHOLE_QUOTIENTS
_POWERS: Final = frozenset({"^", "**"})
_FACTORS: Final = frozenset({"name", "(", "√", "⌈", "⌊"})
"""Tokens with which a further factor begins without a sign before it."""
_OPERANDS: Final = _FACTORS | {"number", "|"}
_BINDING: Final = _FACTORS | _POWERS | {"/", "%", "!", "|"}
"""Tokens that bind to a number before them and would take a mixed number apart."""
_NO_SYMBOLS: Final = UNKNOWN_BASE | {"log_", "root_", "frac"}


def parse(
    text: str,
    hints: Hints,
    functions: Collection[str] = FUNCTION_NAMES,
    spell: _Spell | None = None,
    *,
    is_strict: bool = True,
) -> Node:
    """Return the tree of a student's text that `plain` has normalized.

    A bracket behind any name that is none of the `functions` is a factor; `spell` splits and respells names.  A side
    that is passed over need not have only one reading: then it is not `is_strict`.
    Raise UnreadableAnswer with the place where reading failed, and beyond the limits.
    """
    return _Parser(text, hints, functions, spell, is_strict=is_strict).parse()


def parse_program(text: str, functions: Collection[str]) -> Node:
    """Return the tree of an author's text: numbers have a decimal point, commas separate arguments.

    Lists, entries of lists and conditions are read as well.  Raise UnreadableAnswer, as `parse` does.
    """
    return _Parser(text, None, functions, None, is_strict=True).parse()


class _Parser:
    """A parser by precedence climbing: a method for each level of precedence."""

    def __init__(
        self, text: str, hints: Hints | None, functions: Collection[str], spell: _Spell | None, *, is_strict: bool
    ) -> None:
        self.text, self.functions, self.is_strict = text, functions, is_strict
        self.is_program, self.hints = hints is None, hints or OF_AUTHORS
        self.tokens = tokens(text, hints, spell)
        self.next = self.depth = 0
        self.token = self.tokens[0]
        """The next token."""
        self.kind = self.token.kind
        self.is_in_bars = self.is_implicit = False
        self.unknown_base: _Token | None = None
        """A logarithm without a base."""

    def take(self) -> _Token:
        taken = self.token
        self.next += 1
        self.token = self.tokens[self.next]
        self.kind = self.token.kind
        return taken

    def take_sign(self, sign: str) -> None:
        if self.kind != sign:
            raise self.unexpected()
        self.take()

    def unexpected(self) -> UnreadableAnswer:
        token, shown = self.token, brief(self.text)
        if token.kind == "end":
            return self.unfitting("it ends too early.")
        before = self.tokens[self.next - 1] if self.next else token
        if token.kind == "number" and before.kind in (")", "name"):
            return UnreadableAnswer(
                f'"{shown}" has a number right behind "{brief(before.text, 20)}". '
                f"Write · between {brief(before.text, 20)} and {brief(token.text, 20)}.",
                token.place,
            )
        is_list = token.text in (",", ";") and self.tokens[self.next + 1].kind == "number"
        if is_list or (token.kind == "number" and before.kind in ("number", "%")):
            return UnreadableAnswer(f'"{shown}" is more than one number. Write one.', token.place)
        return self.unfitting(f'the "{brief(token.text, 20)}" does not fit.')

    def unfitting(self, reason: str) -> UnreadableAnswer:
        message = f'I cannot read "{brief(self.text)}": {reason}'
        return UnreadableAnswer(message, self.token.place, f"cannot be read: {reason}")

    def unclear(self, start: int, *readings: Node) -> UnreadableAnswer:
        end = len(self.text[: self.token.place].rstrip())
        raised = str if self.is_program else with_superscripts
        shown = [raised(show(each)) for each in readings]
        wholes = [raised(self.text[:start]) + each + raised(self.text[end:]) for each in shown]
        return two_readings(raised(self.text), wholes, self.text[start:end], shown)

    def parse(self) -> Node:
        node = self.sum()
        if self.kind != "end":
            raise self.unexpected()
        return _with_any_base(node, self.unknown_base) if self.unknown_base and self.is_strict else node

    def deeper(self, parse: Callable[[], Node]) -> Node:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise UnreadableAnswer(f"This is nested more than {MAX_DEPTH} deep.", self.token.place)
        node = parse()
        self.depth -= 1
        return node

    def sum(self) -> Node:
        return self.condition("or") if self.is_program else self.terms()

    def condition(self, word: str) -> Node:
        """Parse comparisons joined by `or` or, with this word, only by `and`."""
        operand = self.comparison if word == "and" else lambda: self.condition("and")
        node = operand()
        while self.kind == "name" and self.token.text == word:
            place = self.take().place
            node = Call(word, (node, operand()), place)
        return node

    def comparison(self) -> Node:
        """Parse a comparison such as `a < b` or `0 < x < 3`, perhaps after `not`; or only a sum."""
        if self.kind == "name" and self.token.text == "not":
            place = self.take().place
            return Call("not", (self.deeper(self.comparison),), place)
        node = compared = self.terms()
        for is_second in (False, True):
            if self.kind in _COMPARISONS:
                sign = self.take()
                following = self.terms()
                one = Call(_COMPARISONS[sign.kind], (node, following), sign.place)
                compared = Call("and", (compared, one), sign.place) if is_second else one
                node = following
        return compared

    def terms(self) -> Node:
        return self.deeper(lambda: self.chain(self.product, "+-"))

    def product(self) -> Node:
        return self.chain(self.signed, _PRODUCTS | {"@"} if self.is_program else _PRODUCTS)

    def chain(self, operand: Callable[[], Node], signs: Collection[str]) -> Node:
        """Parse operands with any of these signs between them, such as `a + b - c`, as one flat node."""
        start = self.token.place
        first = operand()
        rest: list[tuple[str, Node]] = []
        while self.kind in signs or (self.token.text == "mod" and "mod" in signs and self.kind == "name"):
            token = self.take()
            sign = "*" if token.text == "×" else token.text
            is_bracketed = self.kind == "("
            following = operand()
            if sign == "//" and isinstance(following, Literal) and isinstance(first, Literal) and not self.is_program:
                raise UnreadableAnswer(
                    f'"{brief(self.text)}" has // between numbers. Write / or floor(a/b).', token.place
                )
            is_unclear = self.is_strict and self.is_implicit and (sign == "/" or sign in _WHOLE_QUOTIENTS)
            if is_unclear and isinstance(following, Chain):
                divisor, factors = following.first, following.rest
                is_product = isinstance(divisor, Chain) and all(sign == "*" for sign, _ in divisor.rest)
                if sign == "/" and is_bracketed and is_product:
                    rest.extend((("/", divisor), *factors))  # R T/(z F) ln Q: the brackets end the divisor
                    continue
                before = _product(first, rest)
                quotient = show(_quotient(before, sign, divisor))
                quotient = f"({quotient})" if sign == "/" else quotient
                raise self.unclear(start, Chain(Name(quotient, 0), factors, 0), _quotient(before, sign, following))
            if sign in _WHOLE_QUOTIENTS:
                first, rest = _quotient(_product(first, rest), sign, following), []
            else:
                rest.append((sign, following))
        return _product(first, rest)

    def signed(self, operand: Callable[[], Node] | None = None) -> Node:
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
        while self.is_factor():
            rest.append(("*", self.power()))
        self.is_implicit = bool(rest)
        return _product(first, rest)

    def is_factor(self) -> bool:
        if self.kind == "number":
            return self.tokens[self.next - 1].kind == "!"  # 3!7!
        if self.kind == "name":
            return self.token.text != "mod" and not (self.is_program and self.token.text in WORDS)
        return self.kind in _FACTORS or (self.kind == "|" and not self.is_in_bars)

    def is_symbol(self) -> bool:
        if self.kind != "name":
            return self.kind == "("
        name = self.token.text
        is_word = name in FUNCTION_WORDS and self.tokens[self.next + 1].kind != "("
        return self.is_factor() and name not in _NO_SYMBOLS and (name not in self.functions or is_word)

    def factors(self, *, are_joined: bool) -> tuple[tuple[str, Node], ...]:
        found: list[tuple[str, Node]] = []
        while self.is_symbol() and not (are_joined and self.is_after_space()):
            found.append(("*", self.power()))
        return tuple(found)

    def is_after_space(self) -> bool:
        return self.text[self.token.place - 1] == " "

    def power(self) -> Node:
        """Parse an atom and what is attached to it: a factorial, a percent sign, an exponent."""
        before = self.tokens[self.next - 1].kind if self.next else ""
        start = self.token
        node = self.atom()
        if self.kind == "!":
            self.take()
            node = Call("factorial", (node,), node.place)
        if self.kind == "%":
            node = self.percent(node, before)
        if self.kind not in _POWERS:
            return node
        self.take()
        sign, operand = self.kind == "-", self.next + (self.kind == "-")
        exponent = self.deeper(lambda: self.signed(self.power))
        if self.next == operand + 1 and self.is_symbol():  # one number or symbol without brackets
            is_after_space = self.is_after_space()
            if self.tokens[operand].kind == "number":  # 10^-3 m and n^2 d are clear
                is_e = start.text == "e"
                is_glued = not is_after_space and (sign or (is_e and self.kind == "name"))  # x^-2y, e^3x
                is_unclear = start.kind != "number" and (is_glued or (sign and is_e))
            else:
                is_unclear = sign or self.token.is_joined
            if is_unclear and self.is_strict:
                factors = self.factors(are_joined=not is_after_space)
                whole = _product(exponent.operand if isinstance(exponent, Minus) else exponent, factors)
                one = Power(node, exponent, node.place)
                raise self.unclear(
                    start.place, _product(one, factors), Power(node, Minus(whole, 0) if sign else whole, node.place)
                )
        return Power(node, exponent, node.place)

    def percent(self, node: Node, before: str) -> Node:
        """Return node/100 if the % behind it is percent, the node if it is the remainder; refuse what can be either."""
        following = self.tokens[self.next + 1].kind
        is_remainder = following in _OPERANDS
        if is_remainder and not isinstance(node, Literal):
            return node
        is_unclear = is_remainder or (following in {"-", "+"} and isinstance(node, Name))
        if is_unclear or self.is_program:  # `50% n`, `n%-s`
            instead = "mod(a, b) or /100" if is_unclear else "/100"
            raise UnreadableAnswer(f"% can be read as percent or as a remainder. Write {instead}.", self.token.place)
        if before == "/" or before in _POWERS:
            raise UnreadableAnswer.of(brief(self.text), "can be read in two ways. Write brackets.", node.place)
        self.take()
        return Chain(node, (("/", Literal(100, node.place)),), node.place)

    def atom(self) -> Node:
        token = self.token
        if token.kind == "number":
            return self.number(self.take())
        if token.kind == "√":
            self.take()
            return self.root("sqrt", token)
        if token.kind == "name":
            node = self.named(self.take())
        elif token.kind in _BRACKETS:
            closing, function = _BRACKETS[self.take().kind]
            is_in_bars, self.is_in_bars = self.is_in_bars, token.kind == "|"
            node = self.sum()
            self.take_sign(closing)
            self.is_in_bars = is_in_bars
            node = Call(function, (node,), token.place) if function else node
        elif token.kind == "[" and self.is_program:
            node = Call("list", self.entries("]"), token.place)
        else:
            raise self.unexpected()
        while self.kind == "[" and self.is_program:
            place = self.token.place
            node = Call("at", (node, *self.entries("]")), place)
        return node

    def entries(self, closing: str) -> tuple[Node, ...]:
        found: list[Node] = []
        is_in_bars, self.is_in_bars = self.is_in_bars, False
        while not found or self.token.text in (",", ";"):
            self.take()
            found.append(self.sum())
        self.take_sign(closing)
        self.is_in_bars = is_in_bars
        return tuple(found)

    def nested(self) -> Node:
        return self.deeper(self.atom)

    def number(self, token: _Token) -> Node:
        following = self.tokens[self.next : self.next + 4]
        if [each.kind for each in following[:3]] == ["number", "/", "number"]:
            return self.mixed(token, following[0], following[2], following[3])
        if following[0].text == "frac" and token.text.isdigit():
            return self.mixed_with_frac(token)
        if " " in token.text and following[0].kind == "/" and following[1].kind == "number":
            spelling = brief(f"{token.text}/{following[1].text}")
            raise UnreadableAnswer.of(spelling, "can be read in two ways. Write brackets or + or *.", token.place)
        if token.text.endswith(".") and following[0].kind == "(":  # 0.(3) is a repeating decimal, and no product
            raise self.unexpected()
        return Literal(self.literal(token), token.place)

    def mixed(self, first: _Token, top: _Token, bottom: _Token, after: _Token) -> Node:
        """Parse `1 2/3` from its tokens as one number; refuse an improper fraction, or one that something binds to."""
        texts = (first.text, top.text, bottom.text)
        if not all(text.isdigit() and len(text) <= MAX_DIGITS for text in texts):
            raise self.unexpected()
        units, part, parts = map(whole_number, texts)
        for _ in range(3 if part < parts else 0):
            self.take()
        if part >= parts or after.kind in _BINDING:
            raise self.unexpected()
        return Literal(units + Fraction(part, parts), first.place)

    def mixed_with_frac(self, first: _Token) -> Node:
        r"""Parse a whole number and a proper fraction as LaTeX has it: `1\frac{2}{3}`."""
        fraction = self.named(self.take())
        match fraction:
            case Chain(Literal(int(top)), (("/", Literal(int(bottom))),)) if 0 < top < bottom:
                if len(first.text) <= MAX_DIGITS and self.kind not in _BINDING:
                    return Literal(whole_number(first.text) + Fraction(top, bottom), first.place)
        shown = f"{first.text}\\frac"
        raise UnreadableAnswer.of(shown, "can be read as a sum or as a product. Write + or *.", first.place)

    def literal(self, token: _Token) -> Exact:
        coefficient, exponent = read_numeral(token.text, self.hints)
        power: int = 10 ** abs(exponent)
        return coefficient * power if exponent >= 0 else simple(Fraction(coefficient, power))

    def named(self, token: _Token) -> Node:
        name, base = token.text, None
        if name == "frac":
            top = self.nested()
            return Chain(top, (("/", self.nested()),), token.place)
        is_word = (self.is_program or name in FUNCTION_WORDS) and self.kind != "("
        if name in ("log_", "root_"):  # as plain text has it: log_(10), the third root as root_(3)
            name, base = name[:-1], self.nested()
        elif (is_word or name not in self.functions) and (self.is_program or name not in UNKNOWN_BASE):
            return Name(name, token.place)
        function = "log" if name in UNKNOWN_BASE else name if self.is_program else SPELLINGS.get(name, name)
        function, exponent = self.powered(function, name)
        if self.kind == "(":
            arguments = self.entries(")")
            if function == "comb" and len(arguments) == 1 and self.kind == "(":  # as LaTeX has it
                arguments = (*arguments, self.nested())
            if function in TO_MULTIPLES and [each.value for each in arguments[1:] if isinstance(each, Literal)] == [1]:
                arguments = arguments[:1]
        elif function in {"sqrt", "cbrt"}:
            return self.root(function, token)
        else:
            arguments = (self.nested() if function == "root" else self.bare_argument(name, token.place),)
        arguments = arguments if base is None else (*arguments, base)
        if function == "log" and len(arguments) == 1 and function not in self.functions:
            self.unknown_base = token
        node = series(function, arguments, token.place) or Call(function, arguments, token.place)
        return node if exponent is None else Power(node, exponent, token.place)

    def powered(self, function: str, name: str) -> tuple[str, Node | None]:
        """Parse an exponent between a function's name and its argument.

        Return the function and the exponent: sin²(x) gives ("sin", 2), sin^-1 gives ("asin", None), sin(x) gives
        ("sin", None).  Raise UnreadableAnswer for other exponents.
        """
        if self.is_program or function not in POWERED or self.kind not in _POWERS:
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

    def root(self, function: str, token: _Token) -> Node:
        """Parse what is under a root.  Raise UnreadableAnswer for √x^2 and √2 g, if its end is not visible."""
        is_bare = self.kind in ("number", "name")
        node = self.nested()
        root = Call(function, (node,), token.place)
        if not self.is_strict or not is_bare or not (self.kind in _POWERS or self.is_symbol()):
            return root
        one: Node = root
        under = node
        rest: tuple[tuple[str, Node], ...] = ()
        if self.kind in _POWERS:
            self.take()
            exponent = self.deeper(lambda: self.signed(self.power))
            one, under = Power(root, exponent, 0), Power(node, exponent, 0)
            if self.kind in ("+", "-"):
                one = Call(function, (under,), 0)
                while self.kind in ("+", "-"):
                    rest = (*rest, (self.take().kind, self.product()))
        rest = rest or self.factors(are_joined=False)
        raise self.unclear(token.place, _product(one, rest), Call(function, (_product(under, rest),), 0))

    def bare_argument(self, name: str, place: int) -> Node:
        """Parse an argument without brackets: one number or symbol, and symbols without a space behind it: sin 2x."""
        is_glued = self.token.is_joined
        node = self.nested()
        rest: list[tuple[str, Node]] = []
        while self.is_symbol() and not is_glued and self.kind == "name" and not self.is_after_space():
            rest.append(("*", self.nested()))
        token = self.token
        after = self.tokens[self.next + 1].text if token.kind == "/" else token.text  # ln n / ln 2
        is_end = token.kind in ("+", "-", ")", "end", "|", "⌉", "⌋", ",") or (
            token.kind == "/" and self.is_after_space() and self.text[token.place + 1 : token.place + 2] == " "
        )
        if not is_end and after not in self.functions and after not in UNKNOWN_BASE:
            raise UnreadableAnswer(f"I cannot see where the argument of {name} ends. Write {name}(...).", place)
        return _product(node, rest)


def _product(first: Node, rest: Sequence[tuple[str, Node]]) -> Node:
    return Chain(first, tuple(rest), first.place) if rest else first


def _quotient(before: Node, sign: str, divisor: Node) -> Node:
    if sign in {"%", "mod"}:
        return Call("mod", (before, divisor), before.place)
    quotient = Chain(before, (("/", divisor),), before.place)
    return Call("floor", (quotient,), before.place) if sign == "//" else quotient
