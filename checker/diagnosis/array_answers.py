"""Wrong vectors and matrices that no single mistake gives: `array_answers` yields them as causes.

They are the answer times or divided by a number of a later step, such as √d_k; only some of its rows, columns or
entries; one number for each row or for all, written once for each entry; or, in a short vector of whole numbers such as
a shape, a mistake in one entry only.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, Final

from checker.derivation.arithmetic import shape as shape_of
from checker.derivation.pieces import Piece
from checker.diagnosis import slips
from checker.diagnosis.causes import Cause
from checker.diagnosis.flat_values import Shape
from checker.diagnosis.index import WrongAnswerIndex
from checker.diagnosis.preceding_steps import is_computed_from
from checker.diagnosis.slipped_answers import ALONE
from checker.diagnosis.window import nearest_float
from checker.diagnosis.wording import lowered, sentence
from checker.notation.words import enumerated

FEWEST: Final = 2
"""Minimum number of entries in a part of a vector that is given for the whole."""

MATRIX: Final = 2
"""Number of axes of a matrix."""

MOST: Final = 6
"""Maximum number of entries of a vector, such as a shape, of which one is worked out in another way than the others."""

IN_ONE = 0.2
"""How likely a mistake is made in one entry only, relative to making it in all."""

REPEATED = 0.3
"""How likely a number for a whole row is written once for each of its entries, as the question asks for so many."""

Answers = Iterator[tuple[Shape, Cause]]


def array_answers(index: WrongAnswerIndex) -> Answers:
    """Yield the shape and the cause of each such answer to a step.

    Only arrays, and vectors of whole numbers such as a shape, have any.
    """
    if index.shape and not index.is_coded and hasattr(index.variant.board[index.step].value, "size"):
        yield from _applied_early(index)
        yield from _parts(index)
        yield from _repeated(index)
    if len(index.shape) == 1 and index.whole and not index.is_coded:
        yield from _in_one_entry(index)


def _repeated(index: WrongAnswerIndex) -> Answers:
    """Yield answers with fewer numbers than are asked for, such as a mean a row, in the shape that is asked.

    The numbers are those that a single mistake gives.
    """
    *rows, width = index.shape
    height = math.prod(rows)
    for answer in index.singles:
        numbers, found = answer.numbers, set[tuple[Any, ...]]()
        if answer.shape == index.shape or len(answer.shape) > len(index.shape):
            continue
        if rows and len(numbers) == height:
            found.add(tuple(number for number in numbers for _ in range(width)))
        if rows and len(numbers) == width:
            found.add(numbers * height)
        if len(numbers) == 1:
            found.add(numbers * len(index.numbers))
        mistakes = index.runs.students.mistakes(answer.student)
        for each in found:
            prior = (1 - slips.PRIOR) * index.prior(mistakes[0]) * REPEATED / len(found)
            yield index.shape, Cause(mistakes, None, "", prior, each)


def _in_one_entry(index: WrongAnswerIndex) -> Answers:
    """Yield answers in which only one entry has the value that a mistake gives, although it changes several entries.

    Only vectors of at most MOST entries have any, and no type that leaves some of its mistakes unnamed.
    """
    if not 1 < len(index.numbers) <= MOST or index.variant.solver.named < 1:
        return
    for answer in index.singles:
        (mistake,) = index.runs.students.mistakes(answer.student)
        if answer.shape != index.shape or mistake.scope:
            continue
        changed = [
            at for at, (one, other) in enumerate(zip(answer.numbers, index.numbers, strict=True)) if one != other
        ]
        for at in changed if len(changed) > 1 else ():
            text = f"In entry {at + 1} only: {lowered(sentence(index.variant, mistake))}"
            prior = (1 - slips.PRIOR) * index.prior(mistake) * IN_ONE / len(changed)
            numbers = (*index.numbers[:at], answer.numbers[at], *index.numbers[at + 1 :])
            yield index.shape, Cause((), slips.ONCE, text, prior, numbers, is_estimated=True)


def _applied_early(index: WrongAnswerIndex) -> Answers:
    """Yield the answer, also after a mistake, multiplied or divided by a number of a later step, such as √d_k."""
    factors: dict[tuple[str, str], float] = {}
    for path, formula in index.variant.derived.items():
        if path == index.step or path.startswith(f"{index.step}."):
            continue
        for each in formula.pieces:
            found = {key: value for key, value in _scalars(formula.pieces, each).items() if key not in factors}
            if found and is_computed_from(index.variant, path, index.step):
                factors |= found
    for (sign, text), value in factors.items():
        detail = f"multiplied by {text}" if sign == "*" else f"divided by {text}"
        for start in index.slip_starts:
            numbers = tuple(number * value if sign == "*" else number / value for number in start.numbers)
            prior = start.prior * slips.prior(slips.APPLIED_EARLY, len(factors))
            yield index.shape, Cause(start.mistakes, slips.APPLIED_EARLY, detail, prior, numbers, is_estimated=True)


def _scalars(pieces: Any, product: Piece) -> Mapping[tuple[str, str], float]:
    """Return {(sign, text): value} of the single numbers by which a product with an array is multiplied or divided.

    It is empty for any other piece of a formula.
    """
    operands = [pieces[place] for place in product.operands]
    if product.kind != "factors" or not any(shape_of(each.value) for each in operands):
        return {}
    return {
        (sign, each.text): nearest_float(each.value)
        for sign, each in zip(product.signs, operands, strict=True)
        if sign in "*/" and not shape_of(each.value) and _is_factor(each.value)
    }


def _is_factor(value: Any) -> bool:
    """Return whether a value is a finite real number other than 0, 1 and -1."""
    return not isinstance(value, complex) and math.isfinite(nearest_float(value)) and abs(value) not in {0, 1}


def _parts(index: WrongAnswerIndex) -> Answers:
    """Yield some neighbouring columns or one row of a matrix, or some neighbouring entries of a vector.

    The number of columns or entries divides that of all evenly: as much as one of several heads makes.
    """
    if len(index.shape) > MATRIX:  # of several matrices nobody gives a column
        return
    *rows, width = index.shape
    height = rows[0] if rows else 1
    table = [index.numbers[row * width : (row + 1) * width] for row in range(height)]
    found: list[tuple[str, Shape, list[tuple[Any, ...]]]] = []
    for size in (each for each in range(1, width) if width % each == 0):
        for begin in range(0, width, size):
            name = "columns" if rows else "entries"
            shape: Shape = (height, size) if rows else (size,)
            if rows and size == 1:
                found.append((_named(name, begin, size), (height,), [row[begin : begin + size] for row in table]))
            if rows or size >= FEWEST:
                found.append((_named(name, begin, size), shape, [row[begin : begin + size] for row in table]))
    if rows:
        shapes: tuple[Shape, ...] = ((width,), (1, width)) if height > 1 else ()
        found += [(_named("rows", row, 1), each, [table[row]]) for row in range(height) for each in shapes]
    for detail, part, kept in found:
        numbers = tuple(number for row in kept for number in row)
        if len(numbers) > 1:
            prior = ALONE * slips.prior("part_of_it", len(found))
            yield part, Cause((), "part_of_it", detail, prior, numbers, is_estimated=True)


def _named(name: str, begin: int, size: int) -> str:
    """Return some columns or rows in words: `column 1`, `columns 1 and 2`, `columns 1 to 4`."""
    if size == 1:
        return f"{name.removesuffix('s')} {begin + 1}" if name != "entries" else f"entry {begin + 1}"
    numbers = [f"{place + 1}" for place in range(begin, begin + size)]
    return f"{name} {enumerated(numbers) if size == FEWEST else f'{numbers[0]} to {numbers[-1]}'}"
