"""Mistakes of students who ignore brackets: the formula is written without them and read again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import Any, Final

from checker.derivation.arithmetic import Operand
from checker.derivation.pieces import Piece, is_root
from checker.derivation.trees_of_pieces import Known, evaluate_tree
from checker.derivation.weights import USUAL
from checker.derivation.wrong_expression import WrongExpression
from checker.formula.nodes import Name, rewrite
from checker.formula.parser import parse_program

_SUM, _PRODUCT, _SIGNED, _POWER, _ATOM = range(5)
"""Precedence of pieces, the loosest first."""

_PRECEDENCE: Final = {"terms": _SUM, "factors": _PRODUCT, "minus": _SIGNED, "power": _POWER}

MAX_REMEMBERED: Final = 512
"""Maximum number of expressions that are remembered as trees: many formulas have the same form."""


def ignored_brackets(pieces: Sequence[Piece], at: int, operand: int) -> WrongExpression | None:
    """Return the mistake of ignoring the brackets around operand number `operand` of the piece at place `at`.

    None if they make no difference.
    """
    parent = pieces[at]
    place = parent.operands[operand]
    child = pieces[place]
    if child.kind not in ("terms", "factors") or "@" in parent.signs + child.signs or is_root(parent):
        return None
    if parent.kind not in _PRECEDENCE or not _has_brackets(pieces, at, operand):
        return None
    sentence = "You left out the brackets around {bare}."
    first, *further = (
        WrongExpression(
            "bracket_ignored", USUAL, sentence, place, region, None, _effect(pieces, region, (at, operand)), within=at
        )
        for region in _regions(pieces, at)
    )
    return first._replace(further=tuple(further))


def _has_brackets(pieces: Sequence[Piece], at: int, operand: int) -> bool:
    """Report whether an operand of a sum, a product, a sign or a power needs brackets."""
    parent, child = pieces[at], pieces[pieces[at].operands[operand]]
    sign = parent.signs[operand : operand + 1]
    needed = {"terms": _SUM, "factors": _PRODUCT, "minus": _PRODUCT, "power": _ATOM}[parent.kind] + (sign in ("-", "/"))
    is_signed_product = child.kind == "minus" and pieces[child.operands[0]].kind == "factors"
    return (_SUM if is_signed_product else _PRECEDENCE.get(child.kind, _ATOM)) < needed


def _uses(pieces: Sequence[Piece], at: int) -> Iterator[tuple[int, bool]]:
    """Yield the place of each piece that has this one as an operand, and whether it stands there without brackets."""
    for user, piece in enumerate(pieces):
        for operand, place in enumerate(piece.operands):
            if place == at:
                yield user, piece.kind in _PRECEDENCE and not _has_brackets(pieces, user, operand)


def _regions(pieces: Sequence[Piece], at: int) -> list[int]:
    """Return, for each use of a piece, the place of the largest piece around it that has no brackets in between."""
    regions: dict[int, None] = {}
    for user, is_part in _uses(pieces, at):
        regions |= dict.fromkeys(_regions(pieces, user) if is_part else [at])
    return list(regions)


def _around(pieces: Sequence[Piece], at: int) -> Iterator[int]:
    """Return a piece, and all pieces that it is part of without brackets."""
    yield at
    for user, is_part in _uses(pieces, at):
        if is_part:
            yield from _around(pieces, user)


def _effect(pieces: Sequence[Piece], region: int, opened: tuple[int, int]) -> partial[Operand]:
    """Return the value of a region in which the opened operand has no brackets, as a function of all values."""
    text = _write(pieces, region, opened, set(_around(pieces, opened[0])))
    return partial(evaluate_tree, _read(text))


@lru_cache(MAX_REMEMBERED)
def _read(text: str) -> Any:
    """Return the tree of a formula without brackets, in which each name such as `v3` is the piece at this place."""
    tree = parse_program(text, ())
    return rewrite(tree, lambda node: Known(int(node.name[1:])) if isinstance(node, Name) else node)  # type: ignore[arg-type,return-value]


def _write(pieces: Sequence[Piece], at: int, opened: tuple[int, int], around: set[int]) -> str:
    """Return a piece as text without the brackets of the opened operand.

    A piece in brackets is written as `v3`, with its place.
    """
    piece = pieces[at]
    words = []
    for operand, place in enumerate(piece.operands):
        if (at, operand) == opened:
            child = pieces[place]
            words.append(_join(child, [f"v{each}" for each in child.operands]))
        elif place in around and not _has_brackets(pieces, at, operand):
            words.append(_write(pieces, place, opened, around))
        else:
            words.append(f"v{place}")
    return _join(piece, words)


def _join(piece: Piece, words: Sequence[str]) -> str:
    """Join the operands of a piece with its signs."""
    if piece.kind == "power":
        return " ^ ".join(words)
    signs = "-" if piece.kind == "minus" else piece.signs
    text = " ".join(f"{sign} {word}" for sign, word in zip(signs, words, strict=True))
    return text if signs[0] == "-" else text[2:]
