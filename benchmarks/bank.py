"""Describe the bank of problems: how many there are of each type, and how many single mistakes they tell apart.

    python benchmarks/bank.py [PROBLEMS]

A mistake is seen where it changes an answer, and told apart where it is noticed and no other single mistake gives the
same answers to all parts of the problem; two that are equal in every step for all parameters are one (exact aliases).
`advised` is the share once the parameters and then the parts are as `checker lint` would have them.  `oracle` counts
the stored questions, `mistakes` what the type knows.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from checker.cli.views.types import facts
from checker.diagnosis import Mistake
from checker.diagnosis.numeric_equality import identity
from checker.lint.collisions import Improvement, better_parameters, better_parts
from checker.lint.nearby import IdentifiableShare, collisions, exact_aliases, generic, share
from checker.lint.target import LintTarget, MistakeTable
from checker.problems import Problem, load_problems
from checker.questions.registry import solver, topics

REPOSITORY = Path(__file__).parent.parent
COLUMNS = "now", "parameters", "parts", "advised"


class Measured(NamedTuple):
    """The shares of a problem: now, with other parameters, with further parts, with both; the rest is alike."""

    problem: Problem
    shares: Sequence[IdentifiableShare]
    merged: Sequence[str]
    left: Sequence[str]


def measure(problem: Problem) -> Measured:
    """Count the single mistakes that a problem tells apart, now and after the advice of lint."""
    table = LintTarget(problem).table
    merged = exact_aliases(table)
    names = [f"{mistake.id} = {known.id}" for mistake, known in merged.items()]
    now = Improvement("", table, share(table, merged))
    if now.share.unidentified == 0:
        return Measured(problem, [now.share] * len(COLUMNS), names, [])
    parameters = better_parameters(table, merged, bool) or now
    parts = better_parts(table, merged, bool) or now
    both = better_parts(parameters.table, merged, bool) or parameters
    shares = [each.share for each in (now, parameters, parts, both)]
    left = [
        f"{' = '.join(mistake.id for mistake in group)} ({why(both.table, group)})"
        for group in collisions(both.table, merged)
    ]
    return Measured(problem, shares, names, left)


def why(table: MistakeTable, group: Sequence[Mistake]) -> str:
    """Return the reasons why mistakes still give the same answer."""
    if _differ(table.every_step, group):
        return "a step that is not asked would tell"
    near = any(_differ(other, group) for other in generic(table))
    return "in every step; " + ("what tells them makes others alike" if near else "no parameters near these tell them")


def _differ(table: MistakeTable, group: Sequence[Mistake]) -> bool:
    return len({identity(table.answers(mistake)) for mistake in group}) > 1


def questions(name: str) -> int:
    """Count the questions of this type that the oracle has answered."""
    plain, packed = (REPOSITORY / "tests" / "oracle" / f"{name}{suffix}" for suffix in (".json", ".json.gz"))
    text = plain.read_bytes() if plain.exists() else gzip.decompress(packed.read_bytes()) if packed.exists() else b"[]"
    return len(json.loads(text))


def mistakes(name: str) -> int:
    """Count the mistakes of a type: misconceptions, and options of conventions that may be wrong."""
    known = facts(solver(name))
    return len(known.misconceptions) + sum(len(rows.split("\n")) for _, rows in known.conventions)


def percent(measured: Iterable[Measured], column: int) -> str:
    """Return the share of all mistakes of these problems."""
    told, seen = (sum(counts) for counts in zip((0, 0), *(each.shares[column] for each in measured), strict=True))
    return f"{told / seen:.1%}" if seen else "-"


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else REPOSITORY / "problems"
    found: dict[str, list[Measured]] = defaultdict(list)
    for problem in load_problems(folder).problems.values():
        found[problem.type].append(measure(problem))
    print(f"{'type':32}{'oracle':>8}{'mistakes':>10}{'problems':>10}{'seen':>8}{'told apart':>12}{'advised':>10}")
    for name in topics():
        of_type = found[name]
        seen = sum(each.shares[0].effective for each in of_type)
        shares = f"{percent(of_type, 0):>12}{percent(of_type, 3):>10}"
        print(f"{name:32}{questions(name):8}{mistakes(name):10}{len(of_type):10}{seen:8}{shares}")
    everything = [each for of_type in found.values() for each in of_type]
    print(f"\n{'':24}{'problems':>10}{'seen':>8}{'aliases':>10}" + "".join(f"{column:>12}" for column in COLUMNS))
    for title, is_multipart in {"parts are asked": True, "a single answer": False}.items():
        those = [each for each in everything if each.problem.is_multipart is is_multipart and each.shares[0].effective]
        counts = f"{sum(each.shares[0].effective for each in those):8}{sum(len(each.merged) for each in those):10}"
        print(f"{title:24}{len(those):10}{counts}" + "".join(f"{percent(those, i):>12}" for i in range(len(COLUMNS))))
    print("\none thing under two names, in every step and for all parameters")
    for pair, count in Counter(pair for each in everything for pair in each.merged).most_common():
        print(f"  {pair}: {count}")
    print("\nalike after the advice")
    for each in everything:
        for group in each.left:
            print(f"  {each.problem.id}: {group}")


if __name__ == "__main__":
    main()
