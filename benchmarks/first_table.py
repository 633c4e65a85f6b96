"""The table of first wrong answers: the cost of each question next to its goal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

SMALL: Final = 60
"""Choice points up to which a new variant has the lower goal."""

COLUMNS: Final = ("first", "part", "later", "all")
OF_BANK: Final = {"first": 1.0, "part": 1.0, "later": 0.02, "all": 0.05}
"""Goals for the bank's problems, in seconds."""


class Task(NamedTuple):
    """A problem file to measure.

    Forwards unexplained answers come first, and combinations last; backwards the last part and explained answers come
    first.
    """

    path: Path
    is_drawn: bool
    is_forwards: bool


class Costs(NamedTuple):
    """Time the wrong answers to a problem in one order: seconds by column."""

    task: Task
    type: str
    points: int
    options: int
    seconds: Mapping[str, Sequence[float]]


class Measured:
    """Time the wrong answers to a problem in both orders."""

    def __init__(self, orders: Sequence[Costs]) -> None:
        self.task, self.type, self.points, self.options, _ = orders[0]
        self.name = self.task.path.stem
        self.worst = {
            column: max(taken)
            for column in COLUMNS
            if (taken := [each for order in orders for each in order.seconds[column]])
        }
        self.firsts = {order.task.is_forwards: order.seconds["first"][0] for order in orders}

    @property
    def goals(self) -> Mapping[str, float]:
        """Return the goal of each column: a drawn question has one for its first answer, by its choice points."""
        if self.task.is_drawn:
            return {"first": 0.01 if self.points <= SMALL else 1.0}
        return OF_BANK

    @property
    def missed(self) -> list[str]:
        """Return the columns whose goal is missed."""
        return [column for column, goal in self.goals.items() if self.worst.get(column, 0) > goal]


def table(found: Sequence[Measured]) -> str:
    """Return the table, slowest first; `!` stands beside what misses its goal."""
    lines = [
        f"{'ms':36}{'points':>7}{'options':>8}{'unexpl.':>10}{'explained':>10}"
        + "".join(f"{column:>11}" for column in COLUMNS)
    ]
    for each in sorted(found, key=lambda one: -max(one.worst.values())):
        name = each.name if each.task.is_drawn else f"  {each.name}"
        cells = "".join(_cell(each, column) for column in COLUMNS)
        unexplained, explained = 1e3 * each.firsts[True], 1e3 * each.firsts[False]
        lines.append(f"{name:36.36}{each.points:>7}{each.options:>8}{unexplained:>10.1f}{explained:>10.1f}{cells}")
    return "\n".join(lines)


def _cell(each: Measured, column: str) -> str:
    if column not in each.worst:
        return f"{'-':>10} "
    return f"{1e3 * each.worst[column]:>10.1f}{'!' if column in each.missed else ' '}"


def summary(found: Sequence[Measured]) -> str:
    """Return how many meet each goal, and the worst."""
    lines = []
    groups = {
        f"types, up to {SMALL} choice points": [each for each in found if each.task.is_drawn and each.points <= SMALL],
        f"types, over {SMALL} choice points": [each for each in found if each.task.is_drawn and each.points > SMALL],
        "problems of the bank": [each for each in found if not each.task.is_drawn],
    }
    for name, group in groups.items():
        for column, goal in group[0].goals.items() if group else ():
            asked = [each for each in group if column in each.worst]
            met = sum(column not in each.missed for each in asked)
            worst = max(asked, key=lambda each: each.worst[column], default=None)
            if worst:
                slowest = f"slowest {1e3 * worst.worst[column]:,.1f} ms ({worst.name})"
                lines.append(f"{name:32}{column:6} goal {1e3 * goal:>6,.0f} ms  {met:>3} of {len(asked):>3}  {slowest}")
    return "\n".join(lines)
