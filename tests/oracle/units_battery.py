"""Make tests/batteries/units_oracle.json: what pint says of every annotated answer of tests/batteries/units.

    python tests/oracle/units_battery.py        # with pint

The truth of a problem and the quantity of an answer are written by hand, in pint's spelling.  Nothing is read from the
student's text, and no code of the checker is used.
"""
# ruff: noqa: T201 - a script

from __future__ import annotations

import json
import logging
from decimal import Decimal, localcontext
from pathlib import Path
from typing import Any

import pint
import yaml

BATTERIES = Path(__file__).parent.parent / "batteries"
STORED = BATTERIES / "units_oracle.json"
SAME = Decimal("1e-20")
DEFAULT_DIGITS = 3

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


def problems() -> list[Named]:
    """Return the problems of the battery, each with its truth and its answers."""
    return [each for file in sorted((BATTERIES / "units").glob("*.yaml")) for each in yaml.safe_load(file.read_text())]


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


def verdict(quantity: Named, truth: Named) -> str:
    """Return the verdict on one quantity, or on a vector of them: wrong where any entry is wrong."""
    if not isinstance(truth["value"], list):
        true = value(truth["value"], truth["unit"])
        return judged(quantity["magnitude"], quantity["unit"], truth["unit"], true, truth["within"])
    found = {
        judged(each, quantity["unit"], truth["unit"], value(true, truth["unit"]), truth["within"])
        for each, true in zip(quantity["magnitude"], truth["value"], strict=True)
    }
    return next(each for each in ("dimension", "incorrect", "partial", "correct") if each in found)


def made() -> dict[str, Named]:
    """Return the truth of each problem, in the unit asked for, and the verdict on each answer with a quantity."""
    data = {}
    with localcontext() as context:
        context.prec = 40
        for each in problems():
            truth = each["truth"]
            values = truth["value"] if isinstance(truth["value"], list) else [truth["value"]]
            data[each["problem"]["id"]] = {
                "truth": [float(value(one, truth["unit"])) for one in values],
                "answers": {
                    answer["text"]: verdict(answer["quantity"], truth)
                    for answer in each["answers"]
                    if "quantity" in answer
                },
            }
    return data


def main() -> None:
    """Write the data."""
    STORED.write_text(json.dumps(made(), ensure_ascii=False, indent=1) + "\n")
    print(STORED)


if __name__ == "__main__":
    main()
