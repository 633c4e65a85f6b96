"""Rewrites logarithms in an order of growth for the parser: adds brackets, drops constant bases.

`n log_k n` becomes `n (log(n)/log(k))`, and `n log2 n` becomes `n log(n)`.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.formula.names import NAME, split_names
from checker.formula.parser import MAX_DEPTH

_CONSTANT: Final = frozenset({"log", "lg", "ln", "log2", "log10", "log_2", "log_10"})
"""Logarithms to a constant base."""

_SUBSCRIPT: Final = re.compile(r" ?_ ?(?:\( ?(\w{1,20}) ?\))?")
_EXPONENT: Final = re.compile(r"\^ ?\( ?(\d{1,3}) ?\)")
_PIECE: Final = re.compile(rf"(\s*)(({NAME})|[\d.,]+|\*\*|\S)")
_UNCLEAR: Final = "I cannot see where the argument of log ends. Write log(...)."


class _Piece(NamedTuple):
    """One symbol, number or sign, the space before it, and whether the next symbol follows without a space."""

    text: str
    kind: str
    """`name`, or the text itself."""
    space: str = ""
    """The space in front of it."""
    joined: bool = False
    """True if the next symbol follows without a space: the n of `nd`."""


def with_brackets(body: str, symbols: Collection[str], listed: Collection[str] = ()) -> str:
    """Return a product of symbols with brackets around each logarithm's argument, and spaces between its factors.

    A logarithm takes the one symbol behind it.  Raise UnreadableAnswer for unknown names and arguments without an end.
    `listed` are the symbols that an error message names, by default all.

    >>> with_brackets("nd log_k n", ["n", "d", "k"])
    'n d (log(n)/log(k))'
    """
    body = _EXPONENT.sub(r"^\1", _SUBSCRIPT.sub(lambda found: f"_{found[1] or ''}", body))
    bases = [f"log_{base}" for base in ("2", "10", *symbols)] if "_" in body else []
    pieces = []
    for space, text, name in _PIECE.findall(body):
        parts = split_names(name, [*symbols, *bases], listed or symbols) if name else [text]
        for place, part in enumerate(parts):
            between = " " if place or space else ""
            pieces.append(_Piece(part, "name" if name else text, between, place + 1 < len(parts)))
    return _bracketed(pieces, symbols, 0)


def _bracketed(pieces: list[_Piece], symbols: Collection[str], depth: int) -> str:
    """Return the text of the pieces, with brackets around the argument of each logarithm.

    Raise UnreadableAnswer if an argument's end is unclear.
    """
    if depth > MAX_DEPTH:
        raise UnreadableAnswer(f"This is nested more than {MAX_DEPTH} deep.")
    texts, place = [], 0
    while place < len(pieces):
        name = pieces[place].text
        base = name[4:] if name not in _CONSTANT and name.startswith("log_") and name not in symbols else ""
        if name not in _CONSTANT and not base:
            texts += [pieces[place].space, name]
            place += 1
            continue
        start, power = place + 1, ""
        if [each.kind for each in pieces[start : start + 1]] == ["^"] and start + 1 < len(pieces):
            start, power = start + 2, pieces[start + 1].text
        end = _end(pieces, place, start)
        if end == start and (base or power):
            raise UnreadableAnswer(_UNCLEAR)
        texts.append(pieces[place].space)
        if end == start:  # a root or a fraction: the parser knows where it ends
            texts.append("log")
        else:
            shown = f"log({_bracketed(pieces[start:end], symbols, depth + 1)})"
            shown = f"({shown}/log({base}))" if base else shown
            texts.append(f"({shown})^{power}" if power else shown)
        place = end
    return "".join(texts).strip()


def _end(pieces: list[_Piece], log: int, start: int) -> int:
    """Return the index behind the argument that begins at `start`, for the logarithm at index `log`.

    It is `start` if there is no bracket, symbol or number.  Raise UnreadableAnswer if the argument's end is unclear.
    """
    first = pieces[start] if start < len(pieces) else _Piece("", "")
    if first.kind == "(":
        depth = 0
        for place in range(start, len(pieces)):
            depth += (pieces[place].kind == "(") - (pieces[place].kind == ")")
            if not depth:
                return place + 1
        raise UnreadableAnswer(_UNCLEAR)
    if first.kind != "name" and not first.text[:1].isdigit():
        return start
    if first.text in ("frac", "sqrt"):
        return start
    after = pieces[start + 1].kind if start + 1 < len(pieces) else ""
    before = pieces[log - 1].kind if log else ""
    follows = after == "name" and not (before == "name" or before[:1].isdigit() or before in (")", "*", "×"))
    if first.joined or follows or after in ("^", "**", "(", "√"):
        raise UnreadableAnswer(_UNCLEAR)  # log n d alone may be log(n·d); n log n d is n·log(n)·d
    return start + 1
