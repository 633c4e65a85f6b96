"""Check every answer of a battery in tests/batteries, and report the share that comes out as expected.

    python -m benchmarks.batteries units formulas

A battery states of each answer which statuses are acceptable.  Three kinds of misses are listed apart: wrong answers
accepted, right answers marked wrong, and all others.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import yaml

from benchmarks.floors import FLOOR, ratios, seconds, work
from checker import check, load_problem
from checker.problems import Problem

BATTERIES = Path(__file__).parent.parent / "tests" / "batteries"
NAMES = ("units", "formulas")
MARKED_WRONG = frozenset({"incorrect", "partial", "too_coarse"})


class Checked(NamedTuple):
    """An answer of a battery with its acceptable statuses and the status that it got."""

    file: str
    problem: str
    text: str
    expected: tuple[str, ...]
    dimension: bool
    got: str
    why: str

    @property
    def as_expected(self) -> bool:
        """Report whether the status is acceptable."""
        return self.got in self.expected

    @property
    def wrong_accepted(self) -> bool:
        """Report whether an answer that is not right got full marks."""
        return self.got == "correct" and "correct" not in self.expected

    @property
    def right_refused(self) -> bool:
        """Report whether a right answer was marked wrong; unreadable is not wrong."""
        return self.got in MARKED_WRONG and "correct" in self.expected

    @property
    def kind(self) -> str:
        """Return what is expected, as a class for tables."""
        return "another dimension" if self.dimension else " or ".join(self.expected)

    def __str__(self) -> str:
        why = f"  ({self.why})" if self.why else ""
        return f"{self.file}/{self.problem}: {self.text!r} is {self.got}, not {' or '.join(self.expected)}{why}"


def entries(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each problem of a battery with its answers, and the name of its file."""
    for file in sorted((BATTERIES / name).glob("*.yaml")):
        for entry in yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader):
            yield file.stem, entry


def acceptable(answer: dict[str, Any]) -> tuple[str, ...]:
    """Return the statuses that the battery accepts for this answer."""
    expected = answer["expect"]
    return tuple(expected) if isinstance(expected, list) else (expected,)


def loaded(entry: dict[str, Any], folder: Path) -> Problem:
    """Return the problem of an entry, loaded as an author's file is."""
    file = folder / f"{entry['problem']['id']}.yaml"
    file.write_text(json.dumps(entry["problem"], ensure_ascii=False), encoding="utf-8")
    return load_problem(file)


def status(problem: Problem, text: str) -> str:
    """Return the status of one answer; of an exception, its name."""
    try:
        return str(check(problem, text, feedback="full").record()["status"])
    except Exception as fault:  # noqa: BLE001 - a fault of ours is one answer's result, not the end of the battery
        return f"fault ({type(fault).__name__})"


def run(name: str) -> Iterator[Checked]:
    """Yield every answer of a battery, checked."""
    with TemporaryDirectory() as folder:
        for file, entry in entries(name):
            problem = loaded(entry, Path(folder))
            for answer in entry["answers"]:
                text = answer["text"]
                dimension, why = answer.get("dimension", False), answer.get("why", "")
                yield Checked(file, problem.id, text, acceptable(answer), dimension, status(problem, text), why)


def figures() -> dict[str, float]:
    """Return what it takes to check all answers of each battery with `check`, as ratios."""
    runs = []
    for _ in range(2):
        taken = {name: seconds(lambda name=name: list(run(name))) for name in NAMES}
        runs.append({FLOOR: min(seconds(work) for _ in range(5)), **taken})
    return ratios(runs)


def share(checked: list[Checked]) -> float:
    """Return the share of answers that came out as expected."""
    return sum(each.as_expected for each in checked) / len(checked)


def misses(checked: list[Checked]) -> dict[str, list[Checked]]:
    """Return the answers that did not come out as expected, by how bad that is."""
    found = [each for each in checked if not each.as_expected]
    accepted = [each for each in found if each.wrong_accepted]
    refused = [each for each in found if each.right_refused]
    others = [each for each in found if not each.wrong_accepted and not each.right_refused]
    return {"WRONG ONES ACCEPTED": accepted, "Right ones marked wrong": refused, "Others not as expected": others}


def listed(checked: list[Checked]) -> str:
    """Return the misses as text."""
    return "\n\n".join(
        "\n".join([f"{heading}: {len(found)}", *(f"  {each}" for each in found)])
        for heading, found in misses(checked).items()
    )


def table(checked: list[Checked]) -> str:
    """Return the counts by file and by expectation: all, as expected, wrong ones accepted, right ones marked wrong."""
    lines = [f"{'':36}{'answers':>8}{'expected':>10}{'accepted':>10}{'refused':>9}"]
    for group in ("file", "kind"):
        counts: dict[str, Counter[str]] = {}
        for each in checked:
            row = counts.setdefault(getattr(each, group), Counter())
            row.update(all=1, met=each.as_expected, accepted=each.wrong_accepted, refused=each.right_refused)
        lines += [
            f"{label:36}{row['all']:8}{row['met']:10}{row['accepted']:10}{row['refused']:9}"
            for label, row in sorted(counts.items())
        ]
        lines.append("")
    return "\n".join(lines)


def main(names: list[str]) -> None:
    """Print the report of each battery."""
    for name in names:
        checked = list(run(name))
        problems = len({each.problem for each in checked})
        print(f"{name}: {len(checked)} answers to {problems} problems, {share(checked):.1%} as expected\n")
        print(table(checked))
        print(listed(checked))


if __name__ == "__main__":
    main(sys.argv[1:] or list(NAMES))
