"""What becomes of a formula whose brackets are not seen: it is written without them, and read again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from checker.notation.dialect import Dialect
from checker.notation.nodes import Chain, Minus, Name, Node, Power
from checker.notation.number import Hints
from checker.notation.parser import parse
from checker.solvers.generic import _arithmetic as arithmetic
from checker.solvers.generic._arithmetic import Operand
from checker.solvers.generic._pieces import Piece, chained, is_root
from checker.solvers.generic._wrong import USUAL, WrongExpression

_SUM, _PRODUCT, _SIGNED, _POWER, _ATOM = range(5)
"""How tightly a piece holds together."""

_KINDS: Final = {"terms": _SUM, "factors": _PRODUCT, "minus": _SIGNED, "power": _POWER}
_HINTS: Final = Hints(whole=False, decimal="point")
_DIALECT: Final = Dialect(frozenset(), commas=True)


def ignored(pieces: Sequence[Piece], at: int, operand: int) -> WrongExpression | None:
    """The option to forget the brackets around an operand; None where it has none that matter."""
    parent = pieces[at]
    place = parent.operands[operand]
    child = pieces[place]
    if child.kind not in ("terms", "factors") or "@" in parent.signs + child.signs or is_root(parent):
        return None
    if parent.kind not in _KINDS or not _has_brackets(pieces, at, operand):
        return None
    said = "You did not keep {bare} together; it belongs in brackets."
    first, *others = (
        WrongExpression(
            "bracket_ignored", USUAL, said, place, region, None, _act(pieces, region, (at, operand)), within=at
        )
        for region in _regions(pieces, at)
    )
    return first._replace(elsewhere=tuple(others))


def _has_brackets(pieces: Sequence[Piece], at: int, operand: int) -> bool:
    """Whether an operand of a sum, a product, a sign or a power has to stand in brackets."""
    parent, child = pieces[at], pieces[pieces[at].operands[operand]]
    sign = parent.signs[operand : operand + 1]
    needed = {"terms": _SUM, "factors": _PRODUCT, "minus": _PRODUCT, "power": _ATOM}[parent.kind] + (sign in ("-", "/"))
    is_signed_product = child.kind == "minus" and pieces[child.operands[0]].kind == "factors"
    return (_SUM if is_signed_product else _KINDS.get(child.kind, _ATOM)) < needed


def _regions(pieces: Sequence[Piece], at: int) -> list[int]:
    """The pieces between the nearest brackets around this one: several where it stands in several places."""
    found: dict[int, None] = {}
    for user, piece in enumerate(pieces):
        for operand, place in enumerate(piece.operands):
            if place == at:
                is_inside = piece.kind in _KINDS and not _has_brackets(pieces, user, operand)
                found |= dict.fromkeys(_regions(pieces, user) if is_inside else [at])
    return list(found)


def _act(pieces: Sequence[Piece], region: int, opened: tuple[int, int]) -> partial[Operand]:
    text = _written(pieces, region, opened, set(_around(pieces, opened[0])))
    return partial(_value, parse(text, _HINTS, _DIALECT))


def _around(pieces: Sequence[Piece], at: int) -> Iterator[int]:
    """A piece, and all that it stands in without brackets."""
    yield at
    for user, piece in enumerate(pieces):
        if piece.kind in _KINDS and any(
            place == at and not _has_brackets(pieces, user, operand) for operand, place in enumerate(piece.operands)
        ):
            yield from _around(pieces, user)


def _written(pieces: Sequence[Piece], at: int, opened: tuple[int, int], around: set[int]) -> str:
    """A piece in which the opened operand has lost its brackets; what holds together is called by its place."""
    piece = pieces[at]
    words = []
    for operand, place in enumerate(piece.operands):
        if (at, operand) == opened:
            child = pieces[place]
            words.append(_joined(child, [f"v{each}" for each in child.operands]))
        elif place in around and not _has_brackets(pieces, at, operand):
            words.append(_written(pieces, place, opened, around))
        else:
            words.append(f"v{place}")
    return _joined(piece, words)


def _joined(piece: Piece, words: Sequence[str]) -> str:
    if piece.kind == "power":
        return " ^ ".join(words)
    signs = {"minus": "-"}.get(piece.kind, piece.signs)
    text = " ".join(f"{sign} {word}" for sign, word in zip(signs, words, strict=True))
    return text if signs[0] == "-" else text[2:]


def _value(node: Node, values: Sequence[Operand]) -> Operand:
    """What was read, worked out with the pieces' values."""
    match node:
        case Name(name):
            return values[int(name[1:])]
        case Minus(operand):
            return arithmetic.negative(_value(operand, values))
        case Power(base, exponent):
            return arithmetic.power(_value(base, values), _value(exponent, values))
        case Chain(first, rest):
            kind = "terms" if rest[0][0] in "+-" else "factors"
            items = [("+" if kind == "terms" else "*", first), *rest]
            return chained([(sign, _value(each, values)) for sign, each in items], kind)
    raise TypeError(f"{node} is not what was written")
