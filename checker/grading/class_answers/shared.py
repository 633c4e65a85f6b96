"""Wrong answers that several students share and nothing known explains: a new misconception, or a key that is wrong."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from checker.engine.values.choice import SelectedOptions
from checker.grading import AssignmentColumns, Cell, GradeColumn, RecordRow
from checker.grading.cell import UNEXPLAINED
from checker.grading.class_answers.found import FoundByMarking
from checker.grading.class_answers.relation import relation, safely
from checker.grading.finding import FindingKey
from checker.marking.marker import Marker
from checker.marking.outcome import Outcome

FEWEST: Final = 3
"""Students who give it."""

A_PAIR: Final = 2
A_QUARTER: Final = 0.25
"""In a small class two are enough, if they are so large a part of those who answered."""

MOST: Final = 10
"""Answers to one question that are listed, the commonest first."""

TOGETHER: Final = 0.75
"""So many of these students share another wrong answer."""

MOST_TOGETHER: Final = 2


class SharedAnswer(NamedTuple):
    """An unexplained answer of several students."""

    column: GradeColumn
    answer: str
    gave: int
    of: int
    relation: str
    """What it has to do with the right answer; empty where that is not plain."""
    together: tuple[str, ...]
    """What else these students share."""
    where: str
    teach: str
    """What to write there so that it is explained; empty where it cannot be listed."""

    @property
    def message(self) -> str:
        """`4 of 40 gave 14,155,008: it is 1.5 × the right answer. All 4 also gave 31,744 for encoder-layer.`."""
        why = self.relation or "it has no plain relation to the right answer"
        return " ".join([f"{self.gave} of {self.of} gave {self.answer}: {why}.", *self.together])

    @property
    def next(self) -> str:
        """How to teach it."""
        return f"To explain it, write below `mistakes:` {self.where}:\n{self.teach}" if self.teach else ""

    def record(self) -> dict[str, Any]:
        """For scripts."""
        return {
            "problem": self.column.id,
            "part": self.column.part_id,
            "answer": self.answer,
            "count": self.gave,
            "of": self.of,
            "relation": self.relation,
            "message": self.message,
            "add": {"where": self.where, "yaml": self.teach} if self.teach else None,
        }


def shared_answers(
    assignment: AssignmentColumns,
    counts: Mapping[Cell, int],
    rows: Iterable[RecordRow],
    told: Collection[FindingKey],
    known: FoundByMarking,
) -> list[SharedAnswer]:
    """The shared answers of an assignment by question; `told` are those that are told of as suspicious keys."""
    answered: Counter[int] = Counter()
    wrong: Counter[FindingKey] = Counter()
    unexplained: Counter[FindingKey] = Counter()
    for fate, count in counts.items():
        if fate.status != "not_answered":
            answered[fate.column] += count
        if _is_wrong(fate):
            wrong[_key(fate)] += count
            if fate.label == UNEXPLAINED:
                unexplained[_key(fate)] += count
    columns = {column.index: column for column in assignment.columns if column.part}
    kept: list[FindingKey] = []
    of_column: Counter[int] = Counter()
    for key in sorted(unexplained, key=lambda key: (key[0], -unexplained[key], key[1])):
        at = key[0]
        if key not in told and at in columns and _is_shared(unexplained[key], answered[at]) and of_column[at] < MOST:
            of_column[at] += 1
            kept.append(key)
    beside = _beside(kept, wrong, rows) if kept else {}
    found = []
    for key in kept:
        numbers = unexplained[key], answered[key[0]]
        if one := _shared(columns[key[0]], key[1], numbers, _together(beside[key], numbers[0], columns), known):
            found.append(one)
    return found


def _is_shared(count: int, answered: int) -> bool:
    return count >= FEWEST or (count >= A_PAIR and count >= A_QUARTER * answered)


def _is_wrong(fate: Cell) -> bool:
    return fate.status in ("partial", "incorrect") and bool(fate.answer)


def _key(fate: Cell) -> FindingKey:
    return fate.column, fate.answer


def _beside(
    kept: Sequence[FindingKey], wrong: Mapping[FindingKey, int], rows: Iterable[RecordRow]
) -> dict[FindingKey, Counter[FindingKey]]:
    """For each of these answers the other wrong answers of its students, as far as several gave them.

    What follows from an earlier answer is no evidence of its own.
    """
    beside: dict[FindingKey, Counter[FindingKey]] = {key: Counter() for key in kept}
    for row in rows:
        keys = [_key(fate) for fate in row.fates if _is_wrong(fate)]
        others = [_key(fate) for fate in row.fates if _is_wrong(fate) and not fate.follows]
        for key in keys:
            if key in beside:
                beside[key].update(other for other in others if other != key and wrong[other] >= A_PAIR)
    return beside


def _together(others: Counter[FindingKey], gave: int, columns: Mapping[int, GradeColumn]) -> tuple[str, ...]:
    """`All 4 also gave 31,744 for encoder-layer.`."""
    most = sorted(others.items(), key=lambda item: (-item[1], item[0]))[:MOST_TOGETHER]
    return tuple(
        f"{_who(count, gave)} also gave {answer} for {columns[at].name}."
        for (at, answer), count in most
        if count >= A_PAIR and count >= TOGETHER * gave
    )


def _who(count: int, gave: int) -> str:
    if count < gave:
        return f"{count} of them"
    return "Both" if gave == A_PAIR else f"All {gave}"


def _shared(
    column: GradeColumn, answer: str, numbers: tuple[int, int], together: tuple[str, ...], found: FoundByMarking
) -> SharedAnswer | None:
    """The answer with all that is to be said of it."""
    known = found.of(column, answer)
    if known is None:
        return None
    marker, outcome = known
    if outcome.status == "partial" and outcome.diagnosis and not outcome.diagnosis.ways:
        return None  # it earns something by `accept`: the author knows of it
    where, teach = _taught(marker, outcome)
    related = safely(lambda: relation(marker, outcome))
    return SharedAnswer(column, answer, *numbers, related, together, where, teach)


def _taught(marker: Marker, outcome: Outcome) -> tuple[str, str]:
    """Where to list the answer, and what to write there."""
    reading, part = outcome.reading, marker.part
    if reading is None or (marker.judge.whole and any(number.half >= 1 for number in reading.numbers)):
        return "", ""  # it stands for many numbers
    where = f"in {marker.problem.path.name}" + (f", part {part.id}" if part.id else "")
    given: Any = outcome.read_as
    if "mistakes" in part.variant.arguments:
        where = f"of the parameters {where}"
        marks = [number.value for number in reading.numbers]
        given = (
            _chosen(marker.truth, marks) if isinstance(marker.truth, SelectedOptions) else marker.kind.to_json(reading)
        )
    return where, f'- {{answer: {json.dumps(given, ensure_ascii=False)}, says: "..."}}'


def _chosen(truth: SelectedOptions, marks: Sequence[Any]) -> Any:
    """What was chosen, as the file lists it."""
    texts = [option for option, mark in zip(truth.options, marks, strict=True) if mark]
    return texts[0] if len(texts) == 1 else texts
