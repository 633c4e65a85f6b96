"""Splits a formula into tokens (numbers, names, signs), and moves a cursor over them for the parser.

In a function's bracket the cursor can split number tokens at commas: `max(1,5)` has two arguments.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.text.lazy_pattern import lazy_pattern
from checker.text.numeral import NUMERAL
from checker.text.plain import brief

_MAX_TOKENS: Final = 2000


class Token(NamedTuple):
    """A piece of the text.  Its kind is `number`, `name`, `end`, the sign itself, or `other` for an unknown sign."""

    kind: str
    text: str
    place: int


_NAME: Final = r"(?P<name>[A-Za-zͰ-Ͽ][A-Za-z0-9_Ͱ-Ͽ]*)"
_SIGN: Final = r"(?P<sign>\*\*|//|[-+*×/^()√%!|⌈⌉⌊⌋])"
TOKEN: Final = lazy_pattern(rf"\s*(?:(?P<number>{NUMERAL})|{_NAME}|{_SIGN}|(?P<other>\S))", re.ASCII)
TOKEN_OF_PROGRAMS: Final = lazy_pattern(
    rf"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|{_NAME}"
    rf"|(?P<sign>[<>=!]=|[<>≤≥≠]|{_SIGN.removeprefix('(?P<sign>')[:-1]}|[,@\[\]])|(?P<other>\S))",
    re.ASCII,
)
"""As in programs: numbers have a decimal point and no grouping, commas separate, `[` begins a list, and `@` multiplies
matrices."""


class TokenCursor:
    """The tokens of a text, and the one that is read next; the parsers are its subclasses."""

    def __init__(self, text: str, pattern: re.Pattern[str]) -> None:
        self.text = text
        self.tokens = _tokens(text, pattern)
        self.next = 0
        self.token = self.tokens[0]
        """The next token."""
        self.kind = self.token.kind

    def take(self, count: int = 1) -> Token:
        """Return the next token, and move the cursor `count` tokens on."""
        taken = self.token
        self.next += count
        self.token = self.tokens[self.next]
        self.kind = self.token.kind
        return taken

    def take_sign(self, sign: str) -> None:
        """Move the cursor behind this sign.  Raise UnreadableAnswer where the next token is another one."""
        if self.kind != sign:
            raise self.unexpected()
        self.take()

    def split_at_commas(self) -> None:
        """Split the number tokens in a function's bracket at commas: `max(1,5)` has two arguments.

        With semicolons between the arguments a comma is a decimal sign.
        """
        inside = self._inside()
        if not any(token.text == ";" for token in inside):
            pieces = [piece for token in _joined(inside) for piece in _split_at_commas(token)]
            self.tokens[self.next : self.next + len(inside)] = pieces

    def drop_multiple_of_one(self, function: str) -> None:
        """Drop the `, 1` of `FLOOR(n/k, 1)`, as spreadsheets round to whole numbers; only for floor and ceil."""
        inside = self._inside()
        for dropped in (",1", ", 1", "; 1") if function in {"floor", "ceil"} else ():
            count = len(dropped.split())
            if len(inside) > count + 1 and [token.text for token in inside[-count:]] == dropped.split():
                del self.tokens[self.next + len(inside) - count : self.next + len(inside)]
                return

    def split_before_numbers(self, name: str) -> None:
        """Split `comb(n,2)` at its comma, although commas are decimal signs here: no digit is before it.

        Raise UnreadableAnswer if a comma in the bracket could be either.  `name` is the function's, for the message.
        """
        inside = self._inside()
        numbers = [(place, token.text) for place, token in enumerate(inside) if token.kind == "number"]
        begins = [place for place, text in numbers if text[0] == ","]
        separators = sum(token.text in (",", ";") for token in inside)
        if len(begins) == 1 and inside[begins[0] - 1].kind in ("name", ")"):
            place = self.next + begins[0]
            self.tokens[place : place + 1] = _split_at_commas(self.tokens[place])
        elif begins or (not separators and any("," in text for _, text in numbers)):
            raise UnreadableAnswer(
                f"A comma is a decimal sign here. Write ; between the arguments of {name}.", self.token.place
            )

    def _inside(self) -> list[Token]:
        """Return the tokens from the opening bracket at the cursor up to the closing one, which is left out."""
        depth, end = 0, self.next
        while end < len(self.tokens) - 1:
            depth += (self.tokens[end].kind == "(") - (self.tokens[end].kind == ")")
            if not depth:
                break
            end += 1
        return self.tokens[self.next : end]

    def unexpected(self) -> UnreadableAnswer:
        """Return the error to raise for the next token, which does not fit where it is."""
        token, shown = self.token, brief(self.text)
        if token.kind == "end":
            return UnreadableAnswer(f'I cannot read "{shown}": it ends too early.', token.place)
        before = self.tokens[self.next - 1].kind if self.next else ""
        is_list = token.text in (",", ";") and self.tokens[self.next + 1].kind == "number"
        if is_list or (token.kind == "number" and before in ("number", ")", "name", "%")):
            return UnreadableAnswer(f'"{shown}" is more than one number. Write one.', token.place)
        return UnreadableAnswer(f'I cannot read "{shown}": the "{brief(token.text, 20)}" does not fit.', token.place)


def _joined(tokens: list[Token]) -> list[Token]:
    """Return tokens in which `,0` and `.5` of `min(k,0.5)` are joined to the one number token `,0.5`."""
    joined: list[Token] = []
    for token in tokens:
        before = joined[-1] if joined else None
        if before and token.text[0] == "." and before.text[0] == "," and before.kind == token.kind == "number":
            joined[-1] = before._replace(text=before.text + token.text)
        else:
            joined.append(token)
    return joined


def _split_at_commas(token: Token) -> list[Token]:
    """Return a number with commas as several numbers and the commas, and any other token as it is."""
    if token.kind != "number" or "," not in token.text:
        return [token]
    pieces = TOKEN_OF_PROGRAMS.finditer(token.text)
    return [Token("number" if piece["number"] else ",", piece[0], token.place) for piece in pieces]


def _tokens(text: str, pattern: re.Pattern[str]) -> list[Token]:
    """Return the tokens of a text, and an `end` after them.  Raise UnreadableAnswer for more than 2000."""
    tokens = []
    for match in pattern.finditer(text):
        kind = match.lastgroup or "other"
        piece = match[kind]
        tokens.append(Token(piece if kind == "sign" else kind, piece, match.start(kind)))
        if len(tokens) > _MAX_TOKENS:
            raise UnreadableAnswer(f"This has more than {_MAX_TOKENS} numbers and signs.", match.start(kind))
    tokens.append(Token("end", "", len(text)))
    return tokens
