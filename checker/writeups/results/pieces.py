"""The pieces of a statement that may be answers: numbers, lists, orders of growth and formulas."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import islice
from typing import Final, NamedTuple

from checker.notation.numeral import INDIAN
from checker.writeups.results.enumerations import enumerations
from checker.writeups.results.formulas import formulas
from checker.writeups.results.lists import OPERAND, lists, overlaps
from checker.writeups.results.numbers import Found, numbers
from checker.writeups.results.orders import orders
from checker.writeups.results.stacks import stacks

CLAUSE_END: Final = re.compile(r"[.;!?](?=\s|$)(?!\s*\d)")
_LISTS: Final = ("shape", "vector", "matrix")
"""Kinds of lists, by their dimensions."""
_BRACKET: Final = re.compile(r"[\[(⟨<{]")
_MOST_NUMBERS: Final = 1_000
"""Maximum number of numbers of a statement that are looked at."""
_TAKEN: Final = re.compile(b"\x01+")
_IN_CLAUSE: Final = frozenset({"in_brackets", "middle"})
"""Cues of a piece after which its clause goes on."""


class Piece(NamedTuple):
    """A piece of a statement, with its kind."""

    kind: str
    found: Found
    clause: int
    """Where its clause begins; the clause of a result ends with it."""


def pieces(text: str, kinds: Collection[str]) -> Iterator[Piece]:
    """Yield the pieces of a statement that may be answers of these kinds, in their order."""
    end = 0
    for kind, found in sorted(_found(text, kinds), key=lambda each: each[1].start):
        clause = max((match.end() for match in CLAUSE_END.finditer(text, end, found.start)), default=end)
        yield Piece(kind, found, clause)
        if _IN_CLAUSE.isdisjoint(found.cues):
            end = found.end


def _found(text: str, kinds: Collection[str]) -> Iterator[tuple[str, Found]]:
    """Yield the pieces of a statement by kind; the numbers in lists and orders of growth are no pieces."""
    taken = bytearray(len(text))
    if not {*_LISTS}.isdisjoint(kinds) or _BRACKET.search(text):
        yield from _lists(text, kinds, taken)
    if "complexity" in kinds:
        for order in orders(text):
            _take(taken, order.start, order.end)
            yield "complexity", order
    if {"vector", "number"} <= {*kinds}:
        taken_places = [(found.start(), found.end()) for found in _TAKEN.finditer(taken)]
        for each in enumerations(text):
            if not overlaps(taken_places, each[:2]):
                yield "vector", each
                if _BRACKET.match(text, each.start):
                    _take(taken, each.start, each.end)
    if "number" in kinds:
        found = islice(numbers(text), _MOST_NUMBERS)
        yield from (("number", each) for each in found if not taken[each.start])
    if "formula" in kinds:
        yield from (("formula", each) for each in formulas(text))


def _lists(text: str, kinds: Collection[str], taken: bytearray) -> Iterator[tuple[str, Found]]:
    """Yield the lists of a statement, and the matrices that they are the rows of."""
    found = []
    is_of_numbers = {*_LISTS}.isdisjoint(kinds)
    for each in lists(text):
        if each.cues != OPERAND:
            found.append((_LISTS[each.dimensions], Found(each.start, each.end, each.text, each.cues)))
        if each.dimensions and not (is_of_numbers and INDIAN.fullmatch(text, each.start, each.end)):
            _take(taken, each.start, each.end)
    stacked = list(stacks(text, [piece for kind, piece in found if kind == "vector"]))
    for kind, piece in found:
        is_row = any(stack.start <= piece.start < stack.end for stack in stacked)
        yield kind, piece._replace(cues=(*piece.cues, "one_of_several")) if is_row else piece
    if "matrix" in kinds:
        yield from (("matrix", each) for each in stacked)


def _take(taken: bytearray, start: int, end: int) -> None:
    """Mark a place in a statement as taken."""
    taken[start:end] = b"\1" * (end - start)
