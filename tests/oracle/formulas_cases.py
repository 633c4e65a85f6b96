"""What sympy and mpmath say of the rows of tests/cases/typed/formulas.jsonl.

The truth of a question and the meaning of an answer are written by hand, in sympy's spelling.  Nothing is read from the
student's text, and no code of the checker is used.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import mpmath
import sympy
import yaml

CASES = Path(__file__).parent.parent / "cases" / "typed" / "formulas"
DIGITS = 120
SAME = mpmath.mpf(10) ** -70
POINTS = 60
LEAST = 8
"""So many points at which the truth has a real value must exist."""

Named = dict[str, Any]
Point = dict[str, Any]


def entries() -> dict[str, Named]:
    """Return each question with its truth, and the domain and the names of its symbols where they are said."""
    data = yaml.safe_load(CASES.with_suffix(".yaml").read_text(encoding="utf-8"))
    said = {name: {"truth": each} if isinstance(each, str) else each for name, each in data["oracle"].items()}
    return {name: {"id": name, "problem": data["questions"][name], **each} for name, each in said.items()}


def own_sizes(entry: Named) -> dict[str, float]:
    """Return the size of each symbol in the problem, by its name in the annotations."""
    parameters = entry["problem"]["parameters"]
    written = {
        name: said["value"] if isinstance(said, dict) else said for name, said in parameters.get("symbols", {}).items()
    }
    written |= {name: parameters[meant] for name, meant in entry["problem"].get("symbols", {}).items()}
    renamed = {name: short for short, name in entry.get("names", {}).items()}
    return {renamed.get(name, name): size for name, size in written.items()}


def points(entry: Named) -> Iterator[Point]:
    """Yield sizes of the symbols: near the problem's, small ones, and between; as the domain of each symbol allows."""
    rng = random.Random(entry["id"])
    domain = entry.get("domain", {})
    for place in range(POINTS):
        scale = (0, 0.25, 0.5, 1)[place % 4]
        point: Point = {}
        for name, own in own_sizes(entry).items():
            size = abs(own) ** scale * 10 ** rng.uniform(-0.3, 0.3) * (rng.uniform(0.1, 1) if place % 8 < 2 else 1)
            if domain.get(name) == "integer":
                point[name] = mpmath.mpf(max(1, round(size)) + rng.randint(0, 3))
            else:
                point[name] = mpmath.mpf(repr(size)) * (rng.choice((-1, 1)) if domain.get(name) == "real" else 1)
        yield point


def function(expression: str, names: list[str]) -> Any:
    """Return an annotated expression as a function of numbers."""
    symbols = {name: sympy.Symbol(name) for name in names}
    return sympy.lambdify(list(symbols.values()), sympy.sympify(expression, locals=symbols), "mpmath")


def value(of: Any, point: Point) -> Any:
    """Return the value, complex where it is not real; None where there is none."""
    try:
        found = mpmath.mpmathify(of(*point.values()))
    except (ZeroDivisionError, ValueError):
        return None
    return found if mpmath.isfinite(found) else None


def is_real(number: Any) -> bool:
    """Report whether a number is real but for rounding."""
    return abs(mpmath.im(number)) <= SAME * (1 + abs(number))


def are_equal(one: Any, other: Any) -> bool:
    """Report whether two numbers are equal but for rounding."""
    return bool(abs(one - other) <= SAME * max(abs(one), abs(other), SAME))


def verdict(means: str, entry: Named) -> str:
    """Return correct where answer and truth are equal wherever the truth is real, else incorrect.

    Where all symbols are positive, a point is passed over at which the answer has no real value.
    """
    names = list(own_sizes(entry))
    truth, answer = function(entry["truth"], names), function(means, names)
    compared = 0
    for point in points(entry):
        right, given = value(truth, point), value(answer, point)
        if right is None or not is_real(right) or given is None:
            continue
        if not is_real(given) and all(size > 0 for size in point.values()):
            continue
        if not are_equal(right, given):
            return "incorrect"
        compared += 1
    if compared < LEAST:
        raise ValueError(f"{entry['id']}: {means} has too few points")
    return "correct"


def differing() -> Iterator[str]:
    """Yield the rows of which sympy says something else than is expected."""
    known = entries()
    with mpmath.workdps(DIGITS):
        for line in CASES.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            expected = [row["expect"]] if isinstance(row["expect"], str) else row["expect"]
            if "means" in row:
                found = verdict(row["means"], known[row["question"]])
                if found not in expected:
                    yield f"{row['question']} {row['answer']!r} is {found}, not {' or '.join(expected)}"
            elif "refused" not in expected:
                yield f"{row['question']} {row['answer']!r} has no meaning"
