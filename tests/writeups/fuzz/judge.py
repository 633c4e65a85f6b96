"""Write-ups of the grammar, graded as `checker grade` does, and compared with their labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

from tests.writeups.battery import Grader, outcome
from tests.writeups.fuzz.grammar import HERE, WriteUp, write_up

FALSE: Final = frozenset(("false full", "false zero"))


class Found(NamedTuple):
    """The outcomes of many write-ups."""

    counted: Counter[tuple[str, str, str]]
    """How often each group, such as `language de`, has a label and an outcome."""
    false: list[tuple[WriteUp, str, str]]
    """Write-ups with a false verdict, each with the question and the outcome."""


@cache
def grader() -> Grader:
    """Return the grader of the problems next to this file."""
    return Grader(HERE / "problems")


def judge(write_ups: Iterable[WriteUp]) -> Found:
    """Return how write-ups are graded."""
    found = Found(Counter(), [])
    for each in write_ups:
        verdicts = dict(zip(sorted_keys(each), grader().verdicts(each.case), strict=True))
        for question, (right, status) in verdicts.items():
            verdict = outcome(right, status)
            if verdict in FALSE:
                found.false.append((each, question, f"{verdict}: {status}"))
            if question == each.question:
                groups = (
                    f"format {each.case['format']}",
                    f"kind {each.kind}",
                    f"language {each.language}",
                    f"ending {each.ending}",
                )
                found.counted.update((group, each.label, verdict) for group in ("all", *groups))
    return found


def sorted_keys(each: WriteUp) -> list[str]:
    """Return the questions of a write-up in the order of the sheet, which is the order of its key."""
    return list(each.case["key"])


def judge_seeds(seeds: Iterable[int]) -> Found:
    """Return how the write-ups of some seeds are graded."""
    return judge(map(write_up, seeds))
