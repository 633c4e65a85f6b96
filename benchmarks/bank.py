"""The bank of problems, by question type: how many, and how many single mistakes their answers tell apart.

    python benchmarks/bank.py [PROBLEMS]

A mistake is seen where it changes an answer beyond the tolerance, and told apart where no other single mistake gives
the same answers to all parts of the problem.  `oracle` counts the stored questions, `mistakes` what the type knows.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

from checker.lint.exam import Exam, Question, identity
from checker.problem import Problem, load_problems
from checker.report.type_facts import facts
from checker.solvers import solver, topics

REPOSITORY = Path(__file__).parent.parent


def told_apart(problem: Problem) -> tuple[int, int]:
    """How many single mistakes are seen, and how many of them are identifiable."""
    exam = Exam(Question(part.variant, part.step, part.tolerance) for part in problem.parts)
    seen = [identity(answers) for answers in exam.mistaken.values() if exam.is_seen(answers) and exam.noticed(answers)]
    return len(seen), sum(count == 1 for count in Counter(seen).values())


def questions(name: str) -> int:
    """How many questions of this type the oracle has answered."""
    plain, packed = (REPOSITORY / "tests" / "oracle" / f"{name}{suffix}" for suffix in (".json", ".json.gz"))
    text = plain.read_bytes() if plain.exists() else gzip.decompress(packed.read_bytes()) if packed.exists() else b"[]"
    return len(json.loads(text))


def mistakes(name: str) -> int:
    """How many mistakes a type knows: misconceptions, and the options of conventions that may be the wrong one."""
    known = facts(solver(name))
    return len(known.misconceptions) + sum(len(rows.split("\n")) for _, rows in known.conventions)


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else REPOSITORY / "problems"
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for problem in load_problems(folder).problems.values():
        found[problem.type].append(told_apart(problem))
    print(f"{'type':32}{'oracle':>8}{'mistakes':>10}{'problems':>10}{'seen':>8}{'told apart':>12}")
    for name in topics():
        seen, apart = (sum(column) for column in zip(*found[name], strict=True)) if found[name] else (0, 0)
        share = f"{apart / seen:.0%}" if seen else "-"
        print(f"{name:32}{questions(name):8}{mistakes(name):10}{len(found[name]):10}{seen:8}{share:>12}")
    total = [pair for pairs in found.values() for pair in pairs]
    seen, apart = (sum(column) for column in zip(*total, strict=True))
    print(f"{'all':32}{'':8}{'':10}{len(total):10}{seen:8}{apart / seen:>12.0%}")


if __name__ == "__main__":
    main()
