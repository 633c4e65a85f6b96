"""Rows of cases: what a user gives, what is expected, and how far a run of the product is from it.

A row has a key that names it and the outcomes that a careful person accepts.  Where the product falls short, the line
of the row in `known/GROUP.jsonl` says what it gives instead: `{"row": KEY, "got": OUTCOME}`, with `"given_up": REASON`
where the loss was decided on.  That list is closed: it may only become shorter.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

HERE: Final = Path(__file__).parent

AS_EXPECTED: Final = "as expected"
NEVER: Final = ("false full marks", "false zero", "leak", "lost record", "fault")
"""Differences that no change may add."""

UNDECIDED: Final = ("refused", "person")
"""Verdicts that leave the decision to somebody."""

Outcomes = Mapping[str, str]
"""What the product gave, by the key of the row."""


class Row(NamedTuple):
    """One case: `data` is what its group needs to run it."""

    key: str
    expect: tuple[str, ...]
    data: Any


class Group(Protocol):
    """A module of this package that reads and runs the rows of one subject."""

    def rows(self) -> list[Row]:
        """Return all rows."""

    def run(self, rows: Sequence[Row]) -> dict[str, str]:
        """Return the outcome of each row, by its key."""

    def difference(self, expect: Sequence[str], got: str) -> str:
        """Return how an outcome differs from what is expected, or `as expected`."""


def part_of(group: Group, every: int = 1, text: str = "") -> list[Row]:
    """Return the rows of a group that have a text in their key; of each so-many-th case where several are one case."""
    rows = [row for row in group.rows() if text in row.key]
    part: Callable[[list[Row], int], list[Row]] = getattr(group, "part", lambda rows, every: rows[::every])
    return part(rows, every) if every > 1 else rows


class Known(NamedTuple):
    """What the product gives in place of what is expected, and the reason where that was decided on."""

    got: str
    given_up: str | None = None


def lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the objects of a file of JSON lines."""
    for line in path.read_text(encoding="utf-8").split("\n"):
        if line:
            yield json.loads(line)


def known_of(group: str) -> dict[str, Known]:
    """Return where the product is known to fall short, by the key of the row."""
    path = HERE / "known" / f"{group}.jsonl"
    return {line["row"]: Known(line["got"], line.get("given_up")) for line in lines(path)} if path.exists() else {}


def write_known(group: str, known: Mapping[str, Known]) -> None:
    """Write where the product is known to fall short."""
    text = ""
    for key, each in sorted(known.items()):
        reason = {"given_up": each.given_up} if each.given_up else {}
        text += json.dumps({"row": key, "got": each.got, **reason}, ensure_ascii=False) + "\n"
    (HERE / "known" / f"{group}.jsonl").write_text(text, encoding="utf-8")


def read_run(path: Path) -> dict[str, dict[str, str]]:
    """Return the outcomes of a run that was kept, by group."""
    data = path.read_bytes()
    return json.loads(gzip.decompress(data) if path.suffix == ".gz" else data)


def keep_run(path: Path, run: Mapping[str, Outcomes]) -> None:
    """Keep the outcomes of a run; rows that it did not run stay as they were."""
    kept = read_run(path) if path.exists() else {}
    kept |= {group: {**kept.get(group, {}), **outcomes} for group, outcomes in run.items()}
    data = json.dumps(kept, ensure_ascii=False, indent=0, sort_keys=True).encode()
    path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)


def verdict_difference(expect: Sequence[str], got: str) -> str:
    """Return how a verdict differs from the ones expected, the worst first."""
    if got in expect:
        return AS_EXPECTED
    if got == "fault":
        return "fault"
    if got == "correct":
        return "false full marks"
    right = "correct" in expect
    if got in {"incorrect", "partial"} or (right and got == "empty"):  # which earns no points either
        return "false zero" if right else "unclear but graded" if {"refused", "person"} & {*expect} else "other"
    if got in {"refused", "person", "empty", "asked"}:
        return f"{'right' if right else 'wrong' if 'incorrect' in expect else 'unclear'} is {got}"
    return "other"


class Comparison(NamedTuple):
    """The rows of a group in a run, beside what they gave before."""

    rows: Sequence[Row]
    before: Outcomes
    now: Outcomes
    group: Group

    def kinds(self, outcomes: Outcomes) -> dict[str, str]:
        """Return the difference of each row that has an outcome."""
        return {
            row.key: self.group.difference(row.expect, outcomes[row.key]) for row in self.rows if row.key in outcomes
        }

    def moved(self) -> Iterator[tuple[Row, str, str]]:
        """Yield the rows whose outcome is another one than before, with the difference before and now."""
        before, now = self.kinds(self.before), self.kinds(self.now)
        for row in self.rows:
            if row.key in before and row.key in now and self.before[row.key] != self.now[row.key]:
                yield row, before[row.key], now[row.key]

    def counts(self) -> tuple[Counter[str], Counter[str]]:
        """Return how many rows have each difference, before and now."""
        return Counter(self.kinds(self.before).values()), Counter(self.kinds(self.now).values())

    def decided(self) -> float | None:
        """Return the share of rows that are decided now; None if the outcomes are no verdicts."""
        if not {*UNDECIDED} & {*self.now.values()}:
            return None
        return sum(got not in UNDECIDED for got in self.now.values()) / len(self.now)

    def faults(self, allow: float) -> Iterator[str]:
        """Yield why this run must not stand: what may never come, and more losses than `allow` percent."""
        losses = Counter(now for _, before, now in self.moved() if now not in {AS_EXPECTED, before})
        for kind in NEVER:
            if losses[kind]:
                yield f"{losses[kind]} new: {kind}"
        others = sum(number for kind, number in losses.items() if kind not in NEVER)
        if others > len(self.rows) * allow / 100:
            yield f"{others} of {len(self.rows)} rows are new losses, more than {allow}%"
