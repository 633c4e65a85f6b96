"""The kind of answer `shape`, of an array: `(32, 16)`, `32x16`, `32 × 16`, `32 by 16`, `torch.Size([32, 16])`.

Names of its sizes are understood, too: `16 columns, 32 rows`, `t × d_v = 32 × 16`.
"""

from __future__ import annotations

import re
from typing import Any, Final

from checker.engine.errors import UnreadableAnswer
from checker.engine.values.tolerance import Tolerance
from checker.kinds.base import Kind
from checker.reading.reading import Reading, flatten
from checker.reading.rows import Table
from checker.reading.show import POINT, Spelling, are_sizes, show_sizes
from checker.reading.words import label_of
from checker.text.number import Hints
from checker.text.numeral import GROUPED
from checker.text.plain import brief, plain

_BY: Final = r"\s*(?:(?<![A-Za-z])[xX](?![A-Za-z])|×|-by-|(?<![A-Za-z])by(?![A-Za-z]))\s*"
_BETWEEN: Final = re.compile(rf"(?<=[\d)\]]){_BY}(?=[-(\[\d])")
_NAME: Final = r"(?:(?:rows?|lines?|Zeilen?)|(?:col(?:umn)?s?|Spalten?))"
_NAMED: Final = re.compile(rf"{_NAME}\b", re.IGNORECASE)
_SIZE: Final = rf"(?:{_NAME}\s*[:=]?\s*\d+|\d+\s*{_NAME})"
_SIZES: Final = re.compile(
    rf"[(\[]?\s*({_SIZE})\s*(?:[,;×xX]|by|and|und|et|y|e|en|\s)\s*({_SIZE}|\d+)\s*[)\]]?[.]?", re.IGNORECASE
)
_ARRAY: Final = r"\(\s*\d+\s*[x×]\s*\d+\s*\)"


class ShapeKind(Kind):
    """Answers that are the lengths of an array's axes."""

    name = "shape"
    has_entries = True
    results = frozenset({"shape", "vector"})

    def read(self, text: str, hints: Hints) -> Reading:
        """Return the lengths of the axes in a student's text; one number is a vector's shape."""
        body = _without_names(plain(text), text, hints)
        if re.fullmatch(r"(?:torch\.)?(?:Size|shape)?\s?\(?\s*(?:\(\s*\)|\[\s*\])\s*\)?", body):
            return Reading((0,), ())  # a scalar has no axes
        if re.search(r"\d[\])]?\s*(?:[;\n]\s*[\[(]?|[\[(]\s*)\d", body):
            raise UnreadableAnswer(f'"{brief(text)}" is not one shape. Write one, such as (rows, columns).')
        if hints.shape == (1,) and "." not in body and GROUPED.fullmatch(body):
            body = re.sub(r"\D", "", body)  # `3,564`: the only size, and not two
        body = _BETWEEN.sub("; ", body)
        body = body if re.search("[,;^]", body) else re.sub(r"(?<=[\d)])\s*(?<!\*)\*(?!\*)\s*(?=[-(\d])", "; ", body)
        reading = Table(body, hints._replace(whole=True, unit=None), listed=True).read()
        if len(reading.shape) > 1:
            raise UnreadableAnswer(f'"{brief(text)}" is not one shape. Write one, such as (rows, columns).')
        if not are_sizes([each.value for each in reading.numbers]):
            advice = "Write whole numbers that are not negative, such as (rows, columns)."
            raise UnreadableAnswer(f'"{brief(text)}" is not a shape. {advice}')
        return Reading((len(reading.numbers),), reading.numbers)

    def fits(self, value: Any) -> bool:
        """Return whether a right answer is a list of whole numbers."""
        shape, numbers = flatten(value)
        return len(shape) == 1 and are_sizes(numbers)

    def spellings(self, value: Any) -> list[str]:
        """Return the usual ways to write a shape.

        >>> kind.spellings((32, 16))[:4]
        ['(32, 16)', '(32,16)', '[32, 16]', '[32,16]']
        """
        sizes = [str(each) for each in flatten(value)[1]]
        inner = [", ".join(sizes), ",".join(sizes)]
        joined = [sign.join(sizes) for sign in ("x", " x ", "×", " × ", "*", " * ")] if len(sizes) > 1 else []
        brackets = [f"{left}{each}{right}" for left, right in ("()", "[]") for each in inner]
        return list(dict.fromkeys([*brackets, *inner, *joined, " ".join(sizes)]))

    def show(self, value: Any, decimal: str | None = None, tolerance: Tolerance | None = None) -> str:  # noqa: ARG002
        """Return a right shape as people write it: 32 × 16."""
        return show_sizes(value)

    def show_reading(self, reading: Reading, spelling: Spelling = POINT) -> str:  # noqa: ARG002 - see `show`
        """Return a student's shape as people write it."""
        return self.show([number.value for number in reading.numbers])


def _without_names(body: str, text: str, hints: Hints) -> str:
    """Return a shape without the names of its axes: `16 columns, 32 rows`, `t × d_v = 32 × 16`, `∈ R^(32×16)`."""
    if sizes := _SIZES.fullmatch(body):
        one, other = (re.sub(r"\D", "", each) for each in sizes.groups())
        is_row = [each[:1] in "rlzRLZ" for each in _NAMED.findall(body)]
        if is_row in ([True], [True, False]):
            return f"{one} × {other}"
        if is_row == [False, True]:
            return f"{other} × {one}"
    body = re.sub(r"\.(?:shape|size\(\))(?=\s*=)", "", body)
    label, _, rest = body.rpartition("=")
    axes = [axis.strip() for axis in re.split(rf"{_BY}|,", label.strip(" ()[]"))]
    if 1 < len(axes) == len(re.findall(r"\d+", rest)):
        is_row = [axis[:1] in "rlzRLZ" for axis in axes if _NAMED.fullmatch(axis)]
        if is_row == [False, True]:
            raise _unclear(text)
        if is_row in ([], [True, False]) and all(
            axis in hints.words.others or _NAMED.fullmatch(axis) or label_of(axis, hints) for axis in axes
        ):
            body = rest
    elif re.fullmatch(rf"\s*{_ARRAY}(?:\s*\*?\s*{_ARRAY})+\s*", label):
        body = rest
    elif len(axes) > 1:
        raise _unclear(text)
    if _NAMED.search(body) and re.search(rf"\d\s*{_NAME}\b", body, re.IGNORECASE):
        raise _unclear(text)
    # `R^(32×16)`, as people write the space that an array is from
    return re.sub(r"(?:∈|\bin\b)?\s*\(?(?<![A-Za-z])R\)?\s*\^\s*(?=[({\d])", " ", body).strip()


def _unclear(text: str) -> UnreadableAnswer:
    return UnreadableAnswer(f'The named sizes in "{brief(text)}" are unclear. Write rows × columns, such as 3 × 4.')


kind: Final = ShapeKind()
