"""Examples of answers, with what a careful person understands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest
import yaml

from tests.batteries.questions import checked

EXPECTED: Final = {
    "correct": {"correct"},
    "incorrect": {"incorrect"},
    "unreadable": {"unreadable"},
    "no_marks": {"unreadable", "incorrect"},
    "coarse": {"partial"},
    "not_wrong": {"correct", "unreadable"},
}


class Row(NamedTuple):
    """An answer with its expected result."""

    question: str
    text: str
    expected: str
    named: str = ""
    """A word that the message has to name."""

    @property
    def fault(self) -> str:
        """Return what is not as expected; empty if all is."""
        result = checked(self.question, self.text)
        if result.status not in EXPECTED[self.expected]:
            return f"{result.status}, not {self.expected}: {result.message}"
        if self.expected not in ("correct", "not_wrong") and (result.points or 0) > 0:
            return f"{result.points} points: {result.message}"
        return "" if self.named in result.message else f"the message does not name {self.named!r}: {result.message}"


def rows() -> Iterator[Row]:
    """Yield every example of the file."""
    groups = yaml.load((Path(__file__).parent / "examples.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
    for group in groups:
        for expected in EXPECTED:
            for entry in group.get(expected, []):
                texts = entry if isinstance(entry, dict) else {entry: ""}
                for text, named in texts.items():
                    yield Row(group["question"], text, expected, str(named))


ROWS: Final = list(rows())


@pytest.mark.parametrize("row", ROWS, ids=[f"{row.question}-{row.expected}-{row.text}" for row in ROWS])
def test_an_example_comes_out_as_a_careful_person_expects(row):
    assert not row.fault


def test_no_example_is_listed_twice():
    assert len({(row.question, row.text) for row in ROWS}) == len(ROWS)
