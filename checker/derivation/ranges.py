"""Ranges of numbers in files, `{from: 2, to: 12, step: 2}`: the values from which questions are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from yaml.error import Mark

from checker.document import DocumentNode, MappingNode, Scalar
from checker.document import ListNode as SequenceNode
from checker.document.findings import DataPath, Findings
from checker.document.nodes import INTEGER, node_at
from checker.formula.value import MAX_NUMBER

_MOST_DECIMALS: Final = 100


class _Range(Sequence[DocumentNode]):
    """The numbers of `{from: ..., to: ..., step: ...}` as a sequence, written as their author would."""

    def __init__(self, first: Decimal, step: Decimal, count: int, mark: Mark) -> None:
        self._first, self._step, self._count, self._mark = first, step, count, mark

    @property
    def is_whole(self) -> bool:
        """Return whether all of them are written as whole numbers."""
        return not any(each.as_tuple().exponent for each in (self._first, self._step))

    def __len__(self) -> int:
        """Return how many there are."""
        return self._count

    def __getitem__(self, place: Any) -> Any:
        """Return one of them, as it is written in a file."""
        if not 0 <= place < self._count:
            raise IndexError(place)
        return Scalar(f"{self._first + place * self._step:f}", self._mark, None)


def numbers_between(findings: Findings, path: DataPath, most: int) -> _Range | tuple[()]:
    """Return the numbers of the range at a path, at most so many; none if it is wrong, which is reported."""
    node = node_at(findings.root, path)
    assert isinstance(node, MappingNode)  # noqa: S101 - for mypy
    numbers: dict[str, Decimal] = {"step": Decimal(1)}
    for key in ("from", "to", "step"):
        value = node.get(key)
        if value is None and key in numbers:
            continue
        if not isinstance(value, Scalar) or (exact := exact_number(value)) is None:
            findings.report((*path, key), f"{key} must be a number")
            return ()
        numbers[key] = Decimal(exact if isinstance(exact, int) else value.text)
        if int(numbers[key].as_tuple().exponent) < -_MOST_DECIMALS:
            findings.report((*path, key), f"{key} has more than {_MOST_DECIMALS} decimals; use fewer")
            return ()
    first, last, step = numbers["from"], numbers["to"], numbers["step"]
    if step <= 0 or last < first:
        findings.report(path, "a draw goes up: `from` is at most `to`, and `step` is more than 0")
        return ()
    if last - first >= most * step:  # before the division, which has no result for very many
        findings.report(path, f"a draw has at most {most:,} values; use a larger `step`")
        return ()
    count, rest = divmod(last - first, step)
    if rest:
        near = f"{first + count * step:f} or {first + (count + 1) * step:f}"
        findings.report((*path, "to"), f"steps of {step:f} from {first:f} do not reach {last:f}; use {near}")
        return ()
    return _Range(first, step, int(count) + 1, node.mark)


def exact_number(node: DocumentNode) -> Any:
    """Return the exact number that is written, a list of them, or None."""
    if isinstance(node, Scalar):
        value = node.value
        if type(value) not in (int, float) or not abs(value) <= MAX_NUMBER:  # type: ignore[arg-type]
            return None
        return int(value) if INTEGER.fullmatch(node.text) and isinstance(value, int) else Fraction(node.text)
    if isinstance(node, SequenceNode):
        entries = [exact_number(each) for each in node.items]
        return entries if entries and None not in entries else None
    return None
