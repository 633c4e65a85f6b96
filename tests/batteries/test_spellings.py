"""Spellings of numbers, lists, formulas and units: what is read today stays readable."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
import yaml

from checker import check, load_problem
from checker.problems import Problem

FOLDER: Final = Path(__file__).parent / "spellings"
EXPECTED: Final = {
    "correct": {"correct"},
    "incorrect": {"incorrect", "partial"},
    "unreadable": {"unreadable"},
    "not_read": {"unreadable"},
}
AT_LEAST: Final = 2100
"""Number of spellings; a table that lost some would guard less."""


class Group(NamedTuple):
    """A question, and spellings of answers to it."""

    name: str
    data: dict[str, Any]

    def problem(self, folder: Path) -> Problem:
        """Return the question, loaded from a file as any other."""
        (folder / "p.yaml").write_text(json.dumps({"id": "p", "type": "numeric", **self.data["question"]}))
        if "decimal" in self.data:
            (folder / "assignment.yaml").write_text(f"title: T\ndecimal: {self.data['decimal']}\n")
        return load_problem(folder / "p.yaml")


def groups() -> Iterator[Group]:
    """Yield the groups of all files."""
    for file in sorted(FOLDER.glob("*.yaml")):
        for number, data in enumerate(yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader), 1):
            yield Group(f"{file.stem} {number}: {data['about']}", data)


GROUPS: Final = list(groups())


@pytest.mark.parametrize("group", GROUPS, ids=[group.name for group in GROUPS])
def test_spellings_are_read_as_a_fair_teacher_reads_them(group, tmp_path):
    problem = group.problem(tmp_path)
    results = [
        (want, text, check(problem, text, feedback="full")) for want in EXPECTED for text in group.data.get(want, ())
    ]
    faults = [
        f"{text!r} is {found.status}, not {want}: {found.message}"
        for want, text, found in results
        if found.status not in EXPECTED[want]
    ]
    assert not faults, "\n".join(faults)


def test_the_table_keeps_its_size_and_lists_nothing_twice():
    texts = [(group.name, text) for group in GROUPS for want in EXPECTED for text in group.data.get(want, ())]
    assert len(set(texts)) == len(texts) >= AT_LEAST
