"""Write-ups of the grammar, graded as `checker grade` does, and compared with their labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

from tests.cases import documents
from tests.cases.table import UNDECIDED
from tests.writeups.fuzz.grammar import HERE, WriteUp, write_up

FALSE: Final = frozenset(("false full", "false zero"))


class Found(NamedTuple):
    """The outcomes of many write-ups."""

    counted: Counter[tuple[str, str, str]]
    """How often each group, such as `language de`, has a label and an outcome."""
    false: list[tuple[WriteUp, str, str]]
    """Write-ups with a false verdict, each with the question and the outcome."""


def outcome(label: str, verdict: str) -> str:
    """Return how a verdict compares with the right one: `right`, `review`, `false full` or `false zero`."""
    if verdict in UNDECIDED:
        return "review"
    if verdict == "carried":  # right, given a wrong answer to another part
        return "right"
    if verdict == "correct":
        return "right" if label == "correct" else "false full"
    return "false zero" if label == "correct" else "right"


def judge(write_ups: Iterable[WriteUp]) -> Found:
    """Return how write-ups are graded."""
    found, several = Found(Counter(), []), list(write_ups)
    verdicts = documents.verdicts(HERE / "problems", [each.case for each in several])
    for each in several:
        for question, label in each.case["expect"].items():
            verdict = verdicts.get((each.case["id"], question), "lost")
            compared = outcome(label, verdict)
            if compared in FALSE:
                found.false.append((each, question, f"{compared}: {verdict}"))
            if question == each.question:
                groups = (
                    f"format {each.case['format']}",
                    f"kind {each.kind}",
                    f"language {each.language}",
                    f"ending {each.ending}",
                )
                found.counted.update((group, each.label, compared) for group in ("all", *groups))
    return found


def judge_seeds(seeds: Iterable[int]) -> Found:
    """Return how the write-ups of some seeds are graded."""
    return judge(map(write_up, seeds))
