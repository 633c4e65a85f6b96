"""Write answers that nobody reasoned out: tests/cases/reasons/random-full.jsonl and random-three.jsonl, from a seed.

python -m tests.cases.random_answers

Each is near the right answer in size, within a factor of 30, and of its kind: whole where it is whole, a vector where it
is one.  It is not the right one, and any reason for it is false.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any, Final, NamedTuple

from checker import check
from checker.problems import Problem
from tests.bank import bank
from tests.cases import reasons
from tests.cases.table import lines

COUNT: Final = 1000
FACTOR: Final = 30
DIGITS: Final = {"random-full": 10, "random-three": 3}


class Asked(NamedTuple):
    """A part of a problem of the bank, or of a question of reasons/questions.json."""

    problem: Problem
    line: dict[str, str]
    truth: Any


def asked() -> Iterator[Asked]:
    """Yield what has numbers as its answer: of the bank, and of the questions by which rules are tried."""
    of_rules = {line.get("question") for line in lines(reasons.FOLDER / "rules.jsonl")}
    questions = [(problem, {"problem": problem.id}) for problem in bank().problems.values()]
    questions += [(reasons.asked(name), {"question": name}) for name in reasons.questions() if name in of_rules]
    for problem, line in questions:
        for part in problem.parts:
            truth = check(problem, {part.id: "1"}, feedback="full").parts[part.id].record().get("expected")
            if part.kind in {"number", "vector", "matrix", "shape"} and _is_numbers(truth):
                yield Asked(problem, {**line, **({"part": part.id} if part.id else {})}, truth)


def _is_numbers(truth: Any) -> bool:
    return all(map(_is_numbers, truth)) if isinstance(truth, list) else isinstance(truth, int | float) and truth != 0


def near(truth: Any, rng: Random, digits: int) -> str:
    """Return a random answer as it is written."""
    if isinstance(truth, list):
        return f"[{', '.join(near(each, rng, digits) for each in truth)}]"
    value = truth * FACTOR ** rng.uniform(-1, 1)
    if isinstance(truth, int):
        value = round(value) or 1
        return f"{value}" if digits > len(str(abs(value))) or digits > 3 else f"{value:.{digits - 1}e}"
    return f"{value:.{digits}g}"


def main() -> None:
    """Draw the answers again."""
    found = list(asked())
    for file, digits in DIGITS.items():
        rng, text, seen = Random(file), "", set()
        while len(seen) < COUNT:
            problem, line, truth = rng.choice(found)
            answer = near(truth, rng, digits)
            key = (*line.values(), answer)
            status = check(problem, {line.get("part"): answer}, feedback="full").status
            if key not in seen and status == "incorrect":
                seen.add(key)
                text += json.dumps({**line, "answer": answer, "expect": ["none"]}, ensure_ascii=False) + "\n"
        (reasons.FOLDER / f"{file}.jsonl").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
