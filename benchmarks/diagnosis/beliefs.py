"""Beliefs of simulated students: how many are found, and how many that are not held, alone and with the assignment.

`python -m benchmarks.diagnosis.beliefs`: classes of 200 who answer eleven problems, at full digits and at three.
Each student holds up to two beliefs and acts on them most of the time, makes other mistakes, and now and then a slip.
"Alone" is what the pages say of single answers: the same mistake, surely, in at least two of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from checker.answers import flatten
from checker.diagnosis.beliefs import BelievedAnswer, beliefs_of
from checker.diagnosis.explanation import CLEAR
from checker.diagnosis.mistakes import Mistake, options_of, possible_mistakes
from checker.engine.errors import INVALID_RUN
from checker.marking.parts import PartsMarker
from checker.problems import Part, load_problems
from checker.reports.beliefs import SHARED_NAME, believed_answers, shared_names

PROBLEMS: Final = Path(__file__).parents[2] / "problems"
ASKED: Final = (
    *("small-bert", "encoder-layer", "transformer-base", "multi-head-size", "encoder-layer-size", "decoder-layer-size"),
    *("feed-forward-block", "grouped-queries", "small-classifier", "small-translator", "original-feed-forward"),
)
STUDENTS: Final = 200
ACTING, OTHERS, SLIPS = 0.85, 0.12, 0.05
"""How often a student acts on a belief, makes another mistake, or writes a digit wrongly."""
OFTEN: Final = 3
"""Minimum number of parts in which a belief acts."""
FULL: Final = 12

Records = Mapping[Any, Mapping[str, Any]]


class Student(NamedTuple):
    """A simulated student: the beliefs held, those that changed at least two answers, and the records."""

    believed: frozenset[str]
    shown: frozenset[str]
    records: Records


class Simulation:
    """A class whose beliefs are known."""

    def __init__(self, seed: int, digits: int) -> None:
        problems = load_problems(PROBLEMS).problems
        self._markers = {id_: PartsMarker(problems[id_]) for id_ in ASKED}
        self._parts = {id_: problems[id_].parts for id_ in ASKED}
        self._rng, self._digits = Random(seed), digits
        counts = Counter(
            mistake.id
            for parts in self._parts.values()
            for part in parts
            for mistake in possible_mistakes(part.variant)
            if not mistake.scope
        )
        self._beliefs = sorted(id_ for id_, count in counts.items() if count >= OFTEN and SHARED_NAME.fullmatch(id_))

    def student(self) -> Student:
        """Return a new student."""
        believed = frozenset(self._rng.sample(self._beliefs, self._rng.choice([0, 1, 1, 1, 2, 2])))
        effects: Counter[str] = Counter()
        records: dict[Any, Mapping[str, Any]] = {}
        for id_, parts in self._parts.items():
            given = {part.id: answer for part in parts if (answer := self._answer(part, believed, effects))}
            for part_id, outcome in self._markers[id_].mark(given).items():
                records["class", (id_, part_id)] = outcome.record()
        return Student(believed, frozenset(id_ for id_, count in effects.items() if count > 1), records)

    def _answer(self, part: Part, believed: frozenset[str], effects: Counter[str]) -> str:
        priors = {each: prior for each, prior in possible_mistakes(part.variant).items() if not each.scope}
        made: dict[str, Mistake] = {}
        for each in priors:
            if each.id in believed and self._rng.random() < ACTING:
                made.setdefault(each.point, each)
        if self._rng.random() < OTHERS:
            (other,) = self._rng.choices(list(priors), list(priors.values()))
            made.setdefault(other.point, other)
        effects.update(one.id for one in made.values() if one.id in believed and _value(part, one) != _value(part))
        answer = self._written(_value(part, *made.values()))
        if answer and self._rng.random() < SLIPS:
            digit = self._rng.choice([each for each in answer if each.isdigit()])
            answer = answer.replace(digit, self._rng.choice("123456789"), 1)
        return answer

    def _written(self, value: Any) -> str:
        shape, numbers = flatten(value) if value is not None else ((1,), ())
        if shape:
            return ""
        return f"{float(numbers[0]):.{self._digits}g}" if self._digits < FULL else f"{numbers[0]}"


def _value(part: Part, *mistakes: Mistake) -> Any:
    try:
        return part.variant.run(options_of(mistakes), wanted={part.step})[part.step]
    except INVALID_RUN:
        return None


def measured(seed: int, digits: int) -> Counter[str]:
    """Return how many beliefs were shown, found and false, alone and together."""
    simulation = Simulation(seed, digits)
    students = [simulation.student() for _ in range(STUDENTS)]
    acting: dict[Any, set[str]] = {}
    for student in students:
        for (_, question), record in student.records.items():
            acting.setdefault(question, set()).update(*map(shared_names, record["explanations"]))
    tally: Counter[str] = Counter()
    for student in students:
        together = {each.id for each in beliefs_of(_answers(student.records, acting))}
        alone = {id_ for id_, count in Counter(_surely(student.records)).items() if count > 1}
        tally["shown"] += len(student.shown)
        for name, found in (("together", together), ("alone", alone)):
            tally[f"{name}, found"] += len(found & student.shown)
            tally[f"{name}, false"] += len(found - student.believed)
            tally[f"{name}, told"] += len(found)
    return tally


def _answers(records: Records, acting: Mapping[Any, set[str]]) -> list[BelievedAnswer]:
    return believed_answers(records, {question: frozenset(beliefs) for question, beliefs in acting.items()})


def _surely(records: Records) -> Iterator[str]:
    for record in records.values():
        for explanation in record["explanations"][:1]:
            if explanation["strength"] != "possible" and explanation["share"] >= CLEAR:
                yield from shared_names(explanation)


def main() -> None:
    """Print the table."""
    print("digits  shown   alone: found  false   together: found  false")
    for digits in (FULL, 3):
        tally = sum((measured(seed, digits) for seed in (1, 2)), Counter())
        shares = [
            f"{tally[f'{name}, found'] / tally['shown']:9.0%} {tally[f'{name}, false'] / tally[f'{name}, told']:10.1%}"
            for name in ("alone", "together")
        ]
        print(f"{'all' if digits == FULL else digits:>6} {tally['shown']:6} {'   '.join(shares)}")


if __name__ == "__main__":
    main()
