"""The shape of an array: `(32, 16)`, `32x16`, `32 × 16`, `32 by 16`, `torch.Size([32, 16])`."""

from __future__ import annotations

import re
from typing import Any, Final

from checker.answers.around import refuse_unknown, without_labels
from checker.answers.core_text import LONGEST
from checker.answers.number_text import read_side
from checker.answers.reading import Reading, flatten
from checker.answers.rows import entry, inside, pieces, unwrapped
from checker.answers.show import ShownValue
from checker.engine.errors import UnreadableAnswer
from checker.notation.digits import digits_of
from checker.notation.number import Hints, StatedNumber
from checker.notation.text import brief, plain

MAX_AXES: Final = 100

_NAMES: Final = re.compile(r"\b(?:(rows?|lines?)|col(?:umn)?s?)\b", re.IGNORECASE)
_BY: Final = re.compile(r"\s*(?:(?<![A-Za-z])[xX](?![A-Za-z])|×|-by-|(?<![A-Za-z])by(?![A-Za-z]))\s*")
_AND: Final = re.compile(r"\s+(?:and|und|et|y|e|en)\s+")
_SPACES: Final = re.compile(r"\s+(?=\d)")
_REALS: Final = re.compile(r"\s*(?:∈|in\b)?\s*\(?R\)?\s*\^\s*")
"""`R^(32×16)`, as people write the space that an array is from."""
_FORBIDDEN: Final = re.compile(r"[;\n]")


class ShapeKind(ShownValue):
    """The lengths of an array's axes."""

    name = "shape"

    def read(self, text: str, hints: Hints) -> Reading:
        """Read the lengths of the axes; a single number is the shape of a vector.  Raises Unreadable."""
        body, tail = unwrapped(_space(without_labels(plain(text, LONGEST), hints.words, "=≈:∈")))
        if _NAMES.search(tail):
            raise UnreadableAnswer(f'I read sizes with names in "{brief(text)}". Write rows × columns, such as 3 × 4.')
        refuse_unknown(tail, text, hints)
        body = _named(body)
        inner = inside(body)
        body = body if inner is None else inner
        if not body:
            if inner is not None:
                return Reading((0,), ())  # `()` and `torch.Size([])`: a scalar has no axes
            raise UnreadableAnswer("I expected a shape, such as (3, 4), and found none.")
        numbers = _axes(body, Hints(whole=True, decimal=hints.decimal, words=hints.words), bracketed=inner is not None)
        for number in numbers:
            if not isinstance(number.value, int) or number.value < 0:
                raise UnreadableAnswer(f'A shape has whole numbers that are not negative, and I read "{brief(body)}".')
        return Reading((len(numbers),), tuple(numbers))

    def fits(self, value: Any) -> bool:
        """Whether a truth is a list of whole numbers."""
        shape, numbers = flatten(value)
        return len(shape) == 1 and all(isinstance(number, int) and number >= 0 for number in numbers)

    def show(self, value: Any) -> str:
        """A truth as people write it: 32 × 16."""
        return " × ".join(digits_of(number) for number in value) or "()"

    def show_reading(self, reading: Reading) -> str:
        """What was read."""
        return self.show([number.value for number in reading.numbers])


def _space(text: str) -> str:
    """The size in an answer such as `R^(32×16)` or `∈ R^(32×16)`."""
    reals = _REALS.match(text)
    return text[reals.end() :] if reals else text


def _named(text: str) -> str:
    """The text without the names of its sizes, if the rows come first.  Raises Unreadable if they do not."""
    found = [*_NAMES.finditer(text)]
    names = [bool(name[1]) for name in found]
    if found:
        text = _AND.sub(" × ", text)
        found = [*_NAMES.finditer(text)]
    between = _BY.search(text) or re.search(",", text)
    is_late = bool(found) and (between is None or between.start() < found[0].start())
    if names not in ([], [True], [True, False]) or is_late:
        raise UnreadableAnswer(f'I read sizes with names in "{brief(text)}". Write rows × columns, such as 3 × 4.')
    return _NAMES.sub(" ", text) if names else text


def _axes(body: str, hints: Hints, *, bracketed: bool) -> list[StatedNumber]:
    """The lengths, between `x`, `×`, `by`, `*`, commas or spaces."""
    if _FORBIDDEN.search(body) or "[" in body:
        raise UnreadableAnswer(f'I expected one shape, such as (3, 4), and read "{brief(body)}".')
    if "," in body and not _BY.search(body):
        if not bracketed and re.search(r"(?<!\d)\d{1,3},0\d\d(?!\d)", body):
            raise UnreadableAnswer(
                f'"{brief(body)}" can be read as one number or as two. Write (a, b) or leave the comma out.'
            )
        return [entry(piece, hints) for piece in _few(pieces(body.replace(",", ", "), hints))]
    axes = _BY.split(body, 1000)
    if len(axes) == 1:
        axes = re.split(r"\s*(?<!\*)\*(?!\*)\s*", body, maxsplit=1000) if "*" in body else _SPACES.split(body, 1000)
    return [read_side(axis, hints) for axis in _few(axes)]


def _few(axes: list[str]) -> list[str]:
    if len(axes) > MAX_AXES:
        raise UnreadableAnswer(f"This has more than {MAX_AXES} axes.")
    return axes


kind: Final = ShapeKind()
