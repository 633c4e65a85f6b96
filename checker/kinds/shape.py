"""The kind of answer `shape`, of an array: `(32, 16)`, `32x16`, `32 × 16`, `32 by 16`, `torch.Size([32, 16])`.

Names of its sizes are understood, too: `16 columns, 32 rows`, `t × d_v = 32 × 16`.
"""

from __future__ import annotations

import re
from typing import Any, Final

from checker.engine.errors import UnreadableAnswer
from checker.engine.values.tolerance import Tolerance
from checker.kinds.base import Kind
from checker.reading.brackets import inside, unwrap
from checker.reading.leading_number import MAX_LENGTH
from checker.reading.list_entries import read_entry, split_row
from checker.reading.number_text import read_side
from checker.reading.reading import Reading, flatten
from checker.reading.show import POINT, Spelling, are_sizes, show_sizes
from checker.reading.surrounding_text import is_label, refuse_unknown, without_labels
from checker.text.number import Hints, StatedNumber
from checker.text.numeral import GROUPED
from checker.text.plain import brief, plain

MAX_AXES: Final = 100

_NAMES: Final = re.compile(r"\b(?:(rows?|lines?)|col(?:umn)?s?)\b", re.IGNORECASE)
_SIZE: Final = r"((?:rows?|lines?|col(?:umn)?s?)\s*[:=]?\s*\d+|\d+\s*(?:rows?|lines?|col(?:umn)?s?))"
_ROWS_AND_COLUMNS: Final = re.compile(
    rf"[(\[]?\s*{_SIZE}\s*(?:,|;|and|und|et|y|e|en|\s)\s*{_SIZE}\s*[)\]]?[.]?", re.IGNORECASE
)
_BY: Final = re.compile(r"\s*(?:(?<![A-Za-z])[xX](?![A-Za-z])|×|-by-|(?<![A-Za-z])by(?![A-Za-z]))\s*")
_AND: Final = re.compile(r"\s+(?:and|und|et|y|e|en)\s+")
_SPACES: Final = re.compile(r"\s+(?=\d)")
_REALS: Final = re.compile(r"\s*(?:∈|in\b)?\s*\(?R\)?\s*\^\s*")
"""`R^(32×16)`, as people write the space that an array is from."""
_FORBIDDEN: Final = re.compile(r"[;\n]")


class ShapeKind(Kind):
    """Answers that are the lengths of an array's axes."""

    name = "shape"
    has_entries = True
    results = frozenset({"shape", "vector"})

    def read(self, text: str, hints: Hints) -> Reading:
        """Return the lengths of the axes in a student's text; one number is a vector's shape.

        Raises UnreadableAnswer.
        """
        written = plain(text, MAX_LENGTH)
        unlabelled = _from_rows_and_columns(written) or without_labels(
            _without_axes(written, hints), hints.words, "=≈:∈"
        )
        body, tail = unwrap(_without_reals(unlabelled))
        if _NAMES.search(tail):
            raise _unclear_names(text)
        refuse_unknown(tail, text, hints)
        body = _without_rows_and_columns(body)
        inner = inside(body)
        body = body if inner is None else inner
        if not body:
            if inner is not None:
                return Reading((0,), ())  # `()` and `torch.Size([])`: a scalar has no axes
            raise UnreadableAnswer("I found no shape. Write one, such as (rows, columns).")
        sizes = Hints(whole=True, decimal=hints.decimal, words=hints.words)
        if hints.shape == (1,) and GROUPED.fullmatch(body):
            numbers = [read_side(body, sizes)]  # `3,564`: the only size, and not two
        else:
            numbers = _axes(body, sizes, bracketed=inner is not None)
        for number in numbers:
            if not isinstance(number.value, int) or number.value < 0:
                advice = "Write whole numbers that are not negative, such as (rows, columns)."
                raise UnreadableAnswer(f'"{brief(body)}" is not a shape. {advice}')
        return Reading((len(numbers),), tuple(numbers))

    def fits(self, value: Any) -> bool:
        """Return whether a right answer is a list of whole numbers."""
        shape, numbers = flatten(value)
        return len(shape) == 1 and are_sizes(numbers)

    def show(self, value: Any, decimal: str | None = None, tolerance: Tolerance | None = None) -> str:  # noqa: ARG002
        """Return a right shape as people write it: 32 × 16."""
        return show_sizes(value)

    def show_reading(self, reading: Reading, spelling: Spelling = POINT) -> str:  # noqa: ARG002 - see `show`
        """Return a student's shape as people write it."""
        return self.show([number.value for number in reading.numbers])


def _from_rows_and_columns(text: str) -> str:
    """Return `32 × 16` for `16 columns, 32 rows`; empty for any other text."""
    found = _ROWS_AND_COLUMNS.fullmatch(text)
    if found is None:
        return ""
    sizes = {bool(_NAMES.search(each)[1]): re.sub(r"\D", "", each) for each in found.groups()}  # type: ignore[index]
    return f"{sizes[True]} × {sizes[False]}" if len(sizes) == len(found.groups()) else ""


def _without_axes(text: str, hints: Hints) -> str:
    """Return the text without the names of its axes: `t × d_v = 32 × 16`, `(rows, columns) = (32, 16)`."""
    label, _, sizes = text.rpartition("=")
    axes = [axis.strip() for axis in re.split(rf"{_BY.pattern}|,", label.strip(" ()[]"))]
    names = [bool(name[1]) for name in map(_NAMES.fullmatch, axes) if name]
    has_all = 1 < len(axes) == len(re.findall(r"\d+", sizes)) and names in ([], [True, False])
    return sizes if has_all and all(_is_axis(axis, hints) for axis in axes) else text


def _is_axis(name: str, hints: Hints) -> bool:
    """Return whether this only names an axis; the sizes that the question gives do, too."""
    return bool(name) and (name in hints.words.others or bool(_NAMES.fullmatch(name)) or is_label(name, hints.words))


def _without_reals(text: str) -> str:
    """Return a text without `R^` or `∈ R^` before the sizes."""
    reals = _REALS.match(text)
    return text[reals.end() :] if reals else text


def _without_rows_and_columns(text: str) -> str:
    """Return the text without the names of its sizes.  Raises UnreadableAnswer unless the rows come first."""
    found = [*_NAMES.finditer(text)]
    names = [bool(name[1]) for name in found]
    if found:
        text = _AND.sub(" × ", text)
        found = [*_NAMES.finditer(text)]
    between = _BY.search(text) or re.search(",", text)
    is_late = bool(found) and (between is None or between.start() < found[0].start())
    if names not in ([], [True], [True, False]) or is_late:
        raise _unclear_names(text)
    return _NAMES.sub(" ", text) if names else text


def _axes(body: str, hints: Hints, *, bracketed: bool) -> list[StatedNumber]:
    """Return the lengths, between `x`, `×`, `by`, `*`, commas or spaces.  Raise UnreadableAnswer."""
    if _FORBIDDEN.search(body) or "[" in body:
        raise UnreadableAnswer(f'"{brief(body)}" is not one shape. Write one, such as (rows, columns).')
    if "=" in body:
        raise UnreadableAnswer(f'"{brief(body)}" is more than a shape. Write only the shape, such as (rows, columns).')
    if "," in body and not _BY.search(body):
        if not bracketed and re.search(r"(?<!\d)\d{1,3},0\d\d(?!\d)", body):
            raise UnreadableAnswer(
                f'"{brief(body)}" could be one number or two. Write two as (a, b), or one without a comma.'
            )
        return [read_entry(piece, hints) for piece in _checked_count(split_row(body.replace(",", ", "), hints))]
    axes = _BY.split(body, 1000)
    if len(axes) == 1:
        axes = re.split(r"\s*(?<!\*)\*(?!\*)\s*", body, maxsplit=1000) if "*" in body else _SPACES.split(body, 1000)
    return [read_side(axis, hints) for axis in _checked_count(axes)]


def _checked_count(axes: list[str]) -> list[str]:
    """Return the axes.  Raise UnreadableAnswer for more than MAX_AXES."""
    if len(axes) > MAX_AXES:
        raise UnreadableAnswer(f"This has more than {MAX_AXES} axes. Write fewer.")
    return axes


def _unclear_names(text: str) -> UnreadableAnswer:
    return UnreadableAnswer(f'The named sizes in "{brief(text)}" are unclear. Write rows × columns, such as 3 × 4.')


kind: Final = ShapeKind()
