"""Make pint.json, the data of test_pint.py: what each unit of units.txt is by pint, never by our own table.

    PYTHONPATH=. python tests/units/make_pint.py        # with pint 0.25

A unit is looked up by its name, or by what PINT_NAMES says; units that pint does not know are left out.
"""
# ruff: noqa: T201 - a script

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pint

FILE = Path(__file__).with_name("pint.json")

PINT_NAMES = {
    "newton metre": "newton * meter",
    "newton second": "newton * second",
    "pascal second": "pascal * second",
    "joule second": "joule * second",
    "watt second": "watt * second",
    "volt second": "volt * second",
    "ampere second": "ampere * second",
    "watt hour": "watt * hour",
    "btu": "Btu_it",
    "jansky": "1e-26 * watt / meter / meter / hertz",
    "kilometre per hour": "kilometer / hour",
    "mile per hour": "mile / hour",
    "metre per second": "meter / second",
    "rps": "revolution / second",
    "light second": "speed_of_light * second",
    "light minute": "speed_of_light * minute",
    "square metre": "meter ** 2",
    "square foot": "foot ** 2",
    "square inch": "inch ** 2",
    "cubic centimetre": "centimeter ** 3",
    "cubic metre": "meter ** 3",
    "cubic foot": "foot ** 3",
    "barrel": "oil_barrel",
    "gal acceleration": "galileo",
    "inch pound": "inch * force_pound",
    "pound force": "force_pound",
    "kilogram force": "force_kilogram",
    "gram force": "force_gram",
    "millimetre of mercury": "millimeter_Hg",
    "inch of mercury": "inch_Hg",
    "ton of tnt": "ton_TNT",
    "ton of refrigeration": "refrigeration_ton",
    "celsius": "delta_degree_Celsius",
    "fahrenheit": "delta_degree_Fahrenheit",
    "rankine": "degree_Rankine",
    "delta_degC": "delta_degree_Celsius",
    "delta_degF": "delta_degree_Fahrenheit",
    "annum": "year",
    "gradian": "grade",
    "faraday": "faraday_constant * mole",
    "kayser": "reciprocal_centimeter",
    "dioptre": "1 / meter",
    "rad dose": "rads",
    "molal": "mole / kilogram",
    "dalton": "unified_atomic_mass_unit",
    "rydberg": "rydberg_constant * planck_constant * speed_of_light",
    "bit per second": "bit / second",
    "byte per second": "byte / second",
    "volt ampere": "volt * ampere",
    "psi": "pound_force_per_square_inch",
    "ksi": "kip_per_square_inch",
    "decade": "10 * year",  # pint's own is logarithmic
    # Things that pint takes for numbers; here each is a dimension.
    "sample": "",
    "frame": "",
    "particle": "",
    "penny": "",
    "gauss": "1e-4 * tesla",  # pint's own is of the Gaussian system, whose dimensions are other ones
    "maxwell": "1e-8 * weber",
    "oersted": "250 / pi * ampere / meter",
}


def by_pint() -> dict[str, dict[str, object]]:
    """Return for each unit that pint knows its factor and exponents of pint's base units."""
    from checker.units.table import unit_table

    registry = pint.UnitRegistry(non_int_type=Fraction)
    found = {}
    for entry in unit_table().entries:
        name = PINT_NAMES.get(entry.name, entry.name.replace(" ", "_"))
        if not name:
            continue
        try:
            quantity = registry.Quantity(Fraction(1), name) if name[:1].isalpha() else registry.parse_expression(name)
            root = quantity.to_root_units()
        except (pint.UndefinedUnitError, pint.DefinitionSyntaxError, AttributeError, ValueError):
            continue
        exponents = {str(unit): str(Fraction(exponent)) for unit, exponent in sorted(root.unit_items())}
        found[entry.name] = {"pint": name, "size": str(Fraction(root.magnitude)), "exponents": exponents}
    return found


def prefixes_by_pint() -> dict[str, str]:
    """Return the value of each English prefix that pint knows."""
    from checker.units.table import unit_table

    registry = pint.UnitRegistry(non_int_type=Fraction)
    known = {**unit_table().long, **unit_table().long_binary}
    return {each: str(Fraction(registry._prefixes[each].value)) for each in known if each in registry._prefixes}  # noqa: SLF001


def made() -> str:
    """Return the text of pint.json."""
    return json.dumps({"prefixes": prefixes_by_pint(), "units": by_pint()}, indent=0, sort_keys=True) + "\n"


if __name__ == "__main__":
    FILE.write_text(made())
    print(FILE)
