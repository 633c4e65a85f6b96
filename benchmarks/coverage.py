"""Count the steps of the bank's problems from whose formulas mistakes are derived, by type.

    python -m benchmarks.coverage

Steps that count nothing, and types without formulas of their own, are left out: `formula` derives its mistakes itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.diagnosis.tables import as_text
from checker.engine.recording import terms_of
from checker.problems import load_problems
from checker.questions.variant import Variant

PROBLEMS: Final = Path(__file__).parent.parent / "problems"

WITHOUT_FORMULAS: Final = ("formula", "choice", "essay", "numeric", "layer_complexity")


class Coverage(NamedTuple):
    """The steps of a type in the bank: their number, that of those with derived mistakes, and the other formulas."""

    type: str
    steps: int
    derived: int
    others: tuple[str, ...]


def main() -> None:
    found = coverage()
    steps, derived = sum(each.steps for each in found), sum(each.derived for each in found)
    rows = [
        [each.type, f"{each.steps}", f"{each.derived}", f"{each.derived / each.steps:.0%}", "; ".join(each.others)]
        for each in (*found, Coverage("all", steps, derived, ()))
    ]
    print(as_text([["type", "steps", "derived", "", "not derived"], *rows]))


def coverage() -> list[Coverage]:
    """Return the coverage of each type."""
    of_type: dict[str, list[tuple[str, bool]]] = {}
    for variant in _variants():
        of_type.setdefault(variant.solver.name, []).extend(
            (f"{step.how() if callable(step.how) else step.how}", path in variant.derived)
            for path, step in variant.written.items()
            if not (terms := terms_of(step.how)) or any(flag for _, flag in terms)
        )
    return [
        Coverage(name, len(steps), sum(is_derived for _, is_derived in steps), _first(steps))
        for name, steps in sorted(of_type.items())
    ]


def _first(steps: list[tuple[str, bool]]) -> tuple[str, ...]:
    """Return the first formulas from which nothing is derived."""
    return tuple(dict.fromkeys(how for how, is_derived in steps if not is_derived))[:3]


def _variants() -> Iterator[Variant]:
    """Yield the questions of the bank, each once."""
    variants = {
        part.variant.key(): part.variant
        for problem in load_problems(PROBLEMS).problems.values()
        for part in problem.parts
        if part.variant.solver.name not in WITHOUT_FORMULAS
    }
    yield from variants.values()


if __name__ == "__main__":
    main()
