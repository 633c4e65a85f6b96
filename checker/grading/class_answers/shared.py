"""Wrong answers that several students share without a sure explanation: a new misconception, or a wrong key."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from checker.engine.values.choice import SelectedOptions
from checker.grading import AssignmentColumns, GradeColumn, Mark, Row
from checker.grading.class_answers.relation import FEWEST_STUDENTS, hypothesis, relation, safely
from checker.grading.grader.mark import PERHAPS, UNEXPLAINED
from checker.grading.results.findings import FindingKey, KeptFindings
from checker.marking.marker import Marker
from checker.marking.outcome import Outcome

FEWEST: Final = 3
"""Minimum number of students who give the answer."""

A_PAIR: Final = 2
A_QUARTER: Final = 0.25
"""In a small class two are enough, if they are at least this share of those who answered."""

MOST_LISTED: Final = 10
"""Maximum number of answers to one question that are listed, the most common first."""

ALSO_SHARED: Final = 0.75
"""Minimum share of these students who also share another wrong answer."""

MOST_ALSO_SHARED: Final = 2


class SharedAnswer(NamedTuple):
    """A wrong answer that several students gave and that no known mistake explains well."""

    column: GradeColumn
    answer: str
    gave: int
    of: int
    relation: str
    """Its relation to the right answer; empty where there is no obvious one."""
    also_shared: tuple[str, ...]
    """Sentences about other wrong answers that these students share."""
    where: str
    entry: str
    """The entry for the problem file that explains it; empty where it cannot be listed."""

    @property
    def message(self) -> str:
        """Return `4 of 40 gave 14,155,008: it is 1.5 × the right answer. All 4 also gave 31,744 for encoder-layer.`."""
        why = self.relation or "it has no obvious relation to the right answer"
        return " ".join([f"{self.gave} of {self.of} gave {self.answer}: {why}.", *self.also_shared])

    @property
    def next(self) -> str:
        """Return what to write into the problem file so that students get an explanation; empty if nothing can be."""
        return f"To explain it, write below `mistakes:` {self.where}:\n{self.entry}" if self.entry else ""

    def record(self) -> dict[str, Any]:
        """Return the fields for scripts."""
        return {
            "problem": self.column.id,
            "part": self.column.part_id,
            "answer": self.answer,
            "count": self.gave,
            "of": self.of,
            "relation": self.relation,
            "message": self.message,
            "add": {"where": self.where, "yaml": self.entry} if self.entry else None,
        }


def shared_answers(
    assignment: AssignmentColumns,
    counts: Mapping[Mark, int],
    rows: Iterable[Row],
    reported: Collection[FindingKey],
    findings: KeptFindings,
) -> list[SharedAnswer]:
    """Return the shared answers of an assignment by question, except those `reported` as answers of most students."""
    answered: Counter[int] = Counter()
    wrong: Counter[FindingKey] = Counter()
    unexplained: Counter[FindingKey] = Counter()
    for cell, count in counts.items():
        if cell.status != "not_answered":
            answered[cell.column] += count
        if _is_wrong(cell):
            wrong[_key(cell)] += count
            if cell.label == UNEXPLAINED or cell.label.startswith(PERHAPS):  # several who share a slip made none
                unexplained[_key(cell)] += count
    columns = {column.index: column for column in assignment.columns}
    kept: list[FindingKey] = []
    listed: Counter[int] = Counter()
    for key in sorted(unexplained, key=lambda key: (key[0], -unexplained[key], key[1])):
        index = key[0]
        if key not in reported and _is_shared(unexplained[key], answered[index]) and listed[index] < MOST_LISTED:
            listed[index] += 1
            kept.append(key)
    others = _other_answers(kept, wrong, rows) if kept else {}
    found = []
    for key in kept:
        numbers = unexplained[key], answered[key[0]]
        also_shared = _also_shared(others[key], numbers[0], columns)
        if answer := _shared(columns[key[0]], key[1], numbers, also_shared, findings):
            found.append(answer)
    return found


def _is_shared(count: int, answered: int) -> bool:
    return count >= FEWEST or (count >= A_PAIR and count >= A_QUARTER * answered)


def _is_wrong(cell: Mark) -> bool:
    return cell.status in ("partial", "incorrect") and bool(cell.answer)


def _key(cell: Mark) -> FindingKey:
    return cell.column, cell.answer


def _other_answers(
    kept: Sequence[FindingKey], wrong: Mapping[FindingKey, int], rows: Iterable[Row]
) -> dict[FindingKey, Counter[FindingKey]]:
    """Return for each of these answers the other wrong answers of its students that several gave.

    Answers that follow from an earlier wrong one are left out: they are no further evidence.
    """
    found: dict[FindingKey, Counter[FindingKey]] = {key: Counter() for key in kept}
    for row in rows:
        keys = [_key(cell) for cell in row.cells if _is_wrong(cell)]
        others = [_key(cell) for cell in row.cells if _is_wrong(cell) and not cell.is_consequence]
        for key in keys:
            if key in found:
                found[key].update(other for other in others if other != key and wrong[other] >= A_PAIR)
    return found


def _also_shared(others: Counter[FindingKey], gave: int, columns: Mapping[int, GradeColumn]) -> tuple[str, ...]:
    """Return sentences such as `All 4 also gave 31,744 for encoder-layer.`."""
    most = sorted(others.items(), key=lambda item: (-item[1], item[0]))[:MOST_ALSO_SHARED]
    return tuple(
        f"{_who(count, gave)} also gave {answer} for {columns[index].name}."
        for (index, answer), count in most
        if count >= A_PAIR and count >= ALSO_SHARED * gave
    )


def _who(count: int, gave: int) -> str:
    if count < gave:
        return f"{count} of them"
    return "Both" if gave == A_PAIR else f"All {gave}"


def _shared(
    column: GradeColumn,
    answer: str,
    numbers: tuple[int, int],
    also_shared: tuple[str, ...],
    findings: KeptFindings,
) -> SharedAnswer | None:
    """Return the shared answer; None where the author knows of it."""
    known = findings.get("shared", column, answer, found_out)
    if not known:
        return None
    related, where, entry = known
    if numbers[0] >= FEWEST_STUDENTS and (found := findings.get("deeper", column, answer, deeper)[0]):
        related = "; ".join(filter(None, [related, f"a deeper search finds this way: “{found.removesuffix('.')}”"]))
        entry = entry.replace('says: "..."', f"says: {json.dumps(found, ensure_ascii=False)}")
    return SharedAnswer(column, answer, *numbers, related, also_shared, where, entry)


def deeper(marker: Marker, outcome: Outcome) -> list[str]:
    """Return the likeliest larger set of mistakes that gives an answer which the usual search does not explain."""
    return [safely(lambda: hypothesis(marker, outcome))]


def found_out(marker: Marker, outcome: Outcome) -> list[str]:
    """Return how an answer relates to the right one, and where it differs; nothing where the author has listed it."""
    if outcome.status == "partial" and outcome.diagnosis and not outcome.diagnosis.ways:
        return []  # `accept` in the problem file gives it credit
    return [safely(lambda: relation(marker, outcome)), *_entry(marker, outcome)]


def _entry(marker: Marker, outcome: Outcome) -> tuple[str, str]:
    """Return where to list the answer in the problem file, and the entry."""
    reading, part = outcome.reading, marker.part
    if reading is None or (marker.target.judge.whole and any(number.half >= 1 for number in reading.numbers)):
        return "", ""  # it is rounded: many numbers fit it
    where = f"in {marker.problem.path.name}" + (f", part {part.id}" if part.id else "")
    given: Any = outcome.read_as
    if "mistakes" in part.variant.arguments:
        where = f"of the parameters {where}"
        marks = [number.value for number in reading.numbers]
        given = (
            _chosen_options(marker.target.truth, marks)
            if isinstance(marker.target.truth, SelectedOptions)
            else marker.target.kind.to_json(reading)
        )
    return where, f'- {{answer: {json.dumps(given, ensure_ascii=False)}, says: "..."}}'


def _chosen_options(truth: SelectedOptions, marks: Sequence[Any]) -> Any:
    """Return the chosen options as the file lists them."""
    texts = [option for option, mark in zip(truth.options, marks, strict=True) if mark]
    return texts[0] if len(texts) == 1 else texts
