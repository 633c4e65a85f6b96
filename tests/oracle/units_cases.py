"""What pint says of the rows of tests/cases/typed/units.jsonl.

The truth of a question and the quantity that an answer means are written by hand, in pint's spelling.  Nothing is read
from the student's text, and no code of the checker is used.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from decimal import Decimal, localcontext
from pathlib import Path
from typing import Any

import pint
import yaml

CASES = Path(__file__).parent.parent / "cases" / "typed" / "units"
SAME = Decimal("1e-20")
VERDICTS = {"correct": "correct", "partial": "asked", "incorrect": "incorrect", "dimension": "incorrect"}

Named = dict[str, Any]


def registry() -> pint.UnitRegistry[Any]:
    """Return pint's own units, with data, operations, tokens and currencies as dimensions of their own."""
    logging.getLogger("pint").setLevel(logging.ERROR)  # bit, byte and gauss are defined anew, for another dimension
    units = pint.UnitRegistry(non_int_type=Decimal, autoconvert_offset_to_baseunit=True)
    for definition in (
        "bit = [information]",
        "byte = 8 * bit = B = octet",
        "gauss = 1e-4 * tesla = G",
        "FLOP = [operation]",
        "token = [token]",
        "image = [image]",
        "USD = [dollars]",
        "USD_cent = 0.01 USD",
        "EUR = [euros]",
        "EUR_cent = 0.01 EUR",
    ):
        units.define(definition)
    units._build_cache()  # noqa: SLF001 - it still knows the old bit and gauss
    return units


UNITS = registry()


def truths() -> dict[str, Named]:
    """Return the truth of each question."""
    return yaml.safe_load(CASES.with_suffix(".yaml").read_text(encoding="utf-8"))["oracle"]


def value(expression: str, unit: str) -> Decimal:
    """Return the value of a hand-written expression in this unit."""
    number, _, rest = expression.partition(" ")
    try:
        quantity = UNITS.Quantity(Decimal(number), UNITS.parse_units(rest))  # a temperature is no product
    except (ArithmeticError, ValueError, pint.UndefinedUnitError):
        quantity = UNITS.parse_expression(expression)
    return Decimal(quantity.to(unit).magnitude)


def half_unit(truth: Decimal, digits: int) -> Decimal:
    """Return half a unit of this significant digit of the truth."""
    return Decimal("0.5").scaleb(truth.adjusted() - digits + 1)


def tolerance(truth: Decimal, within: str | Named) -> Decimal:
    """Return the largest difference that is still correct."""
    if within == "exact":
        return abs(truth) * SAME
    if "decimals" in within:
        return Decimal("0.5").scaleb(-within["decimals"])
    return half_unit(truth, within["significant"]) + abs(truth) * SAME


def judged(magnitude: str, unit: str, asked: str, truth: Decimal, within: str | Named) -> str:
    """Return correct, partial (its rounding holds the truth) or incorrect; of another dimension, `dimension`."""
    given = Decimal(magnitude)
    try:
        converted = UNITS.Quantity(given, unit).to(asked).magnitude
    except pint.DimensionalityError:
        return "dimension"
    if abs(converted - truth) <= tolerance(truth, within):
        return "correct"
    margin = Decimal("0.5").scaleb(int(given.as_tuple().exponent))
    ends = sorted(UNITS.Quantity(given + side, unit).to(asked).magnitude for side in (-margin, margin))
    return "partial" if ends[0] <= truth <= ends[1] else "incorrect"


def verdict(means: list[Any], truth: Named) -> str:
    """Return the verdict on one quantity, or on a vector of them: wrong where any entry is wrong."""
    magnitude, unit = means
    if not isinstance(truth["value"], list):
        return judged(magnitude, unit, truth["unit"], value(truth["value"], truth["unit"]), truth["within"])
    found = {
        judged(each, unit, truth["unit"], value(true, truth["unit"]), truth["within"])
        for each, true in zip(magnitude, truth["value"], strict=True)
    }
    return next(each for each in ("dimension", "incorrect", "partial", "correct") if each in found)


def numbers(truth: Named) -> list[float]:
    """Return the truth in the unit asked for."""
    values = truth["value"] if isinstance(truth["value"], list) else [truth["value"]]
    return [float(value(one, truth["unit"])) for one in values]


def differing() -> Iterator[str]:
    """Yield the rows of which pint says something else than is expected."""
    known = truths()
    with localcontext() as context:
        context.prec = 40
        for line in CASES.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            expected = [row["expect"]] if isinstance(row["expect"], str) else row["expect"]
            if "means" in row:
                found = VERDICTS[verdict(row["means"], known[row["question"]])]
                if found not in expected:
                    yield f"{row['question']} {row['answer']!r} is {found}, not {' or '.join(expected)}"
            elif "refused" not in expected:
                yield f"{row['question']} {row['answer']!r} has no meaning"
