"""Whether the diagnosis finds what was put in, and is silent about what means nothing.

    python benchmarks/diagnosis.py [--draws N] [--random N] [TYPE ...]

For every question type: its examples and N drawn parameter sets, asked for the total.
(a) Recall.  Each visible single and double mistake is put in, stated with 3 digits, 4 digits and exactly; it should be
    `first`, or `in set`: among the explanations reported.
(b) False alarms.  Random wrong answers, by kind of answer and stated digits, on four nulls: near (±30%), log-uniform
    (±3 decades), a digit slip, and structured arithmetic on the question's sizes.  An answer that equals a known wrong
    one exactly is a twin, counted apart: no method could be silent about it and still explain that mistake.
Seeds are fixed; nothing is tuned here.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter, defaultdict
from decimal import Decimal
from itertools import chain
from random import Random
from typing import Any

from checker.answers import Judge, Number, Reading, Tolerance
from checker.diagnose import Index, Traces, diagnose
from checker.parameters import arguments
from checker.solvers import Solver, solver, topics
from checker.trace import TOTAL
from checker.variant import Variant

DIGITS = (3, 4, None)  # None: exact


def stated(value: Any, digits: int | None) -> Number:
    """A number as a student states it: rounded to so many significant digits, or in full."""
    if isinstance(value, int) and (digits is None or len(str(abs(value))) <= digits):
        return Number(value, Decimal("0.5"), len(str(abs(value))))
    exact = Decimal(value) if isinstance(value, int) else Decimal(repr(float(value)))
    if not exact:
        return Number(Decimal(0), Decimal("0.005"), 1)
    unit = Decimal(1).scaleb(exact.adjusted() - (digits or 12) + 1)
    rounded = exact.quantize(unit)
    return Number(int(rounded) if isinstance(value, int) else rounded, unit / 2, digits or 12)


def reading(value: tuple[tuple[int, ...], tuple[Any, ...]], digits: int | None) -> Reading:
    """A whole answer, stated."""
    shape, numbers = value
    return Reading(shape, tuple(stated(number, digits) for number in numbers))


def kind_of(index: Index) -> str:
    if not index.shape:
        return "number"
    return {1: "shape" if index.whole else "vector", 2: "matrix"}[len(index.shape)]


def recall(index: Index, judge: Judge) -> Counter[tuple[int, int | None, str]]:
    """How each mistake, put in, comes out: counts by (number of mistakes, digits, what happened)."""
    counts: Counter[tuple[int, int | None, str]] = Counter()
    for trace in chain(index.traces.stage(1), index.traces.stage(2)):
        if not index.is_alive(trace):
            counts[len(trace.mistakes), None, "no difference"] += 1
            continue
        for digits in DIGITS:
            answer = reading(trace.values[TOTAL], digits)
            if judge.verdict(answer) in ("correct", "coarse"):
                outcome = "invisible"
            else:
                found = [frozenset(one.mistakes) for one in diagnose(index, answer).explanations if not one.slip]
                made = frozenset(trace.mistakes)
                outcome = "first" if found[:1] == [made] else "in set" if made in found else "missed"
            counts[len(trace.mistakes), digits, outcome] += 1
    return counts


def random_answer(null: str, rng: Random, index: Index) -> tuple[tuple[int, ...], tuple[Any, ...]]:
    """A wrong answer that means nothing."""
    largest = max(abs(number) for number in index.numbers) or 1

    def wrong(number: Any) -> Any:
        size = number or largest
        if null == "near":
            value = size * rng.uniform(0.7, 1.3)
        elif null == "log-uniform":
            value = size * 10 ** rng.uniform(-3, 3)
        elif null == "digit slip":
            digits = list(f"{abs(number)}" if index.whole else f"{abs(size):.6g}")
            places = [i for i, digit in enumerate(digits) if digit.isdigit()]
            digits[rng.choice(places)] = rng.choice("0123456789")
            return type(number)("".join(digits))
        else:
            sizes = [size for size in index.traces.variant.arguments.values() if type(size) is int and size > 1] or [2]
            terms = [
                math.prod(rng.choices(sizes, k=rng.randint(1, 3))) * rng.randint(1, 4) for _ in range(rng.randint(1, 3))
            ]
            value = sum(terms)
        return round(value) if index.whole else float(value)

    return index.shape, tuple(wrong(number) for number in index.numbers)


def false_alarms(index: Index, judge: Judge, rng: Random, count: int) -> Counter[tuple[str, int | None, str]]:
    """Random answers, by (null, digits): asked, explained, and twins of a known wrong answer."""
    counts: Counter[tuple[str, int | None, str]] = Counter()
    nulls = ["near", "log-uniform", "digit slip"] + (["structured"] if index.whole and not index.shape else [])
    for null in nulls:
        for _ in range(count):
            value = random_answer(null, rng, index)
            for digits in (2, *DIGITS):
                answer = reading(value, digits)
                if judge.verdict(answer) in ("correct", "coarse"):
                    continue
                explanations = diagnose(index, answer).explanations
                is_mistake = any(one.mistakes for one in explanations)
                counts[null, digits, "asked"] += 1
                counts[null, digits, "explained"] += is_mistake
                counts[null, digits, "twin"] += is_mistake and digits is None and index.whole
    return counts


def indexes(question: Solver, draws: int) -> list[Index]:
    rng = Random(f"draws of {question.name}")
    parameters = [*question.examples, *(question.draw(rng) for _ in range(draws))]
    return [Index(Traces(Variant(question, arguments(question, written)), [TOTAL])) for written in parameters]


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "-"


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("types", nargs="*")
    options.add_argument("--draws", type=int, default=3)
    options.add_argument("--random", type=int, default=10_000, help="random answers for each kind and null")
    chosen = options.parse_args()
    by_kind: dict[str, list[Index]] = defaultdict(list)
    print("(a) recall, % of visible mistakes: first / in set (first or tied)")
    print(f"{'type':34}{'one: 3 digits':>16}{'4 digits':>14}{'exact':>14}{'two: exact':>14}{'missed':>8}")
    for name in chosen.types or sorted(topics()):
        total: Counter[tuple[int, int | None, str]] = Counter()
        for index in indexes(solver(name), chosen.draws):
            by_kind[kind_of(index)].append(index)
            total += recall(index, Judge(index.traces.variant.run()[TOTAL], Tolerance.default(whole=index.whole)))
        cells = []
        for mistakes, digits in ((1, 3), (1, 4), (1, None), (2, None)):
            first, tied, missed = (total[mistakes, digits, outcome] for outcome in ("first", "in set", "missed"))
            visible = first + tied + missed
            cells.append(f"{percent(first, visible)} / {percent(first + tied, visible)}")
        missed = total[1, None, "missed"] + total[2, None, "missed"]
        print(f"{name:34}{cells[0]:>16}{cells[1]:>14}{cells[2]:>14}{cells[3]:>14}{missed:>8}")
    print("\n(b) false alarms, % of random wrong answers explained by a mistake, by stated digits")
    print(f"{'kind':10}{'null':14}{'2':>8}{'3':>8}{'4':>8}{'exact':>8}{'answers':>10}")
    for kind, listed in by_kind.items():
        alarms: Counter[tuple[str, int | None, str]] = Counter()
        rng = Random(f"random answers of kind {kind}")
        for index in listed:
            judge = Judge(index.traces.variant.run()[TOTAL], Tolerance.default(whole=index.whole))
            alarms += false_alarms(index, judge, rng, -(-chosen.random // len(listed)))
        for null in ("near", "log-uniform", "digit slip", "structured"):
            if alarms[null, 3, "asked"]:
                shares = [
                    percent(alarms[null, digits, "explained"], alarms[null, digits, "asked"]) for digits in (2, *DIGITS)
                ]
                print(
                    f"{kind:10}{null:14}"
                    + "".join(f"{share:>8}" for share in shares)
                    + f"{alarms[null, 3, 'asked']:>10}"
                )


if __name__ == "__main__":
    main()
